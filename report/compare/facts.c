#include "report/compare/facts.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

struct pair {
	const char *name, *value;
};

struct pair_list {
	struct pair *items;
	size_t n;
};

static const char *value_of(const struct pair_list *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->items[i].name, name))
			return list->items[i].value;
	return NULL;
}

/* A fact that is told twice stands as it was told first. */
static void add(struct pair_list *list, struct arena *arena, const char *name, const char *value)
{
	if (value_of(list, name) || !*value)
		return;
	list->items = arena_more(arena, list->items, list->n, sizeof *list->items);
	list->items[list->n++] = (struct pair){ name, value };
}

/* Bytes of "Key" when text begins with "Key: ", else 0. */
static size_t key_size(const char *text)
{
	size_t size = strcspn(text, ":,");

	return isupper((unsigned char)*text) && text[size] == ':' && text[size + 1] == ' ' ? size : 0;
}

/* "Processor: A, Memory: 24 GiB, as the Phoronix Test Suite writes it". */
static void add_list(struct pair_list *list, struct arena *arena, const char *text)
{
	while (text && *text) {
		size_t key = key_size(text), size;
		const char *value = text + (key ? key + 2 : 0), *end = value;

		while ((end = strstr(end, ", ")) && !key_size(end + 2))
			end += 2;
		size = end ? (size_t)(end - value) : strlen(value);
		if (key)
			add(list, arena, arena_bytes(arena, text, key), arena_bytes(arena, value, size));
		text = end ? end + 2 : NULL;
	}
}

/* Without what is different each time: label, UUID and the device's name of the day. */
static const char *mkfs_words(struct arena *arena, const char *text)
{
	struct text out = TEXT_INIT;
	const char *kept;

	while (*text) {
		size_t size = strcspn(text, " ");
		char *word = arena_bytes(arena, text, size);
		bool takes = !strcmp(word, "-L") || !strcmp(word, "-U");
		bool uuid = !strcmp(word, "-m") && text_starts(text + size, " uuid=");

		text += size + strspn(text + size, " ");
		if (takes || uuid) {
			text += strcspn(text, " ");
			text += strspn(text, " ");
		} else if (!text_starts(word, "/dev/") && !text_starts(word, "hib-")) {
			text_printf(&out, "%s%s", out.size ? " " : "", word);
		}
	}
	kept = arena_text(arena, text_string(&out));
	text_release(&out);
	return kept;
}

/* Notes of hib: "on an image file of ...; fresh for each trial: mkfs.ext4 ...; mounted with ...; own words". */
static void add_notes(struct pair_list *list, struct arena *arena, const char *notes)
{
	while (notes && *notes) {
		const char *end = strstr(notes, "; ");
		size_t size = end ? (size_t)(end - notes) : strlen(notes);
		const char *part = arena_bytes(arena, notes, size);

		if (text_starts(part, "fresh for each trial: "))
			add(list, arena, "mkfs", mkfs_words(arena, part + strlen("fresh for each trial: ")));
		else if (text_starts(part, "mounted with "))
			add(list, arena, "mount options", part + strlen("mounted with "));
		else if (text_starts(part, "on "))
			add(list, arena, "place", part + strlen("on "));
		else
			add(list, arena, "notes", part);
		notes = end ? end + 2 : NULL;
	}
}

static void add_json(struct pair_list *list, struct arena *arena, const char *text)
{
	json_t *object = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
	const char *key;
	const json_t *value;
	void *next;

	for (next = json_object_iter(object); next; next = json_object_iter_next(object, next)) {
		char *name;

		key = json_object_iter_key(next);
		value = json_object_iter_value(next);
		if (!json_is_string(value))
			continue;
		name = arena_text(arena, !strcmp(key, "disk-mount-options") ? "mount options" : key);
		for (char *p = name; *p; p++)
			*p = *p == '-' ? ' ' : *p;
		add(list, arena, name, arena_text(arena, json_string_value(value)));
	}
	json_decref(object);
}

static void list_facts(struct pair_list *list, struct arena *arena, const struct system *system)
{
	if (!system)
		return;
	add_list(list, arena, system->hardware);
	add_list(list, arena, system->software);
	add_notes(list, arena, system->notes);
	add_json(list, arena, system->json);
}

const char *fact_of(struct arena *arena, const struct system *system, const char *name)
{
	struct pair_list list = { 0 };
	const char *value;

	list_facts(&list, arena, system);
	value = value_of(&list, name);
	return value ? value : "";
}

/* One fact on all sides: kept when those that tell it do not agree. */
static void weigh(
	struct facts *facts, struct arena *arena, const struct pair_list *lists, size_t n, const char *name)
{
	const char **values = arena_take(arena, n * sizeof *values), *first = NULL;
	bool differs = false;
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		const char *value = value_of(&lists[i], name);

		values[i] = value ? value : "";
		if (!value)
			continue;
		known++;
		first = first ? first : value;
		differs = differs || strcmp(first, value) != 0;
	}
	if (!differs) {
		facts->n_same += known == n;
		facts->same = arena_more(arena, facts->same, facts->n_alike, sizeof *facts->same);
		facts->same[facts->n_alike++] = (struct system_fact){ name, values, false };
		return;
	}
	facts->items = arena_more(arena, facts->items, facts->n, sizeof *facts->items);
	facts->items[facts->n++] = (struct system_fact){ name, values, false };
}

/*
 * What an experiment varies comes first of these that differs; a file system brings its own mkfs and mount
 * options. Without any of them, a single difference is the factor; of several, nobody can tell which.
 */
static void find_factor(struct facts *facts)
{
	static const char *const varied[] = { "Kernel", "File-System", "mkfs", "mount options", "Disk",
		"place" };

	for (size_t v = 0; v < sizeof varied / sizeof *varied; v++)
		for (size_t i = 0; i < facts->n; i++) {
			if (strcmp(facts->items[i].name, varied[v]))
				continue;
			facts->items[i].factor = true;
			for (size_t k = 0; v == 1 && k < facts->n; k++)
				facts->items[k].factor = facts->items[k].factor ||
					!strcmp(facts->items[k].name, "mkfs") ||
					!strcmp(facts->items[k].name, "mount options") ||
					!strcmp(facts->items[k].name, "disk details");
			return;
		}
	if (facts->n == 1)
		facts->items[0].factor = true;
}

void facts_build(struct facts *facts, struct arena *arena, const struct system *const *systems, size_t n)
{
	struct pair_list *lists = arena_take(arena, n * sizeof *lists);

	*facts = (struct facts){ 0 };
	for (size_t i = 0; i < n; i++) {
		list_facts(&lists[i], arena, systems[i]);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < lists[i].n; k++) {
			const char *name = lists[i].items[k].name;
			bool seen = false;

			for (size_t before = 0; before < i; before++)
				seen = seen || value_of(&lists[before], name);
			if (!seen)
				weigh(facts, arena, lists, n, name);
		}
	find_factor(facts);
}
