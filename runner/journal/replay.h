#ifndef RUNNER_JOURNAL_REPLAY_H
#define RUNNER_JOURNAL_REPLAY_H

#include "runner/store/store.h"

/*
 * Add the trials of a journal that are newer than what loaded->file already holds, and settle it.
 * A torn last line is dropped; any other damage is an error that names the line.
 */
int replay_journal(struct loaded *loaded, const char *path, struct error *err);

/*
 * Add what each trial cost the machine (REAL, UTIME, ...) as results, where the plan did not ask for them and
 * they stand in the journal only.
 */
int replay_accounting(struct loaded *loaded, const char *path, struct error *err);

#endif
