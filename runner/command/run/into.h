#ifndef RUNNER_COMMAND_RUN_INTO_H
#define RUNNER_COMMAND_RUN_INTO_H

#include "runner/command/run/request.h"
#include "runner/run/session.h"

/*
 * Systems that join a result that is there already: `hib run RESULT --as NAME` measures this machine as it is
 * now with the tests of the result, `--only` brings systems of an experiment into the result of its others.
 */

/* Folder of the saved result that the one operand names, or NULL: it is a test, a suite or a file. Owned. */
char *into_named(int argc, char **argv);

/* Folder of the newest result of the same experiment, which lacks the systems of the plan; NULL: none. Owned.
 */
char *into_experiment(const struct plan *plan);

/* Load the result in `folder`, add the targets of `wanted`, run them. Returns the exit code. */
int run_into(struct session *session, const char *folder, struct plan *wanted,
	const struct run_options *options, struct error *err);

#endif
