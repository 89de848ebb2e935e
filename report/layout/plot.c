#include "report/layout/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/banned.h"

#define MARK 8.0

double plot_y(const struct plot *plot, double value)
{
	return plot->top + (1 - axis_share(&plot->axis, value)) * plot->height;
}

double plot_axis_width(struct layout *layout, const struct axis *axis)
{
	double width = 0;

	for (size_t i = 0; i < axis->n; i++) {
		const char *text = axis_text(axis, i, layout->arena);

		width = fmax(width, font_width(FONT_TICK, text, strlen(text)));
	}
	return width + 8;
}

void plot_draw_axis(struct layout *layout, const struct plot *plot)
{
	for (size_t i = 0; i < plot->axis.n; i++) {
		double y = plot_y(plot, axis_tick(&plot->axis, i));

		layout_line(layout, i ? INK_GRID : INK_AXIS, plot->left, y, plot->width, 0, 1);
		layout_text(layout, INK_MUTED, FONT_TICK, ANCHOR_END, plot->left - 8, y + 4,
			axis_text(&plot->axis, i, layout->arena));
	}
}

static int by_y(const void *a, const void *b)
{
	const struct end_label *x = a, *y = b;

	if (isnan(x->y) || isnan(y->y))
		return isnan(x->y) - isnan(y->y);
	return (x->y > y->y) - (x->y < y->y);
}

/* From above each label keeps its distance from the one before; then from below within the plot. */
static void spread(const struct plot *plot, struct end_label *labels, size_t n)
{
	double bottom = plot->top + plot->height;

	for (size_t i = 0; i < n; i++) {
		if (isnan(labels[i].y))
			labels[i].y = bottom;
		if (i)
			labels[i].y = fmax(labels[i].y, labels[i - 1].y + END_LABEL_LINE);
	}
	for (size_t i = n; i-- > 0; bottom = labels[i].y - END_LABEL_LINE)
		labels[i].y = fmin(labels[i].y, bottom);
}

void plot_draw_ends(struct layout *layout, const struct plot *plot, struct end_label *labels, size_t n,
	double x, double width)
{
	const char **names = arena_take(layout->arena, (n + 1) * sizeof *names);

	for (size_t i = 0; i < n; i++)
		names[i] = labels[i].label;
	names = layout_labels(layout, FONT_LABEL, names, n, width - MARK - 6);
	for (size_t i = 0; i < n; i++)
		labels[i].label = names[i];
	qsort(labels, n, sizeof *labels, by_y);
	spread(plot, labels, n);
	for (size_t i = 0; i < n; i++) {
		double *point = arena_take(layout->arena, 2 * sizeof *point);

		point[0] = x + MARK / 2;
		point[1] = labels[i].y;
		layout_add(layout,
			(struct shape){ .kind = SHAPE_MARKS,
				.ink = INK_SYSTEM,
				.system = labels[i].system,
				.size = MARK,
				.points = point,
				.n_points = 1 });
		layout_text(layout, INK_TEXT, FONT_LABEL, ANCHOR_START, x + MARK + 6, labels[i].y + 4.5,
			labels[i].label);
	}
}
