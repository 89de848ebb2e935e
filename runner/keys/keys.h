#ifndef RUNNER_KEYS_KEYS_H
#define RUNNER_KEYS_KEYS_H

#include <stdint.h>

#include "runner/keys/yaml.h"

/*
 * Keys of a YAML file are tables. From one table come the reading, the checks, the help of
 * `hib info --keys` and the manual page. A value is stored in the struct that the table describes,
 * at its offset, as the type below says.
 */
enum key_type {
	KEY_TEXT, /* const char * */
	KEY_WHOLE, /* int64_t within low..high */
	KEY_FLAG, /* bool: true or false */
	KEY_SIZE, /* uint64_t bytes: 512 MiB */
	KEY_DURATION, /* double seconds: 2 min */
	KEY_CHOICE, /* int: index into `choices` */
	KEY_LIST, /* struct strings: a list of texts, or one text */
	KEY_ARGV, /* struct strings: a list of at least one text */
	KEY_ARGVS, /* struct rows of struct strings: a list of such lists */
	KEY_PAIRS, /* struct pairs: name and text */
	KEY_TABLE, /* the nested struct itself */
	KEY_TABLES, /* struct rows: a list of nested structs */
	KEY_NAMED /* struct rows: a map of name to nested struct, whose name goes to name_offset */
};

struct strings {
	const char **items;
	size_t n;
};

struct pairs {
	const char **names, **values;
	size_t n;
};

struct rows {
	void *items;
	size_t n;
};

/* Where something stands in its file, for messages that come later. */
struct place {
	int line, column;
};

struct key_table;

struct key {
	const char *name; /* NULL ends a table */
	enum key_type type;
	size_t offset;
	bool required;
	int64_t low, high; /* KEY_WHOLE */
	const char *const *choices; /* KEY_CHOICE: NULL-terminated */
	const char *standard; /* text of the value when the key is absent; NULL: zero */
	const struct key_table *table;
	const char *help;
};

struct key_table {
	const char *name; /* what the struct is called in messages: "profile" */
	size_t size;
	size_t name_offset; /* of the const char * that KEY_NAMED sets; (size_t)-1: none */
	size_t place_offset; /* of a struct place; (size_t)-1: none */
	const struct key *keys;
	/* a checked rule between keys; may be NULL. Returns -1 with a message. */
	int (*check)(const char *name, const struct node *node, void *values, struct error *err);
};

#define KEY_NONE ((size_t)-1)

/*
 * Fill the zeroed struct `values` from a map. Unknown keys (with the nearest known one), wrong
 * types and values out of bounds are errors "name:line:column: ...".
 */
int keys_read(const struct key_table *table, struct arena *arena, const char *name, const struct node *map,
	void *values, struct error *err);

/* "a size", "a list of texts": the type in words. */
const char *key_type_words(const struct key *key);

#endif
