#include "report/text/metrics.h"

#include <string.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define LABEL_SHARE  0.4 /* of the width at most */
#define GAP          2
#define LONGEST_HEAD 14 /* columns of a metric's name on one line; longer ones are wrapped */

static const char unit_label[] = "unit", better_label[] = "better is";

static int max(int a, int b)
{
	return a > b ? a : b;
}

static const char *direction(const struct chart *chart)
{
	return chart->proportion == PROPORTION_HIB  ? "higher" :
		chart->proportion == PROPORTION_LIB ? "lower" :
						      "";
}

/* Bytes of the next line of a name: whole words up to the limit, or one long word. */
static size_t head_line(const char *name)
{
	size_t size = strcspn(name, " ");

	while (name[size] == ' ' && text_width(name, size + 1 + strcspn(name + size + 1, " ")) <= LONGEST_HEAD)
		size += 1 + strcspn(name + size + 1, " ");
	return size;
}

/* Where line `n` (from 0) of a wrapped name begins; its bytes are in *size, 0 when there is none. */
static const char *head_part(const char *name, int n, size_t *size)
{
	*size = head_line(name);
	while (n-- && *size) {
		name += *size + (name[*size] == ' ');
		*size = head_line(name);
	}
	return name;
}

static int head_lines(const char *name)
{
	size_t size;
	int n = 0;

	while (head_part(name, n, &size), size)
		n++;
	return n;
}

static int head_width(const char *name)
{
	size_t size;
	int width = 0;

	for (int n = 0;; n++) {
		const char *part = head_part(name, n, &size);

		if (!size)
			return width;
		width = max(width, text_width(part, size));
	}
}

static int column_width(const struct table *table, size_t i, const struct terminal *t)
{
	const struct table_column *column = &table->columns[i];
	int width = max(head_width(column->name), terminal_label_width(t, column->chart.unit));

	width = max(width, (int)strlen(direction(&column->chart)));
	for (size_t row = 0; row < table->n_rows; row++)
		width = max(width, terminal_label_width(t, table_cell(table, i, row)));
	return width;
}

static int label_width(const struct table *table, const struct terminal *t)
{
	int width = (int)strlen(better_label);

	for (size_t row = 0; row < table->n_rows; row++)
		width = max(width, terminal_label_width(t, table->rows[row]));
	return width > (int)(t->width * LABEL_SHARE) ? (int)(t->width * LABEL_SHARE) : width;
}

static void write_line(struct text *line, FILE *out)
{
	while (line->size && line->bytes[line->size - 1] == ' ')
		line->bytes[--line->size] = '\0';
	fprintf(out, "%s\n", text_string(line));
	text_clear(line);
}

static void add_right(struct text *line, const struct terminal *t, const char *bytes, size_t size, int width)
{
	struct text piece = TEXT_INIT;

	text_add(&piece, bytes, size);
	text_pad(line, GAP + width - terminal_label_width(t, text_string(&piece)));
	terminal_label(line, t, text_string(&piece), 1 << 20, false);
	text_release(&piece);
}

/* Columns `from`..`to` with their heads. */
static void write_panel(const struct table *table, size_t from, size_t to, const struct terminal *t, FILE *out)
{
	struct text line = TEXT_INIT;
	int label = label_width(table, t), lines = 0;
	size_t size;

	for (size_t i = from; i < to; i++)
		lines = max(lines, head_lines(table->columns[i].name));
	for (int n = 0; n < lines; n++) {
		text_pad(&line, label);
		for (size_t i = from; i < to; i++) {
			/* names end at the line above the units */
			const char *name = table->columns[i].name;
			int above = lines - head_lines(name);
			const char *part = n < above ? "" : head_part(name, n - above, &size);

			add_right(&line, t, part, n < above ? 0 : size, column_width(table, i, t));
		}
		write_line(&line, out);
	}
	terminal_label(&line, t, unit_label, label, true);
	for (size_t i = from; i < to; i++)
		add_right(&line, t, table->columns[i].chart.unit, strlen(table->columns[i].chart.unit),
			column_width(table, i, t));
	write_line(&line, out);
	terminal_label(&line, t, better_label, label, true);
	for (size_t i = from; i < to; i++)
		add_right(&line, t, direction(&table->columns[i].chart),
			strlen(direction(&table->columns[i].chart)), column_width(table, i, t));
	write_line(&line, out);
	for (size_t row = 0; row < table->n_rows; row++) {
		terminal_label(&line, t, table->rows[row], label, true);
		for (size_t i = from; i < to; i++) {
			const char *cell = table_cell(table, i, row);

			add_right(&line, t, cell, strlen(cell), column_width(table, i, t));
		}
		write_line(&line, out);
	}
	text_release(&line);
}

static void write_title(const struct table *table, const struct terminal *t, FILE *out)
{
	struct text title = TEXT_INIT, clean = TEXT_INIT;

	text_printf(
		&title, "%s%s%s", table->title, *table->title && *table->subtitle ? ", " : "", table->subtitle);
	terminal_label(&clean, t, text_string(&title), 1 << 20, false);
	if (t->colour)
		fputs("\033[1m", out);
	terminal_wrap(out, t, text_string(&clean), 0);
	if (t->colour)
		fputs("\033[0m", out);
	text_release(&title);
	text_release(&clean);
}

/* What the figures are: single values say so, for a reader of a pasted table cannot know. */
static void write_foot(const struct table *table, const struct terminal *t, FILE *out)
{
	struct text words = TEXT_INIT;
	size_t least, most;

	table_trials(table, &least, &most);
	if (!most)
		return;
	if (most == 1)
		text_adds(&words, "one value each");
	else if (least == most)
		text_printf(&words, "medians of %zu trials", most);
	else
		text_printf(&words, "medians of %zu to %zu trials", least, most);
	terminal_wrap(out, t, text_string(&words), 0);
	text_release(&words);
}

int text_metrics(const struct table *table, const struct terminal *t, FILE *out, struct error *err)
{
	size_t from = 0, to;

	write_title(table, t, out);
	while (from < table->n_columns) {
		int width = label_width(table, t) + GAP + column_width(table, from, t);

		for (to = from + 1; to < table->n_columns; to++) {
			width += GAP + column_width(table, to, t);
			if (width > t->width)
				break;
		}
		if (from)
			putc('\n', out);
		write_panel(table, from, to, t, out);
		from = to;
	}
	write_foot(table, t, out);
	return file_check_stream(out, "the table", err);
}
