/*
 * Tables of accounting as kernel developers publish them: a heading ": TEST", a line of column
 * names ": REAL UTIME STIME READ WRITTEN DETAILS", a row "SYSTEM : figures details" for each
 * system. "Node NAME: hardware" in front makes the systems those of one machine. UTIME and STIME
 * are read from /proc/stat: clock ticks of 1/100 s (USER_HZ), not seconds. READ and WRITTEN are
 * KiB. Details are "N extents" or dbench's closing line, which mail wraps.
 */
#include <stdio.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "share/base/banned.h"

#define MOST_COLUMNS 8
#define MOST_KNOWN   1000 /* systems and notes that are described */

static const struct column {
	const char *name;
	struct unit unit;
	enum proportion proportion; /* how much was read or written is a fact, not a merit */
} columns[] = {
	{ "REAL", { "s", 1, BASE_SECONDS }, PROPORTION_LIB },
	{ "UTIME", { "ticks", 0.01, BASE_SECONDS }, PROPORTION_LIB },
	{ "STIME", { "ticks", 0.01, BASE_SECONDS }, PROPORTION_LIB },
	{ "READ", { "KB", 1024, BASE_BYTES }, PROPORTION_NONE },
	{ "WRITTEN", { "KB", 1024, BASE_BYTES }, PROPORTION_NONE },
};
static const struct unit extents = { "extents", 1, BASE_NONE };
static const struct unit mb_per_second = { "MB/s", 1e6, BASE_BYTES_PER_SECOND };

/* "ext3 is mounted with ...", "all filesystems are ...": said once, of systems that come later */
struct remark {
	const char *name, *text;
};

struct accounting {
	struct findings findings;
	char node[64], test[64];
	const char *hardware; /* of the node */
	const struct column *columns[MOST_COLUMNS];
	size_t n_columns;
	bool details; /* the last column */
	struct remark *remarks;
	size_t n_remarks;
	const char **systems; /* described already */
	size_t n_systems;
};

static const struct column *column_named(const char *name, size_t size)
{
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		if (strlen(columns[i].name) == size && !memcmp(columns[i].name, name, size))
			return &columns[i];
	return NULL;
}

static int accounting_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size), rest;
	const char *test;
	size_t test_size;

	if (!scan_has(&scan, ": REAL UTIME STIME"))
		return 0;
	/* tables of nothing but dbench are output of dbench */
	for (rest = scan; scan_until(&rest, ": REAL UTIME STIME"); scan = rest) {
		struct scan before = scan_bytes(
			scan.at, (size_t)(rest.at - strlen(": REAL UTIME STIME") - scan.at));

		if (scan_until_last(&before, ": ") && scan_token(&before, &test, &test_size) &&
			(test_size < 6 || memcmp(test, "dbench", 6) != 0))
			return 97;
	}
	return 50;
}

static void accounting_open(void *state, const struct parser_options *options)
{
	(void)options;
	(void)state;
}

static void tell(struct sink *sink, enum subject subject, const char *name, const char *text)
{
	if (sink->about)
		sink->about(sink->context, subject, name, text);
}

static bool keep(char *to, size_t room, const char *from, size_t size)
{
	while (size && (from[size - 1] == ' ' || from[size - 1] == '\t'))
		size--;
	if (!size || size >= room)
		return false;
	memcpy(to, from, size);
	to[size] = '\0';
	return true;
}

/* "Node tom: 2 x PIII-1000MHz, 256MB RAM" */
static bool take_node(struct accounting *a, struct scan scan)
{
	const char *start;

	if (!scan_word(&scan, "Node "))
		return false;
	start = scan.at;
	if (!scan_until(&scan, ":") || !keep(a->node, sizeof a->node, start, (size_t)(scan.at - 1 - start)))
		return false;
	scan_blanks(&scan);
	a->hardware = arena_bytes(&a->findings.arena, scan.at, (size_t)(scan.end - scan.at));
	a->n_columns = 0;
	*a->test = '\0';
	return true;
}

/* "* dd512w - write 512MB" and "* ext3 is mounted with data=writeback" */
static bool take_remark(struct accounting *a, struct scan scan, struct sink *sink)
{
	struct arena *arena = &a->findings.arena;
	const char *name, *text;
	size_t size;

	if (!scan_word(&scan, "* ") || !scan_token(&scan, &name, &size))
		return false;
	scan_blanks(&scan);
	if (scan_word(&scan, "- ")) {
		scan_blanks(&scan);
		text = arena_bytes(arena, scan.at, (size_t)(scan.end - scan.at));
		tell(sink, ABOUT_TEST, arena_bytes(arena, name, size), text);
	} else if ((scan_word(&scan, "is ") || scan_word(&scan, "filesystems are ")) &&
		a->n_remarks < MOST_KNOWN) {
		a->remarks = arena_more(arena, a->remarks, a->n_remarks, sizeof *a->remarks);
		a->remarks[a->n_remarks++] = (struct remark){ arena_bytes(arena, name, size),
			arena_bytes(arena, scan.at, (size_t)(scan.end - scan.at)) };
	}
	return true;
}

/* "dd512w", also "dd512w - write 512MB" */
static void take_test(struct accounting *a, struct scan scan, struct sink *sink)
{
	struct scan rest = scan;
	const char *end = scan.end;

	if (scan_until(&rest, " - "))
		end = rest.at - 3;
	if (keep(a->test, sizeof a->test, scan.at, (size_t)(end - scan.at)) && end < scan.end)
		tell(sink, ABOUT_TEST, a->test,
			arena_bytes(&a->findings.arena, rest.at, (size_t)(rest.end - rest.at)));
}

