/*
 * An entry's samples from the file: the "hib" key of its JSON, else RawString, else Value. Large
 * results hold tens of thousands of samples, so the JSON is read by its events, without a document.
 */
#include "report/result/result.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "report/result/public_words.h"
#include "share/base/json_events.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* How deep the containers lie: {"hib": {"samples": [{...}]}} */
enum { IN_ROOT = 1, IN_HIB, IN_SAMPLES, IN_SAMPLE };

enum key {
	KEY_OTHER,
	KEY_HIB,
	KEY_PLANNED,
	KEY_SAMPLES,
	KEY_VALUE,
	KEY_STATE,
	KEY_REASON,
	KEY_TRIAL,
	KEY_BLOCK,
	KEY_SLOT,
	KEY_FLAGS,
	KEY_SECONDS
};

struct reading {
	struct result_file *file;
	struct entry *entry;
	struct json_reader reader;
	struct text string; /* without its escapes */
	enum key key; /* of the value that comes next */
	unsigned seen[IN_SAMPLE + 1]; /* keys, by depth */
	int inside; /* the deepest of the containers above that is open */
	struct sample sample;
	bool has_samples;
	const char *wrong; /* what cannot be */
};

static struct sample *add_sample(struct result_file *file, struct entry *entry)
{
	struct sample *sample;

	entry->samples = arena_more(&file->arena, entry->samples, entry->n_samples, sizeof *sample);
	sample = &entry->samples[entry->n_samples++];
	*sample = (struct sample){ .value = NAN, .state = ST_INVALID, .seconds = NAN };
	return sample;
}

static void add_number(struct result_file *file, struct entry *entry, const char *text, size_t size)
{
	struct sample *sample = add_sample(file, entry);
	double value;

	sample->trial = (int)entry->n_samples;
	if (number_double(text, size, &value) && !number_is_sentinel(value)) {
		sample->text = arena_bytes(&file->arena, text, size);
		sample->value = value;
		sample->state = ST_OK;
	} else if (sample_is_special(arena_bytes(&file->arena, text, size))) {
		sample->text = arena_bytes(&file->arena, text, size);
		sample->state = ST_OK;
	} else {
		sample->reason = arena_printf(
			&file->arena, "'%.*s' is not a number", (int)(size > 40 ? 40 : size), text);
	}
}

static void load_raw(struct result_file *file, struct entry *entry)
{
	const char *p = entry->raw;

	for (;;) {
		size_t size = strcspn(p, ":");

		if (size)
			add_number(file, entry, p, size);
		if (!p[size])
			break;
		p += size + 1;
	}
}

static const struct {
	const char *name;
	int depth;
	enum key key;
} keys[] = {
	{ "hib", IN_ROOT, KEY_HIB },
	{ "planned", IN_HIB, KEY_PLANNED },
	{ "samples", IN_HIB, KEY_SAMPLES },
	{ "value", IN_SAMPLE, KEY_VALUE },
	{ "trial", IN_SAMPLE, KEY_TRIAL },
	{ "block", IN_SAMPLE, KEY_BLOCK },
	{ "slot", IN_SAMPLE, KEY_SLOT },
	{ "seconds", IN_SAMPLE, KEY_SECONDS },
	{ "state", IN_SAMPLE, KEY_STATE },
	{ "reason", IN_SAMPLE, KEY_REASON },
	{ "flags", IN_SAMPLE, KEY_FLAGS },
};

static void take_key(struct reading *r, const char *text)
{
	r->key = KEY_OTHER;
	if (r->reader.depth != r->inside)
		return;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].depth == r->inside && *keys[i].name == *text && !strcmp(keys[i].name, text))
			r->key = keys[i].key;
	if (r->key && r->seen[r->inside] & 1U << r->key)
		r->wrong = "a key stands twice";
	r->seen[r->inside] |= 1U << r->key;
}

static void open_sample(struct reading *r)
{
	r->inside = IN_SAMPLE;
	r->seen[IN_SAMPLE] = 0;
	r->key = KEY_OTHER;
	r->sample = (struct sample){ .value = NAN, .state = ST_OK, .seconds = NAN };
}

static void take_open(struct reading *r, bool is_object)
{
	int depth = r->reader.depth;

	if (depth != r->inside + 1)
		return;
	if (r->inside == IN_SAMPLES) {
		open_sample(r);
		if (!is_object)
			r->wrong = "a sample is no object";
	} else if (depth == IN_ROOT || r->key == KEY_HIB) {
		r->inside = depth;
		if (!is_object)
			r->wrong = "it is no object";
	} else if (r->key == KEY_SAMPLES) {
		r->inside = depth;
		r->has_samples = true;
		if (is_object)
			r->wrong = "the samples are no list";
	} else if (r->key) {
		r->wrong = "a list or object stands where a word or number belongs";
	}
}

