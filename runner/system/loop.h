#ifndef RUNNER_SYSTEM_LOOP_H
#define RUNNER_SYSTEM_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "share/base/error.h"

/*
 * A block device made of an image file. The file is made whole (its space is reserved), attached, and
 * its name removed at once: whatever ends hib, the kernel frees device and space with the last user.
 */
struct loop {
	int fd; /* of the device, -1 when there is none; while it is open the device stays */
	char path[32]; /* "/dev/loop3" */
	bool direct; /* the kernel reads and writes the file with direct I/O */
};

#define LOOP_INIT                                                                                              \
	{                                                                                                      \
		.fd = -1                                                                                       \
	}

/* Make an image of `size` bytes at `path` and attach it. */
int loop_make(struct loop *loop, const char *path, uint64_t size, struct error *err);

/* Let it go: it detaches itself once nothing is mounted from it. */
void loop_release(struct loop *loop);

#endif
