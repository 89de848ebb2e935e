#ifndef RUNNER_TRIAL_UNITS_H
#define RUNNER_TRIAL_UNITS_H

#include "parsers/parser.h"

/*
 * The number of `m` in the unit `scale` of a chart. Where the printed number already is one, its
 * digits are kept; else it is computed from the base value. The text is written to `text`. Returns
 * false when the unit cannot be converted: `reason` says why.
 */
bool unit_convert(
	const struct measurement *m, const char *scale, char text[64], double *value, char reason[160]);

/* Is `scale` a unit that values can be converted to? */
bool unit_is_known(const char *scale);

#endif
