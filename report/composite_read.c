#include "report/composite.h"

#include <libxml/xmlreader.h>
#include <stdlib.h>
#include <string.h>

#include "report/composite_fields.h"
#include "share/base/text.h"
#include "share/base/banned.h"

const struct limits composite_limits = {
	.bytes = (size_t)1 << 30, .depth = 64, .systems = 10000, .results = 1000000, .entries = 10000000
};

struct reading {
	struct result_file *file;
	const char *name;
	FILE *stream;
	const struct limits *limits;
	struct error *err;
	xmlTextReaderPtr reader;
	enum part part;
	struct result *result; /* the open result, and its open entry */
	void *part_struct;
	const struct field *field; /* the open text element, or NULL */
	const char *value; /* its text so far; in the arena once there is more than one piece */
	size_t entries, bytes;
	bool too_large, failed, seen_generated;
};

static int line_of(const struct reading *r)
{
	return xmlTextReaderGetParserLineNumber(r->reader);
}

#define FAIL(r, ...)                                                                                           \
	((r)->failed = true, error_set((r)->err, __VA_ARGS__),                                                 \
		error_context((r)->err, "%s:%d", (r)->name, line_of(r)))

static int read_more(void *context, char *buffer, int size)
{
	struct reading *r = context;
	size_t n = fread(buffer, 1, (size_t)size, r->stream);

	r->bytes += n;
	if (r->bytes > r->limits->bytes) {
		r->too_large = true;
		return -1;
	}
	return !n && ferror(r->stream) ? -1 : (int)n;
}

static void on_xml_error(void *context, xmlErrorPtr problem)
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
static int keep_unknown(struct reading *r)
{
	xmlChar *xml = xmlTextReaderReadOuterXml(r->reader);
	const char **extra = slot_of(r, composite_extra[r->part]);

	if (!xml)
		return r->failed ? -1 : FAIL(r, "element cannot be read");
	*extra = *extra ? arena_printf(&r->file->arena, "%s%s", *extra, (const char *)xml) :
			  arena_text(&r->file->arena, (const char *)xml);
	xmlFree(xml);
	return 0;
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

enum opened { OPEN_FAILED = -1, OPEN_OK, OPEN_SKIP /* read as a whole: step over it */, OPEN_CLOSED };

static int open_element(struct reading *r, const char *name, bool empty)
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
	if (!r->field)
		return keep_unknown(r) ? OPEN_FAILED : OPEN_SKIP;
	r->value = "";
	if (!empty)
		return OPEN_OK;
	*slot_of(r, r->field->offset) = r->value;
	r->field = NULL;
	return OPEN_CLOSED;
}

static void close_entry(struct reading *r)
{
	struct entry *entry = r->part_struct;

	entry->system = result_file_system(r->file, entry->identifier, r->result->n_entries - 1);
}

static void close_element(struct reading *r)
{
	if (r->field) {
		*slot_of(r, r->field->offset) = r->value;
		r->field = NULL;
		return;
	}
	switch (r->part) {
	case PART_ENTRY:
		close_entry(r);
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

static void add_text(struct reading *r)
{
	const char *more = (const char *)xmlTextReaderConstValue(r->reader);

	if (!r->field || !more)
		return;
	r->value = *r->value ? arena_printf(&r->file->arena, "%s%s", r->value, more) :
			       arena_text(&r->file->arena, more);
}

/* Markup inside a text element: its text counts, its tags do not (PTS strips them). */
static int inside_field(struct reading *r, int type)
{
	int depth = 1;

	while (depth && xmlTextReaderRead(r->reader) == 1) {
		type = xmlTextReaderNodeType(r->reader);
		if (type == XML_READER_TYPE_ELEMENT && !xmlTextReaderIsEmptyElement(r->reader))
			depth++;
		else if (type == XML_READER_TYPE_END_ELEMENT)
			depth--;
		else
			add_text(r);
	}
	return r->failed ? -1 : 0;
}

/* Returns 1 when the reader must step over the element. */
static int take_element(struct reading *r, bool empty)
{
	int opened = open_element(r, (const char *)xmlTextReaderConstName(r->reader), empty);

	if (opened == OPEN_OK && empty)
		close_element(r);
	return opened == OPEN_FAILED ? -1 : opened == OPEN_SKIP;
}

static int take_node(struct reading *r)
{
	int type = xmlTextReaderNodeType(r->reader);
	bool empty;

	switch (type) {
	case XML_READER_TYPE_ELEMENT:
		empty = xmlTextReaderIsEmptyElement(r->reader) == 1;
		if (xmlTextReaderDepth(r->reader) > r->limits->depth)
			return FAIL(r, "elements nested deeper than %d", r->limits->depth);
		if (r->field)
			return empty ? 0 : inside_field(r, type);
		return take_element(r, empty);
	case XML_READER_TYPE_END_ELEMENT:
		close_element(r);
		return 0;
	case XML_READER_TYPE_TEXT:
	case XML_READER_TYPE_CDATA:
	case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
		add_text(r);
		return 0;
	case XML_READER_TYPE_COMMENT:
		if (r->part == PART_NONE && !r->file->comment)
			r->file->comment = arena_text(
				&r->file->arena, (const char *)xmlTextReaderConstValue(r->reader));
		return 0;
	case XML_READER_TYPE_DOCUMENT_TYPE:
		return FAIL(r, "a document type declaration is refused: result files have none");
	case XML_READER_TYPE_ENTITY_REFERENCE:
		return FAIL(r, "the entity '&%s;' is refused: only the five of XML itself are read",
			(const char *)xmlTextReaderConstName(r->reader));
	default:
		return 0;
	}
}

static int read_all(struct reading *r)
{
	int more = xmlTextReaderRead(r->reader);

	while (more == 1) {
		int rc = take_node(r);

		if (rc < 0)
			return -1;
		more = rc ? xmlTextReaderNext(r->reader) : xmlTextReaderRead(r->reader);
	}
	if (r->too_large)
		return error_set(r->err, "%s: larger than %zu bytes", r->name, r->limits->bytes);
	if (more < 0 || r->failed)
		return r->failed ? -1 : error_set(r->err, "%s: cannot be read", r->name);
	if (!r->seen_generated || !r->file->n_systems)
		return error_set(r->err, "%s: no result file: element '%s' is missing", r->name,
			r->seen_generated ? "System" : "Generated");
	return 0;
}

int composite_read(struct result_file *file, const char *name, FILE *stream, const struct limits *limits,
	struct error *err)
{
	struct reading r = { .file = file, .name = name, .stream = stream, .limits = limits, .err = err };
	int rc;

	file->meta = (struct generated){ "", "", "", "", NULL, NULL, NULL, NULL, NULL };
	r.reader = xmlReaderForIO(read_more, NULL, &r, NULL, NULL, XML_PARSE_NONET | XML_PARSE_COMPACT);
	if (!r.reader)
		return error_set(err, "%s: cannot start reading XML", name);
	xmlTextReaderSetStructuredErrorHandler(r.reader, on_xml_error, &r);
	rc = read_all(&r);
	xmlFreeTextReader(r.reader);
	if (rc)
		result_file_release(file);
	return rc;
}
