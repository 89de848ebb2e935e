#ifndef RUNNER_COMMAND_HELP_MANUAL_H
#define RUNNER_COMMAND_HELP_MANUAL_H

#include <stdio.h>

#include "share/base/error.h"

/*
 * Copy the mdoc template at `path` to `out`; a line `.\" @commands@`, `.\" @profile-keys@`,
 * `.\" @suite-keys@` or `.\" @experiment-keys@` is replaced by what the tables of the program say.
 */
int manual_write(const char *path, FILE *out, struct error *err);

/* The manual page of one command, hib-NAME(1), as mdoc; -1 when there is none of that name. */
int manual_write_command(const char *name, FILE *out, struct error *err);

#endif
