#ifndef PARSERS_TEMPLATE_PARSER_H
#define PARSERS_TEMPLATE_PARSER_H

#include "parsers/parser.h"
#include "parsers/template/template.h"

/* A value that a template finds, and what it is called. */
struct template_metric {
	const char *metric, *unit;
	enum proportion proportion;
	const struct template *template;
	const char *arguments, *own_arguments; /* of the test: all, and those that options chose */
	const char *display_format; /* "BAR_GRAPH", "LINE_GRAPH", "PASS_FAIL", ... */
	bool optional; /* an output without it lacks nothing */
	bool pts; /* a value equal to that of an earlier template is taken for the same one (PTS.md 3.4, 13) */
	bool appends; /* it has a description of its own: behind it that is not done any more */
};

/*
 * The parser of outputs that only a profile knows. It is not in the list of parsers: without the
 * templates among its options it can read nothing.
 */
extern const struct parser parser_template;

#endif
