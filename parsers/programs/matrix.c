/*
 * A matrix of rates as mails show it: operations by system, one block for each value of an option:
 *
 *	Kernels 2519smp4 2519smp4
 *	No of threads=1 ext2-1t jfs-1t
 *	Initial write 138010 111023
 *
 * A column's suffix that repeats the option's value ("-1t") is not part of the system's name. What
 * stands quoted behind what stands there unquoted is said twice and counted once. The unit is the one
 * that the text around it names; IOzone's rates are in KB/s, whatever word stands over them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "share/base/banned.h"

#define MOST_ROWS       10000 /* that a quotation is compared with */
#define MOST_COLUMNS    32
#define IOZONE_LIMIT_MB 20000 /* MB/s that no disk of IOzone's tables reaches */

static const struct unit units[] = {
	{ "KB/s", 1024, BASE_BYTES_PER_SECOND },
	{ "MB/s", 0x1p20, BASE_BYTES_PER_SECOND },
};
static const struct unit no_unit = { "", 1, BASE_NONE };
static const struct {
	const char *words;
	const struct unit *unit;
} unit_words[] = {
	{ "KB/s", &units[0] },
	{ "kB/s", &units[0] },
	{ "Kbytes/s", &units[0] },
	{ "kBytes/s", &units[0] },
	{ "MB/s", &units[1] },
	{ "Mbytes/s", &units[1] },
};

struct columns {
	const char *names[MOST_COLUMNS]; /* in the line that they were read from */
	size_t sizes[MOST_COLUMNS], n;
};

struct matrix {
	struct findings findings;
	const struct unit *unit; /* as the text says, or NULL */
	bool iozone;
	const char **rows; /* "test/label" of those that stand unquoted */
	size_t n_rows;
	const char *test; /* "No of threads=1" */
	const char *systems[MOST_COLUMNS];
	const char *kernels[MOST_COLUMNS];
	size_t n_systems, n_kernels;
};

/* Words behind the cursor up to the line's end; false when there are too many. */
static bool take_columns(struct scan scan, struct columns *c)
{
	for (c->n = 0; !scan_done(&scan); c->n++)
		if (c->n == MOST_COLUMNS || !scan_token(&scan, &c->names[c->n], &c->sizes[c->n]))
			return false;
	return c->n > 0;
}

/* "No of threads=4 ext2-4t ...": the option with its value, and the columns. */
static bool header(struct scan scan, struct scan *option, struct digits *value, struct columns *c)
{
	const char *start = scan.at;
	long whole;

	if (!scan_until(&scan, "=") || scan.at - start < 2)
		return false;
	*option = scan;
	if (!scan_number(option, false, value) || !scan_whole(&scan, &whole))
		return false;
	*option = scan_bytes(start, (size_t)(scan.at - start));
	if (!take_columns(scan, c) || c->n < 2)
		return false;
	for (size_t i = 0; i < c->n; i++) {
		struct scan word = scan_bytes(c->names[i], c->sizes[i]);
		struct digits digits;

		if (scan_number(&word, false, &digits))
			return false;
	}
	return true;
}

/* "Initial write 138010 111023": a label and `n` numbers, nothing else. */
static bool row(struct scan scan, size_t n, struct digits *numbers, struct scan *label)
{
	const char *start, *word;
	size_t size;

	scan_blanks(&scan);
	start = scan.at;
	for (;;) {
		struct scan rest = scan;

		if (scan_number(&rest, false, &numbers[0]))
			break;
		if (!scan_token(&scan, &word, &size))
			return false;
	}
	*label = scan_bytes(start, (size_t)(scan.at - start));
	for (size_t i = 0; i < n; i++)
		if (!scan_number(&scan, false, &numbers[i]))
			return false;
	return scan_done(&scan) && label->at < label->end;
}

