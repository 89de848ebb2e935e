/*
 * IOzone 3.242 to 3.489: the table of -a and -s/-r, cut by column, for columns that were not run
 * are blank and numbers of versions before 489 run together; throughput mode (-t, -l/-u), also with
 * its lines glued; operations (-O) and microseconds (-N). Cells of 0 are tests that were not run.
 * The Excel part of -R repeats the table and is not counted again. A table whose blanks were
 * collapsed is read only where its command line tells which columns there are.
 */
#include <stdio.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

enum { TESTS = 13, EDGES = TESTS + 2 };

static const char *const test_names[TESTS] = { "write", "rewrite", "read", "reread", "random_read",
	"random_write", "bkwd_read", "record_rewrite", "stride_read", "fwrite", "frewrite", "fread",
	"freread" };
/* columns of each test number of -i */
static const int tests_of_option[8][2] = { { 0, 1 }, { 2, 3 }, { 4, 5 }, { 6, -1 }, { 7, -1 }, { 8, -1 },
	{ 9, 10 }, { 11, 12 } };

/* Right edges of the columns, by version (samples/iozone FACTS). */
static const unsigned char edges_489[EDGES] = { 16, 24, 33, 42, 51, 60, 69, 78, 87, 97, 107, 116, 125, 134,
	143 };
static const unsigned char edges_398[EDGES] = { 16, 24, 32, 40, 49, 58, 66, 74, 82, 91, 100, 109, 118, 126,
	135 };
static const unsigned char edges_263[EDGES] = { 16, 24, 32, 40, 49, 58, 66, 74, 82, 90, 99, 108, 117, 125,
	134 };

static const struct unit units[] = {
	{ "kB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "KB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "ops/s", 1, BASE_PER_SECOND },
	{ "us/op", 1e-6, BASE_SECONDS },
};
enum { UNIT_kB, UNIT_KB, UNIT_OPS, UNIT_USEC };

#define FAULTS                                                                                                 \
	"iozone: interrupted", "Can not open", "No space left", "Error writing", "Error reading",              \
		"invalid option", "Unsupported option", "Usage: For usage"

/* Words of the lines that concern it, but for rows. */
static const char *const signs[] = { "throughput ", "Min xfer", "reclen",
	"Command line used:", "Excel output is below:", "report\"", "OPS Mode", "Microseconds/op Mode",
	"iozone test complete", "Throughput test with ", "$Revision: ", "Can not ", "Child ", FAULTS, NULL };
static const char *const faults[] = { FAULTS, NULL };

struct iozone {
	struct signs signs;
	struct findings findings;
	const unsigned char *edges; /* of the table, NULL before its header */
	int mode; /* UNIT_OPS or UNIT_USEC, 0 for rates */
	int rate; /* UNIT_kB or UNIT_KB */
	int columns[TESTS], n_columns; /* by the command line; 0: all */
	char series[64]; /* "random_readers": what Parent, Min, Max and Avg belong to */
	bool excel, complete;
	bool all; /* "Min xfer" too, which is no rate, and how many ran at once, as the name of the test */
	char at_once[32]; /* "8 threads" */
	char kind[16]; /* "threads", "processes" */
};

static int iozone_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "Iozone: Performance Test of File I/O"))
		return 95;
	if (scan_has(&scan, "Children see throughput for") || scan_has(&scan, "reclen    write") ||
		scan_has(&scan, "reclen   write"))
		return 85;
	return scan_has(&scan, "iozone: ") || scan_has(&scan, "type iozone") ? 60 : 0;
}

static void iozone_open(void *state, const struct parser_options *options)
{
	struct iozone *z = state;

	z->all = options && options->all;
	signs_prepare(&z->signs, signs);
}

static void take_version(struct scan scan, struct sink *sink)
{
	const char *token;
	size_t size;
	char version[32];

	if (!scan_until(&scan, "Version $Revision: ") || !scan_token(&scan, &token, &size) ||
		size >= sizeof version)
		return;
	memcpy(version, token, size);
	version[size] = '\0';
	sink->tool(sink->context, version);
}

/* "Command line used: iozone -i 0 -i 1 ...": which columns a table will have */
static void take_command(struct iozone *z, struct scan scan)
{
	bool asked[TESTS] = { false }, any = false;

	while (scan_until(&scan, " -i")) {
		long number;

		if (!scan_whole(&scan, &number) || number > 7)
			continue;
		any = true;
		/* nothing runs without files to read: -i 0 is always first */
		for (int k = 0; k < 2; k++)
			if (tests_of_option[number][k] >= 0)
				asked[tests_of_option[number][k]] = true;
	}
	z->n_columns = 0;
	for (int i = 0; i < TESTS; i++)
		if (asked[i] || !any)
			z->columns[z->n_columns++] = i;
}

static void take_header(struct iozone *z, const struct scan *scan)
{
	if (scan_has(scan, "kB  reclen"))
		z->edges = edges_489;
	else
		z->edges = scan_has(scan, "read  rewrite     read") ? edges_398 : edges_263;
	z->rate = scan_has(scan, "kB  reclen") || scan_has(scan, "kB reclen") ? UNIT_kB : UNIT_KB;
	z->excel = false;
}

