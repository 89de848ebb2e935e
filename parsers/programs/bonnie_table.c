/*
 * The table is read as words, so that mail may have quoted it ("> "), wrapped it, or put it all on
 * one line with quoted-printable breaks ("3= 22" is 322). Only where cells are empty do columns
 * count: pairs are 10 wide from column 19, latencies end at columns 27, 37, ...
 */
#include <string.h>

#include "parsers/programs/bonnie.h"
#include "share/base/banned.h"

#define FIRST_PAIR   19
#define FIRST_EDGE   27
#define COLUMN       10
#define PART_HEADING 6 /* "%CP" of one part's heading */

enum { PART_NONE, PART_IO, PART_FILES };

static int first_rate(const struct bonnie_table *t)
{
	return t->part == PART_FILES ? BONNIE_IO : 0;
}

/* 2.00a: rates of the file part are the number of files instead. */
static void check_file_rate(struct bonnie_table *t, const char *files)
{
	struct scan scan = scan_bytes(files, strlen(files));
	struct measurement *m = &t->findings.items[t->findings.n - 1];
	struct digits n;

	if (strcmp(t->version, "2.00a") || t->part != PART_FILES || m->state != ST_OK ||
		!scan_number(&scan, true, &n))
		return;
	if (m->number.value == n.value * 1024)
		findings_spoil(&t->findings, m, ST_INVALID,
			"2.00a prints the number of files here, not the rate: its CSV line has it");
}

static void add_rate(
	struct bonnie_table *t, int i, const char *cell, size_t size, const char *files, unsigned long line)
{
	size_t before = t->findings.n;

	bonnie_add_rate(&t->findings, first_rate(t) + i, cell, size, line);
	if (t->findings.n > before)
		check_file_rate(t, files);
}

/* name, size and six pairs, or files and six pairs */
static void take_cells(struct bonnie_table *t, unsigned long line)
{
	int lead = t->n_cells - 12;
	const char *files = lead ? t->cells[lead - 1].text : "";

	for (int i = 0; i < BONNIE_IO; i++) {
		const char *cell = t->cells[lead + 2 * i].text;

		add_rate(t, i, cell, strlen(cell), files, line);
	}
	t->headings = t->n_cells = t->n_wanted = 0;
}

/* Words of a heading or of a row. */
static void take_word(
	struct bonnie_table *t, const char *word, size_t size, unsigned long line, struct sink *sink)
{
	if (size == 3 && !memcmp(word, "%CP", 3)) {
		if (++t->headings == PART_HEADING && t->part != PART_NONE) {
			t->n_cells = 0;
			t->n_wanted = t->part == PART_IO ? 14 : 13;
		}
		return;
	}
	if (memmem(word, size, "------Sequential", 16)) {
		t->headings = t->n_wanted = t->latencies = 0;
		return;
	}
	if (memmem(word, size, "Output------", 12)) {
		t->part = PART_IO;
		return;
	}
	if (size >= 8 && !memcmp(word, "Create--", 8) && t->headings == 0 && !t->n_wanted) {
		t->part = PART_FILES;
		return;
	}
	if (size == 7 && !memcmp(word, "Latency", 7)) {
		t->latencies = t->part == PART_NONE ? 0 : BONNIE_IO;
		return;
	}
	if (t->latencies) {
		bonnie_add_latency(&t->findings, first_rate(t) + BONNIE_IO - t->latencies, word, size, line);
		t->latencies--;
		return;
	}
	if (t->n_wanted && size < sizeof t->cells[0].text) {
		/* bon_csv2txt repeats the name in front of the number of files */
		if (t->part == PART_FILES && !t->n_cells && (*word < '0' || *word > '9'))
			t->n_wanted = 14;
		memset(t->cells[t->n_cells].text, 0, sizeof t->cells[0].text);
		memcpy(t->cells[t->n_cells].text, word, size);
		if (++t->n_cells == t->n_wanted)
			take_cells(t, line);
	}
	(void)sink;
}

