#ifndef RUNNER_EXPERIMENT_PLAN_H
#define RUNNER_EXPERIMENT_PLAN_H

#include "runner/machine/filesystem.h"
#include "runner/machine/system_info.h"
#include "runner/profile/test.h"
#include "runner/system/volume.h"

/* A system under test. Strings are the plan's. */
struct target {
	const char *identifier; /* "ext4" */
	const char
		*path; /* absolute: the folder that is measured, or in which hib makes image or mount point */
	bool gone; /* there is no such folder: said already */
	bool looked_at; /* of a session that goes on: what it is stands in the journal */
	bool named; /* on the command line, not the current directory by default */
	const struct system_spec *spec; /* how its file system is made; NULL: the folder as it is */
	uint64_t size; /* bytes of an image or of tmpfs */
	const char *place_words; /* the file system of `path`: "ext4, vda" */
	const char *identity; /* of the device that was confirmed; NULL: none */
	const char *notes; /* how it was made, for the result file; NULL: nothing to say */
	struct filesystem fs; /* that is measured; before it has been made, the one of `path` */
	struct system_info info;
};

/* One trial to come: slot and block count from 1, test and system from 0; blocks up to 0 are warm-up. */
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
	bool blocks_asked; /* by the user: goes before the runs that a profile of PTS states */
	bool quick;
	bool by_test; /* the outer loop is the test, not the block */
	bool accounting; /* REAL, UTIME, STIME, READ, WRITTEN and extents become charts */
	int warmup; /* blocks that run first and do not count: their numbers are 0 and below */
	const char *title, *about; /* of an experiment, or NULL */
	const char *experiment; /* path of its file, or NULL */
	const char *experiment_hash; /* SHA-256 of its bytes in hex, or NULL */
	struct strings reboot; /* command that boots {kernel}; none: the user does it */
	double settle; /* seconds to wait for an idle disk at most; 0: hib's own limit */
	double time_budget; /* seconds after which no trial begins; 0: none */
	/* Blocks are added until the 95 % interval of every headline is narrower than this half width
	 * (relative; 0: the blocks are fixed), most_blocks being the most. Never until a p value pleases. */
	double until_width;
	int most_blocks;
	struct tests tests;
	struct target *targets;
	size_t n_targets;
	size_t first_target; /* of those that joined last; failed blocks are repeated on them only */
	struct slot *slots;
	size_t n_slots;
};

/* The volume that a target's trials run on; `folder` is hib's own, below target->path. */
void target_volume(const struct target *target, struct volume *volume, const char *folder, const char *token);

/* The most trials that profiles state, when every one states some; else 0. */
int plan_common_trials(const struct plan *plan);

/* Order the slots. Tests whose profile states `trials` get that many blocks. */
void plan_schedule(struct plan *plan);

/* Add slots behind the last one: all blocks of every test on the targets from `first` on, as blocks of their
 * own. */
void plan_add_targets(struct plan *plan, size_t first);

/* Were as many blocks added to this slot's test on its system as ever are for failures? */
bool plan_is_extended(const struct plan *plan, const struct slot *slot);

/* Add slots behind the last one: `test` once more on every system. */
void plan_extend(struct plan *plan, int test);

/* Blocks of the time budget: how many whole ones it allows, as far as the tests say how long they take; -1:
 * all. */
int plan_blocks_within(const struct plan *plan, double seconds);

/* Settle how large images and memory file systems are that say nothing of it. */
void plan_sizes(struct plan *plan);

/* Seconds, largest space and bytes written of the slots from index `first` on. */
struct cost plan_cost(const struct plan *plan, size_t first);

/* Free space that the folder of a target must have: of an image file, or what the largest test needs. */
uint64_t plan_space(const struct plan *plan, const struct target *target);

void plan_release(struct plan *plan);

#endif
