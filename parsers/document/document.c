#include "parsers/document/document.h"

#include <string.h>

#include "parsers/document/heading.h"
#include "parsers/list_of_parsers.h"
#include "parsers/scan.h"
#include "share/base/banned.h"

#define SURE           75 /* of one line, that it is output of a program and not a word about it */
#define LONGEST_NAME   100 /* of a line that names a system */
#define LONGEST_FRONT  2000
#define LONGEST_PROMPT 40
#define SHORT_FRONT    15 /* lines before the first output that may be its own */

/* What is known while the lines go by. */
struct cutter {
	struct document *document;
	struct section *open; /* the last section, still growing, or NULL */
	struct heading heading; /* the system's: it holds until the next */
	struct heading pending; /* one that counts when an output follows at once */
	bool renamed; /* `heading` is newer than the open section */
	const char *command, *command_end; /* typed since the section was opened */
	const char *since; /* where the lines begin that the next section has in front of its first known one */
	const char *tail; /* where the lines begin that no longer belong to the open section */
	const char *brace; /* the line above, when it is the "{" of a JSON document */
	struct text preface;
	size_t preface_lines;
	struct scan waiting; /* a line that joins the preface unless it names a system */
};

/* What the lines around and the bytes in front say of a line. */
struct around {
	bool quoted, indented, underlined;
	const char *next; /* the line below */
};

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

/* Programs that say at their start who they are: the next such line is the next output. */
static bool is_banner(struct scan line)
{
	static const char *const banners[] = { "dbench version ", "PostMark v", "Performance Test of File I/O",
		"Tiotest results for", "(g=", "Sequential Output", "using working directory", NULL };

	return scan_has_any(&line, banners);
}

/*
 * "root@host: /mnt# time rm -fr linux", "$ iozone -a", "bash-5.1# time cp -a a b", "linux:~ # time tar":
 * what was typed behind a prompt.
 */
