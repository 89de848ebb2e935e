#ifndef RUNNER_PROCESS_SUPERVISE_H
#define RUNNER_PROCESS_SUPERVISE_H

#include <sys/resource.h>

#include "runner/process/capture.h"
#include "runner/process/cgroup.h"
#include "runner/process/spawn.h"

/* One command under supervision. */
struct supervision {
	struct launch launch; /* out, err and cgroup are set by supervise() */
	const char *log_stem; /* of the capture */
	double time_limit, grace; /* seconds; grace: from TERM to KILL */
	const struct cgroup *cgroup;
	/* when *stop becomes non-zero (a signal's number) everything is ended; may be NULL */
	const volatile int *stop;
	/* called about twice a second with the seconds since the start; may be NULL */
	void (*tick)(void *context, double seconds);
	void *context;
	bool linger; /* what the command leaves running lives on: the next command of the trial ends it */
};

struct supervised {
	struct ending ending;
	bool stopped; /* ended because *stop was set */
	double seconds; /* CLOCK_MONOTONIC from exec to the end of the command itself */
	struct rusage usage; /* of the command and what it waited for (wait4) */
	bool in_cgroup;
	bool away; /* hib itself, or the machine, was stopped for a while: times are not to be trusted */
	int left_behind; /* processes that outlived the command and were ended */
	int unkillable; /* processes that even KILL did not end */
	int write_error; /* errno of the first failure to write a log, 0 */
	uint64_t printed[2]; /* bytes on stdout and stderr */
};

/*
 * Start the command, take its output, watch the time limit and *stop, and leave no process behind:
 * at the limit TERM, after the grace KILL to everything it started, daemons included (cgroup.kill,
 * else the subreaper's children). Calls signals_watch(). -1 with a message when it could not start.
 */
int supervise(struct supervised *supervised, const struct supervision *supervision, struct error *err);

#endif
