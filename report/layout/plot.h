#ifndef REPORT_LAYOUT_PLOT_H
#define REPORT_LAYOUT_PLOT_H

#include "report/layout/axis.h"
#include "report/layout/layout.h"

/* An area with an upright axis, as lines over an option and values over time have it. */
struct plot {
	struct axis axis; /* upright */
	double left, top, width, height;
};

/* Its grid and the numbers beside it. */
void plot_draw_axis(struct layout *layout, const struct plot *plot);
/* Pixels that the numbers of the axis need on its left. */
double plot_axis_width(struct layout *layout, const struct axis *axis);
double plot_y(const struct plot *plot, double value);

/* Names beside the right ends of lines, moved apart where they would lie on each other. */
struct end_label {
	int system;
	const char *label;
	double y; /* of the end; NaN: none, below all others */
};

#define END_LABEL_LINE 16.0

/* Draws them from `x` on in `width` pixels, between top and bottom of the plot. The labels are sorted. */
void plot_draw_ends(struct layout *layout, const struct plot *plot, struct end_label *labels, size_t n,
	double x, double width);

#endif
