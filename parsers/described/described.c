#include "parsers/described/described.h"

#include <math.h>
#include <string.h>

#include "parsers/described/units.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static const struct described_metric *metric_of(const struct described *described, const char *metric)
{
	for (size_t i = 0; i < described->n_metrics; i++)
		if (text_matches(described->metrics[i].pattern, metric))
			return &described->metrics[i];
	return NULL;
}

void described_add(struct findings *findings, const struct described *described, const char *metric,
	struct scan text, const char *unit, unsigned long line)
{
	const struct described_metric *own = metric_of(described, metric);
	const struct unit *known = unit ? unit_exact(unit, strlen(unit)) : NULL;
	const struct unit plain = { unit ? arena_text(&findings->arena, unit) :
			own              ? own->unit :
					   "",
		1, BASE_NONE };
	struct digits digits = { "", 0, NAN };
	struct measurement *m;
	double value;

	text = scan_trimmed(text);
	if (text.end != text.open_end && number_double(text.at, (size_t)(text.end - text.at), &value))
		digits = (struct digits){ text.at, (size_t)(text.end - text.at), value };
	m = findings_add(findings, metric, &digits, known ? known : &plain,
		own ? own->proportion : PROPORTION_NONE, line);
	if (isnan(digits.value))
		findings_spoil(findings, m, ST_INVALID, "'%.*s' is not a number",
			(int)(text.end - text.at > 60 ? 60 : text.end - text.at), text.at);
}

static bool was_found(const struct findings *findings, const char *metric)
{
	for (size_t i = 0; i < findings->n; i++)
		if (!strcmp(findings->items[i].of->metric, metric))
			return true;
	return false;
}

static void add_missing(struct findings *findings, const struct described *described)
{
	static const struct digits none = { "", 0, NAN };

	for (size_t i = 0; i < described->n_values; i++) {
		const struct described_value *value = &described->values[i];
		const struct described_metric *own = metric_of(described, value->metric);
		const struct unit unit = { own ? own->unit : "", 1, BASE_NONE };

		if (was_found(findings, value->metric))
			continue;
		findings_spoil(findings,
			findings_add(findings, value->metric, &none, &unit,
				own ? own->proportion : PROPORTION_NONE, 0),
			ST_MISSING, "the output has no '%s'", value->where);
	}
}

void described_send(struct findings *findings, const struct described *described, const struct ending *ending,
	struct sink *sink)
{
	char buffer[80];
	const char *how = ending_words(ending, buffer);
	size_t found = findings->n;

	add_missing(findings, described);
	if (findings->fault)
		findings_send(findings, sink, VERDICT_FAILED, findings->fault);
	else if (how)
		findings_send(findings, sink, VERDICT_FAILED, how);
	else if (!found)
		findings_send(
			findings, sink, VERDICT_EMPTY, "nothing in the output fits what the profile describes");
	else
		findings_send(findings, sink, VERDICT_OK, NULL);
}
