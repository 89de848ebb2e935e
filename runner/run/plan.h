#ifndef RUNNER_RUN_PLAN_H
#define RUNNER_RUN_PLAN_H

#include "runner/machine/filesystem.h"
#include "runner/machine/system_info.h"
#include "runner/profile/test.h"

/* A system under test: a folder on this machine. Strings are the plan's. */
struct target {
	const char *identifier; /* "ext4" */
	const char *path; /* absolute folder that was named */
	bool gone; /* there is no such folder: said already */
	bool named; /* on the command line, not the current directory by default */
	struct filesystem fs;
	struct system_info info;
};

/* One trial to come: slot and block count from 1, test and system from 0. */
struct slot {
	int slot, block, test, system;
};

/*
 * All trials of a run in their order. The outer loop is the block: every test once, and within a
 * test every system once, in random order (METHOD.md 3). The same seed gives the same slots.
 */
struct plan {
	struct arena arena;
	uint64_t seed;
	int blocks;
	bool quick;
	struct tests tests;
	struct target *targets;
	size_t n_targets;
	struct slot *slots;
	size_t n_slots;
};

/* Order the slots. Tests whose profile states `trials` get that many blocks. */
void plan_schedule(struct plan *plan);

/* Add slots behind the last one: `test` once more on every system. */
void plan_extend(struct plan *plan, int test);

/* Seconds, largest space and bytes written of the slots from index `first` on. */
struct cost plan_cost(const struct plan *plan, size_t first);

void plan_release(struct plan *plan);

#endif