/* ": dd512w" or ": REAL UTIME ..." */
static bool take_heading(struct accounting *a, struct scan scan, const struct line *line, struct sink *sink)
{
	const char *word;
	size_t size;

	if (!scan_word(&scan, ":"))
		return false;
	scan_blanks(&scan);
	a->n_columns = 0;
	a->details = false;
	if (!scan_has(&scan, "REAL")) {
		take_test(a, scan, sink);
		return true;
	}
	while (scan_token(&scan, &word, &size)) {
		const struct column *column = column_named(word, size);

		if (size == 7 && !memcmp(word, "DETAILS", 7) && scan_done(&scan)) {
			a->details = true;
		} else if (column && a->n_columns < MOST_COLUMNS) {
			a->columns[a->n_columns++] = column;
		} else {
			sink->warn(sink->context, line->number,
				"a column that is not known: the table is not read");
			a->n_columns = 0;
			break;
		}
	}
	return true;
}

static void describe(struct accounting *a, const char *system, const char *name, struct sink *sink)
{
	for (size_t i = 0; i < a->n_systems; i++)
		if (!strcmp(a->systems[i], system))
			return;
	if (a->n_systems >= MOST_KNOWN)
		return;
	a->systems = arena_more(&a->findings.arena, a->systems, a->n_systems, sizeof *a->systems);
	a->systems[a->n_systems++] = system;
	if (*a->node)
		tell(sink, ABOUT_HARDWARE, system, a->hardware);
	for (size_t i = 0; i < a->n_remarks; i++)
		if (!strcasecmp(a->remarks[i].name, name) || !strcmp(a->remarks[i].name, "all"))
			tell(sink, ABOUT_NOTES, system, a->remarks[i].text);
}

static struct measurement *add(struct accounting *a, const char *system, const char *column,
	const struct digits *digits, const struct unit *unit, enum proportion proportion, unsigned long line)
{
	struct measurement *m = findings_add(&a->findings,
		findings_name(&a->findings, "%s/%s/%s", a->test, system, column), digits, unit, proportion,
		line);
	struct meaning *own = findings_own(&a->findings, m);

	own->system = system;
	own->test = arena_text(&a->findings.arena, a->test);
	return m;
}

/* "5 extents"; "Throughput 215.358 MB/sec 2 procs", also without the blank */
static void take_details(
	struct accounting *a, const char *system, struct scan scan, const struct line *line, struct sink *sink)
{
	struct scan rest = scan;
	struct digits digits;

	if (scan_done(&scan))
		return;
	if (scan_number(&rest, false, &digits)) {
		scan_blanks(&rest);
		if (scan_word(&rest, "extents") && scan_done(&rest)) {
			add(a, system, "extents", &digits, &extents, PROPORTION_LIB, line->number);
			return;
		}
	}
	scan_blanks(&scan);
	if (scan_word(&scan, "Throughput") && scan_number(&scan, false, &digits)) {
		scan_blanks(&scan);
		if (scan_word(&scan, "MB/s")) {
			add(a, system, "Throughput", &digits, &mb_per_second, PROPORTION_HIB, line->number);
			return;
		}
	}
	sink->warn(sink->context, line->number, "the details of this row are of no known form");
}

static void take_row(struct accounting *a, struct scan scan, const struct line *line, struct sink *sink)
{
	struct digits figures[MOST_COLUMNS];
	const char *start = scan.at, *system;
	char name[64];

	if (!a->n_columns || !scan_until(&scan, ":") ||
		!keep(name, sizeof name, start, (size_t)(scan.at - 1 - start)))
		return;
	for (size_t i = 0; i < a->n_columns; i++)
		if (!scan_number(&scan, false, &figures[i])) {
			sink->warn(sink->context, line->number,
				"a row with fewer figures than the table has columns is not read");
			return;
		}
	system = arena_printf(&a->findings.arena, "%s%s%s", name, *a->node ? ", " : "", a->node);
	describe(a, system, name, sink);
	for (size_t i = 0; i < a->n_columns; i++)
		add(a, system, a->columns[i]->name, &figures[i], &a->columns[i]->unit,
			a->columns[i]->proportion, line->number);
	if (a->details)
		take_details(a, system, scan, line, sink);
	else if (!scan_done(&scan))
		sink->warn(sink->context, line->number, "a row with more figures than the table has columns");
}

static void accounting_line(void *state, const struct line *line, struct sink *sink)
{
	struct accounting *a = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	if (!take_heading(a, scan, line, sink) && !take_remark(a, scan, sink) && !take_node(a, scan))
		take_row(a, scan, line, sink);
}

static void accounting_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct accounting *a = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	if (how)
		findings_send(&a->findings, sink, VERDICT_FAILED, how);
	else if (!a->findings.n)
		findings_send(&a->findings, sink, VERDICT_EMPTY, "no row of a table");
	else
		findings_send(&a->findings, sink, VERDICT_OK, NULL);
}

static void accounting_close(void *state)
{
	struct accounting *a = state;

	findings_release(&a->findings);
}

const struct parser parser_accounting = { "accounting", "tables of 2006", sizeof(struct accounting),
	accounting_probe, accounting_open, accounting_line, accounting_end, accounting_close };
