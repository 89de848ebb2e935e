#include "runner/keys/yaml.h"

#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "share/base/file.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define DEEPEST 20
#define LARGEST ((size_t)1 << 20)

struct building {
	struct arena *arena;
	const char *name;
	yaml_parser_t parser;
	struct error *err;
};

int node_error(struct error *err, const char *name, const struct node *node, const char *format, ...)
{
	char message[1000];
	va_list ap;

	va_start(ap, format);
	vsnprintf(message, sizeof message, format, ap);
	va_end(ap);
	return error_set(err, "%s:%d:%d: %s", name, node->line, node->column, message);
}

static int next_event(struct building *b, yaml_event_t *event)
{
	if (yaml_parser_parse(&b->parser, event))
		return 0;
	if (b->parser.error == YAML_READER_ERROR)
		return error_set(b->err, "%s: not UTF-8 at byte %zu", b->name, b->parser.problem_offset);
	return error_set(b->err, "%s:%zu:%zu: %s%s%s", b->name, b->parser.problem_mark.line + 1,
		b->parser.problem_mark.column + 1, b->parser.problem ? b->parser.problem : "not YAML",
		b->parser.context ? ", " : "", b->parser.context ? b->parser.context : "");
}

static struct node *node_at(struct building *b, const yaml_event_t *event, enum node_kind kind)
{
	struct node *node = arena_take(b->arena, sizeof *node);

	node->kind = kind;
	node->line = (int)event->start_mark.line + 1;
	node->column = (int)event->start_mark.column + 1;
	return node;
}

static int refuse(struct building *b, const yaml_event_t *event, const char *what)
{
	return error_set(b->err, "%s:%zu:%zu: %s", b->name, event->start_mark.line + 1,
		event->start_mark.column + 1, what);
}

static struct node *build(struct building *b, yaml_event_t *event, int depth);

static struct node *build_next(struct building *b, int depth)
{
	yaml_event_t event;

	return next_event(b, &event) ? NULL : build(b, &event, depth);
}

/* Elements or pairs up to the end event. */
static int build_children(struct building *b, struct node *node, int depth)
{
	yaml_event_t event;

	for (;;) {
		struct node *key = NULL, *value;

		if (next_event(b, &event))
			return -1;
		if (event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT) {
			yaml_event_delete(&event);
			return 0;
		}
		value = build(b, &event, depth);
		if (!value)
			return -1;
		if (node->kind == NODE_MAP) {
			key = value;
			if (key->kind != NODE_TEXT)
				return node_error(b->err, b->name, key, "a key must be a word");
			if (node_get(node, key->text))
				return node_error(
					b->err, b->name, key, "the key '%s' stands here twice", key->text);
			value = build_next(b, depth);
			if (!value)
				return -1;
		}
		node->items = arena_more(b->arena, node->items, node->n, sizeof *node->items);
		node->keys = arena_more(b->arena, node->keys, node->n, sizeof *node->keys);
		node->keys[node->n] = key;
		node->items[node->n++] = value;
	}
}

/* Takes over the event. */
static struct node *build(struct building *b, yaml_event_t *event, int depth)
{
	struct node *node = NULL;

	if (depth > DEEPEST)
		refuse(b, event, "nested too deep");
	else if (event->type == YAML_ALIAS_EVENT)
		refuse(b, event, "an alias (*name) is refused: write the value again");
	else if ((event->type == YAML_SCALAR_EVENT && event->data.scalar.anchor) ||
		(event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.anchor) ||
		(event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.anchor))
		refuse(b, event, "an anchor (&name) is refused");
	else if ((event->type == YAML_SCALAR_EVENT && event->data.scalar.tag) ||
		(event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.tag) ||
		(event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.tag))
		refuse(b, event, "a tag (!name) is refused");
	else if (event->type == YAML_SCALAR_EVENT) {
		node = node_at(b, event, NODE_TEXT);
		node->text = arena_bytes(b->arena, (char *)event->data.scalar.value, event->data.scalar.length);
		node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
		if (strlen(node->text) != event->data.scalar.length) {
			refuse(b, event, "a NUL character is refused");
			node = NULL;
		}
	} else if (event->type == YAML_SEQUENCE_START_EVENT || event->type == YAML_MAPPING_START_EVENT) {
		node = node_at(b, event, event->type == YAML_MAPPING_START_EVENT ? NODE_MAP : NODE_LIST);
		if (build_children(b, node, depth + 1))
			node = NULL;
	} else {
		refuse(b, event, "a value is expected here");
	}
	yaml_event_delete(event);
	return node;
}

static struct node *build_document(struct building *b)
{
	yaml_event_t event;
	struct node *root;

	for (int i = 0; i < 2; i++) { /* stream start, document start */
		enum yaml_event_type_e type;

		if (next_event(b, &event))
			return NULL;
		type = event.type;
		yaml_event_delete(&event);
		if (type == YAML_STREAM_END_EVENT) {
			error_set(b->err, "%s:1:1: the file is empty", b->name);
			return NULL;
		}
	}
	root = build_next(b, 0);
	if (!root || next_event(b, &event)) /* document end */
		return NULL;
	yaml_event_delete(&event);
	if (next_event(b, &event))
		return NULL;
	if (event.type != YAML_STREAM_END_EVENT) {
		refuse(b, &event, "a second document in one file is refused");
		root = NULL;
	}
	yaml_event_delete(&event);
	return root;
}

struct node *yaml_parse(
	struct arena *arena, const char *name, const char *bytes, size_t size, struct error *err)
{
	struct building b = { .arena = arena, .name = name, .err = err };
	struct node *root;

	if (!yaml_parser_initialize(&b.parser))
		mem_exhausted();
	yaml_parser_set_input_string(&b.parser, (const unsigned char *)bytes, size);
	root = build_document(&b);
	yaml_parser_delete(&b.parser);
	return root;
}

struct node *yaml_read(struct arena *arena, const char *path, struct file_origin *origin, struct error *err)
{
	struct text content = TEXT_INIT;
	struct node *root = NULL;
	struct stat st;

	if (file_read_with(&content, path, LARGEST, &st, err))
		return NULL;
	if (origin) {
		SHA256Data((const uint8_t *)text_string(&content), content.size, origin->hash);
		origin->owner = st.st_uid;
		origin->mode = st.st_mode;
	}
	root = yaml_parse(arena, path, text_string(&content), content.size, err);
	text_release(&content);
	return root;
}

const struct node *node_get(const struct node *map, const char *key)
{
	for (size_t i = 0; i < map->n; i++)
		if (!strcmp(map->keys[i]->text, key))
			return map->items[i];
	return NULL;
}
