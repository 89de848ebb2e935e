/* All tests as changes against the baseline, with the intervals of their verdicts. */
#include "report/layout/charts.h"

#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/banned.h"

#define LABEL_SHARE       0.4
#define ROW               24.0 /* for one side; further ones need MORE each */
#define MORE              7.0
#define MOST_MISSING      8 /* boxes that the foot explains */
#define LABEL_LINES       2
#define LABEL_LINE        14.0
#define MARK              8.0
#define GAP               12.0
#define LEAST_REACH       0.02 /* of the axis to either side, as a logarithm */
#define LEAST_SIDE        0.25 /* of the longer side */
#define MOST_REACH        7.0 /* a thousandfold: what is beyond lies at the end */
#define ROUND_REACH       0.5 /* up to this the ticks are per cent, else doublings */
#define LEAST_FOR_VERDICT 600.0 /* pixels of the picture */
#define VERDICT_WIDTH     200.0

struct overview {
	struct layout *l;
	const struct comparison *c;
	size_t first, last; /* sides whose changes are shown */
	double label, left, width; /* pixels */
	double low, high; /* ends of the axis: logarithms of ratios */
	bool two_lines; /* some label needs them */
	double verdict; /* width of the words at the right; 0 none */
};

static size_t n_sides(const struct overview *o)
{
	return o->last - o->first;
}

/* Logarithm of the ratio, above 0 for better. */
static double turned(enum proportion proportion, double ratio)
{
	return proportion == PROPORTION_LIB ? -log(ratio) : log(ratio);
}

static double x_of(const struct overview *o, double log_ratio)
{
	double share = (log_ratio - o->low) / (o->high - o->low);

	return o->left + fmax(0, fmin(1, share)) * o->width;
}

static bool is_shown(const struct change *change)
{
	return change->compared && isfinite(change->difference.ratio) && change->difference.ratio >= 0 &&
		change->difference.proportion != PROPORTION_NONE;
}

static void reach_for(struct overview *o, double log_ratio)
{
	if (!isfinite(log_ratio))
		return;
	o->high = fmax(o->high, fmin(MOST_REACH, log_ratio * 1.05));
	o->low = fmin(o->low, fmax(-MOST_REACH, log_ratio * 1.05));
}

static void find_reach(struct overview *o)
{
	o->high = LEAST_REACH;
	o->low = -LEAST_REACH;
	for (size_t i = 0; i < o->c->n_rows; i++)
		for (size_t side = o->first; side < o->last; side++) {
			const struct change *change = &o->c->rows[i].changes[side];

			if (!is_shown(change))
				continue;
			reach_for(o, turned(change->difference.proportion, change->difference.ratio));
			reach_for(o, turned(change->difference.proportion, change->difference.interval.low));
			reach_for(o, turned(change->difference.proportion, change->difference.interval.high));
		}
	/* the nearer end does not stick to the middle */
	o->high = fmax(o->high, -o->low * LEAST_SIDE);
	o->low = fmin(o->low, -o->high * LEAST_SIDE);
}

/* The step of the ticks: a share for per cent, or 0: doublings. */
static double percent_step(const struct overview *o)
{
	double reach = fmax(o->high, -o->low);
	static const double steps[] = { 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5 };

	if (reach > ROUND_REACH)
		return 0;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (expm1(reach) / steps[i] <= 4)
			return steps[i];
	return 0;
}

static void draw_tick(const struct overview *o, double ratio, const char *text, double top, double bottom)
{
	double x = x_of(o, log(ratio));

	if (!(ratio > 0) || log(ratio) > o->high + 1e-6 || log(ratio) < o->low - 1e-6)
		return;
	layout_line(o->l, ratio > 1 || ratio < 1 ? INK_GRID : INK_AXIS, x, top, 0, bottom - top, 1);
	layout_text(o->l, INK_MUTED, FONT_TICK, ANCHOR_MIDDLE, x, bottom + 16, text);
}

static void draw_axis(const struct overview *o, double top, double bottom)
{
	double step = percent_step(o), span = o->high - o->low;
	double factor = span > log(4096) ? 8 : span > log(128) ? 4 : 2;

	draw_tick(o, 1, step > 0 ? "0 %" : "1x", top, bottom);
	for (int i = 1; i < 12; i++) {
		double ratio = step > 0 ? 1 + step * i : pow(factor, i);
		struct arena *arena = o->l->arena;

		draw_tick(o, ratio,
			step > 0 ? arena_printf(arena, "+%g %%", step * i * 100) :
				   arena_printf(arena, "%gx", ratio),
			top, bottom);
		draw_tick(o, step > 0 ? 1 - step * i : 1 / ratio,
			step > 0 ? arena_printf(arena, "-%g %%", step * i * 100) :
				   arena_printf(arena, "1/%gx", ratio),
			top, bottom);
	}
}

