/*
 * PostMark 1.51 and 1.53 (which calls itself 1.51): the report in words and the terse one of 13
 * numbers. The exit status is always 0; any "Error:" line, glued to progress text or not, voids
 * the report, and "Eh?" (an unknown command) means that the run did what nobody asked for. Each
 * `run` in the configuration gives a report; all of them are kept, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

static const struct unit seconds = { "s", 1, BASE_SECONDS };
static const struct unit per_second = { "/s", 1, BASE_PER_SECOND };
static const struct unit bytes_per_second = { "B/s", 1, BASE_BYTES_PER_SECOND };

/* PostMark's words, the unit they are called by, and what they mean: all 1024-based */
static const struct unit data_units[] = {
	{ "bytes", 1, BASE_BYTES_PER_SECOND },
	{ "kilobytes", 1024., BASE_BYTES_PER_SECOND },
	{ "megabytes", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "gigabytes", 0x1p30, BASE_BYTES_PER_SECOND },
	{ NULL, 0, BASE_NONE },
};
static const struct unit printed_units[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "kB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MB/s", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "GB/s", 0x1p30, BASE_BYTES_PER_SECOND },
};

/* Words of the lines that concern it, but for those that begin with a number. */
static const char *const signs[] = { "Error: ", "Eh?", "PostMark v", " per second)", "pm>",
	"Deleting files...Done", NULL };

struct postmark {
	struct signs signs;
	struct findings findings;
	bool eh, deleted, after_deleted, complete;
	unsigned long eh_line;
	int reports;
};

static int postmark_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "PostMark v"))
		return 95;
	return scan_has(&scan, "seconds of transactions (") ? 85 : 0;
}

static void postmark_open(void *state, const struct parser_options *options)
{
	struct postmark *parser = state;

	(void)options;
	signs_prepare(&parser->signs, signs);
}

static void take_version(struct scan scan, struct sink *sink)
{
	const char *token;
	size_t size;
	char version[32];

	if (!scan_until(&scan, "PostMark v") || !scan_token(&scan, &token, &size) || size >= sizeof version)
		return;
	memcpy(version, token, size);
	version[size] = '\0';
	sink->tool(sink->context, version);
}

/* "(764 per second)" at the end of the line */
static bool rate_at_end(struct scan scan, struct digits *rate)
{
	return scan_until_last(&scan, "(") && scan_number(&scan, false, rate) &&
		scan_word(&scan, " per second)");
}

static bool take_data(struct postmark *p, struct scan scan, const struct line *line)
{
	const char *metric = scan_has(&scan, " read (") ? "data_read" : "data_written";
	const struct unit *unit;
	struct measurement *m;
	struct digits rate;
	const char *token;
	size_t size;

	if (!scan_has(&scan, "bytes per second)") || !scan_until_last(&scan, "(") ||
		!scan_number(&scan, false, &rate) || !scan_token(&scan, &token, &size))
		return false;
	unit = unit_named(data_units, token, size);
	m = findings_add(&p->findings, metric, &rate, &printed_units[unit ? unit - data_units : 0],
		PROPORTION_HIB, line->number);
	if (!unit)
		findings_spoil(&p->findings, m, ST_INVALID, "the unit '%.*s' is not known", (int)size, token);
	p->complete = p->complete || !strcmp(metric, "data_written");
	return true;
}

/* "seconds total" and "seconds of transactions" */
static bool take_time(struct postmark *p, struct scan scan, const struct line *line)
{
	struct digits time, rate;

	if (!scan_number(&scan, false, &time))
		return false;
	scan_blanks(&scan);
	if (scan_word(&scan, "seconds total")) {
		p->reports++;
		p->complete = p->after_deleted = false;
		findings_add(&p->findings, "total_time", &time, &seconds, PROPORTION_LIB, line->number);
		return true;
	}
	if (!scan_word(&scan, "seconds of transactions") || !rate_at_end(scan, &rate))
		return false;
	findings_add(&p->findings, "transactions_time", &time, &seconds, PROPORTION_LIB, line->number);
	findings_add(&p->findings, "transactions", &rate, &per_second, PROPORTION_HIB, line->number);
	return true;
}