static bool is_quote_mark(const char *word, size_t size)
{
	return (size == 1 && *word == '>') || (size == 4 && !memcmp(word, ">=20", 4)) ||
		(size == 3 && !memcmp(word, "=20", 3));
}

static void take_words(struct bonnie_table *t, const struct line *line, struct sink *sink)
{
	struct scan scan = scan_line(line);
	const char *word;
	size_t size;
	bool version = false;

	while (scan_token(&scan, &word, &size)) {
		size_t held = strlen(t->held);

		if (t->quoted && is_quote_mark(word, size))
			continue;
		if (t->quoted && size > 1 && word[size - 1] == '=' && held + size < sizeof t->held) {
			memcpy(t->held + held, word, size - 1);
			t->held[held + size - 1] = '\0';
			continue;
		}
		if (held && held + size < sizeof t->held) {
			memcpy(t->held + held, word, size);
			take_word(t, t->held, held + size, line->number, sink);
			memset(t->held, 0, sizeof t->held);
		} else {
			take_word(t, word, size, line->number, sink);
		}
		if (version && size < sizeof t->version) {
			memset(t->version, 0, sizeof t->version);
			memcpy(t->version, word, size);
			sink->tool(sink->context, t->version);
		}
		version = size == 7 && !memcmp(word, "Version", 7);
	}
}

static int count_words(const struct line *line)
{
	struct scan scan = scan_line(line);
	const char *word;
	size_t size;
	int n = 0;

	while (scan_token(&scan, &word, &size))
		n++;
	return n;
}

/* A row of the whole width in which cells are empty. */
static bool has_holes(const struct bonnie_table *t, const struct line *line)
{
	struct scan scan = scan_line(line);

	return !line->unfinished && !t->quoted && t->n_wanted && !t->n_cells &&
		line->size >= FIRST_PAIR + COLUMN && count_words(line) < t->n_wanted &&
		memmem(line->bytes, line->size, "          ", COLUMN) && !scan_has(&scan, "%CP");
}

static void take_row_by_column(struct bonnie_table *t, const struct line *line)
{
	for (int i = 0; i < BONNIE_IO; i++) {
		size_t from = FIRST_PAIR + (size_t)(i * COLUMN), to = from + 6;

		if (from >= line->size)
			break;
		if (to > line->size)
			to = line->size;
		while (from < to && line->bytes[from] == ' ')
			from++;
		add_rate(t, i, line->bytes + from, to - from, "", line->number);
	}
	t->n_wanted = t->n_cells = t->headings = 0;
}

static bool take_latency_by_column(struct bonnie_table *t, const struct line *line)
{
	struct scan scan = scan_line(line);

	if (t->quoted || t->part == PART_NONE || !scan_word(&scan, "Latency") ||
		count_words(line) == BONNIE_IO + 1)
		return false;
	for (int i = 0; i < BONNIE_IO; i++) {
		size_t to = FIRST_EDGE + (size_t)(i * COLUMN), from = to - COLUMN;

		if (from >= line->size)
			break;
		if (to > line->size)
			to = line->size;
		while (from < to && line->bytes[from] == ' ')
			from++;
		bonnie_add_latency(
			&t->findings, first_rate(t) + i, line->bytes + from, to - from, line->number);
	}
	return true;
}

bool bonnie_table_awaits(const struct bonnie_table *t)
{
	return t->n_wanted || t->latencies || t->headings || *t->held || t->quoted;
}

/* Without the last word of a line that is not whole. */
static struct line whole_words(const struct line *line)
{
	struct line whole = *line;

	while (line->unfinished && whole.size && whole.bytes[whole.size - 1] != ' ')
		whole.size--;
	return whole;
}

void bonnie_table_line(struct bonnie_table *t, const struct line *given, struct sink *sink)
{
	const struct line whole = whole_words(given), *line = &whole;

	if (line->size && *line->bytes == '>')
		t->quoted = true;
	if (has_holes(t, line))
		take_row_by_column(t, line);
	else if (!take_latency_by_column(t, line))
		take_words(t, line, sink);
}
