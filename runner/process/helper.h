#ifndef RUNNER_PROCESS_HELPER_H
#define RUNNER_PROCESS_HELPER_H

#include "share/base/error.h"
#include "share/base/text.h"

/*
 * A helper program of an installation, which is none that is measured: it runs with the caller's
 * environment and terminal, what it prints going to stderr, and is waited for. `directory`: to run
 * in, or NULL. Returns its exit status, 128 + n after signal n; -1 with a message when it could not
 * be started.
 */
int helper_run(const char *const *argv, const char *directory, struct error *err);

/* The same, quiet: what it prints on stdout is added to `out`, without a limit of time. */
int helper_output(const char *const *argv, struct text *out, struct error *err);

/* The command as a user would type it. Appends. */
void helper_add_words(struct text *out, const char *const *argv);

#endif
