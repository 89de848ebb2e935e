/* Output of a program that hib has no parser for: the profile's templates say where the values are. */
#include "parsers/template/parser.h"

#include <math.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/template/value.h"
#include "share/base/text.h"
#include "share/base/banned.h"

struct template_state {
	const struct parser_options *options;
	struct findings findings;
	const char **values; /* that were found */
	size_t n_values;
	bool appended; /* one of them had a description of its own */
	struct text output; /* a template looks from the end back: all of it is kept */
};

static int template_probe(const char *head, size_t size)
{
	(void)head;
	(void)size;
	return 0;
}

static void template_open(void *state, const struct parser_options *options)
{
	if (!options)
		BUG("the template parser needs its templates");
	((struct template_state *)state)->options = options;
}

static void template_line(void *state, const struct line *line, struct sink *sink)
{
	struct template_state *s = state;

	(void)sink;
	if (line->cut)
		return;
	text_add(&s->output, line->bytes, line->size);
	text_addc(&s->output, '\n');
}

static bool is_repeated(struct template_state *s, const char *value)
{
	for (size_t i = 0; i < s->n_values; i++)
		if (!strcmp(s->values[i], value))
			return true;
	s->values = arena_more(&s->findings.arena, s->values, s->n_values, sizeof *s->values);
	s->values[s->n_values++] = value;
	return false;
}

static bool add(struct template_state *s, const struct template_metric *metric)
{
	struct findings *findings = &s->findings;
	const struct unit unit = { metric->unit, 1, BASE_NONE };
	struct template_found found;
	struct measurement *m;
	struct digits digits = { "", 0, NAN };

	if (metric->template->frame_times)
		found = (struct template_found){ .value = { template_frame_times(metric->template->frame_times,
								    bytes_of(text_string(&s->output)),
								    &findings->arena),
							 NAN } };
	else
		template_apply(&found, metric->template, metric->arguments, metric->own_arguments,
			metric->display_format, text_string(&s->output), s->output.size, &findings->arena);
	if (!found.value.text && metric->optional)
		return false;
	if (found.value.text && metric->pts && !s->appended && is_repeated(s, found.value.text))
		return true;
	s->appended = s->appended || (found.value.text && metric->appends);
	if (found.value.text)
		digits = (struct digits){ found.value.text, strlen(found.value.text), found.value.number };
	m = findings_add(findings, metric->metric, &digits, &unit, metric->proportion, 0);
	if (!found.value.text)
		findings_spoil(findings, m, ST_MISSING, "%s",
			found.reason ? found.reason : "no value fits the template");
	return found.value.text != NULL;
}

static void template_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct template_state *s = state;
	char words[80];
	const char *how = ending_words(ending, words);
	bool some = false;

	for (size_t i = 0; i < s->options->n; i++)
		some = add(s, &s->options->templates[i]) || some;
	if (how)
		findings_send(&s->findings, sink, VERDICT_FAILED, how);
	else
		findings_send(&s->findings, sink, some ? VERDICT_OK : VERDICT_EMPTY,
			some ? NULL : "no value fits a template");
}

static void template_close(void *state)
{
	struct template_state *s = state;

	findings_release(&s->findings);
	text_release(&s->output);
}

const struct parser parser_template = { "template", "any", sizeof(struct template_state), template_probe,
	template_open, template_line, template_end, template_close };
