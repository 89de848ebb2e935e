#ifndef RUNNER_SYSTEM_FSTYPE_H
#define RUNNER_SYSTEM_FSTYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/keys/keys.h"
#include "share/base/text.h"

/*
 * A file system that hib can make. Lazy initialisation and discard are off, so that nothing of mkfs goes on
 * beside the test and every trial starts from the same state (METHOD.md 2.4); options of the
 * experiment come behind ours and win.
 */
struct fstype {
	const char *name; /* "ext4", as in /proc/filesystems */
	const char *program; /* "mkfs.ext4" */
	const char *package; /* Debian's, that has the program */
	const char *const *arguments; /* ours, ended by NULL */
	const char *extended; /* an option whose later use replaces an earlier one ("-E"), or NULL */
	const char *label, *uuid; /* options that name the file system; uuid NULL: it cannot be chosen */
	const char *size_option,
		*size_format; /* to make it smaller than its device; without an option: behind the device */
	uint64_t size_unit; /* bytes that the number counts */
	uint64_t least; /* bytes below which mkfs refuses or nothing fits */
};

const struct fstype *fstype_named(const char *name); /* NULL: none that hib can make */

/* "btrfs, ext2, ext3, ..." for messages. Appends. */
void fstype_add_names(struct text *out);

/* Does the running kernel know it, built in or as a module that can be loaded? */
bool fstype_in_kernel(const char *name);

/*
 * Why a word may not stand among an experiment's options of mkfs, or NULL: one that names another device or the
 * file system would lead past the guards of device.h. The same for a list of mount options.
 */
const char *fstype_forbids(const struct fstype *type, const char *word);
const char *fstype_forbids_mount(const char *options);

/* What is made, and where. */
struct making {
	const struct fstype *type;
	const struct strings *options; /* of the experiment */
	const char *label, *uuid; /* the UUID is used where it can be chosen; label NULL: without names */
	const char *device; /* NULL: only to be told, not to be run */
	uint64_t size; /* 0: the whole device */
};

/* The command that makes it: a list ended by NULL, from the arena. */
const char **fstype_command(const struct making *making, struct arena *arena);

#endif
