#ifndef RUNNER_COMMAND_LIST_OF_COMMANDS_H
#define RUNNER_COMMAND_LIST_OF_COMMANDS_H

#include "runner/options.h"

/* The one list of commands; each lives in cmd_NAME.c. */
#define COMMANDS(X) \
	X(run) X(time) X(resume) X(init) \
	X(show) X(report) X(diff) \
	X(calibrate) X(list) X(info) X(trust) X(install) X(results) X(status) X(stop) \
	X(parse) X(import) X(merge) X(edit) X(convert) X(export) X(export_suite) \
	X(chart) X(system) X(doctor)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)
#undef DECLARE

#endif
