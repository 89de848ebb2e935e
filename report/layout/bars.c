/* Horizontal bars: one chart, or several of one unit below each other with a heading each. */
#include "report/layout/bars_parts.h"

#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "share/base/banned.h"

#define LABEL_SHARE 0.4 /* of the width at most */
#define LABEL_LINES 2
#define BAR         24.0
#define SLIM_BAR    16.0 /* where there are many */
#define MANY        16
#define STRIP       12.0 /* below a bar, for its trials */
#define SPACE       10.0
#define SLIM_SPACE  5.0
#define HEADING     26.0 /* above the first bar of a group */
#define TICK_ROOM   90.0 /* pixels for one step of the axis */
#define BEYOND      2.0 /* trials that many times beyond the longest bar do not lengthen the axis */
#define LEAST_PLOT  60.0

static bool look_alike(const struct label *a, const struct label *b)
{
	bool alike = a->n == b->n;

	for (size_t i = 0; alike && i < a->n; i++)
		alike = !strcmp(a->lines[i], b->lines[i]);
	return alike;
}

/* Different labels of one chart that look alike once they are cut get a number. */
static void tell_apart(struct bars *b, double width)
{
	size_t *before = arena_take(b->l->arena, (b->n + 1) * sizeof *before);

	for (size_t i = 1; i < b->n; i++)
		for (size_t k = 0; k < i; k++)
			before[i] += b->rows[k].chart == b->rows[i].chart &&
				look_alike(&b->rows[i].label, &b->rows[k].label) &&
				strcmp(b->rows[i].bar->label, b->rows[k].bar->label) != 0;
	for (size_t i = 1; i < b->n; i++) {
		struct label *own = &b->rows[i].label;
		const char *number = arena_printf(b->l->arena, " (%zu)", before[i] + 1);
		const char **last = &own->lines[own->n - 1];

		if (before[i])
			*last = arena_printf(b->l->arena, "%s%s",
				font_cut(b->l->arena, own->font, *last,
					width - font_width(own->font, number, strlen(number))),
				number);
	}
}

/* Returns the width that they take. */
static double make_labels(struct bars *b)
{
	double most = b->l->width * LABEL_SHARE - MARGIN, width = 0;

	for (size_t i = 0; i < b->n; i++) {
		struct label *label = &b->rows[i].label;

		label->font = b->rows[i].bar->marks & MARK_BEST ? FONT_LABEL_STRONG : FONT_LABEL;
		label->n = font_wrap(b->l->arena, label->font, layout_clean(b->l, b->rows[i].bar->label), most,
			b->bar < BAR ? 1 : LABEL_LINES, &label->lines);
	}
	tell_apart(b, most);
	for (size_t i = 0; i < b->n; i++)
		for (size_t k = 0; k < b->rows[i].label.n; k++) {
			const char *line = b->rows[i].label.lines[k];

			width = fmax(width, font_width(b->rows[i].label.font, line, strlen(line)));
		}
	return width;
}

static void find_axis(struct bars *b)
{
	double low = 0, high = 0, reach;

	for (size_t i = 0; i < b->n; i++)
		if (bars_has_value(b->rows[i].bar)) {
			b->has_values = true;
			low = fmin(low, bars_low(b, b->rows[i].bar));
			high = fmax(high, bars_high(b, b->rows[i].bar));
		}
	reach = high * BEYOND;
	for (size_t i = 0; i < b->n && b->strip > 0; i++) {
		const struct bar *bar = b->rows[i].bar;

		if (!bars_has_value(bar) || bars_is_broken(b, bar))
			continue;
		if (bar->summary.maximum <= reach)
			high = fmax(high, bar->summary.maximum);
		low = fmin(low, fmax(bar->summary.minimum, -reach));
	}
	b->axis = axis_round(low, high, (size_t)fmax(2, (b->l->width - b->left) / TICK_ROOM));
}

/* As wide as the words behind the longest bars allow. */
static void find_width(struct bars *b)
{
	double right = b->l->width - MARGIN;

	b->width = right - b->left - 14;
	for (size_t i = 0; i < b->n; i++) {
		const struct bar_row *row = &b->rows[i];
		double share = axis_share(&b->axis, fmax(bars_high(b, row->bar), 0));
		double room = right - b->left - TEXT_GAP - bars_text_width(row);

		if (bars_has_value(row->bar) && share * b->width > room)
			b->width = room / share;
	}
	if (b->width < LEAST_PLOT && b->notes) {
		for (size_t i = 0; i < b->n; i++)
			b->rows[i].note = "";
		b->notes = false;
		find_width(b);
		return;
	}
	b->width = fmax(b->width, LEAST_PLOT);
	b->zero = bars_place(b, 0);
}

