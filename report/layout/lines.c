/* A line for each system over a numeric option. */
#include "report/layout/charts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "report/layout/plot.h"
#include "share/base/banned.h"

#define LEAST_HEIGHT 240.0
#define LABEL_SHARE  0.25 /* of the width at most */
#define DOUBLING     8.0 /* numbers that span more are spaced by their logarithms */
#define MARK         8.0
#define END_GAP      14.0
#define LEAST_APART  6.0 /* pixels between the numbers below the axis */

/* One system: its bars of all members, NULL where it has none. */
struct series {
	const char *label;
	int system;
	const struct bar **bars;
};

struct lines {
	struct layout *l;
	const struct sweep *sweep;
	struct series *series;
	size_t n;
	struct plot plot;
	bool logarithmic;
};

static struct series *series_of(struct lines *s, const struct bar *bar)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->series[i].label, bar->label))
			return &s->series[i];
	s->series = arena_more(s->l->arena, s->series, s->n, sizeof *s->series);
	s->series[s->n] = (struct series){ bar->label, bar->system,
		arena_take(s->l->arena, s->sweep->n * sizeof(const struct bar *)) };
	return &s->series[s->n++];
}

static void find_series(struct lines *s)
{
	for (size_t i = 0; i < s->sweep->n; i++)
		for (size_t k = 0; k < s->sweep->charts[i]->n_bars; k++)
			series_of(s, &s->sweep->charts[i]->bars[k])->bars[i] = &s->sweep->charts[i]->bars[k];
}

static bool has_point(const struct bar *bar)
{
	return bar && !bar->words && bar->summary.n_ok;
}

static bool has_interval(const struct bar *bar)
{
	return bar->summary.interval != INTERVAL_NONE;
}

static double x_of(const struct lines *s, size_t i)
{
	const double *numbers = s->sweep->numbers;
	double low = numbers[0], high = numbers[s->sweep->n - 1];
	double share = s->logarithmic ? (log(numbers[i]) - log(low)) / (log(high) - log(low)) :
					(numbers[i] - low) / (high - low);

	return s->plot.left + 12 + share * (s->plot.width - 24);
}

static void find_axis(struct lines *s, size_t steps)
{
	double low = 0, high = 0;

	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->sweep->n; k++) {
			const struct bar *bar = s->series[i].bars[k];

			if (!has_point(bar))
				continue;
			low = fmin(low, has_interval(bar) ? bar->summary.low : bar->summary.median);
			high = fmax(high, has_interval(bar) ? bar->summary.high : bar->summary.median);
		}
	s->plot.axis = axis_round(low, high, steps);
}

static void place_plot(struct lines *s, double top, double label_width)
{
	s->plot.top = top;
	s->plot.height = fmax(LEAST_HEIGHT, (double)s->n * END_LABEL_LINE);
	find_axis(s, 6);
	s->plot.left = MARGIN + plot_axis_width(s->l, &s->plot.axis);
	s->plot.width = s->l->width - MARGIN - label_width - END_GAP - s->plot.left;
	s->logarithmic = s->sweep->numbers[s->sweep->n - 1] / s->sweep->numbers[0] >= DOUBLING;
}

static double label_width(const struct lines *s)
{
	double width = 0;

	for (size_t i = 0; i < s->n; i++) {
		const char *label = layout_clean(s->l, s->series[i].label);

		width = fmax(width, font_width(FONT_LABEL, label, strlen(label)));
	}
	return fmin(width, s->l->width * LABEL_SHARE) + MARK + 6;
}

/* The settings below the axis; those that would touch are left out. */
static void draw_settings(const struct lines *s)
{
	double bottom = s->plot.top + s->plot.height, end = -1000;

	for (size_t i = 0; i < s->sweep->n; i++) {
		const char *text = layout_clean(s->l, s->sweep->settings[i]);
		double half = font_width(FONT_TICK, text, strlen(text)) / 2, x = x_of(s, i);

		layout_line(s->l, INK_AXIS, x, bottom, 0, 4, 1);
		if (x - half < end + LEAST_APART)
			continue;
		layout_text(s->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, x, bottom + 17, text);
		end = x + half;
	}
	layout_text(s->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, s->plot.left + s->plot.width / 2, bottom + 34,
		font_cut(s->l->arena, FONT_TICK,
			layout_clean(s->l,
				arena_printf(s->l->arena, "%s%s", s->sweep->option,
					s->logarithmic ? " (logarithmic)" : "")),
			s->plot.width));
}

static void draw_whisker(const struct lines *s, const struct bar *bar, double x)
{
	double low = plot_y(&s->plot, bar->summary.low), high = plot_y(&s->plot, bar->summary.high);

	if (has_interval(bar) && low > high)
		layout_line(s->l, INK_MUTED, x, high, 0, low - high, 1);
}

