/* From a filled struct back to YAML, by the same tables that read it. */
#include "runner/keys/keys_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "share/base/number.h"
#include "share/base/banned.h"

struct writing {
	yaml_emitter_t emitter;
	struct error *err;
	bool failed;
};

static void write_table(struct writing *w, const struct key_table *table, const char *values);

static void emit(struct writing *w, yaml_event_t *event)
{
	if (w->failed) {
		yaml_event_delete(event);
		return;
	}
	if (!yaml_emitter_emit(&w->emitter, event)) {
		w->failed = true;
		error_set(w->err, "cannot be written as YAML: %s", w->emitter.problem);
	}
}

static void write_text(struct writing *w, const char *text)
{
	yaml_scalar_style_t style = YAML_ANY_SCALAR_STYLE;
	yaml_event_t event;

	/* what a plain text would mean otherwise, or what reads better */
	if (strchr(text, '\n'))
		style = YAML_LITERAL_SCALAR_STYLE;
	else if (!*text || !strcmp(text, "null") || !strcmp(text, "~") || strpbrk(text, "{}\"'#$%&*"))
		style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	if (!yaml_scalar_event_initialize(
		    &event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1, 1, style)) {
		if (!w->failed)
			error_set(w->err, "'%.40s...' is no UTF-8", text);
		w->failed = true;
		return;
	}
	emit(w, &event);
}

static void begin(struct writing *w, bool map, bool flow)
{
	yaml_event_t event;

	if (map)
		yaml_mapping_start_event_initialize(
			&event, NULL, NULL, 1, flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
	else
		yaml_sequence_start_event_initialize(
			&event, NULL, NULL, 1, flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
	emit(w, &event);
}

static void end(struct writing *w, bool map)
{
	yaml_event_t event;

	if (map)
		yaml_mapping_end_event_initialize(&event);
	else
		yaml_sequence_end_event_initialize(&event);
	emit(w, &event);
}

static void write_strings(struct writing *w, const struct strings *strings)
{
	begin(w, false, true);
	for (size_t i = 0; i < strings->n; i++)
		write_text(w, strings->items[i]);
	end(w, false);
}

static void write_pairs(struct writing *w, const struct pairs *pairs)
{
	begin(w, true, false);
	for (size_t i = 0; i < pairs->n; i++) {
		write_text(w, pairs->names[i]);
		write_text(w, pairs->values[i]);
	}
	end(w, true);
}

static bool is_nothing(const struct key_table *table, const char *values);

/* Is the key at what it would be without being named? */
static bool is_standard(const struct key *key, const char *place)
{
	int64_t whole = 0;
	double seconds = 0;

	switch (key->type) {
	case KEY_TEXT:
		return !*(const char *const *)(const void *)place ||
			(key->standard && !strcmp(*(const char *const *)(const void *)place, key->standard));
	case KEY_WHOLE:
		if (key->standard)
			number_whole(key->standard, strlen(key->standard), INT64_MIN, INT64_MAX, &whole);
		return *(const int64_t *)(const void *)place == whole;
	case KEY_FLAG:
		return !*(const bool *)place;
	case KEY_SIZE:
		return !*(const uint64_t *)(const void *)place;
	case KEY_DURATION:
		if (key->standard)
			number_duration(key->standard, &seconds);
		return fabs(*(const double *)(const void *)place - seconds) < 1e-9;
	case KEY_CHOICE:
		return !*(const int *)(const void *)place;
	case KEY_LIST:
	case KEY_ARGV:
		return !((const struct strings *)(const void *)place)->n;
	case KEY_ARGVS:
	case KEY_TABLES:
	case KEY_NAMED:
		return !((const struct rows *)(const void *)place)->n;
	case KEY_PAIRS:
		return !((const struct pairs *)(const void *)place)->n;
	case KEY_TABLE:
		return is_nothing(key->table, place);
	}
	return false;
}

static bool is_nothing(const struct key_table *table, const char *values)
{
	for (const struct key *key = table->keys; key->name; key++)
		if (!is_standard(key, values + key->offset) &&
			!(key->type == KEY_DURATION &&
				fabs(*(const double *)(const void *)(values + key->offset)) < 1e-9))
			return false;
	return true;
}

static void write_rows(struct writing *w, const struct key *key, const struct rows *rows)
{
	bool map = key->type == KEY_NAMED;
	const char *row = rows->items;

	begin(w, map, false);
	for (size_t i = 0; i < rows->n;
		i++, row += key->type == KEY_ARGVS ? sizeof(struct strings) : key->table->size) {
		if (key->type == KEY_ARGVS) {
			write_strings(w, (const struct strings *)(const void *)row);
			continue;
		}
		if (map)
			write_text(w, *(const char *const *)(const void *)(row + key->table->name_offset));
		write_table(w, key->table, row);
	}
	end(w, map);
}

static void write_value(struct writing *w, const struct key *key, const char *place)
{
	char text[64];

	switch (key->type) {
	case KEY_TEXT:
		write_text(w, *(const char *const *)(const void *)place);
		return;
	case KEY_WHOLE:
		snprintf(text, sizeof text, "%lld", (long long)*(const int64_t *)(const void *)place);
		break;
	case KEY_FLAG:
		snprintf(text, sizeof text, "true");
		break;
	case KEY_SIZE:
		snprintf(text, sizeof text, "%llu B",
			(unsigned long long)*(const uint64_t *)(const void *)place);
		break;
	case KEY_DURATION:
		snprintf(text, sizeof text, "%.10g s", *(const double *)(const void *)place);
		break;
	case KEY_CHOICE:
		snprintf(text, sizeof text, "%s", key->choices[*(const int *)(const void *)place]);
		break;
	case KEY_LIST:
	case KEY_ARGV:
		write_strings(w, (const struct strings *)(const void *)place);
		return;
	case KEY_PAIRS:
		write_pairs(w, (const struct pairs *)(const void *)place);
		return;
	case KEY_TABLE:
		write_table(w, key->table, place);
		return;
	default:
		write_rows(w, key, (const struct rows *)(const void *)place);
		return;
	}
	write_text(w, text);
}

static void write_table(struct writing *w, const struct key_table *table, const char *values)
{
	begin(w, true, is_nothing(table, values));
	for (const struct key *key = table->keys; key->name; key++) {
		const char *place = values + key->offset;

		if (is_standard(key, place) && !key->required)
			continue;
		write_text(w, key->name);
		write_value(w, key, place);
	}
	end(w, true);
}

static int take_bytes(void *out, unsigned char *bytes, size_t size)
{
	text_add(out, (const char *)bytes, size);
	return 1;
}

int keys_write(const struct key_table *table, const void *values, struct text *out, struct error *err)
{
	struct writing w = { .err = err };
	yaml_event_t event;

	if (!yaml_emitter_initialize(&w.emitter))
		mem_exhausted();
	yaml_emitter_set_output(&w.emitter, take_bytes, out);
	yaml_emitter_set_unicode(&w.emitter, 1);
	yaml_emitter_set_width(&w.emitter, -1);
	yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
	emit(&w, &event);
	yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
	emit(&w, &event);
	write_table(&w, table, values);
	yaml_document_end_event_initialize(&event, 1);
	emit(&w, &event);
	yaml_stream_end_event_initialize(&event);
	emit(&w, &event);
	yaml_emitter_delete(&w.emitter);
	return w.failed ? -1 : 0;
}
