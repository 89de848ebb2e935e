/* Bars that are placed, as shapes. */
#include "report/layout/bars_parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "report/compare/inference.h"
#include "share/base/banned.h"

#define DOT      4.0
#define HATCH    34.0
#define VERDICT  64.0
#define TICK_GAP 6.0
#define BREAK_AT 26.0 /* before the end of a broken bar */

double bars_place(const struct bars *b, double value)
{
	return b->left + axis_share(&b->axis, value) * b->width;
}

bool bars_is_broken(const struct bars *b, const struct bar *bar)
{
	return !b->whole && bar->marks & MARK_BROKEN;
}

double bars_end(const struct bars *b, const struct bar *bar)
{
	return b->whole ? bar->summary.median : bar->shown;
}

/* The ends of what is drawn of a bar, in its unit. */
double bars_low(const struct bars *b, const struct bar *bar)
{
	double end = bars_end(b, bar);

	return bars_is_broken(b, bar) || bar->summary.interval == INTERVAL_NONE ? end :
										  fmin(end, bar->summary.low);
}

double bars_high(const struct bars *b, const struct bar *bar)
{
	double end = bars_end(b, bar);

	return bars_is_broken(b, bar) || bar->summary.interval == INTERVAL_NONE ? end :
										  fmax(end, bar->summary.high);
}

bool bars_has_value(const struct bar *bar)
{
	return !bar->words && bar->summary.n_ok && isfinite(bar->shown);
}

double bars_text_width(const struct bar_row *row)
{
	const char *value = row->bar->value_text;

	return font_width(FONT_VALUE, value, strlen(value)) +
		(*row->note ? 8 + font_width(FONT_NOTE, row->note, strlen(row->note)) : 0);
}

void bars_draw_axis(const struct bars *b, double top, double bottom)
{
	double right = -1000;

	if (!b->has_values)
		return;
	for (size_t i = 0; i < b->axis.n; i++) {
		const char *text = axis_text(&b->axis, i, b->l->arena);
		double half = font_width(FONT_TICK, text, strlen(text)) / 2;
		double tick = axis_tick(&b->axis, i), x = bars_place(b, tick);
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
	double from = bars_place(b, bar->summary.low), to = bars_place(b, bar->summary.high),
	       middle = y + b->bar / 2;
	double *points = arena_take(b->l->arena, 12 * sizeof *points);
	const double path[] = { from, middle - 5, from, middle + 5, from, middle, to, middle, to, middle - 5,
		to, middle + 5 };

	if (bar->summary.interval == INTERVAL_NONE || bars_is_broken(b, bar))
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
	double x = bars_place(b, bars_end(b, bar)) - BREAK_AT;

	if (!(bars_is_broken(b, bar)))
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
		points[2 * kept] = bars_place(b, values[i]);
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
	double low = bars_place(b, values[0]), high = bars_place(b, values[n - 1]);
	double first = bars_place(b, quantile_of(values, n, 0.25)),
	       third = bars_place(b, quantile_of(values, n, 0.75));
	double middle = bars_place(b, quantile_of(values, n, 0.5));

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

	if (!(b->strip > 0) || !bar->entry || bars_is_broken(b, bar))
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
	double x = fmax(bars_place(b, bars_high(b, row->bar)), b->zero) + TEXT_GAP,
	       baseline = row->y + b->bar / 2 + 4.5;

	/* no line of the grid runs through words */
	layout_rect(b->l, INK_BACK, 0, x - 3, row->y + 2, bars_text_width(row) + 6, b->bar - 4);
	layout_text(b->l, INK_TEXT, FONT_VALUE, ANCHOR_START, x, baseline, value);
	layout_text(b->l, INK_MUTED, FONT_NOTE, ANCHOR_START,
		x + font_width(FONT_VALUE, value, strlen(value)) + 8, baseline, row->note);
}

/* PASS and FAIL, one after the other: a filled box for each, and the word that says the same. */
static void draw_verdicts(const struct bars *b, const struct bar *bar, double y)
{
	double x = b->zero, most = b->l->width - MARGIN - VERDICT;

	for (const char *word = bar->words; word && x <= most; word = strchr(word, ',')) {
		bool pass;

		word += *word == ',';
		pass = text_starts(word, "PASS");
		layout_rect(b->l, pass ? INK_GOOD : INK_BAD, 0, x, y, VERDICT, b->bar);
		layout_text(b->l, INK_BACK, FONT_LABEL_STRONG, ANCHOR_MIDDLE, x + VERDICT / 2,
			y + b->bar / 2 + 4.5, pass ? "PASS" : "FAIL");
		x += VERDICT + 4;
	}
}

/* A hatched box and the words, on the side of zero where there is more room. */
static void draw_words(const struct bars *b, const struct bar *bar, double y)
{
	double right = b->l->width - MARGIN - b->zero - HATCH - TEXT_GAP,
	       left = b->zero - b->left - HATCH - TEXT_GAP;
	bool turned = left > right;
	double x;

	if (bar->special && (text_starts(bar->words, "PASS") || text_starts(bar->words, "FAIL"))) {
		draw_verdicts(b, bar, y);
		return;
	}
	x = turned ? b->zero - HATCH - TEXT_GAP : b->zero + HATCH + TEXT_GAP;

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

void bars_draw_row(struct bars *b, const struct bar_row *row)
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
			.key = bars_has_value(bar) ? bar->value_text : "" });
	text_release(&sentence);
	draw_label(b, row);
	if (bars_has_value(bar)) {
		double end = bars_place(b, bars_end(b, bar));

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

void bars_draw_foot(const struct bars *b, const struct chart *chart, double y)
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