/* Neighbours that both have a value are joined; a gap stays a gap. */
static void draw_runs(const struct lines *s, const struct series *series)
{
	for (size_t from = 0, to; from < s->sweep->n; from = to) {
		double *points;
		size_t n;

		to = from + 1;
		if (!has_point(series->bars[from]))
			continue;
		while (to < s->sweep->n && has_point(series->bars[to]))
			to++;
		n = to - from;
		points = arena_take(s->l->arena, 2 * n * sizeof *points);
		for (size_t i = 0; i < n; i++) {
			points[2 * i] = x_of(s, from + i);
			points[2 * i + 1] = plot_y(&s->plot, series->bars[from + i]->summary.median);
			draw_whisker(s, series->bars[from + i], points[2 * i]);
		}
		if (n > 1)
			layout_add(s->l,
				(struct shape){ .kind = SHAPE_POLYLINE,
					.ink = INK_SYSTEM,
					.system = series->system,
					.size = 2,
					.points = points,
					.n_points = n });
		layout_add(s->l,
			(struct shape){ .kind = SHAPE_MARKS,
				.ink = INK_SYSTEM,
				.system = series->system,
				.size = MARK,
				.points = points,
				.n_points = n });
	}
}

static void add_sentence(struct text *out, const struct lines *s, const struct series *series)
{
	text_printf(out, "%s:", series->label);
	for (size_t i = 0; i < s->sweep->n; i++) {
		const struct bar *bar = series->bars[i];

		text_printf(out, "%s %s %s", i ? "," : "", s->sweep->settings[i],
			has_point(bar)            ? bar->value_text :
				bar && bar->words ? bar->words :
						    "not run");
		if (has_point(bar) && has_interval(bar))
			text_printf(out, " (%s .. %s)", bar->low_text, bar->high_text);
	}
}

static const char *sentence(const struct lines *s, const struct series *series)
{
	struct text words = TEXT_INIT;
	const char *kept;

	add_sentence(&words, s, series);
	kept = layout_clean(s->l, arena_text(s->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

static void draw_ends(const struct lines *s, double width)
{
	struct end_label *ends = arena_take(s->l->arena, (s->n + 1) * sizeof *ends);

	for (size_t i = 0; i < s->n; i++) {
		const struct bar *last = NULL;

		for (size_t k = 0; k < s->sweep->n; k++)
			last = has_point(s->series[i].bars[k]) ? s->series[i].bars[k] : last;
		ends[i] = (struct end_label){ s->series[i].system, s->series[i].label,
			last ? plot_y(&s->plot, last->summary.median) : NAN };
	}
	plot_draw_ends(s->l, &s->plot, ends, s->n, s->plot.left + s->plot.width + END_GAP, width);
}

/* What is no point, in words: "XFS at 64: failed ..." */
static void add_gaps(struct text *out, const struct lines *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->sweep->n; k++) {
			const struct bar *bar = s->series[i].bars[k];

			if (!has_point(bar))
				text_printf(out, "%s%s at %s: %s", out->size ? "; " : "", s->series[i].label,
					s->sweep->settings[k], bar && bar->words ? bar->words : "not run");
		}
}

static void draw_foot(const struct lines *s, double y)
{
	struct text words = TEXT_INIT;

	struct chart all = sweep_whole(s->sweep, s->l->arena);

	chart_add_foot(&words, &all);
	if (all.n_max > 1)
		text_adds(&words, "; upright lines: the intervals");
	add_gaps(&words, s);
	if (words.size) {
		words.bytes[0] = (char)toupper((unsigned char)words.bytes[0]);
		text_addc(&words, '.');
	}
	y = layout_words(s->l, INK_MUTED, FONT_FOOT, MARGIN, y, s->l->width - 2 * MARGIN,
		layout_clean(s->l, arena_text(s->l->arena, text_string(&words))));
	s->l->height = y - font_line(FONT_FOOT) + MARGIN - 4;
	text_release(&words);
}

static const char *spoken(const struct lines *s)
{
	struct text words = TEXT_INIT;
	const char *kept;

	text_printf(&words, "%s%s%s by %s:", s->sweep->title, *s->sweep->subtitle ? ", " : "",
		s->sweep->subtitle, *s->sweep->option ? s->sweep->option : "setting");
	for (size_t i = 0; i < s->n; i++) {
		text_adds(&words, i ? "; " : " ");
		add_sentence(&words, s, &s->series[i]);
	}
	text_addc(&words, ' ');
	chart_add_unit(&words, s->sweep->charts[0]);
	kept = layout_clean(s->l, arena_text(s->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

void layout_lines(struct layout *layout, struct arena *arena, const struct sweep *sweep, double width)
{
	struct lines s = { .l = layout, .sweep = sweep };
	const struct chart *first = sweep->charts[0];
	double labels, top;

	layout_begin(layout, arena, width);
	find_series(&s);
	layout->label = spoken(&s);
	top = layout_heading(layout, layout_clean(layout, sweep->title), layout_clean(layout, sweep->subtitle),
		layout_clean(layout, first->unit), proportion_words(first->proportion));
	labels = label_width(&s);
	place_plot(&s, top + 4, labels);
	plot_draw_axis(layout, &s.plot);
	draw_settings(&s);
	for (size_t i = 0; i < s.n; i++) {
		layout_add(layout,
			(struct shape){ .kind = SHAPE_OPEN,
				.system = s.series[i].system,
				.text = sentence(&s, &s.series[i]) });
		draw_runs(&s, &s.series[i]);
		layout_add(layout, (struct shape){ .kind = SHAPE_CLOSE });
	}
	draw_ends(&s, labels);
	draw_foot(&s, s.plot.top + s.plot.height + 58);
}
