/*
 * dbench 3.04 to 5.00. Only the closing line that begins with "Throughput" counts; of several
 * without a table of seed 004's form the last one is taken, with a warning. The operation table in
 * front of it gives the latencies; with --per-client-results the first table is the sum.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

static const struct unit mb_per_second = { "MB/s", 1e6, BASE_BYTES_PER_SECOND };
static const struct unit milliseconds = { "ms", 1e-3, BASE_SECONDS };

#define FAULTS                                                                                                 \
	"Child failed with status", "failed for handle", "No backend was specified", ", expected to write ",   \
		"ERROR: handle"

/* Words of the lines that concern it, but for a table's rows and --machine-readable. */
static const char *const signs[] = { "Throughput", "REAL UTIME STIME", " Operation ", "dbench version ", FAULTS,
	NULL };
static const char *const faults[] = { FAULTS, NULL };

struct dbench {
	struct signs signs;
	struct findings head, table; /* throughput and latency; operations */
	bool all; /* the number of clients too, as the name of the test */
	char clients[32]; /* "8 clients", or "8 procs" of 3.x */
	bool in_table, had_table, in_rows_of_kernels; /* ": REAL UTIME ..." of seed 004 */
	bool machine_readable, zero;
	struct digits rate; /* last @R@ line of --machine-readable */
	char rate_text[32];
	unsigned long rate_line;
	int closings;
};

static int dbench_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "dbench version "))
		return 95;
	if (scan_has(&scan, "Throughput") && scan_has(&scan, "MB/sec") && scan_has(&scan, "procs"))
		return 80;
	return 0;
}

static void dbench_open(void *state, const struct parser_options *options)
{
	struct dbench *d = state;

	d->all = options && options->all;
	signs_prepare(&d->signs, signs);
}

static void add_operation(struct dbench *d, const char *name, size_t size, const struct digits *mean,
	const struct digits *worst, unsigned long line)
{
	struct findings *t = &d->table;
	struct measurement *m = findings_add(t, findings_name(t, "%.*s/avg_lat", (int)size, name), mean,
		&milliseconds, PROPORTION_LIB, line);

	if (mean->value > worst->value)
		findings_spoil(t, m, ST_INVALID, "the mean %.*s is above the maximum %.*s", (int)mean->size,
			mean->bytes, (int)worst->size, worst->bytes);
	findings_add(t, findings_name(t, "%.*s/max_lat", (int)size, name), worst, &milliseconds, PROPORTION_LIB,
		line);
}

/* " NTCreateX      55017     0.027    10.560" */
static bool take_operation(struct dbench *d, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits mean, worst;
	const char *name;
	size_t size;
	long count;

	if (!scan_word(&scan, " ") || !scan_token(&scan, &name, &size) || !scan_whole(&scan, &count) ||
		!scan_number(&scan, false, &mean) || !scan_number(&scan, false, &worst) || !scan_done(&scan))
		return false;
	add_operation(d, name, size, &mean, &worst, line->number);
	return true;
}

/* ":Flush:4559:1.734:11.241:" */
static bool take_machine_operation(struct dbench *d, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits count, mean, worst;
	const char *name;

	if (!scan_word(&scan, ":"))
		return false;
	name = scan.at;
	if (!scan_until(&scan, ":") || !scan_number(&scan, false, &count) || !scan_word(&scan, ":") ||
		!scan_number(&scan, false, &mean) || !scan_word(&scan, ":") ||
		!scan_number(&scan, false, &worst) || !scan_word(&scan, ":") || !scan_done(&scan))
		return false;
	add_operation(d, name, (size_t)(count.bytes - 1 - name), &mean, &worst, line->number);
	return true;
}

/* "@R@2@187255@337.16@5@11.232@": the closing line of that mode has no rate, the last of these has. */
static bool take_machine_rate(struct dbench *d, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits digits;

	if (!scan_word(&scan, "@R@") || !scan_until(&scan, "@") || !scan_until(&scan, "@") ||
		!scan_number(&scan, true, &digits) || digits.size >= sizeof d->rate_text)
		return false;
	d->machine_readable = true;
	memcpy(d->rate_text, digits.bytes, digits.size);
	d->rate = (struct digits){ d->rate_text, digits.size, digits.value };
	d->rate_line = line->number;
	return true;
}

/* ";0;2;2;11.233;" */
static bool take_machine_closing(struct dbench *d, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits rate, clients, procs, worst;

	if (!d->rate_line || !scan_word(&scan, ";") || !scan_number(&scan, false, &rate) ||
		!scan_word(&scan, ";") || !scan_number(&scan, false, &clients) || !scan_word(&scan, ";") ||
		!scan_number(&scan, false, &procs) || !scan_word(&scan, ";") ||
		!scan_number(&scan, false, &worst) || !scan_word(&scan, ";"))
		return false;
	findings_clear(&d->head);
	d->closings++;
	findings_add(&d->head, "throughput", &d->rate, &mb_per_second, PROPORTION_HIB, d->rate_line);
	findings_add(&d->head, "max_latency", &worst, &milliseconds, PROPORTION_LIB, line->number);
	return true;
}

/* 3.x ends in "procs", later ones in "max_latency=... ms": less is a line that was cut. */
static bool is_whole_closing(struct scan scan)
{
	struct digits worst;

	if (!scan_has(&scan, "procs"))
		return false;
	if (!scan_has(&scan, "clients"))
		return true;
	return scan_until(&scan, "max_latency=") && scan_number(&scan, true, &worst) &&
		(scan_blanks(&scan), scan_word(&scan, "ms"));
}

