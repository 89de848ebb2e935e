#include "report/text/classic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/classic_line.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define PREFIX "    " /* above 80 columns */

struct row {
	const char *text; /* the value as shown; in the entry or in `buffer` */
	char buffer[NUMBER_TEXT_SIZE];
	double value;
	bool numeric;
};

/* What PHP calls numeric: blanks around a decimal number. */
static bool is_numeric(const char *text, double *value)
{
	size_t size;

	text += strspn(text, " \t\n\r\v\f");
	size = strlen(text);
	while (size && strchr(" \t\n\r\v\f", text[size - 1]))
		size--;
	return number_double(text, size, value);
}

static int characters_after_dot(const char *text)
{
	const char *dot = strrchr(text, '.');

	return dot ? (int)strlen(dot + 1) : 0;
}

/* PTS.md 1.3: decimals from the longest fraction and the smallest value. */
static int chart_decimals(const struct row *rows, size_t n)
{
	double smallest = 0;
	int longest = 0;

	for (size_t i = 0; i < n; i++) {
		int own;

		if (!rows[i].numeric)
			continue;
		own = characters_after_dot(rows[i].text);
		longest = own > longest ? own : longest;
		/* a minimum of exactly 0 is forgotten as soon as another value arrives */
		if (smallest == 0 || rows[i].value < smallest)
			smallest = rows[i].value;
	}
	if (smallest >= 10 && longest > 2)
		longest = 2;
	return longest > 15 ? 15 : longest;
}

static void write_dots(FILE *out, const char *identifier, int longest)
{
	fputs(identifier, out);
	putc(' ', out);
	for (int i = longest + 1 - (int)strlen(identifier); i > 0; i--)
		putc('.', out);
	putc(' ', out);
}

static void write_repeated(FILE *out, char c, int n)
{
	while (n-- > 0)
		putc(c, out);
}

static int longest_identifier(const struct result *result)
{
	size_t longest = 0;

	for (size_t i = 0; i < result->n_entries; i++)
		if (strlen(result->entries[i].identifier) > longest)
			longest = strlen(result->entries[i].identifier);
	return (int)longest;
}

static bool is_dropped(const char *text)
{
	return !*text || !strcmp(text, "0");
}

static void write_bars(const struct result *result, struct row *rows, int width, FILE *out, struct text *notes)
{
	const char *prefix = width > 80 ? PREFIX : "";
	int longest = longest_identifier(result), value_width = 0, budget;
	int decimals = chart_decimals(rows, result->n_entries);
	double largest = 0;

	for (size_t i = 0; i < result->n_entries; i++) {
		struct row *row = &rows[i];

		if (row->numeric)
			row->text = number_fixed(row->value, decimals, row->buffer);
		if (row->numeric && row->value > largest)
			largest = row->value;
		if ((int)strlen(row->text) > value_width)
			value_width = (int)strlen(row->text);
	}
	budget = width - (int)strlen(prefix) - longest - value_width - 5;
	for (size_t i = 0; i < result->n_entries; i++) {
		const struct row *row = &rows[i];

		if (is_dropped(row->text)) {
			text_printf(notes, "%s, %s: no row for %s, its value is %s\n", result->title,
				result->description, result->entries[i].identifier,
				*row->text ? "0" : "missing (failed)");
			continue;
		}
		fprintf(out, "\n%s", prefix);
		write_dots(out, result->entries[i].identifier, longest);
		if (!row->numeric) {
			text_printf(notes, "%s, %s: the value of %s is no number\n", result->title,
				result->description, result->entries[i].identifier);
			continue;
		}
		fputs(row->text, out);
		write_repeated(out, ' ', value_width + 1 - (int)strlen(row->text));
		putc('|', out);
		if (largest > 0)
			write_repeated(out, '=', (int)number_round(row->value / largest * budget));
	}
}

static void write_verdicts(const struct result *result, int width, FILE *out)
{
	int longest = longest_identifier(result);

	for (size_t i = 0; i < result->n_entries; i++) {
		if (!*result->entries[i].value)
			continue;
		fprintf(out, "\n%s", width > 80 ? PREFIX : "");
		write_dots(out, result->entries[i].identifier, longest);
		fputs(result->entries[i].value, out);
	}
}

static bool has_list(const struct result *result)
{
	for (size_t i = 0; i < result->n_entries; i++)
		if (strchr(result->entries[i].value, ','))
			return true;
	return false;
}

static void write_title(const struct result *result, const char *prefix, FILE *out)
{
	struct text title = TEXT_INIT;
	const char *start;
	size_t size;

	text_printf(&title, "%s %s", result->title, result->version);
	start = text_string(&title) + strspn(text_string(&title), " \t\n\r\v");
	size = strlen(start);
	while (size && strchr(" \t\n\r\v", start[size - 1]))
		size--;
	fprintf(out, "\n%s%.*s", prefix, (int)size, start);
	text_release(&title);
}

static void write_chart(const struct result *result, int width, FILE *out, struct text *notes)
{
	static const char *const directions[] = { "", " > Higher Is Better", " < Lower Is Better" };
	const char *prefix = width > 80 ? PREFIX : "";
	struct row *rows;

	write_title(result, prefix, out);
	fprintf(out, "\n%s%s", prefix, result->description);
	if (*result->scale)
		fprintf(out, "\n%s%s%s", prefix, result->scale, directions[result->proportion]);
	if (text_ends(result->display_format, "PASS_FAIL")) {
		write_verdicts(result, width, out);
	} else if (has_list(result)) {
		classic_lines(result, width, prefix, longest_identifier(result), out);
	} else {
		rows = mem_zero(result->n_entries, sizeof *rows);
		for (size_t i = 0; i < result->n_entries; i++) {
			rows[i].text = result->entries[i].value;
			rows[i].numeric = is_numeric(rows[i].text, &rows[i].value);
		}
		write_bars(result, rows, width, out, notes);
		free(rows);
	}
	fputs("\n\n", out);
}

/* Title, description and system texts pass through PHP's strip_tags() when PTS loads them. */
static void write_stripped(const char *text, FILE *out)
{
	const char *open, *close;

	while ((open = strchr(text, '<')) && open[1] && !strchr(" \t\n", open[1])) {
		fwrite(text, 1, (size_t)(open - text), out);
		close = strchr(open, '>');
		if (!close)
			return;
		text = close + 1;
	}
	fputs(text, out);
}

int text_classic(const struct result_file *file, const struct classic_options *options, FILE *out,
	struct text *notes, struct error *err)
{
	write_stripped(file->meta.title, out);
	putc('\n', out);
	write_stripped(file->meta.description, out);
	fputs("\n\n\n", out);
	for (size_t i = 0; i < file->n_systems; i++) {
		write_stripped(file->systems[i].identifier, out);
		fputs(": \n\n\t", out);
		write_stripped(file->systems[i].hardware, out);
		fputs("\n\n\t", out);
		write_stripped(file->systems[i].software, out);
		fputs("\n\n", out);
	}
	for (size_t i = 0; i < (options->only ? options->n_only : file->n_results); i++)
		write_chart(&file->results[options->only ? options->only[i] : i], options->width, out, notes);
	return file_check_stream(out, "the text", err);
}
