#ifndef RUNNER_MACHINE_DISTURBANCES_H
#define RUNNER_MACHINE_DISTURBANCES_H

#include "runner/machine/filesystem.h"
#include "share/base/memory.h"

/* What disturbs measurements on a machine, or limits what they tell; from /proc and /sys alone, without root.
 */
enum severity { SEVERITY_BAD, SEVERITY_NOTE, SEVERITY_OK };

struct disturbance {
	enum severity severity;
	const char *what; /* "governor powersave" */
	const char *remedy; /* a command or a sentence; "" for what is well */
};

struct disturbances {
	struct arena arena;
	struct disturbance *items;
	size_t n;
	const char *machine; /* "ThinkPad T14, 16 CPUs, 31 GiB, Debian GNU/Linux 12, kernel 6.1.0" */
};

/* Look at the machine, and at the file system of the folder that would be measured. Takes half a second. */
void disturbances_find(struct disturbances *found, const char *folder, const struct filesystem *fs);
void disturbances_release(struct disturbances *found);

#endif
