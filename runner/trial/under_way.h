#ifndef RUNNER_TRIAL_UNDER_WAY_H
#define RUNNER_TRIAL_UNDER_WAY_H

#include "runner/observe/kernel_log.h"
#include "runner/trial/trial.h"

/* What the files of this folder share about the one trial that is under way; nobody else's business. */
struct under_way {
	struct trial_record *record;
	const struct test *test;
	const struct trial_place *place;
	char *target, *work, *stem;
	char **environment; /* NAME=VALUE, ended by NULL */
	struct confinement confinement;
};

/* The trial ends in this state, for that reason. */
void trial_fail(struct trial_record *record, enum state state, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* A command before or behind the measured one. `linger`: what it leaves running lives on. -1: it failed, or the
 * trial was stopped. */
int trial_run_beside(struct under_way *w, char **argv, const char *name, bool linger);

/* Around the command of a profile of the Phoronix Test Suite: its copy, its scripts, what they leave to be
 * read.
 */
void trial_pts_environment(struct under_way *w, size_t *n);
int trial_pts_before(struct under_way *w);
void trial_pts_behind(struct under_way *w);

void trial_fail_error(struct trial_record *record, struct error *err); /* failed; releases the error */

/* Laid out before the command: its environment, its folders and sandbox, the profile's files. -1: the trial
 * failed. */
void trial_make_environment(struct under_way *w);
void trial_add_variable(struct under_way *w, size_t *n, const char *name, const char *value);
int trial_make_ruleset(struct under_way *w);
void trial_close_ruleset(struct under_way *w); /* unless it is kept for the next trial */
int trial_make_places(struct under_way *w);
int trial_write_files(struct under_way *w);

/* Taken up behind it: its output, what it said, how full its disk was, what the kernel reported. */
void trial_parse_output(struct under_way *w);
void trial_keep_file(struct under_way *w); /* what a failed trial wrote for the parser is kept, too */
void trial_take_words(struct under_way *w);
void trial_take_space(struct under_way *w);
void trial_take_complaint(struct under_way *w, struct kernel_log *log);

#endif
