#ifndef RUNNER_RUN_WIDTHS_H
#define RUNNER_RUN_WIDTHS_H

#include "runner/run/session.h"

/*
 * Tests that need a further block: those whose headline has a 95 % interval wider than plan.until_width to
 * either side, and fewer blocks than plan.most_blocks. With several systems it is the interval of the change
 * against the first one, with one system that of its mean. From LEAST_PAIRS blocks on. `needs`: one flag for
 * each test. `capped`: how many have an interval that is still too wide with the most blocks. Returns how many
 * need a block, -1 when the journal cannot be read.
 */
int widths_find(const struct session *session, bool *needs, int *capped, struct error *err);

#endif
