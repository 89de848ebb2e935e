/*
 * tiotest 0.3.3 and 0.4.2: the boxes (split at '|', for large rates push them out of shape), the
 * terse lines of -T, and the tables of tiobench.pl. MB is 1024-based. The exit status is 0 even
 * where nothing could be written: any error line voids the boxes. A rate that its column could not
 * hold ("######") is missing.
 */
#include <stdio.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

#define MOST_TOKENS 16

static const struct unit mib_per_second = { "MB/s", 0x1p20, BASE_BYTES_PER_SECOND };
static const struct unit milliseconds = { "ms", 1e-3, BASE_SECONDS };

static const struct item {
	const char *printed, *terse, *metric;
} items[] = {
	{ "Write", "write", "write" },
	{ "Random Write", "rwrite", "random_write" },
	{ "Read", "read", "read" },
	{ "Random Read", "rread", "random_read" },
	{ "Total", "total", "total" },
};

static const char *const sections[][2] = { { "Sequential Reads", "sequential_reads" },
	{ "Random Reads", "random_reads" }, { "Sequential Writes", "sequential_writes" },
	{ "Random Writes", "random_writes" } };

#define FAULTS                                                                                                 \
	"Permission denied", "No such file", "No space left", "Error ", "invalid option", "unrecognized option"

/* Words of the lines that concern it, but for boxes and for rows of tiobench.pl. */
static const char *const signs[] = { "Tiotest results for", "write:", "read:", "total:", "Sequential ",
	"Random ", FAULTS, NULL };
static const char *const faults[] = { FAULTS, NULL };

struct tiotest {
	struct signs signs;
	struct findings rates, latencies;
	const char *section; /* of a tiobench.pl table, or NULL */
	bool boxes;
	int reports;
};

static int tiotest_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "Tiotest results for"))
		return 95;
	if (scan_has(&scan, "Sequential Reads\n") && scan_has(&scan, "megabytes per second"))
		return 90;
	if (scan_has(&scan, "tiotest: ") || scan_has(&scan, "./tiotest "))
		return 70;
	return scan_has(&scan, "write:") && scan_has(&scan, "\nrwrite:") ? 80 : 0;
}

static void tiotest_open(void *state, const struct parser_options *options)
{
	struct tiotest *parser = state;

	(void)options;
	signs_prepare(&parser->signs, signs);
}

static void add(struct findings *findings, const char *item, const char *what, const struct digits *digits,
	const struct unit *unit, unsigned long line)
{
	findings_add(findings, findings_name(findings, "%s/%s", item, what), digits, unit,
		unit == &mib_per_second ? PROPORTION_HIB : PROPORTION_LIB, line);
}

/* Bytes between two '|', blanks around them gone; moves behind the second one. */
static bool take_cell(struct scan *scan, struct scan *cell)
{
	struct scan rest = *scan;

	*cell = rest;
	if (!scan_until(&rest, "|"))
		return false;
	cell->end = rest.at - 1;
	while (cell->at < cell->end && *cell->at == ' ')
		cell->at++;
	while (cell->end > cell->at && cell->end[-1] == ' ')
		cell->end--;
	*scan = rest;
	return true;
}

static const struct item *item_named(const struct scan *cell, bool with_size)
{
	for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
		struct scan scan = *cell;

		if (!scan_word(&scan, items[i].printed))
			continue;
		/* "Write         128 MBs" in the first box, the bare name in the second */
		if (with_size ? scan_has(&scan, "MBs") : scan.at == scan.end)
			return &items[i];
	}
	return NULL;
}

/* "| Write         128 MBs |    0.3 s | 473.453 MB/s | 364.5 %  |  17.8 % |" */
static bool take_rate(struct tiotest *t, const struct line *line)
{
	struct scan scan = scan_line(line), cell;
	const struct item *item;
	struct digits rate;

	if (!scan_word(&scan, "|") || !take_cell(&scan, &cell))
		return false;
	item = item_named(&cell, true);
	if (!item || !take_cell(&scan, &cell) || !take_cell(&scan, &cell) ||
		!scan_number(&cell, false, &rate) || !scan_word(&cell, " MB/s"))
		return false;
	add(&t->rates, item->metric, "rate", &rate, &mib_per_second, line->number);
	return true;
}

/* "| Write        |        0.004 ms |        0.221 ms |  0.00000 |   0.00000 |" */
static bool take_latency(struct tiotest *t, const struct line *line)
{
	struct scan scan = scan_line(line), cell;
	const struct item *item;
	struct digits mean, worst;

	if (!scan_word(&scan, "|") || !take_cell(&scan, &cell))
		return false;
	item = item_named(&cell, false);
	if (!item || !take_cell(&scan, &cell) || !scan_number(&cell, false, &mean) ||
		!scan_word(&cell, " ms") || !take_cell(&scan, &cell) || !scan_number(&cell, false, &worst) ||
		!scan_word(&cell, " ms"))
		return false;
	add(&t->latencies, item->metric, "lat_avg", &mean, &milliseconds, line->number);
	add(&t->latencies, item->metric, "lat_max", &worst, &milliseconds, line->number);
	return true;
}

