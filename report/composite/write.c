#include "report/composite/composite.h"

#include <string.h>
#include <utf8proc.h>

#include "report/composite/fields.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* Elements are many and plain: written as text they cost a quarter of what a general writer takes. */
struct writing {
	struct text out; /* of one part of the document */
	int depth;
	FILE *stream;
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

/* Bytes from `text` on that are written as they are. */
static size_t plain_bytes(const char *text)
{
	size_t n = 0;

	while ((unsigned char)text[n] >= 0x20 && (unsigned char)text[n] < 0x7f && text[n] != '&' &&
		text[n] != '<' && text[n] != '>')
		n++;
	return n;
}

/* Escapes as PTS's writer does: quotes stay as they are, and so does what is not ASCII. */
static void add_escaped(struct text *out, const char *text)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text, *end = p + strlen(text);

	while (p < end) {
		size_t plain = plain_bytes((const char *)p);
		const char *reference;
		utf8proc_int32_t c;
		utf8proc_ssize_t n;

		text_add(out, (const char *)p, plain);
		p += plain;
		if (p == end)
			return;
		n = utf8proc_iterate(p, end - p, &c);
		reference = reference_for((char)*p);
		if (n < 0 || !is_xml_char(c))
			text_adds(out, "\xef\xbf\xbd");
		else if (reference)
			text_adds(out, reference);
		else
			text_add(out, (const char *)p, (size_t)n);
		p += n < 0 ? 1 : n;
	}
}

static void indent(struct writing *w)
{
	text_pad(&w->out, 2 * w->depth);
}

static void tag(struct writing *w, const char *open, const char *name, const char *close)
{
	text_adds(&w->out, open);
	text_adds(&w->out, name);
	text_adds(&w->out, close);
}

static void element(struct writing *w, const char *name, const char *text)
{
	indent(w);
	tag(w, "<", name, ">");
	add_escaped(&w->out, text);
	tag(w, "</", name, ">\n");
}

static void start(struct writing *w, const char *name)
{
	indent(w);
	tag(w, "<", name, ">\n");
	w->depth++;
}

static void end(struct writing *w, const char *name)
{
	w->depth--;
	indent(w);
	tag(w, "</", name, ">\n");
}

/* Errors of the stream are looked for once, at the end. */
static void flush(struct writing *w)
{
	fwrite(text_string(&w->out), 1, w->out.size, w->stream);
	text_clear(&w->out);
}

static void fields(struct writing *w, enum part part, const void *from)
{
	for (const struct field *field = composite_fields[part]; field->element; field++) {
		const char *text = *(const char *const *)(const void *)((const char *)from + field->offset);

		if (text || !field->optional)
			element(w, field->element, text ? text : "");
	}
}

/* Elements that the model does not know, as they were. */
static void extra(struct writing *w, const char *xml)
{
	if (!xml)
		return;
	indent(w);
	text_adds(&w->out, xml);
	text_addc(&w->out, '\n');
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
		end(w, "Entry");
	}
	end(w, "Data");
	extra(w, r->extra);
	end(w, "Result");
	flush(w);
}

/* What a comment must not hold is left out. */
static void comment(struct writing *w, const char *words)
{
	text_adds(&w->out, "<!--");
	for (; *words; words++)
		if (*words != '-' || (words[1] && words[1] != '-'))
			text_addc(&w->out, *words);
	text_adds(&w->out, "-->\n");
}

int composite_write(const struct result_file *file, FILE *stream, struct error *err)
{
	struct writing w = { .stream = stream };

	text_adds(&w.out, "<?xml version=\"1.0\"?>\n");
	if (file->comment)
		comment(&w, file->comment);
	start(&w, "PhoronixTestSuite");
	start(&w, "Generated");
	fields(&w, PART_GENERATED, &file->meta);
	extra(&w, file->meta.extra);
	end(&w, "Generated");
	for (size_t i = 0; i < file->n_systems; i++) {
		start(&w, "System");
		fields(&w, PART_SYSTEM, &file->systems[i]);
		extra(&w, file->systems[i].extra);
		end(&w, "System");
	}
	for (size_t i = 0; i < file->n_results; i++)
		result(&w, &file->results[i]);
	end(&w, "PhoronixTestSuite");
	flush(&w);
	text_release(&w.out);
	if (ferror(stream)) {
		error_set_errno(err, "cannot write the result file");
		return error_code(err, EXIT_WRITE);
	}
	return 0;
}
