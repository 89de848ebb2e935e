#ifndef REPORT_LAYOUT_CHARTS_H
#define REPORT_LAYOUT_CHARTS_H

#include "report/chart/chart.h"
#include "report/compare/comparison.h"
#include "report/chart/sweep.h"
#include "report/layout/layout.h"
#include "report/layout/terminal.h"

/* The kinds of charts, laid out in a picture of `width` pixels; the height is what they need. */

/*
 * A line for each system that has values over time, for charts that are lines; layout_bars() hands them on.
 */
void layout_series(struct layout *layout, struct arena *arena, const struct chart *chart, double width);

/* A bar for each system: median, whiskers, the trials as dots (boxes above MOST_DOTS), value and note. */
void layout_bars(struct layout *layout, struct arena *arena, const struct chart *chart, double width);

/*
 * The same in cells of a terminal, line by line from the left: texts and bars only. x and w are columns, y is
 * the line; the words are as the terminal can show them.
 */
void layout_cells(
	struct layout *layout, struct arena *arena, const struct chart *chart, const struct terminal *terminal);

/* The charts of a sweep below each other, on one axis. */
void layout_groups(struct layout *layout, struct arena *arena, const struct sweep *sweep, double width);

/* A line for each system over a numeric option. */
void layout_lines(struct layout *layout, struct arena *arena, const struct sweep *sweep, double width);

/* Every trial of a chart by the slot in which it ran, for judging drift; for charts with chart_has_slots(). */
void layout_runs(struct layout *layout, struct arena *arena, const struct chart *chart, double width);
bool chart_has_slots(const struct chart *chart); /* two slots or more are known */

/*
 * All tests as changes against the baseline with their intervals, better to the right, and the geometric means:
 * of side `side` + 1, or of all sides when `side` is ALL_SIDES.
 */
#define ALL_SIDES ((size_t)-1)
void layout_overview(struct layout *layout, struct arena *arena, const struct comparison *comparison,
	size_t side, double width);

#define MOST_DOTS     12 /* trials of a bar that are drawn one by one */
#define MOST_DOT_BARS 12 /* bars of a picture that have dots or boxes */

#endif
