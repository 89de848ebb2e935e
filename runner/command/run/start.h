#ifndef RUNNER_COMMAND_RUN_START_H
#define RUNNER_COMMAND_RUN_START_H

#include "runner/command/run/request.h"
#include "runner/run/session.h"

/*
 * A new run of session->plan, from the choice of its folder to its end: checked, told, and every fault of the
 * request with those of the checks. The operands name it. Returns the exit code; errors are printed.
 */
int run_start(struct session *session, struct run_request *request, int argc, char **argv, struct error *err);

/* The faults of the request on stderr. */
void print_faults(const struct run_request *request);

#endif
