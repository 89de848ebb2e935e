/* parser: pattern. Each line is tried with each expression; the named groups that took part are values. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/described/described.h"
#include "share/base/banned.h"

#define MATCH_LIMIT 100000 /* steps of one match: an expression that needs more is refused for the line */
#define UNIT_SUFFIX "_unit"

struct expression {
	pcre2_code *code;
	pcre2_match_data *match;
	uint32_t n_names, name_size;
	const unsigned char *names; /* PCRE2's table: two bytes of group number, then the name */
};

struct pattern {
	struct findings findings;
	const struct described *described;
	struct expression *expressions;
	pcre2_match_context *context;
	bool warned;
};

static int no_probe(const char *head, size_t size)
{
	(void)head;
	(void)size;
	return 0;
}

static pcre2_code *compile(const char *pattern, struct error *err)
{
	int number;
	PCRE2_SIZE offset;
	PCRE2_UCHAR message[120];
	pcre2_code *code = pcre2_compile(
		(PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_NEVER_BACKSLASH_C, &number, &offset, NULL);

	if (!code) {
		pcre2_get_error_message(number, message, sizeof message);
		error_set(err, "pattern '%s': %s at its character %zu", pattern, (char *)message, offset + 1);
	}
	return code;
}

static void expression_open(struct expression *e, pcre2_code *code)
{
	e->code = code;
	/* without the just-in-time compiler it is slower, not wrong */
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	e->match = pcre2_match_data_create_from_pattern(code, NULL);
	pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &e->n_names);
	pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &e->name_size);
	pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &e->names);
}

static const char *name_at(const struct expression *e, uint32_t i)
{
	return (const char *)e->names + i * e->name_size + 2;
}

static uint32_t group_at(const struct expression *e, uint32_t i)
{
	const unsigned char *entry = e->names + i * e->name_size;

	return (uint32_t)entry[0] << 8 | entry[1];
}

int pattern_check(const char *pattern, struct error *err)
{
	struct expression e = { 0 };
	pcre2_code *code = compile(pattern, err);
	int rc = 0;

	if (!code)
		return -1;
	expression_open(&e, code);
	if (!e.n_names)
		rc = error_set(err, "pattern '%s': no group has a name: (?<rate>[0-9.]+) is the metric 'rate'",
			pattern);
	pcre2_match_data_free(e.match);
	pcre2_code_free(code);
	return rc;
}

bool pattern_gives(const char *pattern, const char *metric)
{
	struct error ignored = ERROR_INIT;
	struct expression e = { 0 };
	pcre2_code *code = compile(pattern, &ignored);
	bool gives = false;

	error_release(&ignored);
	if (!code)
		return false;
	expression_open(&e, code);
	for (uint32_t i = 0; i < e.n_names && !gives; i++)
		gives = text_matches(metric, name_at(&e, i)) && !text_ends(name_at(&e, i), UNIT_SUFFIX);
	pcre2_match_data_free(e.match);
	pcre2_code_free(code);
	return gives;
}

static void pattern_open(void *state, const struct parser_options *options)
{
	struct pattern *p = state;
	struct error err = ERROR_INIT;

	if (!options || !options->described)
		BUG("the pattern parser needs its patterns");
	p->described = options->described;
	p->expressions = mem_zero(p->described->n_patterns, sizeof *p->expressions);
	for (size_t i = 0; i < p->described->n_patterns; i++) {
		pcre2_code *code = compile(p->described->patterns[i], &err);

		if (!code)
			BUG("a pattern that was not checked");
		expression_open(&p->expressions[i], code);
	}
	p->context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(p->context, MATCH_LIMIT);
}

/* The bytes of a group, or nothing when it took no part. */
static bool group_text(const struct expression *e, uint32_t group, const struct scan *line, struct scan *text)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(e->match);

	if (ends[2 * group] == PCRE2_UNSET)
		return false;
	*text = *line;
	text->end = line->at + ends[2 * group + 1];
	text->at = line->at + ends[2 * group];
	return true;
}

/* The text of group NAME_unit, or NULL. */
static const char *unit_of(
	struct pattern *p, const struct expression *e, const char *name, const struct scan *line)
{
	size_t size = strlen(name);

	for (uint32_t i = 0; i < e->n_names; i++) {
		const char *other = name_at(e, i);
		struct scan text;

		if (!strncmp(other, name, size) && !strcmp(other + size, UNIT_SUFFIX) &&
			group_text(e, group_at(e, i), line, &text))
			return arena_bytes(&p->findings.arena, text.at, (size_t)(text.end - text.at));
	}
	return NULL;
}

/* Groups in the order of the line, which is that of their numbers. */
static void take_match(
	struct pattern *p, const struct expression *e, const struct scan *line, unsigned long number)
{
	uint32_t groups = pcre2_get_ovector_count(e->match);

	for (uint32_t group = 1; group < groups; group++)
		for (uint32_t i = 0; i < e->n_names; i++) {
			const char *name = name_at(e, i);
			struct scan text;

			if (group_at(e, i) != group || text_ends(name, UNIT_SUFFIX) ||
				!group_text(e, group, line, &text))
				continue;
			described_add(
				&p->findings, p->described, name, text, unit_of(p, e, name, line), number);
		}
}

static void pattern_line(void *state, const struct line *line, struct sink *sink)
{
	struct pattern *p = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	for (size_t i = 0; i < p->described->n_patterns; i++) {
		struct expression *e = &p->expressions[i];
		int rc = pcre2_match(e->code, (PCRE2_SPTR)line->bytes, line->size, 0, 0, e->match, p->context);

		if (rc > 0)
			take_match(p, e, &scan, line->number);
		else if (rc != PCRE2_ERROR_NOMATCH && !p->warned)
			sink->warn(sink->context, line->number,
				"a pattern takes too many steps on this line: it is passed over");
		p->warned = p->warned || (rc <= 0 && rc != PCRE2_ERROR_NOMATCH);
	}
}

static void pattern_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct pattern *p = state;

	described_send(&p->findings, p->described, ending, sink);
}

static void pattern_close(void *state)
{
	struct pattern *p = state;

	for (size_t i = 0; i < p->described->n_patterns; i++) {
		pcre2_match_data_free(p->expressions[i].match);
		pcre2_code_free(p->expressions[i].code);
	}
	pcre2_match_context_free(p->context);
	free(p->expressions);
	findings_release(&p->findings);
}

const struct parser parser_pattern = { "pattern", "any", sizeof(struct pattern), no_probe, pattern_open,
	pattern_line, pattern_end, pattern_close };
