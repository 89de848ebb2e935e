#include "report/composite/composite.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "report/composite/fields.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define CHUNK 65536

const struct limits composite_limits = {
	.bytes = (size_t)1 << 30, .depth = 64, .systems = 10000, .results = 1000000, .entries = 10000000
};

struct reading {
	struct result_file *file;
	const char *name;
	FILE *stream;
	const struct limits *limits;
	struct error *err;
	xmlParserCtxtPtr parser;
	enum part part;
	struct result *result; /* the open result, and its open entry */
	void *part_struct;
	const struct field *field; /* the open text element, or NULL */
	struct text value; /* its text so far */
	struct text unknown; /* the open unknown element so far, as XML */
	int depth; /* of open elements */
	int within; /* depth at which the text or the unknown element was opened, 0: none is open */
	size_t entries, bytes;
	bool failed, seen_generated;
};

static int line_of(const struct reading *r)
{
	return xmlSAX2GetLineNumber(r->parser);
}

#define FAIL(r, ...)                                                                                           \
	((r)->failed = true, error_set((r)->err, __VA_ARGS__),                                                 \
		error_context((r)->err, "%s:%d", (r)->name, line_of(r)))

static void on_error(void *context, xmlErrorPtr problem)
{
	struct reading *r = context;
	struct text message = TEXT_INIT;

	if (r->failed || problem->level < XML_ERR_ERROR)
		return;
	r->failed = true;
	text_add_clean(&message, problem->message ? problem->message : "not well-formed",
		strcspn(problem->message ? problem->message : "not well-formed", "\n"));
	error_set(r->err, "%s:%d: %s", r->name, problem->line, text_string(&message));
	text_release(&message);
}

static const char **slot_of(struct reading *r, size_t offset)
{
	return (const char **)(void *)((char *)r->part_struct + offset);
}

static const struct field *field_named(enum part part, const char *name)
{
	const struct field *field = composite_fields[part];

	for (; field->element; field++)
		if (!strcmp(field->element, name))
			return field;
	return NULL;
}

/* An element that the model does not know is kept as XML text behind the known ones. */
static void keep_unknown(struct reading *r)
{
	const char **extra = slot_of(r, composite_extra[r->part]), *xml = text_string(&r->unknown);

	*extra = *extra ? arena_printf(&r->file->arena, "%s%s", *extra, xml) : arena_text(&r->file->arena, xml);
	text_clear(&r->unknown);
}

static void add_escaped(struct text *out, const char *bytes, size_t size, bool quoted)
{
	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '<')
			text_adds(out, "&lt;");
		else if (bytes[i] == '>')
			text_adds(out, "&gt;");
		else if (bytes[i] == '&')
			text_adds(out, "&amp;");
		else if (bytes[i] == '\r')
			text_adds(out, "&#13;");
		else if (quoted && bytes[i] == '"')
			text_adds(out, "&quot;");
		else
			text_addc(out, bytes[i]);
	}
}

/* Attributes as libxml2 hands them: name, prefix, URI, begin and end of the value. */
static void add_attributes(struct text *out, int n, const xmlChar **attributes)
{
	for (int i = 0; i < n; i++, attributes += 5) {
		text_printf(out, " %s%s%s=\"", attributes[1] ? (const char *)attributes[1] : "",
			attributes[1] ? ":" : "", (const char *)attributes[0]);
		add_escaped(out, (const char *)attributes[3], (size_t)(attributes[4] - attributes[3]), true);
		text_addc(out, '"');
	}
}

static int open_root_child(struct reading *r, const char *name)
{
	struct result_file *file = r->file;

	if (!strcmp(name, "Generated")) {
		if (r->seen_generated)
			return FAIL(r, "a second element 'Generated'");
		r->seen_generated = true;
		r->part = PART_GENERATED;
		r->part_struct = &file->meta;
	} else if (!strcmp(name, "System")) {
		if (file->n_systems >= r->limits->systems)
			return FAIL(r, "more than %zu systems", r->limits->systems);
		r->part = PART_SYSTEM;
		r->part_struct = result_file_add_system(file, "");
	} else if (!strcmp(name, "Result")) {
		if (file->n_results >= r->limits->results)
			return FAIL(r, "more than %zu results", r->limits->results);
		r->part = PART_RESULT;
		r->part_struct = r->result = result_file_add_result(file);
	} else {
		return FAIL(r, "unknown element '%s' (known here: Generated, System, Result)", name);
	}
	return 0;
}

