/* Horizontal bars: one chart, or several of one unit below each other with a heading each. */
#include "report/layout/charts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart_words.h"
#include "report/compare/inference.h"
#include "report/layout/axis.h"
#include "share/base/banned.h"

#define LABEL_SHARE 0.4 /* of the width at most */
#define LABEL_LINES 2
#define LABEL_GAP   12.0
#define BAR         24.0
#define SLIM_BAR    16.0 /* where there are many */
#define MANY        16
#define STRIP       12.0 /* below a bar, for its trials */
#define SPACE       10.0
#define SLIM_SPACE  5.0
#define HEADING     26.0 /* above the first bar of a group */
#define DOT         4.0
#define TEXT_GAP    10.0
#define HATCH       34.0
#define TICK_GAP    6.0
#define TICK_ROOM   90.0 /* pixels for one step of the axis */
#define BEYOND      2.0 /* trials that many times beyond the longest bar do not lengthen the axis */
#define BREAK_AT    26.0 /* before the end of a broken bar */
#define LEAST_PLOT  60.0

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

static double place(const struct bars *b, double value)
{
	return b->left + axis_share(&b->axis, value) * b->width;
}

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

static bool is_broken(const struct bars *b, const struct bar *bar)
{
	return !b->whole && bar->marks & MARK_BROKEN;
}

static double end_of(const struct bars *b, const struct bar *bar)
{
	return b->whole ? bar->summary.median : bar->shown;
}

/* The ends of what is drawn of a bar, in its unit. */
static double low_end(const struct bars *b, const struct bar *bar)
{
	double end = end_of(b, bar);

	return is_broken(b, bar) || bar->summary.interval == INTERVAL_NONE ? end : fmin(end, bar->summary.low);
}

static double high_end(const struct bars *b, const struct bar *bar)
{
	double end = end_of(b, bar);

	return is_broken(b, bar) || bar->summary.interval == INTERVAL_NONE ? end : fmax(end, bar->summary.high);
}

static bool has_value(const struct bar *bar)
{
	return !bar->words && bar->summary.n_ok && isfinite(bar->shown);
}

static void find_axis(struct bars *b)
{
	double low = 0, high = 0, reach;

	for (size_t i = 0; i < b->n; i++)
		if (has_value(b->rows[i].bar)) {
			b->has_values = true;
			low = fmin(low, low_end(b, b->rows[i].bar));
			high = fmax(high, high_end(b, b->rows[i].bar));
		}
	reach = high * BEYOND;
	for (size_t i = 0; i < b->n && b->strip > 0; i++) {
		const struct bar *bar = b->rows[i].bar;

		if (!has_value(bar) || is_broken(b, bar))
			continue;
		if (bar->summary.maximum <= reach)
			high = fmax(high, bar->summary.maximum);
		low = fmin(low, fmax(bar->summary.minimum, -reach));
	}
	b->axis = axis_round(low, high, (size_t)fmax(2, (b->l->width - b->left) / TICK_ROOM));
}

static double text_width_of(const struct bar_row *row)
{
	const char *value = row->bar->value_text;

	return font_width(FONT_VALUE, value, strlen(value)) +
		(*row->note ? 8 + font_width(FONT_NOTE, row->note, strlen(row->note)) : 0);
}

