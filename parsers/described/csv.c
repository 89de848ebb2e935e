/*
 * parser: csv. Comma-separated values as RFC 4180 has them, one record a line; another separator may
 * be chosen. A column is known by its name in a header line, which is the first line that has it as
 * a field, or by its number. Records in front of the header, and lines without so many fields, are
 * no records; a field that is empty has no value.
 */
#include <stdlib.h>
#include <string.h>

#include "parsers/described/described.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_FIELDS 1024

struct field {
	struct scan text; /* without quotes around it */
	bool quoted;
};

struct csv {
	struct findings findings;
	const struct described *described;
	size_t *columns; /* of each value, from 1; 0: not yet known */
	bool has_header;
	struct field fields[MOST_FIELDS];
};

static int no_probe(const char *head, size_t size)
{
	(void)head;
	(void)size;
	return 0;
}

static void csv_open(void *state, const struct parser_options *options)
{
	struct csv *c = state;

	if (!options || !options->described)
		BUG("the csv parser needs its columns");
	c->described = options->described;
	c->columns = mem_zero(c->described->n_values, sizeof *c->columns);
	for (size_t i = 0; i < c->described->n_values; i++) {
		const char *where = c->described->values[i].where;
		int64_t number;

		if (number_whole(where, strlen(where), 1, MOST_FIELDS, &number))
			c->columns[i] = (size_t)number;
	}
}

/* One field at the cursor; false for a quotation that does not end in this line. */
static bool take_field(struct scan *scan, char separator, struct field *field)
{
	const char *end;

	field->text = *scan;
	field->quoted = scan->at < scan->end && *scan->at == '"';
	if (!field->quoted) {
		end = memchr(scan->at, separator, (size_t)(scan->end - scan->at));
		field->text.end = scan->at = end ? end : scan->end;
		return true;
	}
	field->text.at++;
	for (end = field->text.at; end < scan->end; end++) {
		if (*end != '"')
			continue;
		if (end + 1 < scan->end && end[1] == '"')
			end++;
		else
			break;
	}
	if (end >= scan->end || (end + 1 < scan->end && end[1] != separator))
		return false;
	field->text.end = end;
	scan->at = end + 1;
	return true;
}

/* The fields of a line; 0 when it is no record. */
static size_t split(struct csv *c, struct scan scan)
{
	size_t n = 0;

	while (n < MOST_FIELDS) {
		if (!take_field(&scan, c->described->separator, &c->fields[n++]))
			return 0;
		if (scan.at == scan.end)
			return n;
		scan.at++;
	}
	return 0;
}

static bool is_named(const struct field *field, const char *name)
{
	struct scan text = field->text;
	size_t size = strlen(name);

	if (!field->quoted) {
		scan_blanks(&text);
		while (text.end > text.at && (text.end[-1] == ' ' || text.end[-1] == '\t'))
			text.end--;
	}
	return (size_t)(text.end - text.at) == size && !memcmp(text.at, name, size);
}

static size_t find_column(const struct csv *c, size_t n, const char *name, bool *twice)
{
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		if (!is_named(&c->fields[k], name))
			continue;
		*twice = *twice || found;
		found = found ? found : k + 1;
	}
	return found;
}

static bool is_number_of_column(const char *where)
{
	int64_t number;

	return number_whole(where, strlen(where), 1, MOST_FIELDS, &number);
}

/*
 * The first line that has names of columns is the header; later it is one only when it has all of
 * them in their places again, for a row may hold such words too. True for a header.
 */
static bool take_header(struct csv *c, size_t n, const struct line *line, struct sink *sink)
{
	bool any = false, again = true, twice = false;

	for (size_t i = 0; i < c->described->n_values; i++) {
		const char *where = c->described->values[i].where;
		size_t found;

		if (is_number_of_column(where))
			continue;
		found = find_column(c, n, where, &twice);
		again = again && found == c->columns[i];
		any = any || found;
		if (!c->has_header)
			c->columns[i] = found;
	}
	if (any && !c->has_header && twice)
		sink->warn(sink->context, line->number,
			"two columns of this header have a name that is asked for: the first one is taken");
	if (!any || (c->has_header && !again))
		return false;
	c->has_header = true;
	return true;
}

static bool has_number(const struct field *field)
{
	struct scan text = field->text;
	struct digits digits;

	return scan_number(&text, false, &digits) && scan_done(&text);
}

static void csv_line(void *state, const struct line *line, struct sink *sink)
{
	struct csv *c = state;
	struct scan scan = scan_line(line);
	size_t n;

	if (line->number == 1)
		scan_word(&scan, "\xef\xbb\xbf"); /* a byte order mark */
	n = line->cut ? 0 : split(c, scan);

	if (!n || take_header(c, n, line, sink))
		return;
	for (size_t i = 0; i < c->described->n_values; i++) {
		const struct field *field;
		size_t column = c->columns[i];
		bool by_number = is_number_of_column(c->described->values[i].where);

		if (!column || column > n)
			continue;
		field = &c->fields[column - 1];
		/* without a header, words where a number is asked for are no record's */
		if (scan_done(&field->text) || (by_number && !has_number(field)))
			continue;
		described_add(&c->findings, c->described, c->described->values[i].metric, field->text, NULL,
			line->number);
	}
}

static void csv_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct csv *c = state;

	described_send(&c->findings, c->described, ending, sink);
}

static void csv_close(void *state)
{
	struct csv *c = state;

	free(c->columns);
	findings_release(&c->findings);
}

const struct parser parser_csv = { "csv", "any", sizeof(struct csv), no_probe, csv_open, csv_line, csv_end,
	csv_close };
