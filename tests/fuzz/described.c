/*
 * Parsers that a profile describes. The input's first byte chooses: p pattern, c csv, j json; up to
 * the first line end stands the pattern, the column or the path, behind it the output.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/described/described.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct feed {
	const char *at, *end;
	unsigned long number;
};

static int next(void *context, struct line *line, struct error *err)
{
	struct feed *feed = context;
	const char *newline;

	(void)err;
	if (feed->at == feed->end)
		return 0;
	newline = memchr(feed->at, '\n', (size_t)(feed->end - feed->at));
	*line = (struct line){ feed->at, (size_t)((newline ? newline : feed->end) - feed->at), ++feed->number,
		STREAM_OUT, false, !newline };
	feed->at += line->size + (newline != NULL);
	return 1;
}

static void measure(void *context, const struct measurement *all, size_t n)
{
	(void)context;
	for (const struct measurement *m = all; m < all + n; m++)
		if ((m->state == ST_OK) != (m->number.text && isfinite(m->number.value)))
			abort();
}

static void warn(void *context, unsigned long line, const char *text)
{
	(void)context;
	(void)line;
	(void)text;
}

static void tool(void *context, const char *version)
{
	(void)context;
	(void)version;
}

static void verdict(void *context, enum verdict verdict, const char *reason)
{
	(void)context;
	(void)verdict;
	(void)reason;
}

static void feed_parser(
	const struct parser *parser, const struct described *described, const char *at, const char *end)
{
	const struct ending ending = { END_UNKNOWN, 0, false };
	const struct parser_options options = { .described = described };
	struct feed feed = { at, end, 0 };
	const struct line_source source = { &feed, next };
	struct sink sink = { NULL, measure, warn, tool, verdict, NULL };
	struct parsing parsing;
	struct error err = ERROR_INIT;

	if (parse_stream(&parsing, parser, &options, &source, &ending, &sink, &err))
		abort();
	parsing_close(&parsing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct described_metric metric = { "*", "MB/s", PROPORTION_HIB };
	const char *text = (const char *)data, *newline = size ? memchr(text, '\n', size) : NULL;
	char *where = newline ? mem_bytes(text + 1, (size_t)(newline - text) - (newline > text)) : NULL;
	const char *const patterns[] = { where };
	const struct described_value value = { "value", where };
	const struct described described = { patterns, 1, &value, 1, ',', &metric, 1 };
	struct error err = ERROR_INIT;

	if (newline > text && *text == 'p' && !pattern_check(where, &err))
		feed_parser(&parser_pattern, &described, newline + 1, text + size);
	if (newline > text && *text == 'c')
		feed_parser(&parser_csv, &described, newline + 1, text + size);
	if (newline > text && *text == 'j' && !json_path_check(where, &err))
		feed_parser(&parser_json, &described, newline + 1, text + size);
	error_release(&err);
	free(where);
	return 0;
}
