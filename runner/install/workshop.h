#ifndef RUNNER_INSTALL_WORKSHOP_H
#define RUNNER_INSTALL_WORKSHOP_H

#include "runner/process/cgroup.h"
#include "runner/process/spawn.h"
#include "runner/sandbox/sandbox.h"

/*
 * Where a program is built: what runs in it may write the program's folder and a /tmp of its own, has the
 * network only where the profile asks for it, and leaves no process behind. A zeroed struct is closed.
 */
struct workshop {
	const struct profile *profile; /* borrowed, as the others */
	const char *prefix;
	const char *log; /* stem of the capture: LOG.out and LOG.err */
	char *work; /* owned: folder for temporary files */
	struct run_sandbox sandbox;
	struct confinement confinement;
	struct cgroup cgroup;
};

int workshop_open(struct workshop *w, const struct profile *profile, const char *prefix, const char *log,
	struct error *err);
void workshop_close(struct workshop *w);

/*
 * Run one command to its end. `environment` is NULL-terminated. Returns its exit status; -1 with a message when
 * it could not start, was stopped, or ended by a signal or the time limit.
 */
int workshop_run(struct workshop *w, char *const *argv, char *const *environment, const char *directory,
	struct error *err);

#endif
