#ifndef RUNNER_COMMAND_RUN_END_H
#define RUNNER_COMMAND_RUN_END_H

#include "runner/run/session.h"

/*
 * The end of `hib run` and `hib resume` (SCREENS.md 3): bars or a table on stdout, what failed, where
 * it is saved, what can be done next. Returns the exit code.
 */
int run_end(struct session *session, int code, struct error *err);

/* What the user types to name this result: its name among the saved ones, else its folder. */
const char *typed_name(const struct session *session);

#endif