static void add_cell(
	struct iozone *z, int test, const struct digits *cells, const struct digits *digits, unsigned long line)
{
	const struct unit *unit = &units[z->mode ? z->mode : z->rate];

	if (digits->value == 0)
		return;
	findings_add(&z->findings,
		findings_name(&z->findings, "%s/%.*s/%.*s", test_names[test], (int)cells[0].size,
			cells[0].bytes, (int)cells[1].size, cells[1].bytes),
		digits, unit, z->mode == UNIT_USEC ? PROPORTION_LIB : PROPORTION_HIB, line);
}

/* The whole number of one column; false for anything but blanks and digits in it. */
static bool cell(const struct line *line, size_t from, size_t to, struct digits *digits)
{
	struct scan scan;

	digits->size = 0;
	if (from >= line->size)
		return true;
	scan = scan_line(line);
	scan.at += from;
	scan.end = to < line->size ? line->bytes + to : scan.end;
	if (scan_done(&scan))
		return true;
	for (const char *p = scan.at; p < scan.end; p++)
		if (*p != ' ' && (*p < '0' || *p > '9'))
			return false;
	return scan_number(&scan, false, digits) && scan_done(&scan);
}

static bool take_row_by_column(struct iozone *z, const struct line *line)
{
	struct digits cells[EDGES];
	struct scan rest;

	for (int i = 0; i < EDGES; i++)
		if (!cell(line, i ? z->edges[i - 1] : 0, z->edges[i], &cells[i]))
			return false;
	rest = scan_line(line);
	if (line->size > z->edges[EDGES - 1])
		rest.at += z->edges[EDGES - 1];
	else
		rest.at = rest.end;
	if (!cells[0].size || !cells[1].size || !scan_done(&rest))
		return false;
	for (int i = 0; i < TESTS; i++)
		if (cells[i + 2].size)
			add_cell(z, i, cells, &cells[i + 2], line->number);
	return true;
}

/* A row whose blanks were collapsed: numbers in order, as many as the command line foresees. */
static bool take_collapsed_row(struct iozone *z, const struct line *line, struct sink *sink)
{
	struct scan scan = scan_line(line);
	struct digits numbers[EDGES + 1];
	int n = 0;

	while (n <= EDGES && scan_number(&scan, false, &numbers[n]))
		n++;
	if (!scan_done(&scan) || n < 3)
		return false;
	if (n - 2 != z->n_columns) {
		sink->warn(sink->context, line->number,
			"a row without its blanks: which columns its numbers belong to cannot be told");
		return true;
	}
	for (int i = 0; i < z->n_columns; i++)
		add_cell(z, z->columns[i], numbers, &numbers[i + 2], line->number);
	return true;
}

static bool take_row(struct iozone *z, const struct line *line, struct sink *sink)
{
	size_t blanks = 0;

	if (!z->edges || z->excel || !line->size)
		return false;
	while (blanks < line->size && line->bytes[blanks] == ' ')
		blanks++;
	if (blanks == line->size || line->bytes[blanks] < '0' || line->bytes[blanks] > '9')
		return false;
	return blanks > 2 ? take_row_by_column(z, line) : take_collapsed_row(z, line, sink);
}

/* "= 61101.19 KB/sec" behind the cursor; moves behind the unit. */
static bool take_throughput(struct scan *scan, struct iozone *z, struct digits *digits)
{
	if (!scan_until(scan, "=") || !scan_number(scan, false, digits))
		return false;
	scan_blanks(scan);
	if (scan_word(scan, "kB/sec"))
		z->rate = UNIT_kB;
	else if (scan_word(scan, "KB/sec"))
		z->rate = UNIT_KB;
	else
		return scan_word(scan, "ops/sec");
	return true;
}

/* A figure of throughput mode. */
static void add_figure(struct iozone *z, const char *what, const struct digits *digits, const struct unit *unit,
	enum proportion proportion, unsigned long line)
{
	struct measurement *m = findings_add(&z->findings,
		findings_name(&z->findings, "%s/%s", z->series, what), digits, unit, proportion, line);

	if (z->all)
		findings_own(&z->findings, m)->test = arena_text(&z->findings.arena, z->at_once);
}

static void add_series(struct iozone *z, const char *what, const struct digits *digits, unsigned long line)
{
	add_figure(z, what, digits, &units[z->mode ? z->mode : z->rate], PROPORTION_HIB, line);
}

/* "Throughput test with 8 threads" */
static void take_kind(struct iozone *z, struct scan scan)
{
	const char *word;
	size_t size;
	long count;

	if (scan_until(&scan, "Throughput test with ") && scan_whole(&scan, &count) &&
		scan_token(&scan, &word, &size) && size < sizeof z->kind) {
		memset(z->kind, 0, sizeof z->kind);
		memcpy(z->kind, word, size);
	}
}

