#include <string.h>

#include "report/text/metrics.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* The form's own columns, in its order; everything else is a detail. */
static const char *const own_columns[] = { "REAL", "UTIME", "STIME", "READ", "WRITTEN" };

enum { OWN = sizeof own_columns / sizeof *own_columns };

/* Index of the table's column that is the form's `own`, or -1. */
static int find_own(const struct table *table, size_t own)
{
	for (size_t i = 0; i < table->n_columns; i++)
		if (!strcmp(table->columns[i].name, own_columns[own]))
			return (int)i;
	return -1;
}

static bool is_own(const struct table *table, size_t column)
{
	for (size_t own = 0; own < OWN; own++)
		if (find_own(table, own) == (int)column)
			return true;
	return false;
}

/* A metric's name as one word. */
static void add_word(struct text *line, const struct terminal *t, const char *name)
{
	size_t from = line->size;

	terminal_label(line, t, name, 1 << 20, false);
	for (size_t i = from; i < line->size; i++)
		if (line->bytes[i] == ' ')
			line->bytes[i] = '_';
}

static void write_line(struct text *line, FILE *out)
{
	fprintf(out, "%s\n", text_string(line));
	text_clear(line);
}

static void write_heads(const struct table *table, const struct terminal *t, bool own, FILE *out)
{
	struct text line = TEXT_INIT;

	text_adds(&line, ": ");
	terminal_label(&line, t, table->title, 1 << 20, false);
	if (*table->subtitle) {
		text_adds(&line, " - ");
		terminal_label(&line, t, table->subtitle, 1 << 20, false);
	}
	write_line(&line, out);
	text_adds(&line, ":");
	for (size_t i = 0; own && i < OWN; i++)
		if (find_own(table, i) >= 0)
			text_printf(&line, " %s", own_columns[i]);
	for (size_t i = 0; !own && i < table->n_columns; i++) {
		const struct table_column *column = &table->columns[i];

		text_addc(&line, ' ');
		add_word(&line, t, column->name);
		if (*column->chart.unit) {
			text_addc(&line, '(');
			add_word(&line, t, column->chart.unit);
			text_addc(&line, ')');
		}
	}
	if (own)
		text_adds(&line, " DETAILS");
	write_line(&line, out);
	text_release(&line);
}

/* "5 extents", "Throughput 123.1 MB/s": a count is said in its unit, anything else by name. */
static void add_detail(
	struct text *line, const struct terminal *t, const struct table *table, size_t i, const char *cell)
{
	const struct table_column *column = &table->columns[i];

	if (strcmp(column->name, column->chart.unit) != 0) {
		text_addc(line, ' ');
		add_word(line, t, column->name);
	}
	text_printf(line, " %s ", cell);
	terminal_label(line, t, column->chart.unit, 1 << 20, false);
}

static void add_row(
	struct text *line, const struct table *table, const struct terminal *t, size_t row, bool own, int label)
{
	terminal_label(line, t, table->rows[row], label, true);
	text_addc(line, ':');
	for (size_t i = 0; own && i < OWN; i++)
		if (find_own(table, i) >= 0)
			text_printf(line, " %s", table_cell(table, (size_t)find_own(table, i), row));
	for (size_t i = 0; i < table->n_columns; i++) {
		const char *cell = table_cell(table, i, row);

		if (!own) {
			text_addc(line, ' ');
			add_word(line, t, cell);
		} else if (!is_own(table, i) && strcmp(cell, "-") != 0) {
			add_detail(line, t, table, i, cell);
		}
	}
}

int text_accounting(const struct table *table, const struct terminal *t, FILE *out, struct error *err)
{
	struct text line = TEXT_INIT;
	bool own = find_own(table, 0) >= 0;
	int label = 0;

	for (size_t i = 0; i < table->n_rows; i++) {
		int width = terminal_label_width(t, table->rows[i]);

		label = width > label ? width : label;
	}
	write_heads(table, t, own, out);
	for (size_t i = 0; i < table->n_rows; i++) {
		add_row(&line, table, t, i, own, label);
		write_line(&line, out);
	}
	text_release(&line);
	return file_check_stream(out, "the table", err);
}
