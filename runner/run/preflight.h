#ifndef RUNNER_RUN_PREFLIGHT_H
#define RUNNER_RUN_PREFLIGHT_H

#include <stdio.h>

#include "runner/experiment/plan.h"
#include "share/base/text.h"

/* Everything that would stop a run, found before the first trial. */
struct preflight {
	struct faults
		tests; /* a line each: "postmark   program 'postmark' not found    Debian package postmark" */
	struct faults targets; /* "/mnt/usb   is read-only" */
	struct faults devices; /* whole refusals of devices, several lines each */
	const char *erase_foreign; /* serial number of a device whose foreign content may go, or NULL */
	struct faults skipped; /* as tests, for those that were left out of the plan */
	struct text packages; /* "postmark fsmark": would cure what is missing, but for n_elsewhere */
	size_t n_elsewhere; /* profiles whose programs no plain package has */
	struct text runnable; /* names of the tests that could run */
	size_t n_tests, n_missing; /* profiles, and those that cannot run */
	int charts, charts_missing; /* of the suites that were asked for; 0 without one */
	struct text can; /* "dbench 1, fs_mark 3": charts that can run */
	struct text names; /* "compilebench iozone": profiles whose programs are missing */
};

/*
 * Check programs, versions, folders, permissions and space of the plan's tests and targets. Fills
 * version of the tests. With `skip_missing`, tests whose programs are missing leave the plan.
 * -1 only for a profile whose own keys are wrong.
 */
int preflight(struct preflight *result, struct plan *plan, bool skip_missing, const char *erase_foreign,
	struct error *err);

/* The same for a plan that is taken up again: its tests and schedule stand. Targets before `first` are not
 * looked at. */
int preflight_again(struct preflight *result, struct plan *plan, size_t first, const char *erase_foreign,
	struct error *err);

/* Can a result of so many trials be put at `folder`? Adds to the faults when not. Nothing is made. */
void preflight_results(struct preflight *result, const char *folder, size_t n_slots);

bool preflight_is_good(const struct preflight *result);
void preflight_release(struct preflight *result);

/* Which of the charts of the suites that were asked for can run here; nothing without a suite. */
void preflight_print_charts(const struct preflight *result, FILE *out);

/* Print all faults together with the remedy; `what` was asked for ("basic"). */
void preflight_print(const struct preflight *result, const char *what, FILE *out);

#endif