static void take_files(struct postmark *p, const struct scan *scan, const struct line *line)
{
	static const struct {
		const char *words, *metric;
	} rows[] = {
		{ " created (", "files_created" },
		{ "Creation alone: ", "creation_alone" },
		{ " read (", "files_read" },
		{ " appended (", "files_appended" },
		{ " deleted (", "files_deleted" },
		{ "Deletion alone: ", "deletion_alone" },
	};
	const char *metric = NULL;
	struct digits rate;

	if (!rate_at_end(*scan, &rate))
		return;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (scan_has(scan, rows[i].words))
			metric = rows[i].metric;
	/* two lines say the same: the one behind "deleted" belongs to it */
	if (scan_has(scan, "Mixed with transactions: "))
		metric = p->after_deleted ? "files_deleted_mixed" : "files_created_mixed";
	if (!metric)
		return;
	if (!strcmp(metric, "files_created"))
		p->after_deleted = false;
	if (!strcmp(metric, "files_deleted"))
		p->after_deleted = true;
	findings_add(&p->findings, metric, &rate, &per_second, PROPORTION_HIB, line->number);
}

/* "set report terse": thirteen numbers and nothing else. */
static bool take_terse(struct postmark *p, struct scan scan, const struct line *line)
{
	static const struct {
		const char *metric;
		const struct unit *unit;
		enum proportion proportion;
	} columns[] = {
		{ "total_time", &seconds, PROPORTION_LIB },
		{ "transactions_time", &seconds, PROPORTION_LIB },
		{ "transactions", &per_second, PROPORTION_HIB },
		{ "files_created", &per_second, PROPORTION_HIB },
		{ "creation_alone", &per_second, PROPORTION_HIB },
		{ "files_created_mixed", &per_second, PROPORTION_HIB },
		{ "files_read", &per_second, PROPORTION_HIB },
		{ "files_appended", &per_second, PROPORTION_HIB },
		{ "files_deleted", &per_second, PROPORTION_HIB },
		{ "deletion_alone", &per_second, PROPORTION_HIB },
		{ "files_deleted_mixed", &per_second, PROPORTION_HIB },
		{ "data_read", &bytes_per_second, PROPORTION_HIB },
		{ "data_written", &bytes_per_second, PROPORTION_HIB },
	};
	enum { N = sizeof columns / sizeof *columns };
	struct digits values[N];

	while (scan_word(&scan, "pm>"))
		;
	for (int i = 0; i < N; i++)
		if (!scan_number(&scan, false, &values[i]))
			return false;
	if (!scan_done(&scan))
		return false;
	p->reports++;
	p->complete = true;
	for (int i = 0; i < N; i++)
		findings_add(&p->findings, columns[i].metric, &values[i], columns[i].unit,
			columns[i].proportion, line->number);
	return true;
}

static void postmark_line(void *state, const struct line *line, struct sink *sink)
{
	struct postmark *p = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	if (!signs_any(&p->signs, &scan) && !scan_begins_with_digit(&scan))
		return;
	if (scan_has(&scan, "Error: ")) {
		struct scan from = scan;
		struct line error = *line;

		scan_until(&from, "Error: ");
		error.bytes = from.at - strlen("Error: ");
		error.size = (size_t)(from.end - error.bytes);
		findings_fault(&p->findings, &error);
	} else if (scan_has(&scan, "Eh?")) {
		p->eh = true;
		p->eh_line = p->eh_line ? p->eh_line : line->number;
	} else if (scan_has(&scan, "PostMark v")) {
		take_version(scan, sink);
	} else if (!take_time(p, scan, line) && !take_data(p, scan, line) && !take_terse(p, scan, line)) {
		take_files(p, &scan, line);
		p->deleted = p->deleted || scan_has(&scan, "Deleting files...Done");
	}
}

static void postmark_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct postmark *p = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	if (p->findings.fault)
		findings_send(&p->findings, sink, VERDICT_FAILED, p->findings.fault);
	else if (how)
		findings_send(&p->findings, sink, VERDICT_FAILED, how);
	else if (!p->reports)
		findings_send(&p->findings, sink, p->deleted ? VERDICT_EMPTY : VERDICT_FAILED,
			p->deleted ? "no report in the output: it went elsewhere" :
				     "the run did not come to its end");
	else if (!p->complete)
		findings_send(&p->findings, sink, VERDICT_FAILED, "the report is cut short");
	else if (p->eh)
		findings_send(&p->findings, sink, VERDICT_UNTRUE,
			"an unknown command in the configuration ('Eh?'): the run used defaults for it");
	else
		findings_send(&p->findings, sink, VERDICT_OK, NULL);
}

static void postmark_close(void *state)
{
	struct postmark *p = state;

	findings_release(&p->findings);
}

const struct parser parser_postmark = { "postmark", "1.51, 1.53", sizeof(struct postmark), postmark_probe,
	postmark_open, postmark_line, postmark_end, postmark_close };
