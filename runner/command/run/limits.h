#ifndef RUNNER_COMMAND_RUN_LIMITS_H
#define RUNNER_COMMAND_RUN_LIMITS_H

#include "runner/command/run/request.h"

/* The seed that was asked for, or a fresh one. */
int request_seed(struct plan *plan, const struct run_request *request, struct error *err);

/* How many blocks, and what ends the run before them or lengthens it: width, most blocks, time budget. */
int request_limits(struct plan *plan, const struct run_request *request, struct error *err);

#endif
