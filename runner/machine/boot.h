#ifndef RUNNER_MACHINE_BOOT_H
#define RUNNER_MACHINE_BOOT_H

#include <stdbool.h>

/* The kernel's name for this boot (/proc/sys/kernel/random/boot_id); "" when it cannot be read. Static. */
const char *machine_boot_id(void);

/* `uname -r`. Static. */
const char *machine_kernel(void);

/* Does the running kernel fit the pattern (fnmatch)? A NULL pattern fits any. */
bool machine_kernel_fits(const char *pattern);

#endif
