/*
 * dd of coreutils 5.2 to 9.x, of BSD and macOS, and of busybox, in any language: the closing line
 * is "N bytes ... T s, R unit/s" or "N bytes transferred in T secs (R bytes/sec)". Interim reports
 * (SIGUSR1) are blocks that follow each other directly and grow: the last one counts, with a
 * warning. A decimal comma is taken where the words are not English or where other numbers of the
 * line have one too. The base value of the rate is computed from bytes and seconds.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parsers/comma.h"
#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "share/base/banned.h"

static const struct unit seconds = { "s", 1, BASE_SECONDS };
static const struct unit rates[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "kB/s", 1e3, BASE_BYTES_PER_SECOND },
	{ "KB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MB/s", 1e6, BASE_BYTES_PER_SECOND },
	{ "GB/s", 1e9, BASE_BYTES_PER_SECOND },
	{ "TB/s", 1e12, BASE_BYTES_PER_SECOND },
	{ "PB/s", 1e15, BASE_BYTES_PER_SECOND },
	{ NULL, 0, BASE_NONE },
};

struct dd {
	struct findings findings;
	bool records; /* "N+M records in" was seen */
	bool adjoining; /* since the last report only records lines came */
	double bytes, time; /* of the last report */
	bool warned_comma;
};

static int dd_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "+0 records in") || scan_has(&scan, "+1 records in"))
		return 80;
	if ((scan_has(&scan, " copied, ") || scan_has(&scan, "bytes transferred in ")) && scan_has(&scan, "/s"))
		return 75;
	if (scan_word(&scan, "dd: ") || scan_has(&scan, "\ndd: "))
		return 70;
	/* "100+0 Datensätze ein": digits, a plus and digits begin the output, and a rate ends it */
	while (scan.at < scan.end && *scan.at >= '0' && *scan.at <= '9')
		scan.at++;
	return scan.at > head && scan.at < scan.end && *scan.at == '+' && scan_has(&scan, "B/s") ? 60 : 0;
}

static void dd_open(void *state, const struct parser_options *options)
{
	(void)options;
	(void)state;
}

static bool is_numeric(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == 'e' || c == '-';
}

/* The number that ends at `end` (exclusive), blanks before it skipped. */
static bool number_before(const char *start, const char *end, const char **text, size_t *size)
{
	const char *p = end;

	while (p > start && (p[-1] == ' ' || p[-1] == '\xa0' || p[-1] == '\xc2'))
		p--;
	end = p;
	while (p > start && is_numeric(p[-1]))
		p--;
	while (p < end && (*p == ',' || *p == 'e'))
		p++;
	*text = p;
	*size = (size_t)(end - p);
	return *size > 0;
}

struct report {
	double bytes;
	const char *time, *rate; /* numbers as printed */
	size_t time_size, rate_size;
	const struct unit *unit;
	bool english;
};

/* " s", " seconds", " secs" or the like before `p`; moves p to the number's end. */
static const char *before_seconds(const char *start, const char *p)
{
	static const char *const words[] = { "seconds", "secs", "s" };

	while (p > start && (p[-1] == ' ' || p[-1] == ','))
		p--;
	if (p - start > 3 && !memcmp(p - 3, "\xef\xbc\x8c", 3)) /* the full-width comma */
		p -= 3;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t size = strlen(words[i]);

		if ((size_t)(p - start) > size && !memcmp(p - size, words[i], size) &&
			!(p[-(long)size - 1] >= 'a'))
			return p - size;
	}
	return NULL;
}

/* "..., 0.152267 s, 689 MB/s": read from the end, so that the words do not matter */
static bool read_copied(const struct line *line, struct report *report)
{
	const char *start = line->bytes, *end = start + line->size, *slash, *unit, *p;
	struct scan scan = scan_line(line);

	slash = memrchr(start, '/', line->size);
	if (!slash || slash + 2 > end || slash[1] != 's' ||
		(slash + 2 < end && slash[2] != ' ' && slash[2] != '\r'))
		return false;
	unit = slash;
	while (unit > start && ((unit[-1] >= 'A' && unit[-1] <= 'Z') || unit[-1] == 'k'))
		unit--;
	report->unit = unit_named(rates, unit, (size_t)(slash + 2 - unit));
	if (!report->unit || !number_before(start, unit, &report->rate, &report->rate_size))
		return false;
	p = before_seconds(start, report->rate);
	report->english = scan_has(&scan, "byte") && scan_has(&scan, "copied");
	return p && number_before(start, p, &report->time, &report->time_size);
}

/* "10485760 bytes transferred in 0.028418 seconds (368981986 bytes/sec)" */
static bool read_transferred(const struct line *line, struct report *report)
{
	struct scan scan = scan_line(line);
	struct digits time, rate;

	if (!scan_until(&scan, "bytes transferred in ") || !scan_number(&scan, false, &time) ||
		!scan_until(&scan, " sec") || !scan_until(&scan, "(") || !scan_number(&scan, false, &rate) ||
		!scan_word(&scan, " bytes/sec)"))
		return false;
	report->time = time.bytes;
	report->time_size = time.size;
	report->rate = rate.bytes;
	report->rate_size = rate.size;
	report->unit = &rates[0];
	report->english = true;
	return true;
}