static int open_entry(struct reading *r)
{
	if (r->entries++ >= r->limits->entries)
		return FAIL(r, "more than %zu entries", r->limits->entries);
	r->part = PART_ENTRY;
	r->part_struct = result_add_entry(r->file, r->result, "");
	return 0;
}

static int open_element(struct reading *r, const char *name)
{
	switch (r->part) {
	case PART_NONE:
		if (strcmp(name, "PhoronixTestSuite"))
			return FAIL(r,
				"the root element is '%s', not 'PhoronixTestSuite': this is no "
				"result file",
				name);
		r->part = PART_ROOT;
		return 0;
	case PART_ROOT:
		return open_root_child(r, name);
	case PART_DATA:
		return strcmp(name, "Entry") ? FAIL(r, "unknown element '%s' in Data", name) : open_entry(r);
	case PART_RESULT:
		if (!strcmp(name, "Data")) {
			r->part = PART_DATA;
			return 0;
		}
		break;
	default:
		break;
	}
	r->field = field_named(r->part, name);
	r->within = r->depth;
	text_clear(&r->value);
	return 0;
}

static void close_part(struct reading *r)
{
	struct entry *entry;

	switch (r->part) {
	case PART_ENTRY:
		entry = r->part_struct;
		entry->system = result_file_system(r->file, entry->identifier, r->result->n_entries - 1);
		r->part = PART_DATA;
		break;
	case PART_DATA:
		r->part = PART_RESULT;
		r->part_struct = r->result;
		break;
	case PART_RESULT:
		r->result->proportion = proportion_from_text(r->result->proportion_text);
		r->part = PART_ROOT;
		break;
	default:
		r->part = PART_ROOT;
		break;
	}
}

/* Markup inside a text element: its text counts, its tags do not (PTS strips them). */
static void on_start(void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
	int n_namespaces, const xmlChar **namespaces, int n_attributes, int n_defaulted,
	const xmlChar **attributes)
{
	struct reading *r = context;
	struct text name = TEXT_INIT;

	(void)uri;
	(void)n_defaulted;
	if (r->failed)
		return;
	if (++r->depth - 1 > r->limits->depth) {
		FAIL(r, "elements nested deeper than %d", r->limits->depth);
	} else if (!r->within || !r->field) {
		const char *whole = (const char *)local;

		if (prefix) {
			text_printf(&name, "%s:%s", (const char *)prefix, whole);
			whole = text_string(&name);
		}
		if (!r->within)
			open_element(r, whole);
		if (r->within && !r->field) {
			text_printf(&r->unknown, "<%s", whole);
			for (int i = 0; i < n_namespaces; i++)
				text_printf(&r->unknown, " xmlns%s%s=\"%s\"", namespaces[2 * i] ? ":" : "",
					namespaces[2 * i] ? (const char *)namespaces[2 * i] : "",
					(const char *)namespaces[2 * i + 1]);
			add_attributes(&r->unknown, n_attributes, attributes);
			text_addc(&r->unknown, '>');
		}
		text_release(&name);
	}
	if (r->failed)
		xmlStopParser(r->parser);
}

static void on_end(void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri)
{
	struct reading *r = context;
	int depth = r->depth--;

	(void)uri;
	if (r->failed)
		return;
	if (r->within && !r->field)
		text_printf(&r->unknown, "</%s%s%s>", prefix ? (const char *)prefix : "", prefix ? ":" : "",
			(const char *)local);
	if (!r->within) {
		close_part(r);
	} else if (depth == r->within) {
		if (r->field)
			*slot_of(r, r->field->offset) = arena_bytes(
				&r->file->arena, text_string(&r->value), r->value.size);
		else
			keep_unknown(r);
		r->field = NULL;
		r->within = 0;
	}
}

