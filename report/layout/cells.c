/* A chart of bars in the cells of a terminal: lines are y, columns are x. */
#include "report/layout/charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "share/base/banned.h"

#define LABEL_SHARE 0.4 /* of the width at most */
#define BAR_LEAST   8 /* columns; narrower, and the interval is left out */

/* Columns of the parts of a row. */
struct columns {
	int label, bar, value, interval, note;
};

static int max(int a, int b)
{
	return a > b ? a : b;
}

static int low_width(const struct chart *chart)
{
	int width = 0;

	for (size_t i = 0; i < chart->n_bars; i++)
		width = max(width, (int)strlen(chart->bars[i].low_text));
	return width;
}

static struct columns measure(const struct chart *chart, const struct terminal *t)
{
	struct columns c = { 0 };
	struct text piece = TEXT_INIT;
	int rest;

	for (size_t i = 0; i < chart->n_bars; i++) {
		const struct bar *bar = &chart->bars[i];

		c.label = max(c.label, terminal_label_width(t, bar->label));
		if (bar->words)
			continue;
		c.value = max(c.value, (int)strlen(bar->value_text));
		text_clear(&piece);
		chart_add_interval(&piece, bar, low_width(chart));
		c.interval = max(c.interval, (int)piece.size);
		text_clear(&piece);
		chart_add_note(&piece, chart, bar);
		c.note = max(c.note, (int)piece.size);
	}
	text_release(&piece);
	if (c.label > (int)(t->width * LABEL_SHARE))
		c.label = (int)(t->width * LABEL_SHARE);
	rest = t->width - c.label - 2 - 1 - c.value;
	c.bar = rest - (c.interval ? c.interval + 3 : 0) - (c.note ? c.note + 2 : 0);
	if (c.bar < BAR_LEAST) {
		c.interval = 0;
		c.bar = rest - (c.note ? c.note + 2 : 0);
	}
	if (c.bar < BAR_LEAST) {
		c.note = 0;
		c.bar = max(rest, 1);
	}
	return c;
}

/* A reason that does not fit behind its label stands below the chart. */
static bool is_long(const struct bar *bar, const struct terminal *t, const struct columns *c)
{
	return bar->words && terminal_label_width(t, bar->words) > t->width - c->label - 2;
}

/* A chart being laid out. */
struct cells {
	struct layout *l;
	const struct chart *chart;
	const struct terminal *t;
	struct columns columns;
	int y; /* the line that comes next */
};

static const char *kept(const struct cells *c, struct text *words)
{
	const char *text = arena_text(c->l->arena, text_string(words));

	text_release(words);
	return text;
}

static void add_text(const struct cells *c, enum font font, enum anchor anchor, int x, const char *words)
{
	layout_text(c->l, INK_TEXT, font, anchor, x, c->y, words);
}

/* Clean words in lines of the whole width. */
static void add_words(struct cells *c, enum font font, const char *words)
{
	while (*words) {
		size_t size = text_fit_words(words, strlen(words), c->t->width);
		const char *rest = words + size;

		while (size && words[size - 1] == ' ')
			size--;
		add_text(c, font, ANCHOR_START, 0, arena_bytes(c->l->arena, words, size));
		c->y++;
		words = rest + strspn(rest, " ");
	}
}

static const char *cut(const struct cells *c, const char *label, int columns)
{
	struct text text = TEXT_INIT;

	terminal_label(&text, c->t, label, columns, false);
	return kept(c, &text);
}

static void add_heading(struct cells *c)
{
	struct text words = TEXT_INIT;
	const char *left, *right;
	int width;

	text_adds(&words, c->chart->title);
	if (*c->chart->subtitle)
		text_printf(&words, "%s%s", words.size ? ", " : "", c->chart->subtitle);
	left = cut(c, kept(c, &words), 1 << 20);
	words = (struct text)TEXT_INIT;
	chart_add_unit(&words, c->chart);
	right = cut(c, kept(c, &words), 1 << 20);
	width = text_width(right, strlen(right));
	if (text_width(left, strlen(left)) + 2 + width <= c->t->width) {
		add_text(c, FONT_TITLE, ANCHOR_START, 0, left);
		add_text(c, FONT_TITLE, ANCHOR_END, c->t->width, right);
		c->y++;
	} else {
		add_words(c, FONT_TITLE, left);
		add_words(c, FONT_TITLE, right);
	}
}

/* Two labels that look alike once they are cut get a number. */
static const char *label_of(const struct cells *c, const struct bar *bar)
{
	int columns = c->columns.label, alike = 0, before = 0;
	const char *own = cut(c, bar->label, columns);
	char number[16];

	if (terminal_label_width(c->t, bar->label) <= columns)
		return own;
	for (size_t i = 0; i < c->chart->n_bars; i++) {
		bool same = !strcmp(own, cut(c, c->chart->bars[i].label, columns));

		alike += same;
		before += same && &c->chart->bars[i] <= bar;
	}
	if (alike < 2)
		return own;
	snprintf(number, sizeof number, " (%d)", before);
	return arena_printf(c->l->arena, "%s%s", cut(c, bar->label, columns - (int)strlen(number)), number);
}

