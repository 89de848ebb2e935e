#ifndef RUNNER_SYSTEM_DEVICE_H
#define RUNNER_SYSTEM_DEVICE_H

#include "runner/system/spec.h"

/*
 * Block devices that an experiment names, and what keeps their content safe (DESIGN.md, Safety). A device
 * is taken only by a stable name, only with `erase: true`, and only when nobody uses it, it holds no
 * partitions, and what it holds is hib's own or was named by its serial number.
 */

struct device {
	char *path; /* as named */
	char *name; /* the kernel's: "nvme1n1" */
	char *model, *serial; /* "" unknown */
	char *stable; /* a name that stays: "/dev/disk/by-id/...", "" when there is none */
	char *content; /* "ext4 \"backup\"", "a partition table (gpt)"; "" nothing known */
	char *fs, *label, *uuid; /* of a file system on it, "" none */
	bool mixed; /* signs of more than one thing are on it */
	uint64_t size;
	char *identity; /* what tells it from every other device: model or backing file, serial number, size */
};

/* Look at a device; nothing is changed. */
int device_examine(struct device *device, const char *path, struct error *err);
void device_release(struct device *device);

/* What may be erased. */
struct device_leave {
	const char *erase_foreign; /* serial number of a device whose foreign content may go, or NULL */
	const char *identity; /* of the device that the run began with; NULL: it begins now */
};

/*
 * May hib make a file system there? -1 with the whole refusal (SCREENS.md 6) when not. A trial asks again right
 * before each mkfs, of the very node that mkfs gets.
 */
int device_guard(const struct system_spec *spec, const struct device_leave *leave, struct error *err);

/* The kernel's node behind a name ("/dev/nvme1n1"); owned by the caller, NULL with a message. */
char *device_node(const char *path, struct error *err);

/*
 * Show the device (model, size, serial number, content) on the terminal and have the user type the last four
 * characters of its serial number. -1 when he does not, or when there is no terminal (--yes).
 */
int device_ask(const struct device *device, struct error *err);

/* The device `path` may be taken: 0; else -1 and why not in one line. For `hib init`. */
int device_usable(const struct device *device, struct text *why);

/*
 * Does anybody use it: a mount (also one that only others see), swap, a device stacked on it, a program that
 * has it open? Adds who, in words that follow "it".
 */
bool device_in_use(const struct device *device, struct text *why);

/* Visit every block device of the machine that could hold a file system, by kernel name. */
void device_each(void (*each)(void *context, const struct device *device), void *context);

bool device_can_discard(const char *path);

/* Remember a UUID as that of a file system which hib makes; and know it again. */
int device_remember(const char *uuid, struct error *err);
bool device_is_ours(const char *label, const char *uuid);

/* Settings of a queue as they were; empty strings: not touched. */
struct device_settings {
	char read_ahead[32], scheduler[32];
	char read_ahead_path[160];
};

/* Set what the system says of read-ahead and scheduler, and check that the kernel took it. */
int device_set(
	const char *disk, const struct system_spec *spec, struct device_settings *before, struct error *err);

/* "restore PATH VALUE" for each setting of the device that the system will change, as it is now. Appends. */
void device_add_restore(struct text *out, const char *disk, const struct system_spec *spec);

/* Put back what was there before, and forget it. */
void device_restore(const char *disk, struct device_settings *before);

/* "scheduler none, read-ahead 128 KiB, ..." as the kernel has them now. Appends. */
void device_add_settings(struct text *out, const char *disk);

#endif
