/* What a profile tells the parsers that it describes the output for. */
#include <string.h>

#include "parsers/described/described.h"
#include "parsers/template/parser.h"
#include "runner/profile/test.h"
#include "share/base/banned.h"

static bool wanted(const struct test *test, const struct metric *metric)
{
	return !test || test_has_metric(test, metric);
}

static const char *display_format(const struct profile *profile, const struct metric *metric)
{
	if (metric->template.display_format)
		return metric->template.display_format;
	return profile->pts.display_format ? profile->pts.display_format : "BAR_GRAPH";
}

static void add_templates(struct parser_options *options, const struct profile *profile,
	const struct test *test, struct arena *arena)
{
	struct template_metric *templates = arena_take(arena, (profile->metrics.n + 1) * sizeof *templates);

	options->templates = templates;
	for (size_t i = 0; i < profile->metrics.n; i++) {
		const struct metric *metric = (const struct metric *)profile->metrics.items + i;

		if ((metric->template.output || metric->template.frame_times) && wanted(test, metric))
			templates[options->n++] = (struct template_metric){ metric->pattern, metric->scale,
				metric_proportion(metric), &metric->template, test ? test->all_arguments : "",
				test ? test->arguments : "", display_format(profile, metric), metric->optional,
				profile->pts.identifier != NULL, metric->title != NULL };
	}
}

/* A value that no metric of the test asks for is not missed. */
static bool is_asked_for(const struct profile *profile, const struct test *test, const char *name)
{
	for (size_t i = 0; i < profile->metrics.n; i++) {
		const struct metric *metric = (const struct metric *)profile->metrics.items + i;

		if (text_matches(metric->pattern, name) && wanted(test, metric))
			return true;
	}
	return false;
}

static void add_places(struct described *described, const struct pairs *pairs, const struct profile *profile,
	const struct test *test, struct arena *arena)
{
	struct described_value *values = arena_take(arena, (pairs->n + 1) * sizeof *values);

	described->values = values;
	for (size_t i = 0; i < pairs->n; i++)
		if (is_asked_for(profile, test, pairs->names[i]))
			values[described->n_values++] = (struct described_value){ pairs->names[i],
				pairs->values[i] };
}

static const struct described *describe(
	const struct profile *profile, const struct test *test, struct arena *arena)
{
	struct described *described = arena_take(arena, sizeof *described);
	struct described_metric *metrics = arena_take(arena, (profile->metrics.n + 1) * sizeof *metrics);

	size_t n = 0;

	for (size_t i = 0; i < profile->metrics.n; i++) {
		const struct metric *metric = (const struct metric *)profile->metrics.items + i;

		if (wanted(test, metric))
			metrics[n++] = (struct described_metric){ metric->pattern, metric->scale,
				metric_proportion(metric) };
	}
	*described = (struct described){ .patterns = profile->patterns.items,
		.n_patterns = profile->patterns.n,
		.separator = strcmp(profile->separator, "tab") ? *profile->separator : '\t',
		.metrics = metrics,
		.n_metrics = n };
	add_places(described, profile->parser == &parser_json ? &profile->paths : &profile->columns, profile,
		test, arena);
	return described;
}

struct parser_options profile_parser_options(
	const struct profile *profile, const struct test *test, struct arena *arena)
{
	struct parser_options options = { 0 };

	add_templates(&options, profile, test, arena);
	options.described = describe(profile, test, arena);
	return options;
}
