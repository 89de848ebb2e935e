/*
 * Every sample, cut at each line end and at 200 places: what is read from the beginning of an output
 * must be what the whole lines say, and no cut number may become a value.
 */
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>

#include "parsers/parser.h"
#include "share/base/file.h"
#include "share/base/text.h"
#include "tests/unit/tap.h"

#define RANDOM_CUTS 200

struct feed {
	const char *at, *end;
	unsigned long number;
};

/* The ok values of one parse: "metric value unit" each. */
struct values {
	struct arena arena;
	const char **items;
	size_t n;
	bool said; /* a verdict other than ok, a value with a reason, or a warning */
};

static int next(void *context, struct line *line, struct error *err)
{
	struct feed *feed = context;
	const char *newline;
	size_t size;

	(void)err;
	if (feed->at >= feed->end)
		return 0;
	newline = memchr(feed->at, '\n', (size_t)(feed->end - feed->at));
	size = (size_t)((newline ? newline : feed->end) - feed->at);
	*line = (struct line){ feed->at, size, ++feed->number, STREAM_OUT, false, !newline };
	feed->at += size + 1;
	if (line->size && line->bytes[line->size - 1] == '\r')
		line->size--;
	return 1;
}

static void measure(void *context, const struct measurement *all, size_t n)
{
	struct values *to = context;

	for (const struct measurement *m = all; m < all + n; m++) {
		if (m->state != ST_OK) {
			to->said = true;
			continue;
		}
		to->items = arena_more(&to->arena, to->items, to->n, sizeof *to->items);
		to->items[to->n++] = arena_printf(
			&to->arena, "%s %s %s", m->of->metric, m->number.text, m->of->unit);
	}
}

static void warn(void *context, unsigned long line, const char *text)
{
	struct values *to = context;

	(void)line;
	(void)text;
	to->said = true;
}

static void tool(void *context, const char *version)
{
	(void)context;
	(void)version;
}

static void verdict(void *context, enum verdict what, const char *reason)
{
	struct values *to = context;

	(void)reason;
	to->said = to->said || what != VERDICT_OK;
}

static struct values read_values(const struct parser *parser, const char *bytes, size_t size)
{
	const struct ending ending = { END_UNKNOWN, 0, false };
	struct feed feed = { bytes, bytes + size, 0 };
	const struct line_source source = { &feed, next };
	struct values values = { 0 };
	struct sink sink = { &values, measure, warn, tool, verdict, NULL };
	struct parsing parsing;
	struct error err = ERROR_INIT;

	parse_stream(&parsing, parser, NULL, &source, &ending, &sink, &err);
	parsing_close(&parsing);
	return values;
}

static bool holds(const struct values *values, const char *item)
{
	for (size_t i = 0; i < values->n; i++)
		if (!strcmp(values->items[i], item))
			return true;
	return false;
}

/* The first value of `part` that is in neither of the two, or NULL. */
static const char *stranger(const struct values *part, const struct values *a, const struct values *b)
{
	for (size_t i = 0; i < part->n; i++)
		if (!holds(a, part->items[i]) && !holds(b, part->items[i]))
			return part->items[i];
	return NULL;
}

/* Cut at byte `at`: only what stands in whole lines, with or without the line that is cut. */
static bool cut_is_true(const struct parser *parser, const char *bytes, size_t size, size_t at)
{
	const char *before = memrchr(bytes, '\n', at), *after = memchr(bytes + at, '\n', size - at);
	struct values part = read_values(parser, bytes, at);
	struct values less = read_values(parser, bytes, before ? (size_t)(before - bytes) + 1 : 0);
	struct values more = read_values(parser, bytes, after ? (size_t)(after - bytes) + 1 : size);
	const char *wrong = stranger(&part, &less, &more);
	bool silent = !part.n && !part.said;

	if (wrong)
		printf("# cut at %zu: '%s' stands nowhere\n", at, wrong);
	else if (silent)
		printf("# cut at %zu: neither a value nor a reason\n", at);
	wrong = wrong || silent ? "" : NULL;
	arena_release(&part.arena);
	arena_release(&less.arena);
	arena_release(&more.arena);
	return !wrong;
}

/* The value stands in the bytes as a word of its own: an interim report, or another format in front. */
static bool is_printed(const char *item, const char *bytes, size_t size)
{
	const char *start = strchr(item, ' ') + 1, *end = strchr(start, ' '), *at = bytes;
	size_t length = (size_t)(end - start);

	while ((at = memmem(at, size - (size_t)(at - bytes), start, length))) {
		if ((at == bytes || !strchr("0123456789.", at[-1])) &&
			(at + length == bytes + size || !strchr("0123456789.", at[length])))
			return true;
		at++;
	}
	return false;
}

/* Cut behind a line: a value is one of the whole output, or is printed, or the parser says why not. */
static bool line_cut_is_true(
	const struct parser *parser, const struct values *whole, const char *bytes, size_t size)
{
	struct values part = read_values(parser, bytes, size);
	const char *wrong = stranger(&part, whole, whole);
	bool good = (!wrong || part.said || is_printed(wrong, bytes, size)) && (part.n || part.said);

	if (!good)
		printf("# cut behind byte %zu: '%s' is not in the whole output, and nothing is said\n", size,
			wrong ? wrong : "(nothing)");
	arena_release(&part.arena);
	return good;
}

static bool sample_is_true(const struct parser *parser, const char *bytes, size_t size)
{
	struct values whole = read_values(parser, bytes, size);
	uint64_t random = 88172645463325252ull;
	size_t lines = 0;
	bool good = true;

	for (const char *p = bytes; (p = memchr(p, '\n', size - (size_t)(p - bytes))); p++)
		lines++;
	for (const char *p = bytes; good && (p = memchr(p, '\n', size - (size_t)(p - bytes))); p++)
		if (lines < 400 || (size_t)(p - bytes) % (lines / 200) == 0)
			good = line_cut_is_true(parser, &whole, bytes, (size_t)(p - bytes) + 1);
	for (int i = 0; good && size && i < RANDOM_CUTS; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		good = cut_is_true(parser, bytes, size, (size_t)(random % size));
	}
	arena_release(&whole.arena);
	return good;
}

int main(void)
{
	for (const struct parser *const *p = parsers; *p; p++) {
		char *pattern = mem_printf("tests/data/samples/%s/*.out", (*p)->program);
		glob_t found;

		if (glob(pattern, 0, NULL, &found))
			found.gl_pathc = 0;
		for (size_t i = 0; i < found.gl_pathc; i++) {
			struct text content = TEXT_INIT;
			struct error err = ERROR_INIT;
			bool good = !file_read(&content, found.gl_pathv[i], (size_t)64 << 20, &err) &&
				sample_is_true(*p, text_string(&content), content.size);

			tap(good, found.gl_pathv[i] + strlen("tests/data/samples/"));
			text_release(&content);
		}
		globfree(&found);
		free(pattern);
	}
	return tap_end();
}
