/*
 * Times as bash, POSIX time -p, GNU time (default, -v and formats in words) and busybox print
 * them. Several blocks in one output are several samples, in order. GNU's "Command exited with
 * non-zero status", and an error line of the timed tool, void the times.
 */
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

/* A time as printed: its characters, and as a whole number of the last place that it shows. */
struct printed {
	const char *at;
	size_t size;
	uint64_t whole;
	int digits, places; /* all of them, and those behind the point */
	int points, commas;
};

/* Digits from `at` on, at the end of those that are there. */
static const char *more_digits(struct printed *printed, const char *at, const char *end)
{
	const char *start = at;
	uint64_t whole = printed->whole;
	unsigned digit;

	for (; at < end && (digit = (unsigned char)*at - (unsigned)'0') <= 9; at++)
		whole = whole * 10 + digit;
	printed->whole = whole;
	printed->digits += (int)(at - start);
	return at;
}

/* The digits of a number with a comma or a point at the cursor. */
static bool take_printed(struct scan *scan, struct printed *printed)
{
	const char *at, *end = scan->end;

	scan_blanks(scan);
	*printed = (struct printed){ .at = scan->at };
	at = more_digits(printed, scan->at, end);
	while (at < end && (*at == '.' || *at == ',')) {
		int before = printed->digits;

		printed->points++;
		printed->commas += *at == ',';
		at = more_digits(printed, at + 1, end);
		printed->places += printed->digits - before;
	}
	printed->size = (size_t)(at - printed->at);
	scan->at = at;
	return printed->digits && at != scan->open_end;
}

#define EXACT_DIGITS 15 /* a whole number of as many is exact in a double, and a power of ten, too */
static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
	1e15 };

/* The number as it stands there, with a point for its comma; `copy` is for that. */
static bool printed_digits(const struct printed *p, char copy[40], struct digits *digits)
{
	if (p->commas || p->points > 1 || p->digits > EXACT_DIGITS)
		return comma_number(p->at, p->size, copy, digits);
	*digits = (struct digits){ p->at, p->size, (double)p->whole / powers[p->places] };
	return true;
}

/* The whole number as text that ends at `end`, with a point before its last `places` digits. */
static char *write_back(char *end, uint64_t whole, int places)
{
	char *p = end;

	for (int i = 0; whole || i <= places; i++, whole /= 10) {
		if (i && i == places)
			*--p = '.';
		*--p = (char)('0' + whole % 10);
	}
	return p;
}

/*
 * `units` sixties more than the seconds in `last`: the fraction stays as it was printed. False when it is no
 * time that a clock shows.
 */
static bool add_sixties(uint64_t units, const struct printed *last, char copy[40], struct digits *digits)
{
	uint64_t more = units * 60;
	char *start;

	if (units > 1000000000000 || last->digits > 18 || last->points > 1 || last->places == last->digits ||
		(last->points && !last->places))
		return false;
	for (int i = 0; i < last->places; i++)
		if (__builtin_mul_overflow(more, (uint64_t)10, &more))
			return false;
	if (__builtin_add_overflow(more, last->whole, &more))
		return false;
	start = write_back(copy + 40, more, last->places);
	*digits = (struct digits){ start, (size_t)(copy + 40 - start), 0 };
	if (more >= 1000000000000000 || last->places > EXACT_DIGITS)
		return number_double(digits->bytes, digits->size, &digits->value);
	digits->value = (double)more / powers[last->places];
	return true;
}

/* "0m1.471s", "0m 1.07s", "0.81": minutes are added in plain digits */
static bool take_duration(struct scan *scan, char copy[40], struct digits *digits, bool *comma)
{
	struct scan rest = *scan;
	struct printed first, second;

	if (!take_printed(&rest, &first))
		return false;
	*comma = *comma || first.commas;
	if (rest.at == rest.end || *rest.at != 'm') {
		if (!printed_digits(&first, copy, digits))
			return false;
		*scan = rest;
		return true;
	}
	rest.at++;
	if (first.points || first.digits > 9 || !take_printed(&rest, &second) || !scan_word(&rest, "s"))
		return false;
	*comma = *comma || second.commas;
	if (first.whole ? !add_sixties(first.whole, &second, copy, digits) :
			  !printed_digits(&second, copy, digits))
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

/* Which of "real", "user", "sys" stands here with a blank behind it; PARTS: none. */
static enum part part_at(const struct scan *scan)
{
	for (enum part part = REAL; part < PARTS; part++) {
		struct scan rest = *scan;

		if (rest.at < rest.end && *rest.at == *part_names[part] && scan_word(&rest, part_names[part]) &&
			rest.at < rest.end && (*rest.at == ' ' || *rest.at == '\t'))
			return part;
	}
	return PARTS;
}

static bool is_end_of_word(const struct scan *scan)
{
	return scan->at == scan->end || *scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r';
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
		part = part_at(&scan);
		if (part < PARTS) {
			struct scan rest = scan;

			rest.at += strlen(part_names[part]);
			if (take_duration(&rest, copy, &digits, &comma) && is_end_of_word(&rest))
				scan = rest;
			else
				part = PARTS;
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
	struct printed piece;
	uint64_t sixties = 0;

	for (;;) {
		if (!take_printed(&scan, &piece) || piece.commas)
			return false;
		if (scan.at == scan.end || *scan.at != ':')
			return is_end_of_word(&scan) && add_sixties(sixties, &piece, copy, digits);
		if (piece.points || piece.digits > 9 || sixties > 1000000000)
			return false;
		sixties = sixties * 60 + piece.whole;
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
	enum part part;

	scan_blanks(&scan);
	part = part_at(&scan);
	if (part == PARTS)
		return false;
	scan.at += strlen(part_names[part]);
	return scan_number(&scan, true, &digits) && scan.at != scan.open_end;
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
