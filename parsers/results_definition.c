#include "parsers/results_definition.h"

#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <stddef.h>
#include <string.h>

#include "parsers/bytes.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)1 << 20)

static const struct element {
	const char *name;
	size_t offset;
} elements[] = {
	{ "OutputTemplate", offsetof(struct template, output) },
	{ "MatchToTestArguments", offsetof(struct template, match_arguments) },
	{ "ResultKey", offsetof(struct template, result_key) },
	{ "LineHint", offsetof(struct template, line_hint) },
	{ "LineBeforeHint", offsetof(struct template, line_before_hint) },
	{ "LineAfterHint", offsetof(struct template, line_after_hint) },
	{ "ResultBeforeString", offsetof(struct template, before_string) },
	{ "ResultAfterString", offsetof(struct template, after_string) },
	{ "StripFromResult", offsetof(struct template, strip) },
	{ "StripResultPostfix", offsetof(struct template, strip_postfix) },
	{ "TurnCharsToSpace", offsetof(struct template, turn_to_space) },
	{ "DeleteOutputBefore", offsetof(struct template, delete_before) },
	{ "DeleteOutputAfter", offsetof(struct template, delete_after) },
	{ "MultiplyResultBy", offsetof(struct template, multiply_by) },
	{ "DivideResultBy", offsetof(struct template, divide_by) },
	{ "DivideResultDivisor", offsetof(struct template, divisor) },
	{ "MultiMatch", offsetof(struct template, multi_match) },
	{ "FileFormat", offsetof(struct template, file_format) },
	{ "ResultScale", offsetof(struct template, scale) },
	{ "ResultProportion", offsetof(struct template, proportion) },
	{ "DisplayFormat", offsetof(struct template, display_format) },
	{ "ResultPrecision", offsetof(struct template, precision) },
	{ "ArgumentsDescription", offsetof(struct template, description) },
	{ "AppendToArgumentsDescription", offsetof(struct template, append_description) },
	{ "Importance", offsetof(struct template, importance) },
	{ NULL, 0 },
};

static const struct element *element_named(const xmlChar *name)
{
	const struct element *e = elements;

	while (e->name && strcmp(e->name, (const char *)name))
		e++;
	return e->name ? e : NULL;
}

static const char *text_of(const xmlNode *node, struct arena *arena)
{
	xmlChar *content = xmlNodeGetContent(node);
	const char *text = arena_text(arena, content ? (const char *)content : "");

	xmlFree(content);
	return text;
}

static int read_template(
	struct template *t, const xmlNode *block, const char *path, struct arena *arena, struct error *err)
{
	for (xmlNode *node = block->children; node; node = node->next) {
		const struct element *e;
		const char **place;

		if (node->type != XML_ELEMENT_NODE)
			continue;
		e = element_named(node->name);
		if (!e)
			return error_set(err, "%s:%ld: element '%s' is not known in a ResultsParser", path,
				xmlGetLineNo(node), (const char *)node->name);
		place = (const char **)(void *)((char *)t + e->offset);
		if (*place)
			return error_set(err, "%s:%ld: a second '%s' in one ResultsParser", path,
				xmlGetLineNo(node), e->name);
		*place = text_of(node, arena);
	}
	if (!t->output)
		return error_set(
			err, "%s:%ld: a ResultsParser without OutputTemplate", path, xmlGetLineNo(block));
	return 0;
}

static const char *only_child(const xmlNode *block, const char *name, struct arena *arena)
{
	for (xmlNode *node = block->children; node; node = node->next)
		if (node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name))
			return text_of(node, arena);
	return NULL;
}

static int read_root(struct results_definition *d, const xmlNode *root, const char *path, struct error *err)
{
	if (!root || strcmp((const char *)root->name, "PhoronixTestSuite"))
		return error_set(err, "%s:1: the root element is not 'PhoronixTestSuite'", path);
	for (xmlNode *node = root->children; node; node = node->next) {
		const char *name = (const char *)node->name;

		if (node->type != XML_ELEMENT_NODE)
			continue;
		if (!strcmp(name, "ResultsParser")) {
			d->templates = arena_more(&d->arena, d->templates, d->n, sizeof *d->templates);
			d->templates[d->n] = (struct template){ 0 };
			if (read_template(&d->templates[d->n++], node, path, &d->arena, err))
				return -1;
		} else if (!strcmp(name, "SystemMonitor")) {
			d->sensor = only_child(node, "Sensor", &d->arena);
		} else if (!strcmp(name, "ExtraData")) {
			d->extra_data = only_child(node, "Identifier", &d->arena);
		} else if (strcmp(name, "ImageParser") != 0) {
			return error_set(err, "%s:%ld: element '%s' is not known in a results definition", path,
				xmlGetLineNo(node), name);
		}
	}
	return 0;
}

/* libxml2 prints what it finds unless it is told not to. */
static xmlDoc *read_document(const char *path, const struct text *content, struct error *err)
{
	int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
	xmlDoc *doc = xmlReadMemory(content->bytes, (int)content->size, path, NULL, options);
	const xmlError *last = xmlGetLastError();

	if (!doc) {
		error_set(err, "%s:%d: %.*s", path, last ? last->line : 1,
			(int)strcspn(last && last->message ? last->message : "not XML", "\n"),
			last && last->message ? last->message : "not XML");
		return NULL;
	}
	if (xmlGetIntSubset(doc)) {
		error_set(err, "%s:1: a document type declaration is refused: definitions have none", path);
		xmlFreeDoc(doc);
		return NULL;
	}
	return doc;
}

int results_definition_read(struct results_definition *definition, const char *path, struct error *err)
{
	struct text content = TEXT_INIT;
	xmlDoc *doc = NULL;
	int rc = -1;

	*definition = (struct results_definition){ 0 };
	if (!file_read(&content, path, LARGEST, err))
		doc = read_document(path, &content, err);
	if (doc)
		rc = read_root(definition, xmlDocGetRootElement(doc), path, err);
	xmlFreeDoc(doc);
	text_release(&content);
	return rc;
}

static const char *suffix_of(const struct template *t, struct arena *arena)
{
	return t->append_description && *t->append_description ?
		arena_printf(arena, " - %s", t->append_description) :
		"";
}

const char *results_definition_description(
	const struct results_definition *definition, size_t index, const char *before, struct arena *arena)
{
	const struct template *t = &definition->templates[index];
	struct bytes words = bytes_of(t->description && *t->description ? t->description : before);
	const char *suffix = suffix_of(t, arena);

	if (!*suffix)
		return arena_bytes(arena, words.at, words.size);
	for (size_t i = 0; i < definition->n; i++)
		words = bytes_replace(
			arena, words, bytes_of(suffix_of(&definition->templates[i], arena)), bytes_of(""));
	return arena_printf(arena, "%.*s%s", (int)words.size, words.at, suffix);
}

void results_definition_release(struct results_definition *definition)
{
	arena_release(&definition->arena);
	*definition = (struct results_definition){ 0 };
}
