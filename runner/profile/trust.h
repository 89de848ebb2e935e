#ifndef RUNNER_PROFILE_TRUST_H
#define RUNNER_PROFILE_TRUST_H

#include "runner/experiment/experiment.h"

/*
 * Whose commands run. A profile or an experiment is trusted when it came with hib, when it belongs to the
 * caller (or to the user whom sudo came from) and nobody else may write it, or when its content was trusted
 * once: by its SHA-256 in the file .trusted of the results' folder, a line "HASH PATH" each.
 */
bool trust_is_given(const char *path, const struct file_origin *origin);

/* Is a file of this owner and mode the caller's own? */
bool trust_is_own(uid_t owner, mode_t mode);

/* "belongs to 'eve'", "can be written by others": why it is not the caller's own. Appends. */
void trust_add_reason(struct text *out, const struct file_origin *origin);

/* What it would run: programs, shell, commands and exceptions, a line each. Appends. */
void trust_add_profile(struct text *out, const struct profile *profile);
void trust_add_experiment(struct text *out, const struct experiment *experiment);

/* Remember the content. Errors have code EXIT_WRITE. */
int trust_remember(const char *path, const char *hash, struct error *err);

/* Forget what was trusted under this path or hash; the number of lines that went, -1 with a message. */
int trust_forget(const char *path_or_hash, struct error *err);

/* Lines "HASH PATH" of what was trusted. Appends. */
void trust_add_list(struct text *out);

/*
 * Before anything of it runs: nothing for what is trusted; else it is shown and asked for on a terminal, and
 * remembered. -1 where that was denied, or where there is no terminal: the message names `hib trust FILE`.
 */
int trust_profile(const struct profile *profile, struct error *err);
int trust_experiment(const struct experiment *experiment, struct error *err);

#endif
