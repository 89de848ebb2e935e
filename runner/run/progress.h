#ifndef RUNNER_RUN_PROGRESS_H
#define RUNNER_RUN_PROGRESS_H

#include "report/layout/terminal.h"
#include "runner/trial/trial.h"

/*
 * What a run tells while it goes on (SCREENS.md 2, 8): lines on stderr and in run.log; on a
 * terminal a last line that is redrawn. After a SIGHUP only run.log is written.
 */
struct progress {
	FILE *log; /* run.log, NULL when it could not be opened */
	bool redraw; /* stderr is a terminal */
	bool drawn; /* the redrawn line stands there now */
	struct terminal terminal;
	const struct plan *plan;
	int name_width, system_width;
	int n_done; /* trials */
	const struct slot *current;
	double started; /* seconds of CLOCK_MONOTONIC */
	double seconds_done, seconds_planned; /* of trials: for the time that is left */
};

void progress_start(struct progress *progress, const struct plan *plan, const char *log_path);
void progress_stop(struct progress *progress);

/* A line of the log. */
void progress_say(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

void progress_trial(struct progress *progress, const struct slot *slot); /* it begins */
void progress_tick(void *progress, double seconds); /* it goes on */
/* It is over: the line of the trial; below a failed one what it said, why and where the log is. */
void progress_result(struct progress *progress, const struct trial_record *record, const char *folder);

#endif
