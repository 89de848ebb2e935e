#include "parsers/parser.h"

#include <stdlib.h>
#include <string.h>

#include "parsers/list_of_parsers.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define SURE_ENOUGH 10 /* below it a probe is no evidence */

#define ENTRY(name) &parser_##name,
const struct parser *const parsers[] = { PARSERS(ENTRY) NULL };
#undef ENTRY

const char *base_unit_name(enum base_unit unit)
{
	static const char *const names[BASE_COUNT] = { "", "B", "B/s", "s", "1/s" };

	return names[unit];
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = { "ok", "partial", "failed", "empty", "untrue" };

	return names[verdict];
}

const struct parser *parser_named(const char *program)
{
	for (const struct parser *const *p = parsers; *p; p++)
		if (!strcmp((*p)->program, program))
			return *p;
	return NULL;
}

static const struct parser *no_parser(struct error *err)
{
	struct text programs = TEXT_INIT;

	for (const struct parser *const *p = parsers; *p; p++)
		text_printf(&programs, "%s%s", programs.size ? ", " : "", (*p)->program);
	error_set(err, "the output of no known program (known are %s)", text_string(&programs));
	text_release(&programs);
	return NULL;
}

const struct parser *parser_recognise(const char *head, size_t size, struct error *err)
{
	const struct parser *best = NULL, *second = NULL;
	int best_score = SURE_ENOUGH - 1;

	for (const struct parser *const *p = parsers; *p; p++) {
		int score = (*p)->probe(head, size);

		if (score > best_score) {
			best = *p;
			second = NULL;
			best_score = score;
		} else if (best && score == best_score) {
			second = *p;
		}
	}
	if (!best)
		return no_parser(err);
	else if (second)
		error_set(err, "the output may be of %s or of %s: say which, hib parse %s FILE", best->program,
			second->program, best->program);
	return second ? NULL : best;
}

static bool ends_in_digit(const struct line *line)
{
	return line->size && line->bytes[line->size - 1] >= '0' && line->bytes[line->size - 1] <= '9';
}

int parse_stream(struct parsing *parsing, const struct parser *parser, const struct parser_options *options,
	const struct line_source *source, const struct ending *ending, struct sink *sink, struct error *err)
{
	void *state = mem_zero(1, parser->state_size);
	struct line line;
	bool told_cut = false;
	int rc;

	*parsing = (struct parsing){ parser, state };
	parser->open(state, options);
	while ((rc = source->next(source->context, &line, err)) > 0) {
		line.unfinished = line.unfinished && ending->how != END_EXIT;
		if (line.unfinished && ends_in_digit(&line))
			sink->warn(sink->context, line.number,
				"the output stops within a line: a number at its end may be cut and is not read");
		if (line.cut && !told_cut)
			sink->warn(sink->context, line.number,
				"a line that is too long, or not whole, is not read");
		told_cut = told_cut || line.cut;
		parser->line(state, &line, sink);
	}
	if (!rc)
		parser->end(state, ending, sink);
	return rc;
}

void parsing_close(struct parsing *parsing)
{
	if (parsing->parser)
		parsing->parser->close(parsing->state);
	free(parsing->state);
	*parsing = (struct parsing){ 0 };
}
