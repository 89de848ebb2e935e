#ifndef RUNNER_COMMAND_RUN_REQUEST_H
#define RUNNER_COMMAND_RUN_REQUEST_H

#include "runner/options.h"
#include "runner/experiment/experiment.h"
#include "runner/experiment/plan.h"

/* Values of the options of `hib run`. */
struct run_options {
	struct text_list set, target;
	const char *fs, *size, *mount, *only, *erase_foreign;
	const char *plan, *name, *out, *as, *seed, *time_budget, *until_width;
	int blocks, most_blocks;
	bool twice; /* the one system as two, to measure the noise: hib calibrate */
	bool quick, skip_missing, dry_run, force, accounting, yes, clean;
};

/* What was asked for, as it is loaded. */
struct run_request {
	const struct run_options *options;
	struct settings settings;
	const char *what; /* the operands in words: "basic", "dbench fs_mark" */
	int suite_blocks;
	struct experiment *experiment; /* owned; NULL: none was named */
	struct faults faults; /* of the request itself: names, options, targets */
	bool installed_only; /* hib run alone: what is not installed is left out */
};

/* The plan that the operands and options ask for. Faults are collected in the request. */
void request_plan(struct plan *plan, struct run_request *request, int argc, char **argv);

void request_release(struct run_request *request);

#endif
