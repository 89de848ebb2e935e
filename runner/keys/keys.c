#include "runner/keys/keys.h"

#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_KEYS 60

struct reading {
	struct arena *arena;
	const char *name;
	struct error *err;
};

static int read_table(struct reading *r, const struct key_table *table, const struct node *map, void *values);

const char *key_type_words(const struct key *key)
{
	static const char *const words[] = { "a text", "a whole number", "true or false",
		"a size such as 512 MiB", "a duration such as 2 min", "one of", "a list of texts",
		"a list of arguments", "a list of argument lists", "names with texts", "a block of keys",
		"a list of blocks", "names with blocks" };

	return words[key->type];
}

static const char *article(const char *name)
{
	return strchr("aeiou", *name) ? "an" : "a";
}

static int wrong(struct reading *r, const struct node *node, const struct key *key)
{
	return node_error(r->err, r->name, node, "'%s' must be %s", key->name, key_type_words(key));
}

static int read_choice(struct reading *r, const struct key *key, const struct node *node, int *value)
{
	struct text known = TEXT_INIT;

	for (int i = 0; key->choices[i]; i++) {
		if (!strcmp(key->choices[i], node->text)) {
			*value = i;
			text_release(&known);
			return 0;
		}
		text_printf(&known, "%s%s", i ? ", " : "", key->choices[i]);
	}
	node_error(r->err, r->name, node, "'%s' must be one of %s, not '%s'", key->name, text_string(&known),
		node->text);
	text_release(&known);
	return -1;
}

static int read_scalar(struct reading *r, const struct key *key, const struct node *node, void *place)
{
	const char *text = node->text;
	size_t size = strlen(text);

	switch (key->type) {
	case KEY_TEXT:
		*(const char **)place = text;
		return 0;
	case KEY_WHOLE:
		if (number_whole(text, size, key->low, key->high, place))
			return 0;
		return node_error(r->err, r->name, node,
			"'%s' must be a whole number from %lld to %lld, not '%s'", key->name,
			(long long)key->low, (long long)key->high, text);
	case KEY_FLAG:
		if (strcmp(text, "true") && strcmp(text, "false"))
			return wrong(r, node, key);
		*(bool *)place = *text == 't';
		return 0;
	case KEY_SIZE:
		return number_size(text, place) ? 0 : wrong(r, node, key);
	case KEY_DURATION:
		return number_duration(text, place) ? 0 : wrong(r, node, key);
	case KEY_CHOICE:
		return read_choice(r, key, node, place);
	default:
		return wrong(r, node, key);
	}
}

static int read_strings(
	struct reading *r, const struct key *key, const struct node *node, struct strings *strings)
{
	if (node->kind == NODE_TEXT && key->type == KEY_LIST) {
		strings->items = arena_take(r->arena, sizeof *strings->items);
		strings->items[strings->n++] = node->text;
		return 0;
	}
	if (node->kind != NODE_LIST || (key->type != KEY_LIST && !node->n))
		return wrong(r, node, key);
	strings->items = arena_take(r->arena, (node->n + 1) * sizeof *strings->items);
	for (size_t i = 0; i < node->n; i++) {
		if (node->items[i]->kind != NODE_TEXT)
			return wrong(r, node->items[i], key);
		strings->items[strings->n++] = node->items[i]->text;
	}
	return 0;
}

static int read_lists(struct reading *r, const struct key *key, const struct node *node, struct rows *rows)
{
	struct strings *lists;

	if (node->kind != NODE_LIST)
		return wrong(r, node, key);
	rows->items = lists = arena_take(r->arena, (node->n + 1) * sizeof *lists);
	for (rows->n = 0; rows->n < node->n; rows->n++)
		if (read_strings(r, key, node->items[rows->n], &lists[rows->n]))
			return -1;
	return 0;
}

static int read_pairs(struct reading *r, const struct key *key, const struct node *node, struct pairs *pairs)
{
	if (node->kind != NODE_MAP)
		return wrong(r, node, key);
	pairs->names = arena_take(r->arena, (node->n + 1) * sizeof *pairs->names);
	pairs->values = arena_take(r->arena, (node->n + 1) * sizeof *pairs->values);
	for (size_t i = 0; i < node->n; i++) {
		if (node->items[i]->kind != NODE_TEXT)
			return wrong(r, node->items[i], key);
		pairs->names[pairs->n] = node->keys[i]->text;
		pairs->values[pairs->n++] = node->items[i]->text;
	}
	return 0;
}

