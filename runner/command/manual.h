#ifndef RUNNER_COMMAND_MANUAL_H
#define RUNNER_COMMAND_MANUAL_H

#include <stdio.h>

#include "share/base/error.h"

/*
 * Copy the mdoc template at `path` to `out`; a line `.\" @commands@`, `.\" @profile-keys@`,
 * `.\" @suite-keys@` or `.\" @experiment-keys@` is replaced by what the tables of the program say.
 */
int manual_write(const char *path, FILE *out, struct error *err);

#endif