static void make_notes(struct bars *b)
{
	b->notes = true;
	for (size_t i = 0; i < b->n; i++) {
		struct text note = TEXT_INIT;

		if (!b->rows[i].bar->words)
			chart_add_note(&note, b->rows[i].chart, b->rows[i].bar);
		b->rows[i].note = arena_text(b->l->arena, text_string(&note));
		text_release(&note);
	}
}

static void add_spoken(struct text *words, const struct chart *chart)
{
	for (size_t i = 0; i < chart->n_bars; i++)
		text_printf(words, "%s %s %s", i ? "," : "", chart->bars[i].label,
			bars_has_value(&chart->bars[i]) ? chart->bars[i].value_text :
				chart->bars[i].words    ? chart->bars[i].words :
							  "no number");
}

/* "FS-Mark 3.3, 1000 Files: EXT4 75.30, XFS 81.93 Files/s, higher is better". */
static const char *spoken(const struct bars *b, const char *title, const char *subtitle)
{
	struct text words = TEXT_INIT;
	const char *kept;

	text_printf(&words, "%s%s%s:", title, *subtitle ? ", " : "", subtitle);
	for (size_t i = 0; i < b->n; i++)
		if (!i || b->rows[i].chart != b->rows[i - 1].chart) {
			text_printf(&words, "%s", i ? ";" : "");
			if (b->rows[i].heading)
				text_printf(&words, " %s:", b->rows[i].heading);
			add_spoken(&words, b->rows[i].chart);
		}
	text_addc(&words, ' ');
	if (b->n)
		chart_add_unit(&words, b->rows[0].chart);
	kept = layout_clean(b->l, arena_text(b->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

static void add_rows(struct bars *b, const struct chart *chart, const char *heading)
{
	for (size_t i = 0; i < chart->n_bars; i++) {
		b->rows = arena_more(b->l->arena, b->rows, b->n, sizeof *b->rows);
		b->rows[b->n++] = (struct bar_row){
			.chart = chart, .bar = &chart->bars[i], .heading = i ? NULL : heading, .note = ""
		};
	}
	if (chart->n_max) {
		b->n_max = chart->n_max > b->n_max ? chart->n_max : b->n_max;
		b->n_min = !b->n_min || chart->n_min < b->n_min ? chart->n_min : b->n_min;
	}
}

/* The rows that are there, below the heading. */
static void draw(struct bars *b, const struct chart *all, const char *title, const char *subtitle)
{
	struct layout *l = b->l;
	double top, y;

	l->label = spoken(b, title, subtitle);
	b->bar = b->n > MANY ? SLIM_BAR : BAR;
	b->strip = b->n <= MOST_DOT_BARS && b->n_max > 1 ? STRIP : 0;
	b->left = MARGIN + make_labels(b) + LABEL_GAP;
	make_notes(b);
	find_axis(b);
	find_width(b);
	top = layout_heading(l, layout_clean(l, title), layout_clean(l, subtitle), layout_clean(l, all->unit),
		proportion_words(all->proportion));
	y = top + 8;
	for (size_t i = 0; i < b->n; i++) {
		y += b->rows[i].heading ? HEADING : 0;
		b->rows[i].y = y;
		y += b->bar + b->strip + (b->bar < BAR ? SLIM_SPACE : SPACE);
	}
	bars_draw_axis(b, top, y - 4);
	for (size_t i = 0; i < b->n; i++)
		bars_draw_row(b, &b->rows[i]);
	bars_draw_foot(b, all, y + 34);
}

void layout_bars(struct layout *layout, struct arena *arena, const struct chart *chart, double width)
{
	struct bars b = { .l = layout };

	if (chart->is_lines) {
		layout_series(layout, arena, chart, width);
		return;
	}
	layout_begin(layout, arena, width);
	layout->better = chart->proportion == PROPORTION_LIB ? "lower" : "higher";
	add_rows(&b, chart, NULL);
	draw(&b, chart, chart->title, chart->subtitle);
}

void layout_groups(struct layout *layout, struct arena *arena, const struct sweep *sweep, double width)
{
	struct bars b = { .l = layout, .whole = true };
	struct chart all;

	layout_begin(layout, arena, width);
	for (size_t i = 0; i < sweep->n; i++)
		add_rows(&b, sweep->charts[i],
			layout_clean(layout,
				*sweep->option && strcmp(sweep->option, "Test") != 0 ?
					arena_printf(arena, "%s: %s", sweep->option, sweep->settings[i]) :
					sweep->settings[i]));
	all = sweep_whole(sweep, arena);
	draw(&b, &all, sweep->title, sweep->subtitle);
}
