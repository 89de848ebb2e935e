/*
 * Times as bash, POSIX time -p, GNU time (default, -v and formats in words) and busybox print
 * them. Several blocks in one output are several samples, in order. GNU's "Command exited with
 * non-zero status", and an error line of the timed tool, void the times.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parsers/comma.h"
#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static const struct unit seconds = { "s", 1, BASE_SECONDS };
static const struct unit kilobytes = { "kB", 1024., BASE_BYTES };

enum part { REAL, USER, SYS, PARTS };
static const char *const part_names[] = { "real", "user", "sys" };

#define COMPLAINTS "annot", "rror", "No such file", "denied", "No space", "not found"

/* Words of the lines that concern it, but for TIMEFORMAT's rows of numbers. */
static const char *const signs[] = { "real\t", "real ", "user\t", "user ", "sys\t", "sys ", "elapsed",
	"Elapsed (wall clock)", "Maximum resident set size", "System time (seconds)", "User time (seconds)",
	"Exit status: ", "Command exited with", "Command terminated by", "s user ", COMPLAINTS, NULL };
static const char *const complaints[] = { COMPLAINTS, NULL };

struct time_state {
	struct signs signs;
	struct findings findings;
	/* GNU -v prints user and system before the elapsed time */
	struct held {
		char text[40];
		unsigned long line;
	} held[PARTS];
	bool verbose, warned_comma;
};

static int time_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "Elapsed (wall clock) time") || scan_has(&scan, "maxresident)k"))
		return 78;
	if (scan_has(&scan, "\nreal\t") || scan_has(&scan, "\nreal ") || scan_word(&scan, "real"))
		return scan_has(&scan, "user") && scan_has(&scan, "sys") ? 65 : 0;
	if (scan_has(&scan, "Command exited with non-zero") || scan_has(&scan, "Command terminated by signal"))
		return 60;
	if (scan_has(&scan, " s elapsed, ") && scan_has(&scan, " user, "))
		return 60;
	if (scan_has(&scan, "s user ") && scan_has(&scan, "s system ") && scan_has(&scan, "% cpu "))
		return 78;
	return scan_has(&scan, "real ") && scan_has(&scan, "user ") && scan_has(&scan, "sys ") ? 40 : 0;
}

static void time_open(void *state, const struct parser_options *options)
{
	struct time_state *parser = state;

	(void)options;
	signs_prepare(&parser->signs, signs);
}

static void add(struct time_state *t, enum part part, const struct digits *digits, unsigned long line)
{
	findings_add(&t->findings, part_names[part], digits, &seconds, PROPORTION_LIB, line);
}

/* The digits of a number with a comma or a point at the cursor. */
static bool take_number(struct scan *scan, char copy[40], struct digits *digits, bool *comma)
{
	const char *start;

	scan_blanks(scan);
	start = scan->at;
	while (scan->at < scan->end &&
		((*scan->at >= '0' && *scan->at <= '9') || *scan->at == '.' || *scan->at == ','))
		scan->at++;
	*comma = *comma || memchr(start, ',', (size_t)(scan->at - start));
	return scan->at > start && scan->at != scan->open_end &&
		comma_number(start, (size_t)(scan->at - start), copy, digits);
}

/* ".471": no exponent, and no more digits than any clock has. */
static bool plain_fraction(const char *dot, size_t size)
{
	for (size_t i = 1; i < size; i++)
		if (dot[i] < '0' || dot[i] > '9')
			return false;
	return size <= 20;
}

/*
 * `units` sixties more than the seconds in `last`, digit for digit: the fraction stays as it was printed.
 * `copy` may hold the digits of `last`. False when it is no time that a clock shows.
 */
static bool add_sixties(double units, const struct digits *last, char copy[40], struct digits *digits)
{
	const char *dot = memchr(last->bytes, '.', last->size);
	size_t whole = dot ? (size_t)(dot - last->bytes) : last->size, rest = last->size - whole, size = 0;
	int64_t below;
	uint64_t total;
	char reversed[24], fraction[20];

	if (!number_whole(last->bytes, whole, 0, 999999999, &below) || !plain_fraction(dot, rest) ||
		units != floor(units) || units > 1e12)
		return false;
	memcpy(fraction, last->bytes + whole, rest);
	for (total = (uint64_t)units * 60 + (uint64_t)below; !size || total; total /= 10)
		reversed[size++] = (char)('0' + total % 10);
	for (size_t i = 0; i < size; i++)
		copy[i] = reversed[size - 1 - i];
	memcpy(copy + size, fraction, rest);
	*digits = (struct digits){ copy, size + rest, 0 };
	return number_double(copy, digits->size, &digits->value);
}

/* "0m1.471s", "0m 1.07s", "0.81": minutes are added in plain digits */
static bool take_duration(struct scan *scan, char copy[40], struct digits *digits, bool *comma)
{
	struct scan rest = *scan;
	struct digits minutes;

	if (!take_number(&rest, copy, digits, comma))
		return false;
	if (rest.at == rest.end || *rest.at != 'm') {
		*scan = rest;
		return true;
	}
	minutes = *digits;
	rest.at++;
	if (!take_number(&rest, copy, digits, comma) || !scan_word(&rest, "s") || minutes.value >= 1e9)
		return false;
	if (minutes.value > 0 && !add_sixties(minutes.value, digits, copy, digits))
		return false;
	*scan = rest;
	return true;
}