static int matrix_probe(const char *head, size_t size)
{
	const char *end = head + size;
	struct digits value, numbers[MOST_COLUMNS];
	struct columns c = { .n = 0 };
	size_t wanted = 0;
	int rows = 0;

	while (head < end && rows < 2) {
		const char *newline = memchr(head, '\n', (size_t)(end - head));
		size_t line_size = (size_t)((newline ? newline : end) - head);
		struct scan scan, piece;
		bool quoted;

		scan = scan_unquoted(scan_bytes(head, line_size), &quoted);
		if (header(scan, &piece, &value, &c))
			wanted = c.n;
		else if (wanted && row(scan, wanted, numbers, &piece))
			rows++;
		head += line_size + 1;
	}
	return rows == 2 ? 80 : 0;
}

static void matrix_open(void *state, const struct parser_options *options)
{
	(void)options;
	(void)state;
}

/* "ext2-1t" under "=1" is ext2. */
static size_t without_suffix(const char *name, size_t size, const struct digits *value)
{
	size_t suffix = 0;

	while (suffix < size && name[size - 1 - suffix] != '-')
		suffix++;
	if (suffix == size || suffix < value->size || suffix > value->size + 1 ||
		memcmp(name + size - suffix, value->bytes, value->size) != 0 || suffix + 1 >= size)
		return size;
	return size - suffix - 1;
}

static void start_block(struct matrix *m, struct scan option, const struct digits *value,
	const struct columns *c, struct sink *sink)
{
	struct arena *arena = &m->findings.arena;

	m->test = arena_bytes(arena, option.at, (size_t)(option.end - option.at));
	m->n_systems = c->n;
	for (size_t i = 0; i < c->n; i++) {
		m->systems[i] = arena_bytes(
			arena, c->names[i], without_suffix(c->names[i], c->sizes[i], value));
		if (m->n_kernels == c->n && sink->about)
			sink->about(sink->context, ABOUT_SOFTWARE, m->systems[i],
				arena_printf(arena, "Kernel: %s", m->kernels[i]));
	}
	m->n_kernels = 0;
}

static bool take_kernels(struct matrix *m, struct scan scan)
{
	struct columns c;

	if ((!scan_word(&scan, "Kernels ") && !scan_word(&scan, "Kernel ")) || !take_columns(scan, &c))
		return false;
	for (size_t i = 0; i < c.n; i++)
		m->kernels[i] = arena_bytes(&m->findings.arena, c.names[i], c.sizes[i]);
	m->n_kernels = c.n;
	return true;
}

/* Quoted, and there already unquoted. */
static bool is_said_twice(struct matrix *m, const char *label, bool quoted)
{
	const char *row = findings_name(&m->findings, "%s/%s", m->test, label);

	for (size_t i = 0; quoted && i < m->n_rows; i++)
		if (!strcmp(m->rows[i], row))
			return true;
	if (!quoted && m->n_rows < MOST_ROWS) {
		m->rows = arena_more(&m->findings.arena, m->rows, m->n_rows, sizeof *m->rows);
		m->rows[m->n_rows++] = arena_text(&m->findings.arena, row);
	}
	return false;
}

