#ifndef RUNNER_PTS_SUITE_H
#define RUNNER_PTS_SUITE_H

#include "report/result/result.h"
#include "runner/profile/profile.h"
#include "share/base/text.h"

/*
 * A suite-definition.xml of the Phoronix Test Suite (PTS.md 4, 10) as a suite: its tests, those of the suites
 * that it names in their place. Test profiles are looked up beside the suite, too. An Execute that states
 * Arguments runs the choice of options that gives them; one without Mode and Description runs all choices. NULL
 * with "path:line: ..." when a test is not there or no choice gives its arguments.
 */
struct suite *pts_suite_load(const char *folder, struct error *err);

/*
 * The suite that runs what a result file measured, as XML: an Execute for each test, secondary results left
 * out. `left_out` gets the identifiers that the Phoronix Test Suite does not have (hib's own). -1 with a
 * message when nothing is left.
 */
int pts_suite_write(const struct result_file *file, struct text *out, struct text *left_out, struct error *err);

#endif