/* Bars start at the zero line; where there are negative values it lies within the bar's columns. */
static void add_bar(const struct cells *c, const struct bar *bar, int x)
{
	double span = c->chart->high - c->chart->low;
	int cells = c->columns.bar, left = span > 0 ? (int)lround(-c->chart->low / span * cells) : 0;
	struct shape shape = { .kind = SHAPE_RECT,
		.ink = INK_SYSTEM,
		.system = bar->system,
		.x = x + left,
		.y = c->y,
		.h = 1,
		.w = span > 0 ? fmin(bar->shown / span * cells, cells - left) : 0,
		.broken = bar->marks & MARK_BROKEN };

	if (bar->shown < 0) {
		int length = (int)lround(-bar->shown / span * cells);

		length = length < 1 ? 1 : length > left ? left : length;
		shape.x -= length;
		shape.w = length;
	}
	if (shape.w > 0)
		layout_add(c->l, shape);
}

/* Lowest and highest point of all lines, and the columns that their words take. */
static int measure_lines(const struct cells *c, double *low, double *high)
{
	int width = 0;

	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < c->chart->n_bars; i++) {
		const struct bar *bar = &c->chart->bars[i];

		for (size_t k = 0; k < bar->n_points; k++) {
			*low = fmin(*low, bar->points[k]);
			*high = fmax(*high, bar->points[k]);
		}
		if (bar->points)
			width = max(width, (int)strlen(bar->words));
	}
	return width;
}

/* Values over time: a line of small blocks, and its range in words. */
static void add_line(struct cells *c, const struct bar *bar, int x)
{
	double low, high;
	int room = c->t->width - x - 2 - measure_lines(c, &low, &high);
	struct text line = TEXT_INIT;

	if (room >= BAR_LEAST) {
		terminal_spark(&line, c->t, bar->points, bar->n_points, room, low, high);
		add_text(c, FONT_VALUE, ANCHOR_START, x, kept(c, &line));
		x += room + 2;
	}
	add_text(c, FONT_NOTE, ANCHOR_START, x, cut(c, bar->words, max(c->t->width - x, 1)));
}

static void add_row(struct cells *c, const struct bar *bar)
{
	const struct columns *columns = &c->columns;
	int x = columns->label + 2;
	struct text words = TEXT_INIT;

	add_text(c, FONT_LABEL, ANCHOR_START, 0, label_of(c, bar));
	if (bar->points) {
		add_line(c, bar, x);
		c->y++;
		return;
	}
	if (bar->words) {
		size_t size = is_long(bar, c->t, columns) ? strcspn(bar->words, ":") : strlen(bar->words);

		add_text(c, FONT_NOTE, ANCHOR_START, x,
			cut(c, arena_bytes(c->l->arena, bar->words, size), c->t->width - x));
		c->y++;
		return;
	}
	add_bar(c, bar, x);
	x += columns->bar + 1 + columns->value;
	add_text(c, FONT_VALUE, ANCHOR_END, x, bar->value_text);
	if (columns->interval) {
		chart_add_interval(&words, bar, low_width(c->chart));
		add_text(c, FONT_NOTE, ANCHOR_START, x + 3, kept(c, &words));
		x += 3 + columns->interval;
	}
	if (columns->note) {
		words = (struct text)TEXT_INIT;
		chart_add_note(&words, c->chart, bar);
		add_text(c, FONT_NOTE, ANCHOR_START, x + 2, kept(c, &words));
	}
	c->y++;
}

/* The same reason of several systems is told once. */
static void add_reasons(struct cells *c)
{
	const struct chart *chart = c->chart;

	for (size_t i = 0; i < chart->n_bars; i++) {
		size_t k = 0;

		while (k < i && !text_equal(chart->bars[k].words, chart->bars[i].words))
			k++;
		if (k == i && is_long(&chart->bars[i], c->t, &c->columns))
			add_words(c, FONT_FOOT, cut(c, chart->bars[i].words, 1 << 20));
	}
}

void layout_cells(
	struct layout *layout, struct arena *arena, const struct chart *chart, const struct terminal *terminal)
{
	struct cells c = { .l = layout, .chart = chart, .t = terminal, .columns = measure(chart, terminal) };
	struct text foot = TEXT_INIT;

	layout_begin(layout, arena, terminal->width);
	add_heading(&c);
	for (size_t i = 0; i < chart->n_bars; i++)
		add_row(&c, &chart->bars[i]);
	add_reasons(&c);
	chart_add_foot(&foot, chart);
	add_words(&c, FONT_FOOT, kept(&c, &foot));
	layout->height = c.y;
}
