/* Values of each system in the order of their measuring: sensors, frame times. */
#include "report/layout/charts.h"

#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "report/layout/plot.h"
#include "share/base/banned.h"

#define PLOT_HEIGHT 260.0
#define LABEL_SHARE 0.25 /* of the width at most */
#define MARK        8.0
#define END_GAP     14.0
#define MOST_POINTS 1000 /* of a line; of more each column shows the least and the most */

struct series {
	struct layout *l;
	const struct chart *chart;
	struct plot plot;
	size_t longest; /* points of the longest line */
};

static double label_width(const struct series *s)
{
	double width = 0;

	for (size_t i = 0; i < s->chart->n_bars; i++) {
		const char *label = layout_clean(s->l, s->chart->bars[i].label);

		width = fmax(width, font_width(FONT_LABEL, label, strlen(label)));
	}
	return fmin(width, s->l->width * LABEL_SHARE) + MARK + 6;
}

static double x_of(const struct series *s, size_t i)
{
	return s->plot.left + (s->longest > 1 ? (double)i / (double)(s->longest - 1) : 0.5) * s->plot.width;
}

static void add_point(struct series *s, double *points, size_t *n, size_t at, double value)
{
	points[2 * *n] = x_of(s, at);
	points[2 * *n + 1] = plot_y(&s->plot, value);
	++*n;
}

static void draw_line(struct series *s, const struct bar *bar)
{
	size_t step = bar->n_points / MOST_POINTS + 1, n = 0;
	double *points = arena_take(s->l->arena, (bar->n_points + 2) * 2 * sizeof *points);

	for (size_t from = 0; from < bar->n_points; from += step) {
		size_t low = from, high = from;

		for (size_t i = from; i < from + step && i < bar->n_points; i++) {
			low = bar->points[i] < bar->points[low] ? i : low;
			high = bar->points[i] > bar->points[high] ? i : high;
		}
		add_point(s, points, &n, low < high ? low : high, bar->points[low < high ? low : high]);
		if (low != high)
			add_point(s, points, &n, low < high ? high : low, bar->points[low < high ? high : low]);
	}
	layout_add(s->l,
		(struct shape){ .kind = n > 1 ? SHAPE_POLYLINE : SHAPE_MARKS,
			.ink = INK_SYSTEM,
			.system = bar->system,
			.size = n > 1 ? 1.5 : MARK,
			.points = points,
			.n_points = n });
}

static const char *sentence(const struct series *s, const struct bar *bar)
{
	return layout_clean(s->l,
		arena_printf(s->l->arena, "%s: %s%s%s", bar->label, bar->words, *s->chart->unit ? " " : "",
			s->chart->unit));
}

static void draw_lines(struct series *s, double labels)
{
	struct end_label *ends = arena_take(s->l->arena, (s->chart->n_bars + 1) * sizeof *ends);
	size_t n = 0;

	for (size_t i = 0; i < s->chart->n_bars; i++) {
		const struct bar *bar = &s->chart->bars[i];

		if (!bar->points)
			continue;
		layout_add(s->l,
			(struct shape){ .kind = SHAPE_OPEN, .system = bar->system, .text = sentence(s, bar) });
		draw_line(s, bar);
		layout_add(s->l, (struct shape){ .kind = SHAPE_CLOSE });
		ends[n++] = (struct end_label){ bar->system, bar->label,
			plot_y(&s->plot, bar->points[bar->n_points - 1]) };
	}
	plot_draw_ends(s->l, &s->plot, ends, n, s->plot.left + s->plot.width + END_GAP, labels);
}

static void draw_positions(const struct series *s)
{
	double bottom = s->plot.top + s->plot.height;
	const char *last = arena_printf(s->l->arena, "%zu", s->longest);

	layout_text(s->l, INK_MUTED, FONT_TICK, ANCHOR_START, s->plot.left, bottom + 17, "1");
	layout_text(s->l, INK_MUTED, FONT_TICK, ANCHOR_END, s->plot.left + s->plot.width, bottom + 17, last);
	layout_text(s->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, s->plot.left + s->plot.width / 2, bottom + 17,
		"values in the order of the file");
}

/* Each line in words, and what is none. */
static void draw_foot(const struct series *s, double y)
{
	for (size_t i = 0; i < s->chart->n_bars; i++)
		y = layout_words(s->l, INK_MUTED, FONT_FOOT, MARGIN, y, s->l->width - 2 * MARGIN,
			layout_clean(s->l,
				arena_printf(s->l->arena, "%s: %s", s->chart->bars[i].label,
					s->chart->bars[i].words ? s->chart->bars[i].words :
								  s->chart->bars[i].value_text)));
	s->l->height = y - font_line(FONT_FOOT) + MARGIN - 4;
}

static const char *spoken(const struct series *s)
{
	const char *words = arena_printf(
		s->l->arena, "%s%s%s:", s->chart->title, *s->chart->subtitle ? ", " : "", s->chart->subtitle);

	for (size_t i = 0; i < s->chart->n_bars; i++)
		words = arena_printf(
			s->l->arena, "%s%s %s", words, i ? ";" : "", sentence(s, &s->chart->bars[i]));
	return layout_clean(s->l, words);
}

void layout_series(struct layout *layout, struct arena *arena, const struct chart *chart, double width)
{
	struct series s = { .l = layout, .chart = chart };
	double labels, top;

	layout_begin(layout, arena, width);
	for (size_t i = 0; i < chart->n_bars; i++)
		s.longest = chart->bars[i].n_points > s.longest ? chart->bars[i].n_points : s.longest;
	layout->label = spoken(&s);
	top = layout_heading(layout, layout_clean(layout, chart->title), layout_clean(layout, chart->subtitle),
		layout_clean(layout, chart->unit), proportion_words(chart->proportion));
	labels = label_width(&s);
	s.plot.top = top + 4;
	s.plot.height = fmax(PLOT_HEIGHT, (double)chart->n_bars * END_LABEL_LINE);
	s.plot.axis = axis_round(chart->low, chart->high, 6);
	s.plot.left = MARGIN + plot_axis_width(layout, &s.plot.axis);
	s.plot.width = layout->width - MARGIN - labels - END_GAP - s.plot.left;
	plot_draw_axis(layout, &s.plot);
	draw_positions(&s);
	draw_lines(&s, labels);
	draw_foot(&s, s.plot.top + s.plot.height + 44);
}
