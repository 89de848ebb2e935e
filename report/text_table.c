#include "report/text_rich.h"

#include <string.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define INDENT 2

struct widths {
	int label, value, unit, interval;
};

static void add_range(struct text *text, const struct bar *bar)
{
	if (bar->summary.interval != INTERVAL_NONE)
		text_printf(text, "%s .. %s", bar->low_text, bar->high_text);
	if (bar->summary.n_ok < bar->summary.n)
		text_printf(text, "%s%zu of %zu ok", text->size ? ", " : "", bar->summary.n_ok,
			bar->summary.n);
	if (bar->marks & MARK_SPREAD)
		text_printf(text, "%sspread %.1fx", text->size ? ", " : "",
			bar->summary.maximum / bar->summary.minimum);
}

static void widen(int *width, int need)
{
	if (need > *width)
		*width = need;
}

static struct widths measure(const struct chart *charts, size_t n, const struct terminal *t)
{
	struct widths w = { 0 };
	struct text range = TEXT_INIT;
	int rest;

	for (size_t i = 0; i < n; i++) {
		widen(&w.label, terminal_label_width(t, charts[i].subtitle) + INDENT);
		widen(&w.unit, terminal_label_width(t, charts[i].unit));
		if (charts[i].bars[0].words)
			continue;
		widen(&w.value, (int)strlen(charts[i].bars[0].value_text));
		text_clear(&range);
		add_range(&range, &charts[i].bars[0]);
		widen(&w.interval, (int)range.size);
	}
	text_release(&range);
	/* "higher is better" is the widest last column */
	rest = t->width - w.value - w.unit - w.interval - (int)strlen("higher is better") - 7;
	if (w.label > rest)
		w.label = rest;
	if (w.label < 16)
		w.label = 16;
	return w;
}

static void write_row(const struct chart *chart, const struct widths *w, const struct terminal *t, FILE *out)
{
	const struct bar *bar = &chart->bars[0];
	struct text line = TEXT_INIT, range = TEXT_INIT;

	terminal_pad(&line, INDENT);
	terminal_label(&line, t, *chart->subtitle ? chart->subtitle : "(no options)", w->label - INDENT, true);
	text_adds(&line, "  ");
	if (bar->words) {
		terminal_label(&line, t, bar->words, t->width - w->label - 2, false);
	} else {
		text_printf(&line, "%*s ", w->value, bar->value_text);
		terminal_label(&line, t, chart->unit, w->unit, true);
		add_range(&range, bar);
		text_printf(&line, "  %-*s  %s", w->interval, text_string(&range),
			proportion_words(chart->proportion));
	}
	while (line.size && line.bytes[line.size - 1] == ' ')
		line.bytes[--line.size] = '\0';
	fprintf(out, "%s\n", text_string(&line));
	text_release(&line);
	text_release(&range);
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

int text_table(const struct chart *charts, size_t n, const char *head, const struct terminal *t,
	FILE *out, struct error *err)
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
