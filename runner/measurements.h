#ifndef RUNNER_MEASUREMENTS_H
#define RUNNER_MEASUREMENTS_H

#include "parsers/parser.h"

/* All that a parser said about one output. A zeroed struct is empty. */
struct measurements {
	struct parsing parsing; /* the parser, which the measurements belong to */
	struct arena arena; /* everything else */
	const struct measurement *items; /* in print order */
	size_t n;
	struct warning {
		unsigned long line;
		const char *text;
	} * warnings;
	size_t n_warnings, n_unsaid; /* kept, and those beyond the most that are kept */
	struct fact { /* what the output says about systems and tests that it names */
		enum subject subject;
		const char *name, *text;
	} * facts;
	size_t n_facts;
	const char *version; /* of the program, NULL when the output does not tell */
	enum verdict verdict;
	const char *reason; /* for the verdict, or NULL */
};

int measurements_parse(struct measurements *measurements, const struct parser *parser,
	const struct parser_options *options, const struct line_source *source, const struct ending *ending,
	struct error *err);
void measurements_release(struct measurements *measurements);

#endif
