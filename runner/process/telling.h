#ifndef RUNNER_PROCESS_TELLING_H
#define RUNNER_PROCESS_TELLING_H

#include "share/base/memory.h"

/*
 * Of what a program printed on a stream (file STEM.out or STEM.err of a capture), the first line that
 * sounds like an error, else the last one that is not empty; cleaned and at most 200 bytes, in the
 * arena. NULL when it printed nothing.
 */
const char *telling_line(struct arena *arena, const char *stem, const char *stream);

#endif
