#ifndef RUNNER_COMMAND_RUN_WORDS_H
#define RUNNER_COMMAND_RUN_WORDS_H

#include <stdio.h>

#include "runner/run/session.h"

/* The plan in words: data of a dry run, else a message (SCREENS.md 2). */
void print_plan(const struct session *session, FILE *out);

/* A line for each test, for a dry run. */
void print_tests(const struct plan *plan, FILE *out);

#endif
