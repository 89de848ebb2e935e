#include "parsers/template/definition.h"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdio.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)1 << 20)

/* libxml2 prints what it finds unless it is told not to. */
static xmlDoc *parse(const char *path, const struct text *content, struct error *err)
{
	int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
	xmlDoc *doc = xmlReadMemory(text_string(content), (int)content->size, path, NULL, options);
	const xmlError *last = xmlGetLastError();
	const xmlNode *root;

	if (!doc) {
		error_set(err, "%s:%d: %.*s", path, last ? last->line : 1,
			(int)strcspn(last && last->message ? last->message : "not XML", "\n"),
			last && last->message ? last->message : "not XML");
		return NULL;
	}
	root = xmlDocGetRootElement(doc);
	if (xmlGetIntSubset(doc))
		error_set(err, "%s:1: a document type declaration is refused: definitions have none", path);
	else if (!root || strcmp((const char *)root->name, "PhoronixTestSuite"))
		error_set(err, "%s:1: the root element is not 'PhoronixTestSuite'", path);
	else
		return doc;
	xmlFreeDoc(doc);
	return NULL;
}

xmlDoc *definition_read(const char *path, struct error *err)
{
	struct text content = TEXT_INIT;
	xmlDoc *doc = NULL;

	if (!file_read(&content, path, LARGEST, err))
		doc = parse(path, &content, err);
	text_release(&content);
	return doc;
}

void definition_warn(struct definition_reader *r, const xmlNode *node, const char *format, ...)
{
	char words[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(words, sizeof words, format, ap);
	va_end(ap);
	r->warnings = arena_more(r->arena, r->warnings, r->n_warnings, sizeof *r->warnings);
	r->warnings[r->n_warnings++] = arena_printf(r->arena, "%s:%ld: %s", r->path, xmlGetLineNo(node), words);
}

static const struct definition_element *element_named(
	const struct definition_element *elements, const xmlChar *name)
{
	while (elements->name && strcmp(elements->name, (const char *)name))
		elements++;
	return elements->name ? elements : NULL;
}

static bool is_among(const char *const *names, const xmlChar *name)
{
	for (; names && *names; names++)
		if (!strcmp(*names, (const char *)name))
			return true;
	return false;
}

static const char *text_of(struct definition_reader *r, const xmlNode *node)
{
	xmlChar *content = xmlNodeGetContent(node);
	const char *text = arena_text(r->arena, content ? (const char *)content : "");

	xmlFree(content);
	return text;
}

void definition_take(struct definition_reader *r, const struct definition_element *elements, void *values,
	const xmlNode *block, const char *const *others)
{
	for (xmlNode *node = block ? block->children : NULL; node; node = node->next) {
		const struct definition_element *e;
		const char **place;

		if (node->type != XML_ELEMENT_NODE || is_among(others, node->name))
			continue;
		e = element_named(elements, node->name);
		if (!e) {
			definition_warn(r, node,
				"element '%.80s' is not known in '%.80s' and does nothing here",
				(const char *)node->name, (const char *)block->name);
			continue;
		}
		place = (const char **)(void *)((char *)values + e->offset);
		if (*place)
			definition_warn(r, node, "a second '%s' in one '%.80s': the first one counts", e->name,
				(const char *)block->name);
		else
			*place = text_of(r, node);
	}
}

const xmlNode *definition_child(const xmlNode *block, const xmlNode *after, const char *name)
{
	const xmlNode *node = after ? after->next : block ? block->children : NULL;

	while (node && (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, name)))
		node = node->next;
	return node;
}
