#include "report/text/rich.h"

#include <stdlib.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define INDENT      2
#define LEAST_LABEL 20

/* Columns; interval and direction are 0 when they have none of their own. */
struct widths {
	int label, value, unit, interval, direction;
};

static void add_range(struct text *text, const struct bar *bar)
{
	if (bar->summary.interval != INTERVAL_NONE)
		text_printf(text, "%s .. %s", bar->low_text, bar->high_text);
}

static void add_notes(struct text *text, const struct bar *bar)
{
	if (bar->summary.n_ok && bar->summary.n_ok < bar->summary.n)
		text_printf(text, "%s%zu of %zu trials ok", text->size ? ", " : "", bar->summary.n_ok,
			bar->summary.n);
	if (bar->marks & MARK_SPREAD)
		text_printf(text, "%slargest %.1f times smallest", text->size ? ", " : "",
			bar->summary.maximum / bar->summary.minimum);
}

static void widen(int *width, int need)
{
	if (need > *width)
		*width = need;
}

static const char *label_of(const struct chart *chart)
{
	return *chart->subtitle ? chart->subtitle : "(no options)";
}

static struct widths measure(const struct chart *charts, size_t n, const struct terminal *t)
{
	struct widths w = { 0 };
	struct text range = TEXT_INIT;
	int rest;

	for (size_t i = 0; i < n; i++) {
		widen(&w.label, terminal_label_width(t, label_of(&charts[i])) + INDENT);
		widen(&w.unit, terminal_label_width(t, charts[i].unit));
		if (charts[i].bars[0].words)
			continue;
		widen(&w.value, (int)strlen(charts[i].bars[0].value_text));
		text_clear(&range);
		add_range(&range, &charts[i].bars[0]);
		widen(&w.interval, (int)range.size);
	}
	text_release(&range);
	/* what does not fit leaves: first the direction goes to the heading, then the interval below */
	w.direction = (int)strlen("higher is better") + 2;
	rest = t->width - w.value - w.unit - 3;
	if (rest - w.interval - 2 - w.direction < LEAST_LABEL && w.label > rest - w.interval - 2 - w.direction)
		w.direction = 0;
	if (rest - w.interval - 2 - w.direction < LEAST_LABEL)
		w.interval = 0;
	rest -= (w.interval ? w.interval + 2 : 0) + w.direction;
	if (w.label > rest)
		w.label = rest;
	if (w.label < INDENT + 4)
		w.label = INDENT + 4;
	return w;
}

static void write_line(struct text *line, FILE *out)
{
	while (line->size && line->bytes[line->size - 1] == ' ')
		line->bytes[--line->size] = '\0';
	fprintf(out, "%s\n", text_string(line));
	text_clear(line);
}

/* The label on as many lines as it needs, the values on the first one. */
static void write_row(const struct chart *chart, const struct widths *w, const struct terminal *t, FILE *out)
{
	const struct bar *bar = &chart->bars[0];
	struct text line = TEXT_INIT, label = TEXT_INIT, notes = TEXT_INIT;
	/* a reason that does not fit behind the label stands below */
	bool is_long = bar->words && terminal_label_width(t, bar->words) > t->width - w->label - 2;
	int columns = w->label - INDENT;
	size_t used, start = 0;

	terminal_label(&label, t, label_of(chart), 1 << 20, false);
	used = text_fit_words(label.bytes, label.size, columns);
	text_pad(&line, INDENT);
	text_add(&line, label.bytes, used);
	text_pad(&line, columns - text_width(label.bytes, used) + 2);
	if (bar->words) {
		size_t word = is_long ? strcspn(bar->words, ":") : strlen(bar->words);
		char *words = mem_bytes(bar->words, word);

		terminal_label(&line, t, words, t->width - w->label - 2, false);
		free(words);
	} else {
		text_printf(&line, "%*s ", w->value, bar->value_text);
		terminal_label(&line, t, chart->unit, w->unit, true);
		if (w->interval) {
			struct text range = TEXT_INIT;

			add_range(&range, bar);
			text_printf(&line, "  %-*s", w->interval, text_string(&range));
			text_release(&range);
		}
		if (w->direction)
			text_printf(&line, "  %s", proportion_words(chart->proportion));
	}
	write_line(&line, out);
	for (start = used; start < label.size; start += used) {
		start += strspn(label.bytes + start, " ");
		used = text_fit_words(label.bytes + start, label.size - start, columns - INDENT);
		text_pad(&line, 2 * INDENT);
		text_add(&line, label.bytes + start, used);
		write_line(&line, out);
	}
	if (is_long) {
		terminal_label(&line, t, bar->words, 1 << 20, false);
		terminal_wrap(out, t, text_string(&line), 2 * INDENT);
		text_clear(&line);
	}
	if (!w->interval && !bar->words)
		add_range(&notes, bar);
	if (!w->direction && !bar->words && chart->proportion != PROPORTION_NONE)
		text_printf(&notes, "%s%s", notes.size ? ", " : "", proportion_words(chart->proportion));
	add_notes(&notes, bar);
	if (notes.size) {
		text_addc(&notes, ')');
		text_pad(&line, 2 * INDENT);
		text_addc(&line, '(');
		terminal_label(&line, t, text_string(&notes), t->width - 2 * INDENT - 1, false);
		write_line(&line, out);
	}
	text_release(&line);
	text_release(&label);
	text_release(&notes);
}

static void write_foot(const struct chart *charts, size_t n, const struct terminal *t, FILE *out)
{
	struct text words = TEXT_INIT;
	size_t n_min = (size_t)-1, n_max = 0;
	bool provable = false;

	for (size_t i = 0; i < n; i++) {
		if (!charts[i].n_max)
			continue;
		n_min = charts[i].n_min < n_min ? charts[i].n_min : n_min;
		n_max = charts[i].n_max > n_max ? charts[i].n_max : n_max;
		provable = provable || charts[i].provable;
	}
	if (!n_max)
		return;
	if (n_max == 1)
		text_adds(&words, "one value each: no interval");
	else if (provable)
		text_printf(&words, "medians, with the 95 %% interval from 6 trials on; ");
	else
		text_printf(&words, "medians, smallest and largest of ");
	if (n_max > 1 && n_min == n_max)
		text_printf(&words, "%zu trials", n_max);
	else if (n_max > 1)
		text_printf(&words, "%zu to %zu trials", n_min, n_max);
	terminal_wrap(out, t, text_string(&words), 0);
	text_release(&words);
}

int text_table(const struct chart *charts, size_t n, const char *head, const struct terminal *t, FILE *out,
	struct error *err)
{
	struct widths w = measure(charts, n, t);
	const char *title = "";

	if (*head) {
		struct text clean = TEXT_INIT;

		terminal_label(&clean, t, head, 1 << 20, false);
		terminal_wrap(out, t, text_string(&clean), 0);
		text_release(&clean);
	}
	for (size_t i = 0; i < n; i++) {
		if (strcmp(title, charts[i].title)) {
			struct text line = TEXT_INIT;

			title = charts[i].title;
			terminal_label(&line, t, title, t->width, false);
			fprintf(out, "%s\n", text_string(&line));
			text_release(&line);
		}
		write_row(&charts[i], &w, t, out);
	}
	write_foot(charts, n, t, out);
	return file_check_stream(out, "the table", err);
}
