#include "runner/measurements.h"

#include "share/base/banned.h"

#define MOST_WARNINGS 100

static const char *copy(struct measurements *to, const char *text)
{
	return text ? arena_text(&to->arena, text) : NULL;
}

static void on_measure(void *context, const struct measurement *items, size_t n)
{
	struct measurements *to = context;

	to->items = items;
	to->n = n;
}

static void on_warn(void *context, unsigned long line, const char *text)
{
	struct measurements *to = context;

	if (to->n_warnings >= MOST_WARNINGS) {
		to->n_unsaid++;
		return;
	}
	to->warnings = arena_more(&to->arena, to->warnings, to->n_warnings, sizeof *to->warnings);
	to->warnings[to->n_warnings++] = (struct warning){ line, copy(to, text) };
}

static void on_tool(void *context, const char *version)
{
	struct measurements *to = context;

	to->version = copy(to, version);
}

static void on_verdict(void *context, enum verdict verdict, const char *reason)
{
	struct measurements *to = context;

	to->verdict = verdict;
	to->reason = copy(to, reason);
}

static void on_about(void *context, enum subject subject, const char *name, const char *text)
{
	struct measurements *to = context;

	to->facts = arena_more(&to->arena, to->facts, to->n_facts, sizeof *to->facts);
	to->facts[to->n_facts++] = (struct fact){ subject, copy(to, name), copy(to, text) };
}

int measurements_parse(struct measurements *measurements, const struct parser *parser,
	const struct parser_options *options, const struct line_source *source, const struct ending *ending,
	struct error *err)
{
	struct sink sink = { measurements, on_measure, on_warn, on_tool, on_verdict, on_about };

	return parse_stream(&measurements->parsing, parser, options, source, ending, &sink, err);
}

void measurements_release(struct measurements *measurements)
{
	parsing_close(&measurements->parsing);
	arena_release(&measurements->arena);
	*measurements = (struct measurements){ 0 };
}