static void close_sample(struct reading *r)
{
	struct sample *sample = &r->sample;

	if (sample->state != ST_OK)
		sample->text = NULL;
	else if (!sample->text)
		r->wrong = "a sample has no value";
	else if (!number_double(sample->text, strlen(sample->text), &sample->value) &&
		!sample_is_special(sample->text))
		r->wrong = "a value is no number";
	*add_sample(r->file, r->entry) = *sample;
}

static void take_close(struct reading *r)
{
	if (r->reader.depth >= r->inside)
		return;
	if (r->inside == IN_SAMPLE)
		close_sample(r);
	r->inside = r->reader.depth;
}

static const char *kept(struct reading *r)
{
	return arena_bytes(&r->file->arena, text_string(&r->string), r->string.size);
}

static void take_string(struct reading *r, const char *text, size_t size)
{
	text_clear(&r->string);
	if (!json_unescape(&r->string, text, size)) {
		r->wrong = "a string has an escape of no character";
	} else if (r->key == KEY_VALUE) {
		r->sample.text = kept(r);
	} else if (r->key == KEY_STATE) {
		if (!state_from_name(text_string(&r->string), &r->sample.state))
			r->wrong = "a state is none";
	} else if (r->key == KEY_REASON) {
		r->sample.reason = r->file->is_public ? public_words(&r->file->arena, kept(r)) : kept(r);
	} else if (r->key == KEY_FLAGS) {
		r->sample.flags = kept(r);
	} else {
		r->wrong = "a word stands where a number belongs";
	}
}

static void take_number(struct reading *r, const char *text, size_t size)
{
	int64_t whole = 0;
	int *into = r->key == KEY_PLANNED ? &r->entry->planned :
		r->key == KEY_TRIAL       ? &r->sample.trial :
		r->key == KEY_BLOCK       ? &r->sample.block :
		r->key == KEY_SLOT        ? &r->sample.slot :
					    NULL;

	if (r->key == KEY_SECONDS) {
		if (!number_double(text, size, &r->sample.seconds))
			r->wrong = "seconds are no number";
	} else if (!into || !number_whole(text, size, 0, INT_MAX, &whole)) {
		r->wrong = "a number is none that can stand there";
	} else {
		*into = (int)whole;
	}
}

static void take_event(void *context, enum json_event event, const char *text, size_t size)
{
	struct reading *r = context;
	bool wanted = r->reader.depth == r->inside && r->key;

	if (event == JSON_KEY)
		take_key(r, text);
	else if (event == JSON_OBJECT || event == JSON_ARRAY)
		take_open(r, event == JSON_OBJECT);
	else if (event == JSON_OBJECT_END || event == JSON_ARRAY_END)
		take_close(r);
	else if (r->inside == IN_SAMPLES && r->reader.depth == IN_SAMPLES)
		r->wrong = "a sample is no object";
	else if (wanted && event == JSON_STRING)
		take_string(r, text, size);
	else if (wanted && event == JSON_NUMBER)
		take_number(r, text, size);
	else if (event == JSON_NO_NUMBER || wanted)
		r->wrong = "nan, inf, true, false or null stand where a value belongs";
}

/* What is wrong with the JSON, or NULL. Only blanks may follow it. */
static const char *read_json(struct reading *r, const char *text)
{
	size_t size = strlen(text);

	json_start(&r->reader, take_event, r);
	if (text[strspn(text, " \t\r\n")] != '{')
		return "it is no object";
	switch (json_feed(&r->reader, text, size)) {
	case JSON_COMPLETE:
		text += r->reader.bytes;
		return text[strspn(text, " \t\r\n")] ? "text follows the object" : r->wrong;
	case JSON_MORE:
		return "it ends too early";
	case JSON_BAD:
		break;
	}
	return "it is no JSON";
}

/* 0: no samples there, 1: they are read, -1 */
static int load_json(struct result_file *file, struct entry *entry, struct error *err)
{
	struct reading reading = { .file = file, .entry = entry };
	const char *wrong = read_json(&reading, entry->json);
	size_t at = reading.reader.bytes;

	json_release(&reading.reader);
	text_release(&reading.string);
	if (wrong) {
		error_set(err, "entry '%s': the samples in its JSON cannot be read: %s (byte %zu of %zu)",
			entry->identifier, wrong, at, strlen(entry->json));
		return -1;
	}
	return reading.has_samples;
}

int entry_load_samples(struct result_file *file, struct entry *entry, struct error *err)
{
	int found = 0;

	if (entry->loaded)
		return 0;
	entry->loaded = true;
	if (entry->json && strstr(entry->json, "\"hib\""))
		found = load_json(file, entry, err);
	if (found)
		return found < 0 ? -1 : 0;
	if (entry->raw && *entry->raw)
		load_raw(file, entry);
	else if (*entry->value)
		add_number(file, entry, entry->value, strlen(entry->value));
	return 0;
}