static void warn_comma(struct time_state *t, const struct line *line, struct sink *sink)
{
	if (!t->warned_comma)
		sink->warn(sink->context, line->number, "a comma is read as the decimal point");
	t->warned_comma = true;
}

/* "real	0m1.471s", or all three on one line */
static bool take_words(struct time_state *t, const struct line *line, struct sink *sink)
{
	struct scan scan = scan_line(line);
	bool any = false, comma = false;

	for (;;) {
		struct digits digits;
		char copy[40];
		enum part part;

		scan_blanks(&scan);
		for (part = REAL; part < PARTS; part++) {
			struct scan rest = scan;

			if (scan_word(&rest, part_names[part]) && rest.at < rest.end &&
				(*rest.at == ' ' || *rest.at == '\t') &&
				take_duration(&rest, copy, &digits, &comma) &&
				(rest.at == rest.end || *rest.at == ' ' || *rest.at == '\t' ||
					*rest.at == '\r')) {
				scan = rest;
				break;
			}
		}
		if (part == PARTS)
			break;
		add(t, part, &digits, line->number);
		any = true;
		if (scan.at == scan.end)
			break;
	}
	/* bash follows the locale in all three numbers alike, so that a comma is proven by the form */
	if (any && comma)
		warn_comma(t, line, sink);
	return any;
}

/* Seconds of "0:01.55", "1:02:03" in plain digits. */
static bool clock_digits(struct scan scan, char copy[40], struct digits *digits)
{
	double sixties = 0;
	struct digits piece;

	for (;;) {
		if (!scan_number(&scan, false, &piece))
			return false;
		if (scan.at == scan.end || *scan.at != ':')
			return add_sixties(sixties, &piece, copy, digits);
		sixties = sixties * 60 + piece.value;
		scan.at++;
	}
}

static void add_memory(struct time_state *t, const struct digits *digits, unsigned long line)
{
	findings_add(&t->findings, "max_rss", digits, &kilobytes, PROPORTION_LIB, line);
}

/* "1.28user 0.20system 0:01.55elapsed 95%CPU (0avgtext+0avgdata 4952maxresident)k" */
static bool take_gnu(struct time_state *t, const struct line *line)
{
	struct scan scan = scan_line(line), rest;
	struct digits user, system, memory, real;
	struct scan clock;
	char copy[40];

	if (!scan_number(&scan, true, &user) || !scan_word(&scan, "user ") ||
		!scan_number(&scan, true, &system) || !scan_word(&scan, "system "))
		return false;
	clock = rest = scan;
	if (!scan_until(&rest, "elapsed"))
		return false;
	clock.end = rest.at - strlen("elapsed");
	if (!clock_digits(clock, copy, &real))
		return false;
	add(t, REAL, &real, line->number);
	add(t, USER, &user, line->number);
	add(t, SYS, &system, line->number);
	rest = scan;
	if (scan_until(&rest, "avgdata ") && scan_number(&rest, true, &memory) &&
		scan_word(&rest, "maxresident)k"))
		add_memory(t, &memory, line->number);
	return true;
}

static void hold(struct time_state *t, enum part part, const struct digits *digits, unsigned long line)
{
	snprintf(t->held[part].text, sizeof t->held[part].text, "%.*s", (int)digits->size, digits->bytes);
	t->held[part].line = line;
}

static void add_held(struct time_state *t, enum part part)
{
	struct scan scan = scan_bytes(t->held[part].text, strlen(t->held[part].text));
	struct digits digits;

	if (scan_number(&scan, true, &digits))
		add(t, part, &digits, t->held[part].line);
	t->held[part].text[0] = '\0';
}

/* GNU -v and busybox -v: labels, one a line */
static bool take_verbose(struct time_state *t, const struct line *line)
{
	struct scan scan = scan_line(line), rest;
	struct digits digits;
	char copy[40];
	bool comma = false;
	long status;

	scan_blanks(&scan);
	rest = scan;
	if (scan_word(&rest, "User time (seconds): ") && scan_number(&rest, false, &digits)) {
		hold(t, USER, &digits, line->number);
	} else if (scan_word(&rest, "System time (seconds): ") && scan_number(&rest, false, &digits)) {
		hold(t, SYS, &digits, line->number);
	} else if (scan_word(&rest, "Elapsed (wall clock) time (h:mm:ss or m:ss): ")) {
		struct scan busybox = rest;

		if ((scan_has(&rest, "m ") && take_duration(&busybox, copy, &digits, &comma)) ||
			clock_digits(rest, copy, &digits)) {
			add(t, REAL, &digits, line->number);
			add_held(t, USER);
			add_held(t, SYS);
		}
	} else if (scan_word(&rest, "Maximum resident set size (kbytes): ") &&
		scan_number(&rest, false, &digits)) {
		add_memory(t, &digits, line->number);
	} else if (scan_word(&rest, "Exit status: ") && scan_whole(&rest, &status)) {
		if (status)
			findings_fault(&t->findings, line);
	} else {
		return false;
	}
	return true;
}

