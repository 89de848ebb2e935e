#include "report/composite.h"

#include <libxml/xmlwriter.h>
#include <string.h>
#include <utf8proc.h>

#include "report/composite_fields.h"
#include "share/base/text.h"
#include "share/base/banned.h"

struct writing {
	xmlTextWriterPtr writer;
	struct text buffer; /* escaped text of one element */
	int failed;
};

/* XML 1.0's Char production */
static bool is_xml_char(utf8proc_int32_t c)
{
	return c == 9 || c == 10 || c == 13 || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c < 0xfffe) ||
		c > 0xffff;
}

static const char *reference_for(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '\r':
		return "&#13;";
	default:
		return NULL;
	}
}

/* Escapes as PTS's writer does: quotes stay as they are, and so does what is not ASCII. */
static const char *escaped(struct writing *w, const char *text)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text, *end = p + strlen(text);

	text_clear(&w->buffer);
	while (p < end) {
		utf8proc_int32_t c;
		utf8proc_ssize_t n = utf8proc_iterate(p, end - p, &c);
		const char *reference = reference_for((char)*p);

		if (n < 0 || !is_xml_char(c))
			text_adds(&w->buffer, "\xef\xbf\xbd");
		else if (reference)
			text_adds(&w->buffer, reference);
		else
			text_add(&w->buffer, (const char *)p, (size_t)n);
		p += n < 0 ? 1 : n;
	}
	return text_string(&w->buffer);
}

static void element(struct writing *w, const char *name, const char *text)
{
	const char *raw = escaped(w, text);

	w->failed |= xmlTextWriterStartElement(w->writer, BAD_CAST name) < 0;
	w->failed |= xmlTextWriterWriteRaw(w->writer, BAD_CAST raw) < 0;
	w->failed |= xmlTextWriterEndElement(w->writer) < 0;
}

static void start(struct writing *w, const char *name)
{
	w->failed |= xmlTextWriterStartElement(w->writer, BAD_CAST name) < 0;
}

static void end(struct writing *w)
{
	w->failed |= xmlTextWriterEndElement(w->writer) < 0;
}

static void fields(struct writing *w, enum part part, const void *from)
{
	for (const struct field *field = composite_fields[part]; field->element; field++) {
		const char *text = *(const char *const *)(const void *)((const char *)from + field->offset);

		if (text || !field->optional)
			element(w, field->element, text ? text : "");
	}
}

static void extra(struct writing *w, const char *xml)
{
	if (xml)
		w->failed |= xmlTextWriterWriteRaw(w->writer, BAD_CAST xml) < 0;
}

static void result(struct writing *w, const struct result *r)
{
	start(w, "Result");
	fields(w, PART_RESULT, r);
	start(w, "Data");
	for (size_t i = 0; i < r->n_entries; i++) {
		start(w, "Entry");
		fields(w, PART_ENTRY, &r->entries[i]);
		extra(w, r->entries[i].extra);
		end(w);
	}
	end(w);
	extra(w, r->extra);
	end(w);
}

static void document(struct writing *w, const struct result_file *file)
{
	w->failed |= xmlTextWriterStartDocument(w->writer, NULL, NULL, NULL) < 0;
	if (file->comment)
		w->failed |= xmlTextWriterWriteComment(w->writer, BAD_CAST file->comment) < 0;
	start(w, "PhoronixTestSuite");
	start(w, "Generated");
	fields(w, PART_GENERATED, &file->meta);
	extra(w, file->meta.extra);
	end(w);
	for (size_t i = 0; i < file->n_systems; i++) {
		start(w, "System");
		fields(w, PART_SYSTEM, &file->systems[i]);
		extra(w, file->systems[i].extra);
		end(w);
	}
	for (size_t i = 0; i < file->n_results; i++)
		result(w, &file->results[i]);
	end(w);
	w->failed |= xmlTextWriterEndDocument(w->writer) < 0;
}

static int write_to_stream(void *context, const char *bytes, int size)
{
	return fwrite(bytes, 1, (size_t)size, context) == (size_t)size ? size : -1;
}

int composite_write(const struct result_file *file, FILE *stream, struct error *err)
{
	xmlOutputBufferPtr output = xmlOutputBufferCreateIO(write_to_stream, NULL, stream, NULL);
	struct writing w = { .writer = output ? xmlNewTextWriter(output) : NULL };

	if (!w.writer)
		return error_set(err, "cannot start writing XML");
	xmlTextWriterSetIndent(w.writer, 1);
	xmlTextWriterSetIndentString(w.writer, BAD_CAST "  ");
	document(&w, file);
	w.failed |= xmlTextWriterFlush(w.writer) < 0;
	xmlFreeTextWriter(w.writer);
	text_release(&w.buffer);
	if (w.failed || ferror(stream)) {
		error_set_errno(err, "cannot write the result file");
		return error_code(err, EXIT_WRITE);
	}
	return 0;
}
