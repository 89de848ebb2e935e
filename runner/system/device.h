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
	uint64_t size;
};

/* Look at a device; nothing is changed. */
int device_examine(struct device *device, const char *path, struct error *err);
void device_release(struct device *device);

/*
 * May hib make a file system there? -1 with the whole refusal (SCREENS.md 6) when not. `erase_foreign`: a
 * serial number for which a foreign file system may go, or NULL. A trial asks again before each mkfs.
 */
int device_guard(const struct system_spec *spec, const char *erase_foreign, struct error *err);

/*
 * Show the device (model, size, serial number, content) on the terminal and have the user type the last four
 * characters of its serial number. -1 when he does not, or when there is no terminal (--yes).
 */
int device_ask(const struct device *device, struct error *err);

/* The device `path` may be taken: 0; else -1 and why not in one line. For `hib init`. */
int device_usable(const struct device *device, struct text *why);

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

/* Set read-ahead (bytes, 0: leave) and scheduler (NULL: leave), check that the kernel took them. */
int device_set(const char *disk, uint64_t read_ahead, const char *scheduler, struct device_settings *before,
	struct error *err);
void device_restore(const char *disk, const struct device_settings *before);

/* "scheduler none, read-ahead 128 KiB, ..." as the kernel has them now. Appends. */
void device_add_settings(struct text *out, const char *disk);

#endif
