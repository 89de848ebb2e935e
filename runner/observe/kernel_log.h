#ifndef RUNNER_OBSERVE_KERNEL_LOG_H
#define RUNNER_OBSERVE_KERNEL_LOG_H

#include <stdbool.h>

#include "share/base/text.h"

/*
 * What the kernel reports from now on (/dev/kmsg). mount(2) and write(2) know numbers only; the sentence stands
 * here. Where the log may not be read, nothing is ever found.
 */
struct kernel_log {
	int fd; /* -1: not readable */
};

void kernel_log_start(struct kernel_log *log);

/* The newest line since the start that `wanted` accepts, cleaned. Appends; false: none. Ends the watch. */
bool kernel_log_find(struct kernel_log *log, bool (*wanted)(void *context, const char *line), void *context,
	struct text *out);

/* Does the line tell of data that may be lost: an I/O error, a hung task, a damaged file system? */
bool kernel_line_is_error(const char *line);

#endif
