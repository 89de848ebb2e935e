#ifndef RUNNER_COMMAND_RUN_BEGIN_H
#define RUNNER_COMMAND_RUN_BEGIN_H

#include "runner/experiment/plan.h"
#include "runner/store/lock.h"

/* What the user allowed. */
struct permission {
	bool yes; /* nothing is asked */
	const char *erase_foreign; /* serial number, or NULL */
};

/*
 * The last thing before anything is changed, for a new run and for systems that join one: other runs are named,
 * signals are watched, each device is confirmed by the end of its serial number and its identity kept, and each
 * file system is made once. `lock` of the result folder is held.
 */
int run_begin(struct plan *plan, struct run_lock *lock, const struct permission *permission, struct error *err);

/* Signals are watched, other runs are named, results are readable by all: of these also a run that goes on. */
void run_begin_quietly(void);

#endif