static bool is_command(struct scan line, struct scan *typed)
{
	struct scan rest = line;
	const char *sign = NULL;
	bool prompt = false;
	int blanks = 0;

	for (const char *at = line.at; at < line.end && at - line.at < LONGEST_PROMPT && !sign; at++) {
		if (strchr("#$%", *at) && at + 1 < line.end && at[1] == ' ')
			sign = at;
		else if (strchr("@:~/-]", *at))
			prompt = true;
		else if (*at == ' ' && ++blanks > 2)
			return false;
	}
	if (!sign || (sign > line.at && !prompt))
		return false;
	rest.at = sign + 1;
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
	static const char *const signs[] = { "%", "/s", "|", "complete", "{", "}", "total runs", " records " };
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

/* Where a section begins: error lines and the like in front of its first known line belong to it. */
static const char *section_start(const struct cutter *c, const char *raw)
{
	if (c->brace)
		return c->brace;
	if (c->since && (c->document->n || c->heading.is || c->command || c->preface_lines <= SHORT_FRONT))
		return c->since;
	return raw;
}

static void open_section(struct cutter *c, const struct parser *parser, const char *raw, unsigned long number)
{
	struct document *d = c->document;
	struct section *section;
	const char *start = section_start(c, raw);

	close_section(c, start);
	for (const char *at = start; at < raw; at++)
		number -= *at == '\n';
	d->sections = arena_more(&d->arena, d->sections, d->n, sizeof *d->sections);
	section = &d->sections[d->n++];
	*section = (struct section){ .parser = parser, .bytes = start, .line = number };
	if (c->pending.is && !(c->renamed && c->heading.of_file_system))
		c->heading = c->pending;
	name_section(c, section);
	if (c->command)
		section->command = arena_bytes(&d->arena, c->command, (size_t)(c->command_end - c->command));
	c->open = section;
	c->command = c->tail = c->since = NULL;
	c->pending.is = c->renamed = false;
}

/* The lines in front of the first output, but for the title and for the line that names a system. */
static void take_preface(struct cutter *c, struct scan line)
{
	struct scan last = c->waiting;
	const char *subject = c->document->subject;

	c->waiting = line;
	c->preface_lines++;
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
	if (flat || ((around->underlined || !is_output(line)) && !around->indented))
		heading = heading_of(line, around->underlined, flat);
	c->pending = heading;
	if (heading.is && heading.of_file_system) {
		c->heading = heading;
		c->renamed = true;
		c->command = NULL; /* what was typed above a heading is no test of this one */
	}
	if (heading.is)
		c->since = around->next;
	if (!heading.is && !c->renamed && !c->command)
		c->tail = NULL;
	else if (!c->tail)
		c->tail = raw;
}

/* What was typed names the test, and the system where no heading does. */
static void take_command(
	struct cutter *c, struct scan line, struct scan typed, const char *raw, const struct around *around)
{
	struct scan name;

	c->command = typed.at;
	c->command_end = typed.end;
	c->since = around->next;
	c->tail = c->tail ? c->tail : raw;
	if (c->renamed || !heading_of_command(line, &name))
		return;
	c->heading = (struct heading){ true, true, false, name, { name.end, name.end, NULL } };
	c->renamed = true;
}

static void take_line(
	struct cutter *c, struct scan line, const char *raw, unsigned long number, const struct around *around)
{
	const struct parser *program = program_of(line);
	struct scan typed;

	if (program &&
		(!c->open || program != c->open->parser || c->renamed || c->command || is_banner(line) ||
			(c->pending.is && c->pending.marked))) {
		open_section(c, program, raw, number);
		c->open->quoted = around->quoted;
	} else if (program) {
		c->pending.is = false;
		c->tail = c->since = NULL;
	} else if (is_command(line, &typed)) {
		take_command(c, line, typed, raw, around);
	} else if (heading_is_fence(line)) {
		c->since = around->next;
	} else if (line.at < line.end && !heading_is_rule(line)) {
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
	scan = scan_trimmed(scan_bytes(rest.at, (size_t)(end - rest.at)));
	if (scan.at < scan.end)
		d->subject = arena_bytes(&d->arena, scan.at, (size_t)(scan.end - scan.at));
}

/* The line at `at`, without its line end. */
static struct scan line_at(const char *at, const char *end)
{
	const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;

	return scan_bytes(at < end ? at : end, at < end ? (size_t)((newline ? newline : end) - at) : 0);
}

/* Blanks in front of a line's words, behind the marks of a quotation. */
static size_t indentation(struct scan raw)
{
	size_t blanks = 0;

	while (scan_word(&raw, ">"))
		scan_word(&raw, " ");
	for (; raw.at < raw.end && (*raw.at == ' ' || *raw.at == '\t'); raw.at++)
		blanks++;
	return blanks;
}

/* Blanks that every line with words begins with. */
static size_t common_indent(const char *at, const char *end)
{
	size_t least = (size_t)-1;

	while (at < end && least) {
		struct scan raw = line_at(at, end);

		if (!scan_done(&raw) && indentation(raw) < least)
			least = indentation(raw);
		at = raw.end + 1;
	}
	return least == (size_t)-1 ? 0 : least;
}

static void cut(struct document *d)
{
	struct cutter c = { .document = d, .since = text_string(&d->text) };
	const char *at = text_string(&d->text), *end = at + d->text.size;

	d->indent = common_indent(at, end);
	for (unsigned long number = 1; at < end; number++) {
		struct scan raw = line_at(at, end), line, below;
		struct around around = { .next = raw.end + 1 < end ? raw.end + 1 : end };
		bool ignored;

		line = scan_trimmed(scan_unquoted(raw, &around.quoted));
		below = scan_trimmed(scan_unquoted(line_at(around.next, end), &ignored));
		around.indented = indentation(raw) > d->indent;
		around.underlined = below.end - below.at >= 3 && heading_is_rule(below) &&
			!strchr("|+", *below.at);
		take_line(&c, line, at, number, &around);
		at = raw.end + 1;
	}
	close_section(&c, end);
	d->preface = arena_text(&d->arena, text_string(&c.preface));
	text_release(&c.preface);
}

/* No line tells by itself which program printed it: the whole may. */
static void take_whole(struct document *d)
{
	struct error ignored = ERROR_INIT;
	size_t head = d->text.size < PARSER_HEAD ? d->text.size : PARSER_HEAD;
	const struct parser *parser = parser_recognise(text_string(&d->text), head, &ignored);

	error_release(&ignored);
	if (!parser)
		return;
	d->sections = arena_take(&d->arena, sizeof *d->sections);
	*d->sections = (struct section){
		.parser = parser, .bytes = text_string(&d->text), .size = d->text.size, .line = 1
	};
	d->n = 1;
	d->guessed = true;
}

int document_read(struct document *d, const char *bytes, size_t size, struct error *err)
{
	d->repaired = document_repair(&d->text, bytes, size);
	d->preface = "";
	take_subject(d);
	if (!is_one_table(d))
		cut(d);
	if (!d->n)
		take_whole(d);
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