static void draw_point(const struct overview *o, size_t side, double at, struct range range, double y)
{
	int system = o->c->sides[side + 1].system;
	double *point = arena_take(o->l->arena, 2 * sizeof *point);

	if (isfinite(range.low) && isfinite(range.high)) {
		double *ends = arena_take(o->l->arena, 4 * sizeof *ends);

		ends[0] = x_of(o, range.low);
		ends[2] = x_of(o, range.high);
		ends[1] = ends[3] = y;
		layout_add(o->l,
			(struct shape){ .kind = SHAPE_POLYLINE,
				.ink = INK_SYSTEM,
				.system = system,
				.size = 2,
				.points = ends,
				.n_points = 2 });
	}
	point[0] = x_of(o, at);
	point[1] = y;
	layout_add(o->l,
		(struct shape){ .kind = SHAPE_MARKS,
			.ink = INK_SYSTEM,
			.system = system,
			.size = MARK,
			.points = point,
			.n_points = 1 });
}

static const char *sentence(const struct overview *o, const struct row *row, size_t side)
{
	const struct change *change = &row->changes[side];
	struct text words = TEXT_INIT;
	const char *kept;

	text_printf(&words, "%s, %s: ", row->label, o->c->sides[side + 1].label);
	if (is_shown(change)) {
		words_change(&words, change->difference.ratio);
		text_adds(&words, " (");
		words_interval(&words, change->difference.interval);
		text_adds(&words, ") ");
		words_verdict(&words, change);
		text_printf(&words, "; %s", proportion_words(row->result->proportion));
	} else {
		text_adds(&words,
			change->why                        ? change->why :
				row->cells[side + 1].words ? row->cells[side + 1].words :
				row->cells[0].words        ? row->cells[0].words :
							     "no change to show");
	}
	kept = layout_clean(o->l, arena_text(o->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

/* "+3.7 %  + BETTER" at the right, where only one side is shown. */
static void draw_verdict(const struct overview *o, const struct row *row, double baseline)
{
	const struct change *change = &row->changes[o->first];
	const struct cell *cell = &row->cells[o->first + 1];
	double x = o->l->width - MARGIN - VERDICT_WIDTH + 14;
	struct text words = TEXT_INIT;
	enum proven proven = change->compared ? change->difference.proven : PROVEN_NOTHING;

	if (is_shown(change)) {
		words_change(&words, change->difference.ratio);
		layout_text(o->l, INK_TEXT, FONT_VALUE, ANCHOR_END, x + 62, baseline,
			arena_text(o->l->arena, text_string(&words)));
		text_clear(&words);
		text_printf(&words, "%c ", words_sign(change));
		words_verdict(&words, change);
	} else {
		text_adds(&words,
			cell->words                 ? cell->word :
				row->cells[0].words ? row->cells[0].word :
						      "no verdict");
	}
	layout_text(o->l,
		proven == PROVEN_BETTER        ? INK_GOOD :
			proven == PROVEN_WORSE ? INK_BAD :
						 INK_MUTED,
		proven == PROVEN_BETTER || proven == PROVEN_WORSE ? FONT_VALUE : FONT_SUBTITLE, ANCHOR_START,
		x + 74, baseline, arena_text(o->l->arena, text_string(&words)));
	text_release(&words);
}

static const char *total_label(const struct overview *o)
{
	const struct total *total = &o->c->totals[o->first];

	return arena_printf(o->l->arena, "geometric mean, %zu of %zu", total->k, total->n);
}

/* "dbench 1 Client, lower is better": what turns a test round stands beside its change. */
static const char *row_label(const struct overview *o, const struct row *row)
{
	const char *label = layout_clean(o->l, row->label);

	return row->result->proportion == PROPORTION_LIB && o->verdict > 0 ?
		arena_printf(o->l->arena, "%s, lower is better", label) :
		label;
}

static double row_height(const struct overview *o)
{
	double height = ROW + MORE * (double)(n_sides(o) - 1);

	return o->two_lines ? fmax(height, 2 * LABEL_LINE + 4) : height;
}

static void draw_row(const struct overview *o, const struct row *row, double y)
{
	double middle = y + row_height(o) / 2;
	const char **lines;
	size_t n = font_wrap(o->l->arena, FONT_LABEL, row_label(o, row), o->label, LABEL_LINES, &lines);

	for (size_t i = 0; i < n; i++)
		layout_text(o->l, INK_TEXT, FONT_LABEL, ANCHOR_END, o->left - GAP,
			middle + 4.5 + LABEL_LINE * ((double)i - (double)(n - 1) / 2), lines[i]);
	for (size_t side = o->first; side < o->last; side++) {
		const struct change *change = &row->changes[side];
		const struct difference *d = &change->difference;
		struct range range = { turned(d->proportion, d->interval.low),
			turned(d->proportion, d->interval.high) };
		double at = middle + MORE * ((double)(side - o->first) - (double)(n_sides(o) - 1) / 2);

		layout_add(o->l,
			(struct shape){ .kind = SHAPE_OPEN,
				.system = o->c->sides[side + 1].system,
				.text = sentence(o, row, side) });
		if (is_shown(change))
			draw_point(o, side, turned(d->proportion, d->ratio), range, at);
		else
			layout_add(o->l,
				(struct shape){ .kind = SHAPE_HATCH,
					.ink = INK_AXIS,
					.x = x_of(o, 0) - 8,
					.y = at - 3,
					.w = 16,
					.h = 6 });
		layout_add(o->l, (struct shape){ .kind = SHAPE_CLOSE });
	}
	if (o->verdict > 0)
		draw_verdict(o, row, middle + 4.5);
}

static void draw_total(const struct overview *o, double y)
{
	double middle = y + row_height(o) / 2 + 2;

	layout_line(o->l, INK_AXIS, MARGIN, y, o->l->width - 2 * MARGIN, 0, 1);
	layout_text(o->l, INK_TEXT, FONT_LABEL_STRONG, ANCHOR_END, o->left - GAP, middle + 4.5,
		font_cut(o->l->arena, FONT_LABEL_STRONG, total_label(o), o->label));
	for (size_t side = o->first; side < o->last; side++) {
		const struct total *total = &o->c->totals[side];
		double at = middle + MORE * ((double)(side - o->first) - (double)(n_sides(o) - 1) / 2);
		struct text words = TEXT_INIT;

		words_change(&words, total->ratio);
		layout_add(o->l,
			(struct shape){ .kind = SHAPE_OPEN,
				.system = o->c->sides[side + 1].system,
				.text = layout_clean(o->l,
					arena_printf(o->l->arena, "%s: geometric mean of %zu of %zu tests %s",
						o->c->sides[side + 1].label, total->k, total->n,
						text_string(&words))) });
		draw_point(o, side, log(total->ratio),
			(struct range){ log(total->interval.low), log(total->interval.high) }, at);
		layout_add(o->l, (struct shape){ .kind = SHAPE_CLOSE });
		if (o->verdict > 0)
			layout_text(o->l, INK_TEXT, FONT_VALUE, ANCHOR_END,
				o->l->width - MARGIN - VERDICT_WIDTH + 76, middle + 4.5,
				arena_text(o->l->arena, text_string(&words)));
		text_release(&words);
	}
}

/* Which mark is which system. */
static double draw_legend(const struct overview *o, double y)
{
	double x = MARGIN;

	for (size_t side = o->first; side < o->last && n_sides(o) > 1; side++) {
		const char *label = layout_clean(o->l, o->c->sides[side + 1].label);
		double width = font_width(FONT_LABEL, label, strlen(label)) + MARK + 24;
		double *point = arena_take(o->l->arena, 2 * sizeof *point);

		if (x > MARGIN && x + width > o->l->width - MARGIN) {
			x = MARGIN;
			y += font_line(FONT_LABEL) + 3;
		}
		point[0] = x + MARK / 2;
		point[1] = y - 4.5;
		layout_add(o->l,
			(struct shape){ .kind = SHAPE_MARKS,
				.ink = INK_SYSTEM,
				.system = o->c->sides[side + 1].system,
				.size = MARK,
				.points = point,
				.n_points = 1 });
		layout_text(o->l, INK_TEXT, FONT_LABEL, ANCHOR_START, x + MARK + 6, y,
			font_cut(o->l->arena, FONT_LABEL, label, o->l->width - x - MARK - 6 - MARGIN));
		x += width;
	}
	return n_sides(o) > 1 ? y + font_line(FONT_LABEL) + 4 : y;
}

/* What the boxes are, and the marks at the ends. */
static const char *foot_words(const struct overview *o)
{
	struct text words = TEXT_INIT;
	size_t said = 0, missing = 0;
	bool beyond = false;
	const char *kept;

	text_adds(&words,
		"Mark: change of a test; line: where the true change lies, allowing for all tests. Lower-is-better tests are "
		"turned round.");
	for (size_t i = 0; i < o->c->n_rows; i++)
		for (size_t side = o->first; side < o->last; side++) {
			const struct row *row = &o->c->rows[i];
			const struct change *change = &row->changes[side];
			/* without the baseline's value no side has a change: that is said once */
			size_t lacks = row->cells[0].words ? 0 : side + 1;
			const struct cell *cell = &row->cells[lacks];
			double log_ratio = log(change->difference.ratio);

			if (is_shown(change)) {
				double at = change->difference.proportion == PROPORTION_LIB ? -log_ratio :
											      log_ratio;

				beyond = beyond || at > o->high || at < o->low;
				continue;
			}
			if (!lacks && side > o->first)
				continue;
			if (missing++ < MOST_MISSING)
				text_printf(&words, "%s%s, %s: %s", said++ ? "; " : " Boxes: ", row->label,
					o->c->sides[lacks].label,
					cell->words         ? cell->word :
						change->why ? "not compared" :
							      "no direction");
		}
	if (missing > MOST_MISSING)
		text_printf(&words, "; and %zu more", missing - MOST_MISSING);
	text_adds(&words, missing ? "." : "");
	text_adds(&words, beyond ? " Marks at the very end lie beyond it." : "");
	kept = layout_clean(o->l, arena_text(o->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

static void place_columns(struct overview *o)
{
	double right, most = o->l->width * LABEL_SHARE - MARGIN;

	o->verdict = n_sides(o) == 1 && o->l->width >= LEAST_FOR_VERDICT ? VERDICT_WIDTH : 0;
	right = o->l->width - MARGIN - fmax(o->verdict, 8);

	for (size_t i = 0; i < o->c->n_rows; i++) {
		const char *label = row_label(o, &o->c->rows[i]);

		o->label = fmax(o->label, font_width(FONT_LABEL, label, strlen(label)));
	}
	o->label = fmax(o->label, font_width(FONT_LABEL_STRONG, total_label(o), strlen(total_label(o))));
	o->two_lines = o->label > most;
	o->label = fmin(fmax(o->label, 190), most);
	o->left = MARGIN + o->label + GAP;
	o->width = fmax(right - o->left, 80);
}

static const char *subtitle(const struct overview *o)
{
	struct text words = TEXT_INIT;
	const char *kept;

	if (n_sides(o) == 1)
		text_printf(&words, "%s against %s: ", o->c->sides[o->first + 1].label, o->c->sides[0].label);
	else
		text_printf(&words, "each system against %s: ", o->c->sides[0].label);
	if (n_sides(o) == 1)
		words_found(&words, &o->c->tallies[o->first]);
	else
		text_printf(&words, "%zu tests", o->c->n_rows);
	kept = layout_clean(o->l, arena_text(o->l->arena, text_string(&words)));
	text_release(&words);
	return kept;
}

void layout_overview(struct layout *layout, struct arena *arena, const struct comparison *comparison,
	size_t side, double width)
{
	struct overview o = { .l = layout,
		.c = comparison,
		.first = side == ALL_SIDES ? 0 : side,
		.last = side == ALL_SIDES ? comparison->n_sides - 1 : side + 1 };
	bool total = comparison->totals[o.first].k > 1;
	double top, y;

	layout_begin(layout, arena, width);
	layout->label = arena_printf(arena, "All tests, %s", subtitle(&o));
	place_columns(&o);
	find_reach(&o);
	top = layout_heading(
		layout, "All tests", subtitle(&o), n_sides(&o) == 1 ? "change" : "", "to the right is better");
	top = draw_legend(&o, top + 6);
	y = top + row_height(&o) * (double)(comparison->n_rows + total) + 12;
	draw_axis(&o, top - 6, y);
	for (size_t i = 0; i < comparison->n_rows; i++)
		draw_row(&o, &comparison->rows[i], top + row_height(&o) * (double)i);
	if (total)
		draw_total(&o, top + row_height(&o) * (double)comparison->n_rows + 4);
	layout->height = layout_words(layout, INK_MUTED, FONT_FOOT, MARGIN, y + 38, width - 2 * MARGIN,
				 foot_words(&o)) -
		font_line(FONT_FOOT) + MARGIN - 4;
}