/* As wide as the words behind the longest bars allow. */
static void find_width(struct bars *b)
{
	double right = b->l->width - MARGIN;

	b->width = right - b->left - 14;
	for (size_t i = 0; i < b->n; i++) {
		const struct bar_row *row = &b->rows[i];
		double share = axis_share(&b->axis, fmax(high_end(b, row->bar), 0));
		double room = right - b->left - TEXT_GAP - text_width_of(row);

		if (has_value(row->bar) && share * b->width > room)
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
	b->zero = place(b, 0);
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

static void draw_axis(const struct bars *b, double top, double bottom)
{
	double right = -1000;

	if (!b->has_values)
		return;
	for (size_t i = 0; i < b->axis.n; i++) {
		const char *text = axis_text(&b->axis, i, b->l->arena);
		double half = font_width(FONT_TICK, text, strlen(text)) / 2;
		double tick = axis_tick(&b->axis, i), x = place(b, tick);
		bool zero = !(tick < 0) && !(tick > 0);

		layout_line(b->l, zero ? INK_AXIS : INK_GRID, x, top, 0, bottom - top, 1);
		/* numbers that would touch are left out */
		if (x - half < right + TICK_GAP)
			continue;
		layout_text(b->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, x, bottom + 16, text);
		right = x + half;
	}
}

static void draw_label(const struct bars *b, const struct bar_row *row)
{
	const struct label *label = &row->label;
	double line = font_line(label->font);
	double first = row->y + b->bar / 2 + 4.5 - line * (double)(label->n - 1) / 2;

	for (size_t k = 0; k < label->n; k++)
		layout_text(b->l, INK_TEXT, label->font, ANCHOR_END, b->left - LABEL_GAP,
			first + line * (double)k, label->lines[k]);
}

static void draw_whisker(const struct bars *b, const struct bar *bar, double y)
{
	double from = place(b, bar->summary.low), to = place(b, bar->summary.high), middle = y + b->bar / 2;
	double *points = arena_take(b->l->arena, 12 * sizeof *points);
	const double path[] = { from, middle - 5, from, middle + 5, from, middle, to, middle, to, middle - 5,
		to, middle + 5 };

	if (bar->summary.interval == INTERVAL_NONE || is_broken(b, bar))
		return;
	memcpy(points, path, sizeof path);
	layout_add(b->l,
		(struct shape){ .kind = SHAPE_POLYLINE,
			.ink = INK_TEXT,
			.size = 1.5,
			.points = points,
			.n_points = 6 });
}

/* Two slanted gaps: this bar is longer than it is drawn. */
static void draw_break(const struct bars *b, const struct bar *bar, double y)
{
	double x = place(b, end_of(b, bar)) - BREAK_AT;

	if (!(is_broken(b, bar)))
		return;
	for (int i = 0; i < 2; i++)
		layout_line(b->l, INK_BACK, x + 8 * i, y + b->bar + 2, 7, -b->bar - 4, 3);
}

static bool is_beyond(const struct bars *b, double value)
{
	return value > b->axis.high || value < b->axis.low;
}

/* The ok values of a bar, in order. */
static size_t sorted_values(const struct bars *b, const struct bar *bar, double **values)
{
	size_t n = 0;

	*values = arena_take(b->l->arena, (bar->entry->n_samples + 1) * sizeof **values);
	for (size_t i = 0; i < bar->entry->n_samples; i++)
		if (bar->entry->samples[i].state == ST_OK)
			(*values)[n++] = bar->entry->samples[i].value;
	sort_numbers(*values, n);
	return n;
}

static void draw_dots(struct bars *b, const double *values, size_t n, double y)
{
	double *points = arena_take(b->l->arena, 2 * n * sizeof *points);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (is_beyond(b, values[i])) {
			b->left_out++;
			continue;
		}
		points[2 * kept] = place(b, values[i]);
		points[2 * kept++ + 1] = y;
	}
	if (kept)
		layout_add(b->l,
			(struct shape){ .kind = SHAPE_DOTS,
				.ink = INK_MUTED,
				.size = DOT,
				.points = points,
				.n_points = kept });
}

/* Quartiles with the median, and a line from the smallest to the largest value. */
static void draw_box(struct bars *b, const double *values, size_t n, double y)
{
	double low = place(b, values[0]), high = place(b, values[n - 1]);
	double first = place(b, quantile_of(values, n, 0.25)), third = place(b, quantile_of(values, n, 0.75));
	double middle = place(b, quantile_of(values, n, 0.5));

	b->left_out += is_beyond(b, values[0]) || is_beyond(b, values[n - 1]);
	layout_line(b->l, INK_MUTED, low, y, high - low, 0, 1);
	layout_rect(b->l, INK_BACK, 0, first, y - 4, third - first, 8);
	layout_add(b->l,
		(struct shape){ .kind = SHAPE_BOX,
			.ink = INK_MUTED,
			.size = 1,
			.x = first,
			.y = y - 4,
			.w = third - first,
			.h = 8 });
	layout_line(b->l, INK_TEXT, middle, y - 4, 0, 8, 2);
}

static void draw_trials(struct bars *b, const struct bar *bar, double y)
{
	double *values;
	size_t n;

	if (!(b->strip > 0) || !bar->entry || is_broken(b, bar))
		return;
	n = sorted_values(b, bar, &values);
	if (n > MOST_DOTS)
		draw_box(b, values, n, y);
	else if (n > 1)
		draw_dots(b, values, n, y);
}

static void draw_value(const struct bars *b, const struct bar_row *row)
{
	const char *value = row->bar->value_text;
	double x = fmax(place(b, high_end(b, row->bar)), b->zero) + TEXT_GAP,
	       baseline = row->y + b->bar / 2 + 4.5;

	/* no line of the grid runs through words */
	layout_rect(b->l, INK_BACK, 0, x - 3, row->y + 2, text_width_of(row) + 6, b->bar - 4);
	layout_text(b->l, INK_TEXT, FONT_VALUE, ANCHOR_START, x, baseline, value);
	layout_text(b->l, INK_MUTED, FONT_NOTE, ANCHOR_START,
		x + font_width(FONT_VALUE, value, strlen(value)) + 8, baseline, row->note);
}

/* A hatched box and the words, on the side of zero where there is more room. */
static void draw_words(const struct bars *b, const struct bar *bar, double y)
{
	double right = b->l->width - MARGIN - b->zero - HATCH - TEXT_GAP,
	       left = b->zero - b->left - HATCH - TEXT_GAP;
	bool turned = left > right;
	double x = turned ? b->zero - HATCH - TEXT_GAP : b->zero + HATCH + TEXT_GAP;

	layout_add(b->l,
		(struct shape){ .kind = SHAPE_HATCH,
			.ink = INK_AXIS,
			.x = turned ? b->zero - HATCH : b->zero,
			.y = y,
			.w = HATCH,
			.h = b->bar });
	layout_text(b->l, INK_MUTED, FONT_SUBTITLE, turned ? ANCHOR_END : ANCHOR_START, x, y + b->bar / 2 + 4.5,
		font_cut(b->l->arena, FONT_SUBTITLE, layout_clean(b->l, bar->words), turned ? left : right));
}

static void draw_heading(const struct bars *b, const struct bar_row *row)
{
	const char *heading = font_cut(
		b->l->arena, FONT_LABEL_STRONG, row->heading, b->l->width - MARGIN - b->left);

	layout_rect(b->l, INK_BACK, 0, b->left + 1, row->y - 20,
		font_width(FONT_LABEL_STRONG, heading, strlen(heading)) + 6, 18);
	layout_text(b->l, INK_TEXT, FONT_LABEL_STRONG, ANCHOR_START, b->left + 3, row->y - 6, heading);
}

static void draw_row(struct bars *b, const struct bar_row *row)
{
	const struct bar *bar = row->bar;
	double y = row->y;
	struct text sentence = TEXT_INIT;

	if (row->heading)
		draw_heading(b, row);
	chart_add_sentence(&sentence, row->chart, bar);
	layout_add(b->l,
		(struct shape){ .kind = SHAPE_OPEN,
			.system = bar->system,
			.text = layout_clean(b->l, arena_text(b->l->arena, text_string(&sentence))),
			.key = has_value(bar) ? bar->value_text : "" });
	text_release(&sentence);
	draw_label(b, row);
	if (has_value(bar)) {
		double end = place(b, end_of(b, bar));

		layout_rect(b->l, INK_SYSTEM, bar->system, fmin(b->zero, end), y, fabs(end - b->zero), b->bar);
		draw_break(b, bar, y);
		draw_whisker(b, bar, y);
		draw_trials(b, bar, y + b->bar + b->strip / 2 + 1);
		draw_value(b, row);
	} else {
		draw_words(b, bar->words ? bar : &(struct bar){ .words = "no number" }, y);
	}
	layout_add(b->l, (struct shape){ .kind = SHAPE_CLOSE });
}

/* What the words behind the values are. */
static void add_note_words(struct text *words, const struct bars *b)
{
	bool percent = false, spread = false;

	for (size_t i = 0; i < b->n; i++) {
		percent = percent || strchr(b->rows[i].note, '%') || strstr(b->rows[i].note, "x");
		spread = spread || b->rows[i].bar->marks & MARK_SPREAD;
	}
	if (percent)
		text_adds(words, "; per cent: median against the best one");
	if (spread)
		text_adds(words, "; spread: largest trial by the smallest");
}

static void draw_foot(const struct bars *b, const struct chart *chart, double y)
{
	struct text words = TEXT_INIT;

	chart_add_foot(&words, chart);
	if (b->strip > 0 && b->n_max > 1)
		text_printf(&words, "; %s",
			b->n_min > MOST_DOTS         ? "boxes: quartiles, smallest and largest trial" :
				b->n_max > MOST_DOTS ? "dots or boxes: the trials" :
						       "dots: the trials");
	if (b->left_out)
		text_printf(&words, " (%zu beyond the axis)", b->left_out);
	add_note_words(&words, b);
	if (words.size) {
		words.bytes[0] = (char)toupper((unsigned char)words.bytes[0]);
		text_addc(&words, '.');
	}
	y = layout_words(b->l, INK_MUTED, FONT_FOOT, MARGIN, y, b->l->width - 2 * MARGIN,
		layout_clean(b->l, arena_text(b->l->arena, text_string(&words))));
	b->l->height = y - font_line(FONT_FOOT) + MARGIN - 4;
	text_release(&words);
}

static void add_spoken(struct text *words, const struct chart *chart)
{
	for (size_t i = 0; i < chart->n_bars; i++)
		text_printf(words, "%s %s %s", i ? "," : "", chart->bars[i].label,
			has_value(&chart->bars[i])   ? chart->bars[i].value_text :
				chart->bars[i].words ? chart->bars[i].words :
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
	draw_axis(b, top, y - 4);
	for (size_t i = 0; i < b->n; i++)
		draw_row(b, &b->rows[i]);
	draw_foot(b, all, y + 34);
}

void layout_bars(struct layout *layout, struct arena *arena, const struct chart *chart, double width)
{
	struct bars b = { .l = layout };

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
