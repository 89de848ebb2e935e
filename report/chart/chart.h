#ifndef REPORT_CHART_CHART_H
#define REPORT_CHART_CHART_H

#include <stdbool.h>

#include "report/result/result.h"
#include "report/result/statistics.h"

/*
 * What a chart shows, for every medium: terminal, SVG and PNG draw the same numbers and words and
 * only place them. All strings live in the arena that chart_build() was given or in the result.
 */
enum bar_mark {
	MARK_BEST = 1, /* the best median */
	MARK_NOT_PROVEN = 2, /* not proven different from the best; by charts_settle() */
	MARK_BROKEN = 4, /* drawn shorter than it is: `shown` stands for the value */
	MARK_SPREAD = 8 /* largest sample more than 1.5 times the smallest */
};

struct bar {
	const char *label; /* of the system, as stored */
	const char
		*value_text; /* median with the digits that say something, a single value with its own; or "" */
	const char *low_text, *high_text;
	const char *words; /* instead of a bar: "failed in 6 of 6: ...", "not run"; or NULL */
	bool special; /* the words are a value that is no number: no failure */
	int system; /* index in the result file, or one of its own: gives the colour */
	struct summary summary;
	double shown; /* length in units of the axis */
	unsigned marks; /* enum bar_mark */
	int planned;
	const double *points; /* a line graph: its values in the order of the file; NULL: a bar or words */
	size_t n_points;
	const struct entry *entry; /* whose samples it shows, or NULL */
};

struct chart {
	const char *title; /* "FS-Mark 3.3" */
	const char *subtitle; /* "1000 Files, 1MB Size" */
	const char *unit;
	enum proportion proportion;
	struct bar *bars; /* one for each system of the file, in its order */
	size_t n_bars;
	double low, high; /* of the axis: 0 is always within */
	size_t n_min, n_max; /* fewest and most ok samples among the bars that have any */
	bool is_lines; /* some have points: low and high are theirs, and `words` say their range */
	bool provable; /* intervals exist: MARK_NOT_PROVEN is meaningful */
};

/* Build the chart of one result. Fails only when the samples stored in the file cannot be read. */
int chart_build(struct chart *chart, struct arena *arena, struct result_file *file, struct result *result,
	struct error *err);

/*
 * Mark the bars that are not proven different from the best one of their chart; all comparisons of charts that
 * are shown together are one family (METHOD.md 6), so that they do not claim more than a diff of the same
 * tests.
 */
void charts_settle(struct chart *charts, size_t n);

/* Bars with values by these, the best first (the largest where no direction is known); those without stay
 * behind. */
void chart_sort(struct chart *chart);

/* Description of a result without the "Test: " that PTS puts before its options. */
const char *result_subtitle(const struct result *result);

#endif