static void add_row(struct matrix *m, const struct scan *label, const struct digits *numbers, bool quoted,
	unsigned long line)
{
	const char *end = label->end;
	char *name;

	while (end > label->at && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	name = arena_bytes(&m->findings.arena, label->at, (size_t)(end - label->at));
	if (is_said_twice(m, name, quoted))
		return;
	for (size_t i = 0; i < m->n_systems; i++) {
		struct measurement *added = findings_add(&m->findings,
			findings_name(&m->findings, "%s/%s/%s", m->test, m->systems[i], name), &numbers[i],
			&no_unit, PROPORTION_HIB, line);
		struct meaning *own = findings_own(&m->findings, added);

		own->system = m->systems[i];
		own->test = m->test;
	}
}

static void take_prose(struct matrix *m, const struct scan *scan)
{
	m->iozone = m->iozone || scan_has(scan, "IOzone") || scan_has(scan, "iozone") ||
		scan_has(scan, "Iozone");
	for (size_t i = 0; !m->unit && i < sizeof unit_words / sizeof *unit_words; i++)
		if (scan_has(scan, unit_words[i].words))
			m->unit = unit_words[i].unit;
}

/* A label and some numbers, but not one for each system: which belong to which cannot be told. */
static bool tell_odd_row(struct matrix *m, struct scan scan, const struct line *line, struct sink *sink)
{
	const char *word;
	struct digits digits;
	size_t size, numbers = 0, others = 0;

	while (m->n_systems && scan_token(&scan, &word, &size)) {
		struct scan text = scan_bytes(word, size);

		if (scan_number(&text, false, &digits) && scan_done(&text))
			numbers++;
		else
			others += numbers > 0 && !(size == 1 && *word == '-');
	}
	if (!numbers || others || numbers > MOST_COLUMNS)
		return false;
	sink->warn(sink->context, line->number,
		"a row with more or fewer numbers than there are systems is not read");
	return true;
}

static void matrix_line(void *state, const struct line *line, struct sink *sink)
{
	struct matrix *m = state;
	struct digits value, numbers[MOST_COLUMNS];
	struct columns c;
	struct scan piece, scan;
	bool quoted;

	if (line->cut)
		return;
	scan = scan_unquoted(scan_line(line), &quoted);
	if (header(scan, &piece, &value, &c))
		start_block(m, piece, &value, &c, sink);
	else if (m->n_systems && row(scan, m->n_systems, numbers, &piece))
		add_row(m, &piece, numbers, quoted, line->number);
	else if (!take_kernels(m, scan) && !tell_odd_row(m, scan, line, sink))
		take_prose(m, &scan);
}

/* Whole numbers above what a disk can do in MB/s: KB/s, as IOzone prints. */
static bool is_kilobytes(const struct matrix *m)
{
	double largest = 0;

	for (size_t i = 0; i < m->findings.n; i++) {
		double value = m->findings.items[i].number.value;

		if (value != rint(value))
			return false;
		largest = value > largest ? value : largest;
	}
	return largest >= IOZONE_LIMIT_MB;
}

static void settle_unit(struct matrix *m, struct sink *sink)
{
	const struct unit *unit = m->unit;
	unsigned long first = m->findings.n ? m->findings.items[0].line : 0;

	if (m->iozone && unit == &units[1] && is_kilobytes(m)) {
		unit = &units[0];
		sink->warn(sink->context, first,
			"the text says MB/sec, but these are IOzone's whole KB/s, far too many for MB/s: "
			"read as KB/s");
	} else if (m->iozone && !unit) {
		unit = &units[0];
		sink->warn(sink->context, first, "no unit is named: read as KB/s, as IOzone prints");
	} else if (!unit && m->findings.n) {
		sink->warn(sink->context, first, "no unit is named");
	}
	for (size_t i = 0; unit && i < m->findings.n; i++) {
		struct measurement *item = &m->findings.items[i];
		struct meaning *own = findings_own(&m->findings, item);

		own->unit = unit->printed;
		own->base_unit = unit->base;
		item->base_value = item->number.value * unit->factor;
	}
}

static void matrix_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct matrix *m = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	settle_unit(m, sink);
	if (how)
		findings_send(&m->findings, sink, VERDICT_FAILED, how);
	else if (!m->findings.n)
		findings_send(&m->findings, sink, VERDICT_EMPTY, "no row of a matrix");
	else
		findings_send(&m->findings, sink, VERDICT_OK, NULL);
}

static void matrix_close(void *state)
{
	struct matrix *m = state;

	findings_release(&m->findings);
}

const struct parser parser_matrix = { "matrix", "of rates by system", sizeof(struct matrix), matrix_probe,
	matrix_open, matrix_line, matrix_end, matrix_close };