static void on_text(void *context, const xmlChar *bytes, int size)
{
	struct reading *r = context;

	if (r->failed || !r->within)
		return;
	if (r->field)
		text_add(&r->value, (const char *)bytes, (size_t)size);
	else
		add_escaped(&r->unknown, (const char *)bytes, (size_t)size, false);
}

static void on_comment(void *context, const xmlChar *bytes)
{
	struct reading *r = context;

	if (r->part == PART_NONE && !r->file->comment)
		r->file->comment = arena_text(&r->file->arena, (const char *)bytes);
	else if (r->within && !r->field)
		text_printf(&r->unknown, "<!--%s-->", (const char *)bytes);
}

static void on_doctype(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
	struct reading *r = context;

	(void)name;
	(void)external;
	(void)system;
	if (!r->failed)
		FAIL(r, "a document type declaration is refused: result files have none");
	xmlStopParser(r->parser);
}

static xmlEntityPtr on_entity(void *context, const xmlChar *name)
{
	struct reading *r = context;
	xmlEntityPtr known = xmlGetPredefinedEntity(name);

	if (!known && !r->failed) {
		FAIL(r, "the entity '&%s;' is refused: only the five of XML itself are read",
			(const char *)name);
		xmlStopParser(r->parser);
	}
	return known;
}

/* Could these first bytes begin XML? In UTF-16 the parser itself finds out. */
static bool may_be_xml(const char *bytes, size_t size)
{
	size_t at = size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;

	while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at])
		at++;
	return at == size || bytes[at] == '<' || (unsigned char)bytes[0] >= 0xfe || !bytes[0];
}

static int feed(struct reading *r)
{
	char buffer[CHUNK];
	size_t n;

	do {
		n = fread(buffer, 1, sizeof buffer, r->stream);
		if (!r->bytes && !n && !ferror(r->stream))
			return error_set(r->err, "%s: the file is empty", r->name);
		if (!r->bytes && !may_be_xml(buffer, n))
			return error_set(r->err,
				"%s:1: this is no XML and so no result file; logs of programs and files of other tools "
				"become one by: hib import %s -o NAME",
				r->name, r->name);
		r->bytes += n;
		if (r->bytes > r->limits->bytes)
			return error_set(r->err, "%s: larger than %zu bytes", r->name, r->limits->bytes);
		if (!n && ferror(r->stream))
			return error_set(r->err, "%s: cannot be read", r->name);
		if (xmlParseChunk(r->parser, buffer, (int)n, !n) && !r->failed)
			return error_set(r->err, "%s: cannot be read", r->name);
	} while (n && !r->failed);
	return r->failed ? -1 : 0;
}

static int read_all(struct reading *r)
{
	if (feed(r))
		return -1;
	if (!r->seen_generated || !r->file->n_systems)
		return error_set(r->err, "%s: no result file: element '%s' is missing", r->name,
			r->seen_generated ? "System" : "Generated");
	return 0;
}

int composite_read(struct result_file *file, const char *name, FILE *stream, const struct limits *limits,
	struct error *err)
{
	struct reading r = { .file = file, .name = name, .stream = stream, .limits = limits, .err = err };
	xmlSAXHandler handler = { .initialized = XML_SAX2_MAGIC,
		.startElementNs = on_start,
		.endElementNs = on_end,
		.characters = on_text,
		.cdataBlock = on_text,
		.ignorableWhitespace = on_text,
		.comment = on_comment,
		.internalSubset = on_doctype,
		.getEntity = on_entity,
		.serror = on_error };
	int rc;

	file->meta = (struct generated){ "", "", "", "", NULL, NULL, NULL, NULL, NULL };
	r.parser = xmlCreatePushParserCtxt(&handler, &r, NULL, 0, NULL);
	if (!r.parser)
		return error_set(err, "%s: cannot start reading XML", name);
	xmlCtxtUseOptions(r.parser, XML_PARSE_NONET);
	rc = read_all(&r);
	xmlFreeParserCtxt(r.parser);
	text_release(&r.value);
	text_release(&r.unknown);
	if (rc)
		result_file_release(file);
	return rc;
}
