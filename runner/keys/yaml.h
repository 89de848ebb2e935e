#ifndef RUNNER_KEYS_YAML_H
#define RUNNER_KEYS_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "share/base/error.h"
#include "share/base/memory.h"

/* A YAML document as a tree in an arena. Lines and columns count from 1. */
enum node_kind { NODE_TEXT, NODE_LIST, NODE_MAP };

struct node {
	enum node_kind kind;
	int line, column;
	const char *text; /* NODE_TEXT */
	bool plain; /* NODE_TEXT without quotes: `null` and `~` mean nothing */
	struct node **items; /* NODE_LIST: elements; NODE_MAP: values */
	struct node **keys; /* NODE_MAP: a NODE_TEXT for each item */
	size_t n;
};

/*
 * Parse one document. Aliases, anchors, tags, duplicate keys, a second document and nesting beyond
 * 20 are refused, with "name:line:column: ...".
 */
struct node *yaml_parse(
	struct arena *arena, const char *name, const char *bytes, size_t size, struct error *err);

/* Of the very bytes that were read: whose they are, and what. */
struct file_origin {
	char hash[65]; /* SHA-256 in hex */
	uid_t owner;
	mode_t mode;
};

/* Read a file of at most 1 MiB and parse it. `origin` may be NULL. */
struct node *yaml_read(struct arena *arena, const char *path, struct file_origin *origin, struct error *err);

/* The value of `key` in a map, or NULL. */
const struct node *node_get(const struct node *map, const char *key);

/* Always -1: "name:line:column: ..." for something wrong at the node. */
int node_error(struct error *err, const char *name, const struct node *node, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
