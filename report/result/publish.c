#include "report/result/publish.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/result/public_words.h"
#include "share/base/banned.h"

#define LEAST_USER 3 /* characters of a user's name that is looked for within other words */

static void clean(struct result_file *file, const char **words)
{
	*words = public_words(&file->arena, *words);
}

/* Objects lose what is private by its name; strings what is private in them. */
static json_t *clean_json(struct arena *arena, json_t *value)
{
	const char *key;
	json_t *member;
	void *next;
	size_t i;

	if (json_is_string(value))
		return json_string(public_words(arena, json_string_value(value)));
	json_array_foreach (value, i, member)
		json_array_set_new(value, i, clean_json(arena, member));
	json_object_foreach_safe(value, next, key, member)
	{
		if (public_hides(key))
			json_object_del(value, key);
		else
			json_object_set_new(value, key, clean_json(arena, member));
	}
	return json_incref(value);
}

/* What is no JSON object cannot be cleaned, and is left out. */
static const char *public_json(struct arena *arena, const char *text)
{
	json_t *object = text && *text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL, *cleaned;
	char *dump;

	if (!json_is_object(object)) {
		json_decref(object);
		return text ? "" : NULL;
	}
	cleaned = clean_json(arena, object);
	dump = json_dumps(
		cleaned, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_ESCAPE_SLASH | JSON_REAL_PRECISION(15));
	json_decref(cleaned);
	json_decref(object);
	text = dump ? arena_text(arena, dump) : "";
	free(dump);
	return text;
}

/* A user's name as a word of its own, wherever it stands. */
static void hide_user(struct result_file *file, const char **words, const char *user)
{
	size_t size = strlen(user);
	struct text out = TEXT_INIT;
	const char *p = *words, *found;

	if (!p || size < LEAST_USER || !strstr(p, user) || !strcmp(user, "root"))
		return;
	while ((found = strstr(p, user))) {
		bool whole = (found == *words || !isalnum((unsigned char)found[-1])) &&
			!isalnum((unsigned char)found[size]);

		text_add(&out, p, (size_t)(found - p));
		text_adds(&out, whole ? "[user]" : user);
		p = found + size;
	}
	text_adds(&out, p);
	*words = arena_text(&file->arena, text_string(&out));
	text_release(&out);
}

static void publish_system(struct result_file *file, struct system *system)
{
	const char *user = system->user;

	const char *hardware = system->hardware;

	clean(file, &system->hardware);
	system->machine = system->hardware == hardware ? NULL : hardware;
	clean(file, &system->software);
	clean(file, &system->notes);
	hide_user(file, &system->notes, user);
	hide_user(file, &file->meta.description, user);
	hide_user(file, &file->meta.title, user);
	system->json = public_json(&file->arena, system->json);
	system->user = "";
}

/* Metrics know their headline by its hash, and floors a test: both stay known when words behind it change. */
static void keep_hash(struct result_file *file, struct result *result, const char *before)
{
	char after[41];

	result_hash(result, after);
	if (!strcmp(before, after))
		return;
	result->measured_as = arena_text(&file->arena, before);
	for (size_t i = 0; i < file->n_results; i++)
		if (file->results[i].parent && !strcmp(file->results[i].parent, before))
			file->results[i].parent = arena_text(&file->arena, after);
}

static void publish_result(struct result_file *file, struct result *result)
{
	char before[41];

	result_hash(result, before);
	clean(file, &result->title);
	clean(file, &result->description);
	clean(file, &result->arguments);
	clean(file, &result->annotation);
	keep_hash(file, result, before);
	for (size_t i = 0; i < result->n_entries; i++)
		for (size_t k = 0; k < result->entries[i].n_samples; k++)
			clean(file, &result->entries[i].samples[k].reason);
}

void result_file_publish(struct result_file *file)
{
	clean(file, &file->meta.title);
	clean(file, &file->meta.description);
	clean(file, &file->meta.notes);
	for (size_t i = 0; i < file->n_systems; i++)
		publish_system(file, &file->systems[i]);
	for (size_t i = 0; i < file->n_results; i++)
		publish_result(file, &file->results[i]);
	file->is_public = true;
	/* titles and options may have changed */
	file->n_hashed = 0;
}

void result_file_publish_entries(struct result_file *file)
{
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++) {
			struct entry *entry = &file->results[i].entries[k];

			if (entry->json && *entry->json)
				entry->json = public_json(&file->arena, entry->json);
		}
}
