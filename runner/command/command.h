#ifndef RUNNER_COMMAND_COMMAND_H
#define RUNNER_COMMAND_COMMAND_H

#include <stdbool.h>

#include "runner/options.h"
#include "share/base/error.h"
#include "share/base/text.h"

/* All commands, in the order of the help; ended by one without a name. One file each. */
extern const struct command *const commands[];

const struct command *command_named(const char *name); /* or NULL */

/* Print "hib: message" on stderr, release the error and return its exit code. */
int command_fail(struct error *err);

/* Print each line of `notes` as "hib: line" on stderr and release them. */
void command_notes(struct text *notes);

/* Content to a file, or to stdout where `path` is NULL; an existing file is replaced with `force` only. */
int command_place(const struct text *content, const char *path, bool force, struct error *err);

/* What in a profile of the Phoronix Test Suite does nothing here: "hib: warning: ..." each. */
struct strings;
void command_warnings(const struct strings *warnings);

/* The usage error "hib COMMAND: ..." with exit code 2. */
int command_usage(const struct command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What `hib` without a command says. */
void command_welcome(FILE *out);

#endif
