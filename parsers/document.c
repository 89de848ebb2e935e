#include "parsers/document.h"

#include <string.h>

#include "parsers/heading.h"
#include "parsers/list_of_parsers.h"
#include "parsers/scan.h"
#include "share/base/banned.h"

#define SURE          75 /* of one line, that it is output of a program and not a word about it */
#define LONGEST_NAME  100 /* of a line that names a system */
#define LONGEST_FRONT 2000

/* What is known while the lines go by. */
struct cutter {
	struct document *document;
	struct section *open; /* the last section, still growing, or NULL */
	const char *opening; /* its first line */
	size_t opening_size;
	struct heading heading; /* the last one: it holds until the next */
	bool renamed; /* it is newer than the open section */
	const char *command, *command_end;
	const char *tail; /* where the lines begin that belong to what comes next */
	const char *brace; /* the line above, when it is the "{" of a JSON document */
	struct text preface;
	struct scan waiting; /* a line that joins the preface unless it names a system */
};

/* What the lines around and the bytes in front say of a line. */
struct around {
	bool quoted, indented, underlined;
};

static struct scan trimmed(struct scan scan)
{
	scan_blanks(&scan);
	while (scan.end > scan.at && (scan.end[-1] == ' ' || scan.end[-1] == '\t' || scan.end[-1] == '\r'))
		scan.end--;
	return scan;
}

static struct scan unquoted(struct scan scan, bool *quoted)
{
	*quoted = false;
	while (scan_word(&scan, ">")) {
		*quoted = true;
		scan_word(&scan, " ");
	}
	return trimmed(scan);
}

/* A line that a program prints at the beginning, or NULL. */
static const struct parser *program_of(struct scan line)
{
	const struct parser *best = NULL;
	int best_score = SURE - 1;
	struct digits digits;
	struct scan rest = line;

	if (scan_word(&rest, "real") && (*rest.at == ' ' || *rest.at == '\t') &&
		scan_number(&rest, true, &digits))
		return &parser_time;
	for (const struct parser *const *p = parsers; *p; p++) {
		int score = (*p)->probe(line.at, (size_t)(line.end - line.at));

		if (score > best_score) {
			best = *p;
			best_score = score;
		}
	}
	return best;
}

/* Alike but for their digits: the same program's first line again. */
static bool same_shape(struct scan a, const char *bytes, size_t size)
{
	struct scan b = scan_bytes(bytes, size);

	while (a.at < a.end && b.at < b.end) {
		bool digit = *a.at >= '0' && *a.at <= '9';

		if (digit && *b.at >= '0' && *b.at <= '9') {
			while (a.at < a.end && *a.at >= '0' && *a.at <= '9')
				a.at++;
			while (b.at < b.end && *b.at >= '0' && *b.at <= '9')
				b.at++;
		} else if (*a.at++ != *b.at++) {
			return false;
		}
	}
	return a.at == a.end && b.at == b.end;
}

/* "root@host: /mnt# time rm -fr linux", "$ iozone -a", "# time cp -a a b": what was typed. */
static bool is_command(struct scan line, struct scan *typed)
{
	struct scan rest = line;

	if (!scan_word(&rest, "$ ") && !scan_word(&rest, "# ") && !scan_word(&rest, "% ")) {
		const char *at = memchr(line.at, '@', (size_t)(line.end - line.at));

		if (!at || at - line.at > 40 || memchr(line.at, ' ', (size_t)(at - line.at)))
			return false;
		if (!scan_until(&rest, "# ") && !scan_until(&rest, "$ "))
			return false;
	}
	do
		scan_blanks(&rest);
	while (scan_word(&rest, "time ") || scan_word(&rest, "/usr/bin/time ") || scan_word(&rest, "-p ") ||
		scan_word(&rest, "-v "));
	*typed = rest;
	return rest.at < rest.end;
}

static bool is_numeric(struct scan line)
{
	const char *word;
	size_t size, words = 0, numbers = 0;

	while (scan_token(&line, &word, &size)) {
		words++;
		/* "1)" and "2." number a heading */
		numbers += ((*word >= '0' && *word <= '9') || *word == '+') && word[size - 1] != ')' &&
			word[size - 1] != '.';
	}
	return numbers * 3 > words;
}

