#include "report/export/export.h"

#include <math.h>
#include <string.h>

#include "report/result/public_words.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/version.h"
#include "share/base/banned.h"

/* The shortest digits, null where there is none. */
static void add_real(struct text *out, const char *key, double value)
{
	json_add_key(out, key);
	json_add_number(out, value);
}

static void add_facts(struct text *out, const struct article *a, size_t system)
{
	json_add_key(out, "facts");
	text_addc(out, '{');
	for (size_t k = 0; k < 2; k++) {
		const struct system_fact *facts = k ? a->facts.same : a->facts.items;
		size_t n = k ? a->facts.n_alike : a->facts.n;

		for (size_t i = 0; i < n; i++)
			if (*facts[i].values[system])
				json_add_text(out, facts[i].name, facts[i].values[system]);
	}
	text_addc(out, '}');
}

static void add_systems(struct text *out, const struct article *a)
{
	json_add_key(out, "systems");
	text_addc(out, '[');
	for (size_t i = 0; i < a->file->n_systems; i++) {
		const struct system *s = &a->file->systems[i];

		text_adds(out, i ? ",\n{" : "\n{");
		json_add_text(out, "identifier", s->identifier);
		json_add_text(out, "measured", s->time_stamp);
		add_facts(out, a, i);
		text_addc(out, '}');
	}
	text_adds(out, "]");
}

static void add_sample(struct text *out, const struct sample *s)
{
	text_addc(out, '{');
	json_add_text(out, "state", state_name(s->state));
	add_real(out, "value", s->value);
	json_add_text(out, "text", s->text);
	json_add_text(out, "reason", s->reason);
	if (s->trial)
		json_add_whole(out, "trial", s->trial);
	if (s->block)
		json_add_whole(out, "block", s->block);
	if (s->slot)
		json_add_whole(out, "slot", s->slot);
	json_add_text(out, "flags", s->flags);
	if (isfinite(s->seconds))
		add_real(out, "seconds", s->seconds);
	text_addc(out, '}');
}

static void add_bar(struct text *out, struct arena *arena, const struct bar *bar)
{
	const struct summary *s = &bar->summary;

	text_adds(out, "{");
	json_add_text(out, "system", bar->label);
	json_add_text(out, "state", state_name(s->state));
	json_add_whole(out, "n", (long long)s->n);
	json_add_whole(out, "n_ok", (long long)s->n_ok);
	add_real(out, "median", s->median);
	if (s->interval == INTERVAL_MEDIAN) {
		json_add_key(out, "interval_95");
		text_addc(out, '[');
		json_add_number(out, s->low);
		text_addc(out, ',');
		json_add_number(out, s->high);
		text_addc(out, ']');
	}
	add_real(out, "minimum", s->minimum);
	add_real(out, "maximum", s->maximum);
	json_add_text(out, "words", bar->words);
	if (bar->entry && !s->n_ok && *bar->entry->value)
		json_add_text(out, "stored", public_words(arena, bar->entry->value));
	json_add_key(out, "samples");
	text_addc(out, '[');
	for (size_t i = 0; bar->entry && i < bar->entry->n_samples; i++) {
		text_adds(out, i ? "," : "");
		add_sample(out, &bar->entry->samples[i]);
	}
	text_adds(out, "]}");
}

static void add_test(struct text *out, const struct article *a, size_t chart)
{
	const struct result *r = &a->file->results[a->chosen[chart]];

	text_adds(out, "{");
	json_add_text(out, "title", r->title);
	json_add_text(out, "version", r->version);
	json_add_text(out, "description", r->description);
	json_add_text(out, "profile", r->profile);
	json_add_text(out, "arguments", r->arguments);
	json_add_text(out, "unit", r->scale);
	json_add_text(out, "proportion", proportion_name(r->proportion));
	json_add_key(out, "bars");
	text_addc(out, '[');
	for (size_t i = 0; i < a->charts[chart].n_bars; i++) {
		text_adds(out, i ? ",\n " : "\n ");
		add_bar(out, a->arena, &a->charts[chart].bars[i]);
	}
	text_adds(out, "]}");
}

void export_json(struct text *out, const struct article *a)
{
	text_adds(out, "{");
	json_add_text(out, "schema", "hib-report-1");
	json_add_text(out, "hib", HIB_VERSION);
	json_add_text(out, "title", a->title);
	json_add_text(out, "description", a->file->meta.description);
	add_systems(out, a);
	json_add_key(out, "tests");
	text_addc(out, '[');
	for (size_t i = 0; i < a->n; i++) {
		text_adds(out, i ? ",\n" : "\n");
		add_test(out, a, i);
	}
	text_adds(out, "]}\n");
}
