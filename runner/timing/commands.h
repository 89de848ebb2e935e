#ifndef RUNNER_TIMING_COMMANDS_H
#define RUNNER_TIMING_COMMANDS_H

#include "runner/options.h"
#include "share/base/memory.h"

/* One command to be timed. Strings live in the arena. */
struct timed_command {
	const char *name; /* of its bar */
	char **argv; /* NULL-terminated */
	const char *prepare; /* a line for /bin/sh before each run, or NULL */
};

/* How command lines become commands. */
struct timing_options {
	struct text_list parameters; /* "NAME=1,2,4" or "NAME=1..8" or "NAME=1..8/2": {NAME} in a line */
	struct text_list names; /* for the bars, in order */
	const char *prepare;
	bool shell; /* lines are for /bin/sh */
	bool whole; /* the lines are the words of one command: hib time -- CMD ARG ... */
};

/*
 * The commands that lines stand for, in their order, each for every combination of the parameters, the first
 * parameter outermost. Without a shell a line is split at blanks, quotes and backslashes being those of the
 * shell; what only a shell can do is an error that names --shell.
 */
int timing_commands(struct arena *arena, char *const *lines, size_t n, const struct timing_options *options,
	struct timed_command **commands, size_t *n_commands, struct error *err);

#endif