/* What programs print and people do not write above a table. */
static bool is_output(struct scan line)
{
	static const char *const signs[] = { "%", "/s", "|", "complete", "{", "}", "total runs" };
	struct scan rest = line;

	/* FS-Mark's remarks */
	if (scan_word(&rest, "#\t") || scan_word(&rest, "#  "))
		return true;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (scan_has(&line, signs[i]))
			return true;
	while (scan_until(&rest, "=")) {
		scan_blanks(&rest);
		if (rest.at < rest.end && *rest.at >= '0' && *rest.at <= '9')
			return true;
	}
	return is_numeric(line);
}

static void name_section(struct cutter *c, struct section *section)
{
	struct arena *arena = &c->document->arena;
	const struct heading *heading = &c->heading;

	if (!heading->is)
		return;
	section->system = arena_bytes(arena, heading->name.at, (size_t)(heading->name.end - heading->name.at));
	if (heading->notes.at < heading->notes.end)
		section->notes = arena_bytes(
			arena, heading->notes.at, (size_t)(heading->notes.end - heading->notes.at));
}

static void close_section(struct cutter *c, const char *end)
{
	if (c->open)
		c->open->size = (size_t)((c->tail && c->tail < end ? c->tail : end) - c->open->bytes);
	c->open = NULL;
}

static void open_section(
	struct cutter *c, const struct parser *parser, struct scan line, const char *raw, unsigned long number)
{
	struct document *d = c->document;
	struct section *section;

	close_section(c, raw);
	d->sections = arena_more(&d->arena, d->sections, d->n, sizeof *d->sections);
	section = &d->sections[d->n++];
	*section = (struct section){ .parser = parser, .bytes = raw, .line = number };
	name_section(c, section);
	if (c->command)
		section->command = arena_bytes(&d->arena, c->command, (size_t)(c->command_end - c->command));
	c->open = section;
	c->opening = line.at;
	c->opening_size = (size_t)(line.end - line.at);
	c->command = c->tail = NULL;
	c->renamed = false;
}

/* The lines in front of the first output, but for the title and for the line that names a system. */
static void take_preface(struct cutter *c, struct scan line)
{
	struct scan last = c->waiting;
	const char *subject = c->document->subject;

	c->waiting = line;
	if (last.at == last.end || c->preface.size >= LONGEST_FRONT)
		return;
	if (subject && strlen(subject) == (size_t)(last.end - last.at) &&
		!memcmp(subject, last.at, strlen(subject)))
		return;
	text_adds(&c->preface, c->preface.size ? " " : "");
	text_add(&c->preface, last.at, (size_t)(last.end - last.at));
}

/* A line that may name the system of what follows. Programs indent their lines, people rarely headings. */
static void take_heading(struct cutter *c, struct scan line, const char *raw, const struct around *around)
{
	bool flat = c->document->repaired && line.end - line.at > LONGEST_NAME;
	struct heading heading = { .is = false };

	if (!c->document->n)
		take_preface(c, line);
	if (flat || (!is_output(line) && !around->indented))
		heading = heading_of(line, around->underlined, flat);
	/* "ext4:", then "Here it comes:": the file system is the system */
	if (heading.is && !(c->renamed && c->heading.of_file_system && !heading.of_file_system)) {
		c->heading = heading;
		c->renamed = true;
	}
	if (!c->renamed)
		c->tail = NULL;
	else if (!c->tail)
		c->tail = raw;
}

/* What was typed names the test, and the system where no heading does. */
static void take_command(struct cutter *c, struct scan line, struct scan typed, const char *raw)
{
	struct scan name;

	c->command = typed.at;
	c->command_end = typed.end;
	c->tail = c->tail ? c->tail : raw;
	if (c->renamed || !heading_of_command(line, &name))
		return;
	c->heading = (struct heading){ true, true, name, { name.end, name.end, NULL } };
	c->renamed = true;
}

static void take_line(
	struct cutter *c, struct scan line, const char *raw, unsigned long number, const struct around *around)
{
	const struct parser *program = program_of(line);
	struct scan typed;

