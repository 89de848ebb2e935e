#ifndef RUNNER_JOURNAL_STATE_H
#define RUNNER_JOURNAL_STATE_H

#include "runner/trial/trial.h"

/* The keys "flags", "steps", "accounting" and "figures" of a trial's line; each only where there is something.
 */
void journal_add_state(struct text *line, const struct trial_record *record);

#endif