static int read_rows(struct reading *r, const struct key *key, const struct node *node, struct rows *rows)
{
	const struct key_table *table = key->table;
	char *items;

	if (node->kind != (key->type == KEY_NAMED ? NODE_MAP : NODE_LIST))
		return wrong(r, node, key);
	rows->items = items = arena_take(r->arena, (node->n + 1) * table->size);
	for (rows->n = 0; rows->n < node->n; rows->n++) {
		char *row = items + rows->n * table->size;

		if (key->type == KEY_NAMED)
			*(const char **)(void *)(row + table->name_offset) = node->keys[rows->n]->text;
		if (read_table(r, table, node->items[rows->n], row))
			return -1;
	}
	return 0;
}

static int read_value(struct reading *r, const struct key *key, const struct node *node, void *place)
{
	switch (key->type) {
	case KEY_LIST:
	case KEY_ARGV:
		return read_strings(r, key, node, place);
	case KEY_ARGVS:
		return read_lists(r, key, node, place);
	case KEY_PAIRS:
		return read_pairs(r, key, node, place);
	case KEY_TABLE:
		return node->kind == NODE_MAP ? read_table(r, key->table, node, place) : wrong(r, node, key);
	case KEY_TABLES:
	case KEY_NAMED:
		return read_rows(r, key, node, place);
	default:
		return node->kind == NODE_TEXT ? read_scalar(r, key, node, place) : wrong(r, node, key);
	}
}

static const struct key *key_named(const struct key_table *table, const char *name)
{
	for (const struct key *key = table->keys; key->name; key++)
		if (!strcmp(key->name, name))
			return key;
	return NULL;
}

static int unknown_key(struct reading *r, const struct key_table *table, const struct node *node)
{
	const char *names[MOST_KEYS + 1], *nearest;
	int n = 0;

	for (const struct key *key = table->keys; key->name && n < MOST_KEYS; key++)
		names[n++] = key->name;
	names[n] = NULL;
	nearest = text_nearest(node->text, names);
	if (nearest)
		return node_error(
			r->err, r->name, node, "unknown key '%s' (did you mean '%s'?)", node->text, nearest);
	return node_error(r->err, r->name, node, "unknown key '%s' in a %s", node->text, table->name);
}

static int set_standards(struct reading *r, const struct key_table *table, const struct node *map, void *values)
{
	for (const struct key *key = table->keys; key->name; key++) {
		const struct node standard = {
			.kind = NODE_TEXT, .text = key->standard, .line = map->line, .column = map->column
		};

		if (key->required && (map->kind != NODE_MAP || !node_get(map, key->name)))
			return node_error(r->err, r->name, map, "%s %s needs the key '%s' (%s)",
				article(table->name), table->name, key->name, key_type_words(key));
		if (key->standard && read_scalar(r, key, &standard, (char *)values + key->offset))
			return -1;
	}
	return 0;
}

static int read_table(struct reading *r, const struct key_table *table, const struct node *map, void *values)
{
	bool nothing = map->kind == NODE_TEXT && map->plain &&
		(!*map->text || !strcmp(map->text, "null") || !strcmp(map->text, "~"));

	if (map->kind != NODE_MAP && !nothing)
		return node_error(r->err, r->name, map, "%s %s must be a block of keys", article(table->name),
			table->name);
	if (table->place_offset != KEY_NONE)
		*(struct place *)(void *)((char *)values + table->place_offset) = (struct place){ map->line,
			map->column };
	/* a slip in a key's name is told before what then seems to be missing */
	for (size_t i = 0; !nothing && i < map->n; i++)
		if (!key_named(table, map->keys[i]->text))
			return unknown_key(r, table, map->keys[i]);
	if (set_standards(r, table, map, values))
		return -1;
	for (size_t i = 0; !nothing && i < map->n; i++) {
		const struct key *key = key_named(table, map->keys[i]->text);

		if (read_value(r, key, map->items[i], (char *)values + key->offset))
			return -1;
	}
	return table->check ? table->check(r->name, map, values, r->err) : 0;
}

int keys_read(const struct key_table *table, struct arena *arena, const char *name, const struct node *map,
	void *values, struct error *err)
{
	struct reading r = { arena, name, err };

	return read_table(&r, table, map, values);
}
