#ifndef RUNNER_COMMAND_RUN_WORDS_H
#define RUNNER_COMMAND_RUN_WORDS_H

#include <stdio.h>

#include "runner/run/session.h"

/* What is measured: "on    12 GiB image files in /srv: ext4, vda". */
void print_systems(const struct plan *plan, FILE *out);

/* The plan in words: data of a dry run, else a message (SCREENS.md 2). */
void print_plan(const struct session *session, FILE *out);

/* A line for each test, for a dry run. */
void print_tests(const struct plan *plan, FILE *out);

#endif
