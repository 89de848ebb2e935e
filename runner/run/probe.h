#ifndef RUNNER_RUN_PROBE_H
#define RUNNER_RUN_PROBE_H

#include "runner/experiment/plan.h"
#include "runner/store/lock.h"

/*
 * Make each file system of the plan once, mount it, read back what the kernel made of it, and take it away
 * again: whatever is wrong with an option, a type or a device is told before the first trial, and the
 * result file says what was really measured. Enters hib's own mount namespace. Fills fs, info and notes of the
 * targets. `lock` is held: in it stands what a killed probe leaves. `erase_foreign` as for device_guard().
 */
int probe_targets(struct plan *plan, struct run_lock *lock, const char *erase_foreign, struct error *err);

/* The same for one target; a folder is only looked at. */
int probe_target(
	struct plan *plan, size_t index, struct run_lock *lock, const char *erase_foreign, struct error *err);

/* Does the plan make file systems (under the running kernel)? */
bool probe_is_needed(const struct plan *plan);

#endif
