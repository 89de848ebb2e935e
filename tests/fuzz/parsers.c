/* Every parser on any bytes: no crash, one verdict, and a number with every ok value. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/parser.h"

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
		if ((m->state == ST_OK) != (m->number.text && isfinite(m->number.value)) ||
		(m->state != ST_OK && !m->reason))
		abort();
}

static void warn(void *context, unsigned long line, const char *text)
{
	(void)context;
	(void)line;
	if (!text)
		abort();
}

static void tool(void *context, const char *version)
{
	(void)context;
	if (!version)
		abort();
}

static void verdict(void *context, enum verdict verdict, const char *reason)
{
	int *verdicts = context;

	(void)reason;
	verdict_name(verdict);
	(*verdicts)++;
}

static void about(void *context, enum subject subject, const char *name, const char *text)
{
	(void)context;
	(void)subject;
	if (!name || !text)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ending ending = { END_UNKNOWN, 0, false };
	struct error err = ERROR_INIT;

	for (const struct parser *const *p = parsers; *p; p++) {
		struct feed feed = { (const char *)data, (const char *)data + size, 0 };
		const struct line_source source = { &feed, next };
		int verdicts = 0;
		struct parsing parsing;
		struct sink sink = { &verdicts, measure, warn, tool, verdict, about };

		(*p)->probe((const char *)data, size);
		if (parse_stream(&parsing, *p, NULL, &source, &ending, &sink, &err) || verdicts != 1)
			abort();
		parsing_close(&parsing);
	}
	return 0;
}
