/*
 * A parser on any bytes: no crash, one verdict, and a number with every ok value. The program's name
 * chooses: "fio.fuzzer" is the target of fio's parser; under any other name all take their turn.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/parser.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct parser *chosen; /* NULL: all */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *slash = strrchr((*argv)[0], '/'), *name = slash ? slash + 1 : (*argv)[0];
	char program[32] = "";

	(void)argc;
	memcpy(program, name, strcspn(name, ".") < sizeof program ? strcspn(name, ".") : 0);
	chosen = parser_named(program);
	return 0;
}

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

static void feed_parser(const struct parser *parser, const uint8_t *data, size_t size)
{
	const struct ending ending = { END_UNKNOWN, 0, false };
	struct feed feed = { (const char *)data, (const char *)data + size, 0 };
	const struct line_source source = { &feed, next };
	int verdicts = 0;
	struct sink sink = { &verdicts, measure, warn, tool, verdict, about };
	struct parsing parsing;
	struct error err = ERROR_INIT;

	parser->probe((const char *)data, size);
	if (parse_stream(&parsing, parser, NULL, &source, &ending, &sink, &err) || verdicts != 1)
		abort();
	parsing_close(&parsing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (chosen)
		feed_parser(chosen, data, size);
	for (const struct parser *const *p = parsers; !chosen && *p; p++)
		feed_parser(*p, data, size);
	return 0;
}
