#ifndef PARSERS_TEMPLATE_TEMPLATE_H
#define PARSERS_TEMPLATE_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/memory.h"

/*
 * An output template: a line of a program's output with #_RESULT_# where the value stands, and what
 * is to be done with it. The semantics are those of the results definition of the Phoronix Test
 * Suite, its slips included, so that its profiles give here the values that they give there
 * (PTS.md 3.4; the numbers in the sources are those of its algorithm). Empty or NULL: not set.
 */
struct template
{
	const char *output; /* OutputTemplate */
	const char *match_arguments; /* MatchToTestArguments */
	const char *result_key; /* ResultKey: PTS_TEST_ARGUMENTS, PTS_USER_SET_ARGUMENTS */
	const char *line_hint, *line_before_hint, *line_after_hint;
	const char *before_string, *after_string; /* ResultBeforeString, ResultAfterString */
	const char *strip, *strip_postfix; /* StripFromResult, StripResultPostfix */
	const char *turn_to_space; /* TurnCharsToSpace */
	const char *delete_before, *delete_after; /* DeleteOutputBefore, DeleteOutputAfter */
	const char *multiply_by, *divide_by,
		*divisor; /* MultiplyResultBy, DivideResultBy, DivideResultDivisor */
	const char *multi_match; /* NONE, AVERAGE, MEAN, GEOMETRIC_MEAN, HARMONIC_MEAN, REPORT_ALL */
	const char *file_format; /* XML, CSV */
	/* what a match sets for its result */
	const char *scale, *proportion, *display_format, *precision;
	const char *description, *append_description, *importance;
	/* ExtraData instead of all that: frame times of an output of this kind, as a line */
	const char *frame_times;
};

/* What was found: a number, PASS or FAIL, or numbers joined by ',' (REPORT_ALL). */
struct template_value {
	const char *text; /* NULL: nothing was found. Owned by the arena */
	double number; /* NaN where the text is no number */
};

struct template_found {
	struct template_value value, min, max;
	const char *display_format; /* of this match */
	const char *reason; /* why nothing was found, where there is more to say than that; or NULL */
};

/*
 * Apply one template to the whole output of a program. `arguments` is all of its argument string,
 * `own_arguments` the part that options chose. `display_format` is that of the profile
 * ("BAR_GRAPH", "PASS_FAIL", ...). What is found is owned by the arena.
 */
void template_apply(struct template_found *found, const struct template *template, const char *arguments,
	const char *own_arguments, const char *display_format, const char *output, size_t size,
	struct arena *arena);

#endif
