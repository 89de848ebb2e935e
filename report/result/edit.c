#include "report/result/edit.h"

#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static int find_system(const struct result_file *file, const char *identifier, struct error *err)
{
	int found = result_file_system(file, identifier, 0);
	const char **names, *nearest;

	if (found >= 0)
		return found;
	names = mem_zero(file->n_systems + 1, sizeof *names);
	for (size_t i = 0; i < file->n_systems; i++)
		names[i] = file->systems[i].identifier;
	nearest = text_nearest(identifier, names);
	error_set(err, "there is no system '%s'%s%s%s", identifier, nearest ? ": did you mean '" : "",
		nearest ? nearest : "", nearest ? "'?" : "");
	free(names);
	return -1;
}

/* Behind a change of the systems: indices of entries, and what was remembered of groups. */
static void renew(struct result_file *file)
{
	file->groups = NULL;
	file->n_grouped = file->n_grouped_results = 0;
	file->n_hashed = 0;
	file->twins = TWINS_UNKNOWN;
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++) {
			struct entry *entry = &file->results[i].entries[k];

			entry->system = result_file_system(file, entry->identifier, k);
		}
}

int edit_rename_system(struct result_file *file, const char *identifier, const char *name, struct error *err)
{
	if (find_system(file, identifier, err) < 0 || result_identifier_check(name, err))
		return -1;
	if (result_file_system(file, name, 0) >= 0)
		return error_set(err, "there is a system '%s' already", name);
	name = arena_text(&file->arena, name);
	for (size_t i = 0; i < file->n_systems; i++)
		if (!strcmp(file->systems[i].identifier, identifier))
			file->systems[i].identifier = name;
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++)
			if (!strcmp(file->results[i].entries[k].identifier, identifier))
				file->results[i].entries[k].identifier = name;
	renew(file);
	return 0;
}

static void remove_entries(struct result *result, const char *identifier)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->n_entries; i++)
		if (strcmp(result->entries[i].identifier, identifier))
			result->entries[kept++] = result->entries[i];
	result->n_entries = kept;
}

int edit_remove_system(struct result_file *file, const char *identifier, struct error *err)
{
	size_t kept = 0;

	if (find_system(file, identifier, err) < 0)
		return -1;
	identifier = arena_text(&file->arena, identifier);
	for (size_t i = 0; i < file->n_systems; i++)
		if (strcmp(file->systems[i].identifier, identifier))
			file->systems[kept++] = file->systems[i];
	if (!kept)
		return error_set(err, "'%s' is the only system: nothing would be left", identifier);
	file->n_systems = kept;
	kept = 0;
	for (size_t i = 0; i < file->n_results; i++) {
		bool had = file->results[i].n_entries > 0;

		remove_entries(&file->results[i], identifier);
		if (file->results[i].n_entries || !had)
			file->results[kept++] = file->results[i];
	}
	file->n_results = kept;
	renew(file);
	return 0;
}

/* Where an entry belongs: with its system, those without one last. */
static size_t rank(const struct result_file *file, const struct entry *entry)
{
	int system = result_file_system(file, entry->identifier, 0);

	return system < 0 ? file->n_systems : (size_t)system;
}

static void sort_entries(const struct result_file *file, struct result *result)
{
	/* insertion keeps equal ones in their order */
	for (size_t i = 1; i < result->n_entries; i++) {
		struct entry entry = result->entries[i];
		size_t k = i;

		for (; k && rank(file, &entry) < rank(file, &result->entries[k - 1]); k--)
			result->entries[k] = result->entries[k - 1];
		result->entries[k] = entry;
	}
}

int edit_move_system(struct result_file *file, const char *identifier, size_t index, struct error *err)
{
	int from = find_system(file, identifier, err);
	struct system moved;

	if (from < 0)
		return -1;
	if (index >= file->n_systems)
		index = file->n_systems - 1;
	moved = file->systems[from];
	for (size_t i = (size_t)from; i < index; i++)
		file->systems[i] = file->systems[i + 1];
	for (size_t i = (size_t)from; i > index; i--)
		file->systems[i] = file->systems[i - 1];
	file->systems[index] = moved;
	for (size_t i = 0; i < file->n_results; i++)
		sort_entries(file, &file->results[i]);
	renew(file);
	return 0;
}

int edit_find_results(const struct result_file *file, const char *name, bool *chosen, struct error *err)
{
	int64_t number;
	int found = 0;

	if (number_whole(name, strlen(name), 1, (int64_t)file->n_results, &number)) {
		chosen[number - 1] = true;
		return 1;
	}
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		char *whole = mem_printf("%s%s%s", r->title, *r->description ? ", " : "", r->description);

		if (text_matches(name, whole) || text_matches(name, r->title)) {
			chosen[i] = true;
			found++;
		}
		free(whole);
	}
	if (found)
		return found;
	return error_set(err,
		"no result is called '%s': give its number from 1 to %zu, or its title and description, with * for any text",
		name, file->n_results);
}

void edit_arrange_results(struct result_file *file, const int *order)
{
	struct result *sorted = mem_zero(file->n_results, sizeof *sorted);
	size_t n = 0;

	for (int most = 0, at = 0; at <= most; at++)
		for (size_t i = 0; i < file->n_results; i++) {
			most = order[i] > most ? order[i] : most;
			if (order[i] == at)
				sorted[n++] = file->results[i];
		}
	memcpy(file->results, sorted, n * sizeof *sorted);
	file->n_results = n;
	free(sorted);
	renew(file);
}