/* Is a comma in this line the decimal point? Other numbers of the line have none with a point. */
static bool commas_are_decimal(const struct line *line, const struct report *report)
{
	int commas = 0, points = 0;

	for (size_t i = 1; i + 1 < line->size; i++) {
		bool between = line->bytes[i - 1] >= '0' && line->bytes[i - 1] <= '9' &&
			line->bytes[i + 1] >= '0' && line->bytes[i + 1] <= '9';

		commas += between && line->bytes[i] == ',';
		points += between && line->bytes[i] == '.';
	}
	return !points && (!report->english || commas > 1);
}

static void add_report(struct dd *d, const struct line *line, const struct report *report, struct sink *sink)
{
	char time_text[40], rate_text[40], reason[80];
	struct digits time, rate;
	struct measurement *m;
	bool comma = memchr(report->time, ',', report->time_size) ||
		memchr(report->rate, ',', report->rate_size);

	if (!comma_number(report->time, report->time_size, time_text, &time) ||
		!comma_number(report->rate, report->rate_size, rate_text, &rate))
		return;
	if (d->findings.n > 1 && d->adjoining && report->bytes >= d->bytes && time.value > d->time) {
		sink->warn(sink->context, line->number,
			"reports that follow each other and grow: the last one counts");
		d->findings.n -= 2;
	}
	d->adjoining = true;
	d->bytes = report->bytes;
	d->time = time.value;
	m = findings_add(&d->findings, "throughput", &rate, report->unit, PROPORTION_HIB, line->number);
	if (time.value > 0)
		m->base_value = report->bytes / time.value;
	findings_add(&d->findings, "time", &time, &seconds, PROPORTION_LIB, line->number);
	if (!comma)
		return;
	if (commas_are_decimal(line, report)) {
		if (!d->warned_comma)
			sink->warn(sink->context, line->number, "a comma is read as the decimal point");
		d->warned_comma = true;
		return;
	}
	snprintf(reason, sizeof reason, "a comma that nothing proves to be a decimal point");
	for (size_t i = d->findings.n - 2; i < d->findings.n; i++)
		findings_spoil(&d->findings, &d->findings.items[i], ST_INVALID, "%s", reason);
}

/* bash's own form, with a tab: "real	0m0.161s" */
static bool take_bash_time(struct dd *d, const struct line *line)
{
	static const char *const words[] = { "real\t", "user\t", "sys\t" };
	static const char *const metrics[] = { "real", "user", "sys" };

	for (int i = 0; i < 3; i++) {
		struct scan scan = scan_line(line);
		struct digits minutes, part;
		char text[40];

		if (!scan_word(&scan, words[i]) || !scan_number(&scan, true, &minutes) ||
			!scan_word(&scan, "m") || !scan_number(&scan, true, &part) ||
			part.bytes != minutes.bytes + minutes.size + 1 || !scan_word(&scan, "s") ||
			!scan_done(&scan))
			continue;
		part.value += minutes.value * 60;
		if (minutes.value > 0) {
			snprintf(text, sizeof text, "%.3f", part.value);
			part.bytes = text;
			part.size = strlen(text);
		}
		findings_add(&d->findings, metrics[i], &part, &seconds, PROPORTION_LIB, line->number);
		return true;
	}
	return false;
}

static bool is_records(const struct line *line)
{
	struct scan rest = scan_line(line);

	while (rest.at < rest.end && *rest.at >= '0' && *rest.at <= '9')
		rest.at++;
	return rest.at > line->bytes && rest.at < rest.end && *rest.at == '+';
}

static void dd_line(void *state, const struct line *line, struct sink *sink)
{
	struct dd *d = state;
	struct line last = *line;
	struct report report = { 0 };
	struct scan scan;
	struct digits bytes;
	const char *cr = line->size ? memrchr(line->bytes, '\r', line->size - 1) : NULL;

	if (line->cut)
		return;
	if (cr) { /* progress is overwritten: it is no report */
		last.size -= (size_t)(cr + 1 - line->bytes);
		last.bytes = cr + 1;
	}
	scan = scan_line(&last);
	if (scan_word(&scan, "dd: ")) {
		if (!scan_word(&scan, "warning:"))
			findings_fault(&d->findings, &last);
	} else if (is_records(&last)) {
		d->records = true;
	} else if (!cr && scan_number(&scan, true, &bytes) &&
		(read_copied(&last, &report) || read_transferred(&last, &report))) {
		report.bytes = bytes.value;
		add_report(d, &last, &report, sink);
	} else if (!cr && !(d->findings.n && take_bash_time(d, &last)) &&
		!scan_has(&scan, "truncated record")) {
		d->adjoining = false;
	}
}

static void dd_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct dd *d = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	if (d->findings.fault)
		findings_send(&d->findings, sink, VERDICT_FAILED, d->findings.fault);
	else if (!d->findings.n)
		findings_send(&d->findings, sink, how ? VERDICT_FAILED : VERDICT_EMPTY,
			how                ? how :
				d->records ? "records are counted, but no rate is told" :
					     "dd told nothing");
	else if (how)
		findings_send(
			&d->findings, sink, ending->how == END_EXIT ? VERDICT_FAILED : VERDICT_PARTIAL, how);
	else
		findings_send(&d->findings, sink, VERDICT_OK, NULL);
}

static void dd_close(void *state)
{
	struct dd *d = state;

	findings_release(&d->findings);
}

const struct parser parser_dd = { "dd", "coreutils 5.2 - 9.1, BSD, busybox", sizeof(struct dd), dd_probe,
	dd_open, dd_line, dd_end, dd_close };
