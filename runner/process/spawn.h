#ifndef RUNNER_PROCESS_SPAWN_H
#define RUNNER_PROCESS_SPAWN_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "runner/sandbox/confine.h"
#include "share/base/error.h"

/* How a program is started. All descriptors are borrowed; -1 where there is none. */
struct launch {
	char *const *argv;
	char *const *environment;
	const char *program; /* path of the file to execute */
	const char *directory; /* to change into */
	int out, err; /* become stdout and stderr; stdin is /dev/null */
	int cgroup; /* folder of a cgroup v2 the program starts in */
	const struct confinement *confinement; /* what it is shut in with; NULL: a helper of hib's own */
};

struct spawned {
	pid_t pid;
	struct timespec started; /* CLOCK_MONOTONIC, read just before exec */
	bool in_cgroup; /* false also where the kernel did not let it in */
};

/*
 * Start a program as posix_spawn() does (shared memory until exec), in a process group of its own
 * with default signal actions and an empty mask. A failure before or in exec is reported here,
 * with its cause: there is no half-started child.
 */
int spawn(struct spawned *spawned, const struct launch *launch, struct error *err);

/* Path of a program found through `path` (a PATH); NULL when there is none. Owned by the caller. */
char *program_path(const char *name, const char *path);

/*
 * The PATH that programs are looked up in and that trials get: what `hib install --source` built, the
 * absolute folders of the caller's PATH, then the standard ones (a user's PATH lacks sbin). Owned by hib, made
 * once.
 */
const char *trial_path(void);

#endif
