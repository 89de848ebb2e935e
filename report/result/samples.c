/* What an entry's samples become in the file: Value, RawString and the "hib" key of its JSON. */
#include "report/result/result.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/result/statistics.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* Object `text` holds, or NULL; numbers keep their digits as far as a double has them. */
static json_t *load_object(const char *text)
{
	json_t *object = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;

	if (object && !json_is_object(object)) {
		json_decref(object);
		object = NULL;
	}
	return object;
}

static json_t *sample_json(const struct sample *sample)
{
	json_t *item = json_object();

	if (sample->text)
		json_object_set_new(item, "value", json_string(sample->text));
	if (sample->state != ST_OK)
		json_object_set_new(item, "state", json_string(state_name(sample->state)));
	if (sample->reason)
		json_object_set_new(item, "reason", json_string(sample->reason));
	if (sample->trial)
		json_object_set_new(item, "trial", json_integer(sample->trial));
	if (sample->block)
		json_object_set_new(item, "block", json_integer(sample->block));
	if (sample->slot)
		json_object_set_new(item, "slot", json_integer(sample->slot));
	if (sample->flags)
		json_object_set_new(item, "flags", json_string(sample->flags));
	if (isfinite(sample->seconds))
		json_object_set_new(item, "seconds", json_real(rint(sample->seconds * 1e6) / 1e6));
	return item;
}

/* PTS's own keys that follow from the samples (PTS.md 2.5). */
static void set_pts_keys(json_t *object, const struct entry *entry, const struct summary *summary)
{
	struct text times = TEXT_INIT;

	for (size_t i = 0; i < entry->n_samples; i++)
		if (isfinite(entry->samples[i].seconds))
			text_printf(&times, "%s%.2f", times.size ? ":" : "", entry->samples[i].seconds);
	if (times.size)
		json_object_set_new(object, "test-run-times", json_string(text_string(&times)));
	if (!summary->n_ok && summary->n)
		json_object_set_new(object, "error",
			json_string(summary->reason ? summary->reason : state_name(summary->state)));
	else
		json_object_del(object, "error");
	text_release(&times);
}

static const char *entry_json(struct result_file *file, struct entry *entry, const struct summary *summary)
{
	json_t *object = load_object(entry->json), *hib, *list = json_array();
	const char *text;
	char *dump;

	if (!object)
		object = json_object();
	hib = json_object_get(object, "hib");
	hib = hib ? json_incref(hib) : json_object();
	for (size_t i = 0; i < entry->n_samples; i++)
		json_array_append_new(list, sample_json(&entry->samples[i]));
	set_pts_keys(object, entry, summary);
	if (entry->planned)
		json_object_set_new(hib, "planned", json_integer(entry->planned));
	json_object_set_new(hib, "samples", list);
	json_object_set_new(object, "hib", hib);
	dump = json_dumps(
		object, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ESCAPE_SLASH | JSON_REAL_PRECISION(15));
	if (!dump)
		BUG("entry JSON cannot be written");
	text = arena_text(&file->arena, dump);
	free(dump);
	json_decref(object);
	return text;
}

/* Values that are no single numbers: one FAIL is a FAIL, of lines the first one stands (PTS.md 4). */
static bool settle_special(struct entry *entry)
{
	const char *value = NULL;

	for (size_t i = 0; i < entry->n_samples; i++) {
		const struct sample *s = &entry->samples[i];

		if (s->state == ST_OK && sample_is_special(s->text) && (!value || !strcmp(s->text, "FAIL")))
			value = s->text;
	}
	if (value)
		entry->value = value;
	return value != NULL;
}

static void settle_entry(struct result_file *file, struct entry *entry, int decimals)
{
	struct text raw = TEXT_INIT;
	struct summary summary;
	char buffer[NUMBER_TEXT_SIZE];

	summarize(&summary, entry->samples, entry->n_samples);
	if (settle_special(entry))
		summary = (struct summary){ .state = ST_OK, .n_ok = 1, .n = 1 };
	else
		entry->value = summary.n_ok ?
			arena_text(&file->arena, number_fixed(summary.median, decimals, buffer)) :
			"";
	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].state == ST_OK)
			text_printf(&raw, "%s%s", raw.size ? ":" : "", entry->samples[i].text);
	/* PTS drops a raw string that equals the value, so a single run has none */
	entry->raw = !strcmp(text_string(&raw), entry->value) || sample_is_special(entry->value) ?
		"" :
		arena_text(&file->arena, text_string(&raw));
	entry->json = entry_json(file, entry, &summary);
	entry->changed = false;
	text_release(&raw);
}

void result_file_settle(struct result_file *file)
{
	for (size_t i = 0; i < file->n_results; i++) {
		struct result *result = &file->results[i];
		int decimals = result_decimals(result);

		for (size_t k = 0; k < result->n_entries; k++)
			if (result->entries[k].changed)
				settle_entry(file, &result->entries[k], decimals);
	}
}