/* "write:128.00000,0.28123,0.00133,0.17889,0.00957,4.34900,0.00000,0.00000" */
static bool take_terse(struct tiotest *t, const struct line *line)
{
	for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
		struct scan scan = scan_line(line);
		struct digits fields[8], rate;
		char text[40];
		int n = 0, total = !strcmp(items[i].terse, "total");

		if (!scan_word(&scan, items[i].terse) || !scan_word(&scan, ":"))
			continue;
		while (n < 8 && scan.at < scan.end) {
			const char *comma = memchr(scan.at, ',', (size_t)(scan.end - scan.at));
			struct scan field = { scan.at, comma ? comma : scan.end, scan.open_end };

			if (!scan_number(&field, false, &fields[n]) || !scan_done(&field))
				return false;
			n++;
			scan.at = comma ? comma + 1 : scan.end;
		}
		if (n != (total ? 4 : 8))
			return false;
		t->boxes = true;
		if (!total && fields[1].value > 0) {
			rate.value = fields[0].value / fields[1].value;
			rate.size = (size_t)snprintf(text, sizeof text, "%.6g", rate.value);
			rate.bytes = text;
			add(&t->rates, items[i].metric, "rate", &rate, &mib_per_second, line->number);
		}
		if (total || fields[1].value > 0) { /* a line of zeros is a test that was skipped */
			add(&t->latencies, items[i].metric, "lat_avg", &fields[total ? 0 : 4], &milliseconds,
				line->number);
			add(&t->latencies, items[i].metric, "lat_max", &fields[total ? 1 : 5], &milliseconds,
				line->number);
		}
		return true;
	}
	return false;
}

static bool take_section(struct tiotest *t, const struct line *line)
{
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		struct scan scan = scan_line(line);

		/* progress on stderr is glued in front of it */
		if (scan_until_last(&scan, sections[i][0]) && scan_done(&scan)) {
			t->section = sections[i][1];
			t->boxes = true;
			return true;
		}
	}
	return false;
}

/* "6.1.0-generic   128   4096    1  561.45 50.82%     0.003        0.31   0.00000  0.00000  1105" */
static bool take_row(struct tiotest *t, const struct line *line)
{
	struct scan scan = scan_line(line), tokens[MOST_TOKENS];
	struct digits size, block, threads, rate, mean, worst;
	char name[128];
	int n = 0;

	while (n < MOST_TOKENS) {
		const char *token;
		size_t length;

		if (!scan_token(&scan, &token, &length))
			break;
		tokens[n++] = (struct scan){ token, token + length, scan.open_end };
	}
	if (!t->section || n != 11 || !scan_number(&tokens[1], false, &size) ||
		!scan_number(&tokens[2], false, &block) || !scan_number(&tokens[3], false, &threads) ||
		!scan_number(&tokens[6], false, &mean) || !scan_number(&tokens[7], false, &worst))
		return false;
	snprintf(name, sizeof name, "%s/%.0f/%.0f/%.0f", t->section, size.value, block.value, threads.value);
	if (scan_number(&tokens[4], false, &rate)) {
		add(&t->rates, name, "rate", &rate, &mib_per_second, line->number);
	} else {
		static const struct digits none = { "0", 1, 0 };

		add(&t->rates, name, "rate", &none, &mib_per_second, line->number);
		findings_spoil(&t->rates, &t->rates.items[t->rates.n - 1], ST_MISSING,
			"the rate is too wide for its column and was not printed");
	}
	add(&t->rates, name, "lat_avg", &mean, &milliseconds, line->number);
	add(&t->rates, name, "lat_max", &worst, &milliseconds, line->number);
	return true;
}

static bool is_fault(const struct line *line)
{
	struct scan scan = scan_line(line);

	return scan_has_any(&scan, faults);
}

static bool ends_with_digit(const struct scan *scan)
{
	const char *end = scan->end;

	while (end > scan->at && strchr(" \t\r", end[-1]))
		end--;
	return end > scan->at && end[-1] >= '0' && end[-1] <= '9';
}

static void tiotest_line(void *state, const struct line *line, struct sink *sink)
{
	struct tiotest *t = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	if (!signs_any(&t->signs, &scan) && !(line->size && *line->bytes == '|') &&
		!(t->section && ends_with_digit(&scan)))
		return;
	if (scan_has(&scan, "Tiotest results for")) {
		t->boxes = true;
		if (t->reports++)
			sink->warn(sink->context, line->number, "several reports: all are kept, in order");
	} else if (!take_rate(t, line) && !take_latency(t, line) && !take_terse(t, line) &&
		!take_section(t, line) && !take_row(t, line) && is_fault(line)) {
		findings_fault(&t->rates, line);
	}
}

static bool all_zero(const struct tiotest *t)
{
	for (size_t i = 0; i < t->latencies.n; i++)
		if (t->latencies.items[i].number.value != 0)
			return false;
	return !t->rates.n;
}

static void tiotest_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct tiotest *t = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer), *reason = t->rates.fault ? t->rates.fault : how;
	enum verdict verdict = reason ? VERDICT_FAILED : VERDICT_OK;

	if (!reason && !t->boxes) {
		verdict = VERDICT_FAILED;
		reason = "no results: the run did not come to its end";
	} else if (!reason && all_zero(t)) {
		verdict = VERDICT_EMPTY;
		reason = "no test has a row";
		t->latencies.n = 0;
	}
	findings_append(&t->rates, &t->latencies);
	findings_send(&t->rates, sink, verdict, reason);
}

static void tiotest_close(void *state)
{
	struct tiotest *t = state;

	findings_release(&t->rates);
	findings_release(&t->latencies);
}

const struct parser parser_tiotest = { "tiotest", "0.3.3, 0.4.2, tiobench.pl", sizeof(struct tiotest),
	tiotest_probe, tiotest_open, tiotest_line, tiotest_end, tiotest_close };
