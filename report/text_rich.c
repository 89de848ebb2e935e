#include "report/text_rich.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart_words.h"
#include "share/base/file.h"
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

static void add_colour(struct text *line, const struct terminal *t, int system)
{
	/* readable on light and dark grounds; the label says the same without colour */
	static const char *const codes[] = { "36", "33", "35", "32", "34", "31" };

	if (t->colour)
		text_printf(line, "\033[%sm", codes[(system < 0 ? 0 : system) % 6]);
}

static void end_colour(struct text *line, const struct terminal *t)
{
	if (t->colour)
		text_adds(line, "\033[0m");
}

/* Bars start at the zero line; where there are negative values it lies within the bar's columns. */
static void add_bar_cells(struct text *line, const struct chart *chart, const struct bar *bar,
	const struct terminal *t, int cells)
{
	double span = chart->high - chart->low;
	int left = span > 0 ? (int)lround(-chart->low / span * cells) : 0;

	add_colour(line, t, bar->system);
	if (bar->shown < 0) {
		int length = (int)lround(-bar->shown / span * cells);

		length = length < 1 ? 1 : length > left ? left : length;
		text_pad(line, left - length);
		terminal_bar(line, t, 1, length, false);
		text_pad(line, cells - left);
	} else {
		text_pad(line, left);
		terminal_bar(line, t, span > 0 ? bar->shown / span * cells / max(cells - left, 1) : 0,
			cells - left, bar->marks & MARK_BROKEN);
	}
	end_colour(line, t);
}

/* Two labels that look alike once they are cut get a number. */
static void add_label(struct text *line, const struct chart *chart, const struct bar *bar,
	const struct terminal *t, int columns)
{
	struct text own = TEXT_INIT, other = TEXT_INIT;
	int alike = 0, before = 0;
	char number[16] = "";

	if (terminal_label_width(t, bar->label) > columns) {
		terminal_label(&own, t, bar->label, columns, false);
		for (size_t i = 0; i < chart->n_bars; i++) {
			text_clear(&other);
			terminal_label(&other, t, chart->bars[i].label, columns, false);
			alike += !strcmp(text_string(&own), text_string(&other));
			before += &chart->bars[i] <= bar && !strcmp(text_string(&own), text_string(&other));
		}
		if (alike > 1)
			snprintf(number, sizeof number, " (%d)", before);
	}
	terminal_label(line, t, bar->label, columns - (int)strlen(number), true);
	text_adds(line, number);
	text_release(&own);
	text_release(&other);
}

/* A reason that does not fit behind its label stands below the chart. */
static bool is_long(const struct bar *bar, const struct terminal *t, const struct columns *c)
{
	return bar->words && terminal_label_width(t, bar->words) > t->width - c->label - 2;
}

static void write_reasons(
	const struct chart *chart, const struct columns *c, const struct terminal *t, FILE *out)
{
	for (size_t i = 0; i < chart->n_bars; i++) {
		struct text words = TEXT_INIT;
		size_t k = 0;

		/* the same reason of several systems is told once */
		while (k < i && !text_equal(chart->bars[k].words, chart->bars[i].words))
			k++;
		if (k == i && is_long(&chart->bars[i], t, c)) {
			terminal_label(&words, t, chart->bars[i].words, 1 << 20, false);
			terminal_wrap(out, t, text_string(&words), 0);
		}
		text_release(&words);
	}
}

static void add_row(struct text *line, const struct chart *chart, const struct bar *bar,
	const struct terminal *t, const struct columns *c)
{
	add_label(line, chart, bar, t, c->label);
	text_adds(line, "  ");
	if (bar->words) {
		size_t word = is_long(bar, t, c) ? strcspn(bar->words, ":") : strlen(bar->words);
		char *words = mem_bytes(bar->words, word);

		terminal_label(line, t, words, t->width - c->label - 2, false);
		free(words);
		return;
	}
	add_bar_cells(line, chart, bar, t, c->bar);
	text_pad(line, 1 + c->value - (int)strlen(bar->value_text));
	text_adds(line, bar->value_text);
	if (c->interval) {
		size_t before;

		text_pad(line, 3);
		before = line->size;
		chart_add_interval(line, bar, low_width(chart));
		text_pad(line, c->interval - (int)(line->size - before));
	}
	if (c->note) {
		text_pad(line, 2);
		chart_add_note(line, chart, bar);
	}
	while (line->size && line->bytes[line->size - 1] == ' ')
		line->bytes[--line->size] = '\0';
}

static void write_heading(const struct chart *chart, const struct terminal *t, FILE *out)
{
	struct text left = TEXT_INIT, right = TEXT_INIT;
	int width;

	text_adds(&left, chart->title);
	if (*chart->subtitle)
		text_printf(&left, "%s%s", left.size ? ", " : "", chart->subtitle);
	chart_add_unit(&right, chart);
	width = terminal_label_width(t, text_string(&right));
	if (t->colour)
		fputs("\033[1m", out);
	if (terminal_label_width(t, text_string(&left)) + 2 + width <= t->width) {
		struct text line = TEXT_INIT;

		terminal_label(&line, t, text_string(&left), t->width - width, true);
		terminal_label(&line, t, text_string(&right), width, false);
		fprintf(out, "%s\n", text_string(&line));
		text_release(&line);
	} else {
		struct text line = TEXT_INIT;

		terminal_label(&line, t, text_string(&left), 1 << 20, false);
		if (line.size)
			terminal_wrap(out, t, text_string(&line), 0);
		text_clear(&line);
		terminal_label(&line, t, text_string(&right), 1 << 20, false);
		terminal_wrap(out, t, text_string(&line), 0);
		text_release(&line);
	}
	if (t->colour)
		fputs("\033[0m", out);
	text_release(&left);
	text_release(&right);
}

int text_rich(const struct chart *chart, const struct terminal *t, FILE *out, struct error *err)
{
	struct columns columns = measure(chart, t);
	struct text line = TEXT_INIT, foot = TEXT_INIT;

	write_heading(chart, t, out);
	for (size_t i = 0; i < chart->n_bars; i++) {
		add_row(&line, chart, &chart->bars[i], t, &columns);
		text_addc(&line, '\n');
		fwrite(line.bytes, 1, line.size, out);
		text_clear(&line);
	}
	text_release(&line);
	write_reasons(chart, &columns, t, out);
	chart_add_foot(&foot, chart);
	terminal_wrap(out, t, text_string(&foot), 0);
	text_release(&foot);
	return file_check_stream(out, "the chart", err);
}
