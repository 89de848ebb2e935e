#ifndef REPORT_CHART_CHART_WORDS_H
#define REPORT_CHART_CHART_WORDS_H

#include "report/chart/chart.h"
#include "share/base/text.h"

/* The words of a chart that every medium uses. */

/* "Files/s, higher is better"; only what there is. */
void chart_add_unit(struct text *out, const struct chart *chart);
/* "best", "= best", "-4.0 %", and what else stands behind a value; nothing for a single bar. */
void chart_add_note(struct text *out, const struct chart *chart, const struct bar *bar);
/* "78.95 .. 80.90", or nothing; the lower end to the right of `low_width` columns. */
void chart_add_interval(struct text *out, const struct bar *bar, int low_width);
/* "median and 95 % interval of 6 trials; ...": what values and marks are; nothing without a value. */
void chart_add_foot(struct text *out, const struct chart *chart);
/* One sentence about a bar: "EXT4: median 79.60 Files/s, 95 % interval 78.95 .. 80.90, n = 6; samples ...". */
void chart_add_sentence(struct text *out, const struct chart *chart, const struct bar *bar);

#endif