/* "  2 clients  2 procs": the first count */
static void take_clients(struct dbench *d, struct scan scan)
{
	const char *token;
	size_t size;
	long count;

	*d->clients = '\0';
	while (scan_token(&scan, &token, &size)) {
		struct scan word = scan_bytes(token, size);

		if (!scan_whole(&word, &count) || !scan_done(&word) || !scan_token(&scan, &token, &size))
			continue;
		snprintf(d->clients, sizeof d->clients, "%ld %.*s", count, (int)(size > 16 ? 16 : size), token);
		return;
	}
}

/* "Throughput 42.4784 MB/sec (sync open)  2 clients  2 procs  max_latency=23.653 ms" */
static void take_closing(struct dbench *d, struct scan scan, const struct line *line, struct sink *sink)
{
	struct scan rest;
	struct digits rate, worst;
	struct measurement *m;
	bool known;

	if (!scan_number(&scan, false, &rate)) {
		sink->warn(sink->context, line->number, "a line that begins with Throughput has no rate");
		return;
	}
	scan_blanks(&scan);
	known = scan_word(&scan, "MB/sec");
	if (!d->in_rows_of_kernels && !is_whole_closing(scan)) {
		sink->warn(sink->context, line->number, "a Throughput line that is cut short does not count");
		return;
	}
	if (!d->in_rows_of_kernels) {
		if (d->closings)
			sink->warn(
				sink->context, line->number, "several Throughput lines: the last one counts");
		findings_clear(&d->head);
	}
	d->closings++;
	d->zero = rate.value == 0;
	take_clients(d, scan);
	m = findings_add(&d->head, "throughput", &rate, &mb_per_second, PROPORTION_HIB, line->number);
	if (!known)
		findings_spoil(&d->head, m, ST_INVALID, "the rate is not in MB/sec");
	rest = scan;
	if (scan_until(&rest, "max_latency=") && scan_number(&rest, true, &worst))
		findings_add(&d->head, "max_latency", &worst, &milliseconds, PROPORTION_LIB, line->number);
}

static bool is_fault(const struct line *line)
{
	struct scan scan = scan_line(line);

	return scan_has_any(&scan, faults);
}

static void take_version(const struct line *line, struct sink *sink)
{
	struct scan scan = scan_line(line);
	const char *token;
	size_t size;
	char version[32];

	if (!scan_word(&scan, "dbench version ") || !scan_token(&scan, &token, &size) || size >= sizeof version)
		return;
	memcpy(version, token, size);
	version[size] = '\0';
	sink->tool(sink->context, version);
}

static void start_table(struct dbench *d)
{
	/* the first table after a start counts: those of single clients follow it */
	if (!d->had_table || d->closings) {
		findings_clear(&d->table);
		d->in_table = true;
	}
	d->had_table = true;
}

static void dbench_line(void *state, const struct line *line, struct sink *sink)
{
	struct dbench *d = state;
	struct scan scan = scan_line(line), rest = scan;

	if (line->cut)
		return;
	if (!d->in_table && !(line->size && strchr("@;:", *line->bytes)) && !signs_any(&d->signs, &scan))
		return;
	if (scan_word(&rest, "Throughput")) {
		take_closing(d, rest, line, sink);
	} else if (d->in_rows_of_kernels && scan_until(&rest, "Throughput")) {
		take_closing(d, rest, line, sink);
	} else if (scan_has(&scan, "REAL UTIME STIME READ WRITTEN DETAILS")) {
		d->in_rows_of_kernels = true;
	} else if (scan_has(&scan, " Operation ") && scan_has(&scan, "AvgLat")) {
		start_table(d);
	} else if (scan_word(&scan, " ---") || take_machine_rate(d, line) || take_machine_closing(d, line)) {
		return;
	} else if (d->in_table && (take_operation(d, line) || take_machine_operation(d, line))) {
		return;
	} else {
		d->in_table = false;
		take_version(line, sink);
		if (is_fault(line))
			findings_fault(&d->head, line);
	}
}

static void dbench_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct dbench *d = state;
	char buffer[80];
	const char *reason = d->head.fault ? d->head.fault : ending_words(ending, buffer);
	enum verdict verdict = VERDICT_OK;

	if (reason) {
		verdict = VERDICT_FAILED;
	} else if (!d->head.n) {
		verdict = VERDICT_FAILED;
		reason = "no line that begins with Throughput: the run did not come to its end";
	} else if (d->zero && d->closings == 1) {
		verdict = VERDICT_EMPTY;
		reason = "a throughput of 0: the run was too short to measure anything";
		findings_clear(&d->head);
		findings_clear(&d->table);
	}
	if (d->head.n)
		findings_append(&d->head, &d->table);
	for (size_t i = 0; d->all && *d->clients && i < d->head.n; i++)
		findings_own(&d->head, &d->head.items[i])->test = d->clients;
	findings_send(&d->head, sink, verdict, reason);
}

static void dbench_close(void *state)
{
	struct dbench *d = state;

	findings_release(&d->head);
	findings_release(&d->table);
}

const struct parser parser_dbench = { "dbench", "3.04 - 5.00", sizeof(struct dbench), dbench_probe, dbench_open,
	dbench_line, dbench_end, dbench_close };
