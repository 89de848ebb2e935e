#ifndef RUNNER_COMMAND_HELP_COMPLETION_H
#define RUNNER_COMMAND_HELP_COMPLETION_H

#include <stdio.h>

#include "share/base/error.h"

/*
 * What a shell completes, made from the tables of commands and options: a script for bash, zsh or fish. -1 for
 * another shell.
 */
int completion_write(const char *shell, FILE *out, struct error *err);

/*
 * Words, one a line, that the scripts ask for when they run: "commands"; "results", the saved ones; "tests",
 * profiles, suites and experiments; "formats" of hib import and export. -1 for another kind.
 */
int completion_words(const char *kind, FILE *out, struct error *err);

#endif
