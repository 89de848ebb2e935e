/* Joining as the Phoronix Test Suite joins (PTS.md 2.6). */
#include <string.h>

#include "report/result/merge.h"
#include "report/result/merge_parts.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* An entry that is there already, or an empty one that gives way; NULL: it is a new one. */
static struct entry *place_of(struct result *mine, const struct entry *more, bool *there)
{
	struct entry *empty = NULL;

	*there = false;
	for (size_t i = 0; i < mine->n_entries; i++) {
		struct entry *entry = &mine->entries[i];

		if (strcmp(entry->identifier, more->identifier))
			continue;
		*there = *there || !strcmp(entry->value, more->value);
		if (!*entry->value && !empty)
			empty = entry;
	}
	return empty;
}

static void append_result(struct result_file *into, const struct result *result)
{
	struct result *mine = result_file_chart(into, result);

	if (!mine)
		mine = merge_copy_result(into, result);
	for (size_t i = 0; i < result->n_entries; i++) {
		const struct entry *more = &result->entries[i];
		bool there;
		struct entry *entry = place_of(mine, more, &there);

		if (there)
			continue;
		if (!entry)
			entry = result_add_entry(into, mine, arena_text(&into->arena, more->identifier));
		merge_copy_entry(into, entry, more);
		entry->loaded = entry->changed = false;
		entry->samples = NULL;
		entry->n_samples = 0;
	}
}

void result_file_append(struct result_file *into, const struct result_file *from)
{
	for (size_t i = 0; i < from->n_systems; i++)
		merge_copy_system(into, &from->systems[i], from->systems[i].identifier);
	for (size_t i = 0; i < from->n_results; i++)
		append_result(into, &from->results[i]);
}
