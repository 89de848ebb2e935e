#ifndef REPORT_LAYOUT_BARS_PARTS_H
#define REPORT_LAYOUT_BARS_PARTS_H

#include "report/layout/axis.h"
#include "report/layout/charts.h"

/* What placing and drawing bars share; nobody else includes this. */

#define LABEL_GAP 12.0
#define TEXT_GAP  10.0

struct label {
	const char **lines;
	size_t n;
	enum font font;
};

/* One bar, and where it stands. */
struct bar_row {
	const struct chart *chart;
	const struct bar *bar;
	const char *heading; /* above it, or NULL */
	struct label label;
	const char *note; /* behind the value */
	double y;
};

struct bars {
	struct layout *l;
	struct bar_row *rows;
	size_t n;
	size_t n_min, n_max; /* trials of a bar */
	struct axis axis;
	bool notes; /* stand behind the values */
	bool has_values; /* else there is no axis */
	bool whole; /* bars of several charts on one axis are never broken */
	double left, width, zero; /* of the plot, in pixels */
	double bar, strip; /* heights */
	size_t left_out; /* trials beyond the axis */
};

/* Pixels of a value; the ends of a bar and of its interval in its unit; the width of the words behind it. */
double bars_place(const struct bars *bars, double value);
bool bars_has_value(const struct bar *bar);
bool bars_is_broken(const struct bars *bars, const struct bar *bar);
double bars_end(const struct bars *bars, const struct bar *bar);
double bars_low(const struct bars *bars, const struct bar *bar);
double bars_high(const struct bars *bars, const struct bar *bar);
double bars_text_width(const struct bar_row *row);

void bars_draw_axis(const struct bars *bars, double top, double bottom);
void bars_draw_row(struct bars *bars, const struct bar_row *row);
void bars_draw_foot(const struct bars *bars, const struct chart *chart, double y);

#endif
