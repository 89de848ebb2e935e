#ifndef RUNNER_TRIAL_TRIAL_H
#define RUNNER_TRIAL_TRIAL_H

#include "runner/measurements.h"
#include "runner/profile/test.h"
#include "runner/experiment/plan.h"
#include "runner/process/supervise.h"
#include "runner/observe/accounting.h"
#include "runner/observe/sensors.h"
#include "runner/sandbox/sandbox.h"
#include "runner/system/volume.h"

/* One value for one metric of the test, in the unit of its chart. */
struct trial_sample {
	int metric; /* index into the profile's metrics */
	enum state state;
	const char *text; /* digits; NULL unless ok */
	const char *reason;
};

/* All that is known of one trial; what the journal writes. Strings are in the arena. */
struct trial_record {
	struct arena arena;
	int trial; /* from 1 */
	struct slot slot;
	enum state state; /* ok, or why there is no headline value */
	const char *reason;
	const char *at; /* "2026-03-14 21:55:41" when it started */
	double seconds, sync_seconds; /* of the command; of syncfs behind it (0: not needed) */
	struct supervised supervised;
	const char *said; /* of a failed trial: the line of its output that tells most, or NULL */
	const char *log; /* "logs/0001": its files begin so, below the result folder */
	const char *version; /* of the program, NULL unknown */
	int landlock; /* its ABI; 0: it ran without */
	const char *sandbox; /* what it was shut in with, in words */
	uint64_t memory_limit; /* bytes; 0: nothing held it */
	size_t padding; /* bytes that the environment was padded with */
	struct steps steps; /* how the system was brought into its state, and taken away */
	struct accounting accounting;
	unsigned flags; /* enum trial_flag */
	const char *space; /* of a failed trial: how full its file system was, or NULL */
	struct sensors sensors; /* read while the command ran */
	struct trial_sample *samples;
	size_t n_samples;
	struct measurements measurements;
	bool lost; /* the result folder cannot take it: the run cannot go on */
	bool interrupted; /* stopped by a signal: it does not count and runs again */
};

/* Where and under what a trial runs. */
struct trial_place {
	struct volume *volume; /* the system under test; the trial makes its folder TRIAL there */
	const char *work; /* folder for private folders */
	const char *result; /* result folder: logs go below it */
	const char *token; /* of the run: stands in every environment as HIB_RUN */
	const struct cgroup *cgroup;
	const struct run_sandbox *sandbox;
	/* ruleset of the test on a folder as it is, made by its first trial and closed by the caller; -1: none
	 * yet. Where nothing is mounted anew it stays true. */
	int *ruleset;
	uint64_t seed;
	bool again; /* the test ran before in this run: scripts between trials are due */
	bool accounting; /* extents are counted and everything is synced in a folder as it is, too */
	const volatile int *stop;
	void (*tick)(void *context, double seconds);
	void *context;
};

/*
 * Run one trial from preparation to clean-up. The record is filled, whatever happened to the
 * program: a failure is a state with a reason. -1 only when hib itself cannot go on.
 */
int trial_run(struct trial_record *record, const struct test *test, const struct trial_place *place,
	struct error *err);
void trial_release(struct trial_record *record);

/* The samples of the record from its measurements, clock and ending: used by trial_run(). */
void trial_take_samples(struct trial_record *record, const struct test *test);

/* Lines of what a trial printed, as `parse:` of its profile says. */
struct trial_output;
struct trial_output *trial_output_open(const char *stem, const char *parse, struct error *err);
int trial_output_next(void *output, struct line *line, struct error *err);
void trial_output_close(struct trial_output *output);

#endif
