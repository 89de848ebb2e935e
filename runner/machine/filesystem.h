#ifndef RUNNER_MACHINE_FILESYSTEM_H
#define RUNNER_MACHINE_FILESYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "share/base/error.h"
#include "share/base/text.h"

/* The file system that holds a path, from /proc/self/mountinfo and /sys/dev/block. */
struct filesystem {
	char *type; /* "ext4" */
	char *source; /* "/dev/nvme0n1p2" as mounted */
	char *mount_point;
	char *options; /* the effective ones, of the mount and of the file system */
	char *device; /* "nvme0n1p2"; "" when no block device is behind it */
	char *disk; /* whole disk: "nvme0n1" */
	char *model; /* "Samsung SSD 980", "" unknown */
	char *scheduler; /* "none", "" unknown */
	uint64_t size, free;
	int block_size;
};

enum filesystem_kind { FS_DISK, FS_MEMORY, FS_OVERLAY, FS_NETWORK };

int filesystem_of(struct filesystem *fs, const char *path, struct error *err);
void filesystem_release(struct filesystem *fs);
enum filesystem_kind filesystem_kind(const struct filesystem *fs);

/* "ext4, nvme0n1p2, Samsung SSD 980"; what is no local disk is called so. */
void filesystem_add_words(struct text *out, const struct filesystem *fs);

#endif
