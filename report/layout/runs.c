/* Every trial by the slot in which it ran: does the machine drift? */
#include "report/layout/charts.h"

#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "report/layout/plot.h"
#include "share/base/banned.h"

#define HEIGHT      220.0
#define LABEL_SHARE 0.25
#define MARK        7.0
#define END_GAP     14.0
#define TICKS       8

struct runs {
	struct layout *l;
	const struct chart *chart;
	struct plot plot;
	struct axis slots;
};

static bool is_shown(const struct sample *sample)
{
	return sample->state == ST_OK && sample->slot > 0;
}

/* Trials that have no place in the picture: without a value, or without a slot. */
static size_t count_absent(const struct chart *chart)
{
	size_t n = 0;

	for (size_t i = 0; i < chart->n_bars; i++)
		for (size_t k = 0; chart->bars[i].entry && k < chart->bars[i].entry->n_samples; k++)
			n += !is_shown(&chart->bars[i].entry->samples[k]) &&
				chart->bars[i].entry->samples[k].state != ST_WARMUP;
	return n;
}

/* Calls `each` for all trials that have a slot. */
static void each_trial(const struct chart *chart,
	void (*each)(void *context, const struct bar *bar, const struct sample *sample), void *context)
{
	for (size_t i = 0; i < chart->n_bars; i++)
		for (size_t k = 0; chart->bars[i].entry && k < chart->bars[i].entry->n_samples; k++)
			if (is_shown(&chart->bars[i].entry->samples[k]))
				each(context, &chart->bars[i], &chart->bars[i].entry->samples[k]);
}

struct extent {
	double low, high;
	int first, last;
	bool any;
};

static void widen(void *context, const struct bar *bar, const struct sample *sample)
{
	struct extent *e = context;

	(void)bar;
	if (!e->any)
		*e = (struct extent){ sample->value, sample->value, sample->slot, sample->slot, true };
	e->low = fmin(e->low, sample->value);
	e->high = fmax(e->high, sample->value);
	e->first = sample->slot < e->first ? sample->slot : e->first;
	e->last = sample->slot > e->last ? sample->slot : e->last;
}

bool chart_has_slots(const struct chart *chart)
{
	struct extent e = { 0 };

	each_trial(chart, widen, &e);
	return e.any && e.last > e.first;
}

static double x_of(const struct runs *r, double slot)
{
	return r->plot.left + 8 + axis_share(&r->slots, slot) * (r->plot.width - 16);
}

/* One system's trials, in the order of the file. */
static void draw_system(const struct runs *r, const struct bar *bar)
{
	size_t n = bar->entry ? bar->entry->n_samples : 0, kept = 0;
	double *points = arena_take(r->l->arena, (2 * n + 1) * sizeof *points);
	struct text words = TEXT_INIT;

	for (size_t i = 0; i < n; i++) {
		const struct sample *sample = &bar->entry->samples[i];

		if (!is_shown(sample))
			continue;
		points[2 * kept] = x_of(r, sample->slot);
		points[2 * kept++ + 1] = plot_y(&r->plot, sample->value);
	}
	if (!kept)
		return;
	chart_add_sentence(&words, r->chart, bar);
	layout_add(r->l,
		(struct shape){ .kind = SHAPE_OPEN,
			.system = bar->system,
			.text = layout_clean(r->l, arena_text(r->l->arena, text_string(&words))) });
	layout_add(r->l,
		(struct shape){ .kind = SHAPE_MARKS,
			.ink = INK_SYSTEM,
			.system = bar->system,
			.size = MARK,
			.points = points,
			.n_points = kept });
	layout_add(r->l, (struct shape){ .kind = SHAPE_CLOSE });
	text_release(&words);
}

static void draw_ends(const struct runs *r, double width)
{
	struct end_label *ends = arena_take(r->l->arena, (r->chart->n_bars + 1) * sizeof *ends);
	size_t n = 0;

	for (size_t i = 0; i < r->chart->n_bars; i++)
		if (r->chart->bars[i].summary.n_ok) {
			ends[n] = (struct end_label){ r->chart->bars[i].system, r->chart->bars[i].label,
				plot_y(&r->plot, r->chart->bars[i].summary.median) };
			n++;
		}
	plot_draw_ends(r->l, &r->plot, ends, n, r->plot.left + r->plot.width + END_GAP, width);
}

static double label_width(const struct runs *r)
{
	double width = 0;

	for (size_t i = 0; i < r->chart->n_bars; i++) {
		const char *label = layout_clean(r->l, r->chart->bars[i].label);

		width = fmax(width, font_width(FONT_LABEL, label, strlen(label)));
	}
	return fmin(width, r->l->width * LABEL_SHARE) + MARK + 8;
}

static void draw_slots(const struct runs *r)
{
	double bottom = r->plot.top + r->plot.height;

	for (size_t i = 0; i < r->slots.n; i++) {
		double slot = axis_tick(&r->slots, i);

		if (fabs(slot - rint(slot)) > 0.01)
			continue;
		layout_line(r->l, INK_AXIS, x_of(r, slot), bottom, 0, 4, 1);
		layout_text(r->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, x_of(r, slot), bottom + 17,
			axis_text(&r->slots, i, r->l->arena));
	}
	layout_text(r->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, r->plot.left + r->plot.width / 2, bottom + 34,
		"slot: the order in which the trials ran");
}

void layout_runs(struct layout *layout, struct arena *arena, const struct chart *chart, double width)
{
	struct runs r = { .l = layout, .chart = chart };
	struct extent e = { 0 };
	double labels;
	size_t absent;

	layout_begin(layout, arena, width);
	layout->label = layout_clean(layout,
		arena_printf(arena, "%s%s%s: every trial in the order in which it ran", chart->title,
			*chart->subtitle ? ", " : "", chart->subtitle));
	each_trial(chart, widen, &e);
	r.plot.top = layout_heading(layout, layout_clean(layout, chart->title),
			     layout_clean(layout, chart->subtitle), layout_clean(layout, chart->unit),
			     proportion_words(chart->proportion)) +
		4;
	r.plot.height = fmax(HEIGHT, (double)chart->n_bars * END_LABEL_LINE);
	r.plot.axis = axis_round(e.low, e.high, 6);
	r.slots = axis_round(e.first, fmax(e.last, e.first + 1), TICKS);
	labels = label_width(&r);
	r.plot.left = MARGIN + plot_axis_width(layout, &r.plot.axis);
	r.plot.width = layout->width - MARGIN - labels - END_GAP - r.plot.left;
	plot_draw_axis(layout, &r.plot);
	draw_slots(&r);
	for (size_t i = 0; i < chart->n_bars; i++)
		draw_system(&r, &chart->bars[i]);
	draw_ends(&r, labels);
	absent = count_absent(chart);
	layout->height =
		layout_words(layout, INK_MUTED, FONT_FOOT, MARGIN, r.plot.top + r.plot.height + 58,
			width - 2 * MARGIN,
			arena_printf(arena, "Every trial%s%s. A slope that all systems share is a drift.",
				absent ? arena_printf(arena, " but %zu without a value or a slot", absent) : "",
				r.plot.axis.low > 0 || r.plot.axis.high < 0 ? "; the axis does not begin at 0" :
									      "")) -
		font_line(FONT_FOOT) + MARGIN - 4;
}