/* "1.96 s elapsed, 1.53 user, 0.25 sys": a format in words */
static bool take_format(struct time_state *t, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits real, user, system;

	if (!scan_number(&scan, false, &real) || !scan_word(&scan, " s elapsed, ") ||
		!scan_number(&scan, false, &user) || !scan_word(&scan, " user, ") ||
		!scan_number(&scan, false, &system) || !scan_word(&scan, " sys"))
		return false;
	add(t, REAL, &real, line->number);
	add(t, USER, &user, line->number);
	add(t, SYS, &system, line->number);
	return true;
}

/* zsh: "tar -xf linux.tar  12.34s user 1.20s system 99% cpu 13.640 total" */
static bool take_zsh(struct time_state *t, const struct line *line)
{
	struct scan scan = scan_line(line), before = scan, clock;
	struct digits real, user, system;
	const char *start;
	char copy[40];

	if (!scan_until(&scan, "s user "))
		return false;
	before.end = scan.at - strlen("s user ");
	start = memrchr(before.at, ' ', (size_t)(before.end - before.at));
	before.at = start ? start + 1 : before.at;
	if (!scan_number(&before, false, &user) || !scan_done(&before) || !scan_number(&scan, true, &system) ||
		!scan_word(&scan, "s system ") || !scan_until(&scan, "% cpu "))
		return false;
	clock = scan;
	if (!scan_until(&scan, " total") || !scan_done(&scan))
		return false;
	clock.end = scan.at - strlen(" total");
	if (!clock_digits(clock, copy, &real))
		return false;
	add(t, REAL, &real, line->number);
	add(t, USER, &user, line->number);
	add(t, SYS, &system, line->number);
	return true;
}

/* "real" and the like in front of a number that was not taken. */
static bool is_odd_time(struct scan scan)
{
	struct digits digits;

	scan_blanks(&scan);
	for (enum part part = REAL; part < PARTS; part++) {
		struct scan rest = scan;

		if (scan_word(&rest, part_names[part]) && rest.at < rest.end &&
			(*rest.at == ' ' || *rest.at == '\t') && scan_number(&rest, true, &digits) &&
			rest.at != rest.open_end)
			return true;
	}
	return false;
}

/* bash's TIMEFORMAT='%R %U %S %P%%': three times and a share, nothing else */
static bool take_bare(struct time_state *t, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits parts[PARTS], share;

	for (int i = 0; i < PARTS; i++)
		if (!scan_number(&scan, false, &parts[i]) || !memchr(parts[i].bytes, '.', parts[i].size))
			return false;
	if (!scan_number(&scan, false, &share) || !scan_word(&scan, "%") || !scan_done(&scan))
		return false;
	for (int i = 0; i < PARTS; i++)
		add(t, (enum part)i, &parts[i], line->number);
	return true;
}

/* "tar: Error is not recoverable", and what GNU time says of the command */
static bool is_fault(const struct line *line)
{
	static const char *const tools[] = { "tar", "cp", "rm", "mv", "find", "gzip", "bzip2", "xz", "unzip",
		"bash", "sh", "/usr/bin/time", "time" };
	struct scan scan = scan_line(line);

	if (scan_has(&scan, "Command exited with non-zero status") ||
		scan_has(&scan, "Command terminated by signal"))
		return true;
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
		struct scan rest = scan_line(line);

		if (!scan_word(&rest, tools[i]) || !(scan_word(&rest, ": ") || scan_word(&rest, " (child): ")))
			continue;
		if (scan_has_any(&rest, complaints))
			return true;
	}
	return false;
}

static void time_line(void *state, const struct line *line, struct sink *sink)
{
	struct time_state *t = state;
	struct scan scan = scan_line(line);

	if (line->cut || !line->size || take_words(t, line, sink))
		return;
	if (!signs_any(&t->signs, &scan) && !scan_begins_with_digit(&scan))
		return;
	if (take_gnu(t, line) || take_verbose(t, line) || take_format(t, line) || take_zsh(t, line) ||
		take_bare(t, line))
		return;
	if (is_odd_time(scan))
		sink->warn(sink->context, line->number, "a time of no known form is not read");
	if (is_fault(line))
		findings_fault(&t->findings, line);
}

static void time_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct time_state *t = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	if (t->findings.fault)
		findings_send(&t->findings, sink, VERDICT_FAILED, t->findings.fault);
	else if (how)
		findings_send(&t->findings, sink, VERDICT_FAILED, how);
	else if (!t->findings.n)
		findings_send(&t->findings, sink, VERDICT_EMPTY, "no times in the output");
	else
		findings_send(&t->findings, sink, VERDICT_OK, NULL);
}

static void time_close(void *state)
{
	struct time_state *t = state;

	findings_release(&t->findings);
}

const struct parser parser_time = { "time", "bash, POSIX, GNU 1.9, busybox", sizeof(struct time_state),
	time_probe, time_open, time_line, time_end, time_close };