/* "8 initial writers = ...": the name between the count and '=' */
static bool take_series(struct iozone *z, struct scan scan, unsigned long line)
{
	struct digits rate;
	const char *equals;
	size_t n = 0;
	long count;

	if (!scan_whole(&scan, &count) || !(equals = memchr(scan.at, '=', (size_t)(scan.end - scan.at))))
		return false;
	snprintf(z->at_once, sizeof z->at_once, "%ld %s", count, *z->kind ? z->kind : "processes");
	scan_blanks(&scan);
	while (equals > scan.at && (equals[-1] == ' ' || equals[-1] == '\t'))
		equals--;
	for (const char *p = scan.at; p < equals && n + 1 < sizeof z->series; p++)
		z->series[n++] = *p == ' ' ? '_' : *p;
	z->series[n] = '\0';
	if (!take_throughput(&scan, z, &rate))
		return false;
	add_series(z, "children", &rate, line);
	return true;
}

/* "Min xfer = 4045580.00 KB": how much the slowest thread had done when the first one was ready */
static bool take_transfer(struct iozone *z, struct scan scan, unsigned long line)
{
	static const struct unit transferred[] = { { "kB", 1024., BASE_BYTES }, { "KB", 1024., BASE_BYTES } };
	struct digits amount;
	const struct unit *unit;

	if (!z->all || !*z->series || !scan_word(&scan, "Min xfer") || !scan_until(&scan, "=") ||
		!scan_number(&scan, false, &amount))
		return false;
	scan_blanks(&scan);
	unit = scan_word(&scan, "kB") ? &transferred[0] : scan_word(&scan, "KB") ? &transferred[1] : NULL;
	if (unit)
		add_figure(z, "min_xfer", &amount, unit, PROPORTION_NONE, line);
	return unit != NULL;
}

/* Lines of throughput mode, which mails glue together: each is found wherever it begins. */
static bool take_throughput_lines(struct iozone *z, const struct line *line)
{
	static const struct {
		const char *words, *what;
	} rows[] = {
		{ "Parent sees throughput for", "parent" },
		{ "Min throughput per", "min" },
		{ "Max throughput per", "max" },
		{ "Avg throughput per", "avg" },
	};
	struct scan scan = scan_line(line);
	bool any = false;

	while (scan.at < scan.end) {
		struct scan rest = scan;
		struct digits rate;

		if (scan_word(&rest, "Children see throughput for")) {
			any = take_series(z, rest, line->number) || any;
		}
		any = take_transfer(z, scan, line->number) || any;
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			rest = scan;
			if (*z->series && scan_word(&rest, rows[i].words) && take_throughput(&rest, z, &rate)) {
				add_series(z, rows[i].what, &rate, line->number);
				any = true;
			}
		}
		scan.at++;
	}
	return any;
}

static bool is_fault(const struct scan *scan)
{
	struct scan start = *scan;

	scan_blanks(&start);
	return scan_has_any(scan, faults) || scan_has(scan, "Can not ") || scan_word(&start, "Child ");
}

static void iozone_line(void *state, const struct line *line, struct sink *sink)
{
	struct iozone *z = state;
	struct scan scan = scan_line(line), rest = scan;

	if (line->cut)
		return;
	if (take_row(z, line, sink) || !signs_any(&z->signs, &scan))
		return;
	if ((scan_has(&scan, "throughput ") || scan_has(&scan, "Min xfer")) && take_throughput_lines(z, line))
		return;
	if (scan_has(&scan, "reclen") && scan_has(&scan, "rewrite"))
		take_header(z, &scan);
	else if (scan_until(&rest, "Command line used:"))
		take_command(z, rest);
	else if (scan_has(&scan, "Excel output is below:") || scan_has(&scan, "report\""))
		z->excel = true;
	else if (scan_has(&scan, "Throughput test with "))
		take_kind(z, scan);
	else if (scan_has(&scan, "OPS Mode"))
		z->mode = UNIT_OPS;
	else if (scan_has(&scan, "Microseconds/op Mode"))
		z->mode = UNIT_USEC;
	else if (scan_has(&scan, "iozone test complete"))
		z->complete = true;
	else if (scan_has(&scan, "$Revision: "))
		take_version(scan, sink);
	else if (is_fault(&scan))
		findings_fault(&z->findings, line);
}

static bool all_zero(const struct findings *findings)
{
	for (size_t i = 0; i < findings->n; i++)
		if (findings->items[i].number.value > 0)
			return false;
	return true;
}

static void iozone_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct iozone *z = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);
	const char *fault = z->findings.fault ? z->findings.fault : how;

	if (fault) {
		findings_send(&z->findings, sink, VERDICT_FAILED, fault);
	} else if (all_zero(&z->findings)) {
		z->findings.n = 0;
		findings_send(&z->findings, sink, z->complete ? VERDICT_EMPTY : VERDICT_FAILED,
			z->complete ? "every cell is 0: nothing was measured" :
				      "no result: the run did not come to its end");
	} else {
		findings_send(&z->findings, sink, VERDICT_OK, NULL);
	}
}

static void iozone_close(void *state)
{
	struct iozone *z = state;

	findings_release(&z->findings);
}

const struct parser parser_iozone = { "iozone", "3.242 - 3.489", sizeof(struct iozone), iozone_probe,
	iozone_open, iozone_line, iozone_end, iozone_close };