	if (program &&
		(!c->open || program != c->open->parser || c->renamed || c->command ||
			same_shape(line, c->opening, c->opening_size))) {
		open_section(c, program, line, c->brace ? c->brace : raw, number);
		c->open->quoted = around->quoted;
	} else if (program) {
		c->tail = NULL;
	} else if (is_command(line, &typed)) {
		take_command(c, line, typed, raw);
	} else if (line.at < line.end && !heading_is_fence(line) && !heading_is_rule(line)) {
		take_heading(c, line, raw, around);
	}
	c->brace = line.end - line.at == 1 && *line.at == '{' ? raw : NULL;
}

/* One section: the parser that is surest about the whole reads several systems. */
static bool is_one_table(struct document *d)
{
	size_t head = d->text.size < PARSER_HEAD ? d->text.size : PARSER_HEAD;
	const char *bytes = text_string(&d->text);
	const struct parser *parser = NULL;

	if (parser_accounting.probe(bytes, head) > SURE)
		parser = &parser_accounting;
	else if (parser_matrix.probe(bytes, head) > SURE)
		parser = &parser_matrix;
	if (!parser)
		return false;
	d->sections = arena_take(&d->arena, sizeof *d->sections);
	*d->sections = (struct section){ .parser = parser, .bytes = bytes, .size = d->text.size, .line = 1 };
	d->n = 1;
	return true;
}

/* "Subject: ..." of a mail; else the first line when it reads like a title. */
static void take_subject(struct document *d)
{
	struct scan scan = scan_bytes(text_string(&d->text), d->text.size), rest = scan;
	const char *end;

	if (scan_until(&rest, "Subject: ")) {
		struct scan date = rest;

		end = memchr(rest.at, '\n', (size_t)(rest.end - rest.at));
		end = end ? end : rest.end;
		if (scan_until(&date, " Date: ") && date.at - 7 < end)
			end = date.at - 7;
	} else {
		end = memchr(scan.at, '\n', (size_t)(scan.end - scan.at));
		end = end ? end : scan.end;
		rest = scan_bytes(scan.at, (size_t)(end - scan.at));
		if (end - scan.at > LONGEST_NAME || memchr(scan.at, ':', (size_t)(end - scan.at)) ||
			program_of(rest))
			return;
	}
	scan = trimmed(scan_bytes(rest.at, (size_t)(end - rest.at)));
	if (scan.at < scan.end)
		d->subject = arena_bytes(&d->arena, scan.at, (size_t)(scan.end - scan.at));
}

/* The line at `at`, without its line end. */
static struct scan line_at(const char *at, const char *end)
{
	const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

	return scan_bytes(at < end ? at : end, at < end ? (size_t)((newline ? newline : end) - at) : 0);
}

static void cut(struct document *d)
{
	struct cutter c = { .document = d };
	const char *at = text_string(&d->text), *end = at + d->text.size;

	for (unsigned long number = 1; at < end; number++) {
		struct scan raw = line_at(at, end), line, below;
		struct around around = { .quoted = false };
		bool ignored;

		line = unquoted(raw, &around.quoted);
		below = unquoted(line_at(raw.end + 1, end), &ignored);
		around.indented = line.at < line.end && line.at > raw.at && strchr(" \t", line.at[-1]) &&
			(!around.quoted || strchr(" \t", line.at[-2]));
		around.underlined = below.end - below.at >= 3 && heading_is_rule(below) &&
			!strchr("|+", *below.at);
		take_line(&c, line, at, number, &around);
		at = raw.end + 1;
	}
	close_section(&c, end);
	d->preface = arena_text(&d->arena, text_string(&c.preface));
	text_release(&c.preface);
}

int document_read(struct document *d, const char *bytes, size_t size, struct error *err)
{
	d->repaired = document_repair(&d->text, bytes, size);
	d->preface = "";
	take_subject(d);
	if (!is_one_table(d))
		cut(d);
	if (!d->n)
		return error_set(err, "no output of a program that hib knows is found in it");
	return 0;
}

void document_release(struct document *d)
{
	arena_release(&d->arena);
	text_release(&d->text);
	*d = (struct document){ 0 };
}
