/* A diff as JUnit XML: a test case a row; WORSE fails, what was not compared is skipped. */
#include <libxml/xmlwriter.h>
#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/file.h"
#include "share/base/banned.h"

struct counts {
	size_t all, worse, skipped;
};

static bool is_worse(const struct change *change, const struct diff_head *head)
{
	return change->compared && change->difference.proven == PROVEN_WORSE &&
		(change->difference.paired || head->sequential);
}

static bool is_skipped(const struct change *change)
{
	return !change->compared || change->difference.proven == PROVEN_NOTHING;
}

static struct counts count(const struct comparison *c, const struct diff_head *head, size_t side)
{
	struct counts n = { c->n_rows, 0, 0 };

	for (size_t i = 0; i < c->n_rows; i++) {
		n.worse += is_worse(&c->rows[i].changes[side], head);
		n.skipped += is_skipped(&c->rows[i].changes[side]);
	}
	return n;
}

/* XML holds no control characters; libxml2 escapes the rest. */
static void add_attribute(xmlTextWriter *xml, const char *name, const char *value)
{
	struct text clean = TEXT_INIT;

	text_add_clean(&clean, value, strlen(value));
	xmlTextWriterWriteAttribute(xml, BAD_CAST name, BAD_CAST text_string(&clean));
	text_release(&clean);
}

static void add_words(struct text *words, const struct row *row, const struct change *change, size_t side)
{
	text_printf(
		words, "%s -> %s %s, ", row->cells[0].value, row->cells[side + 1].value, row->result->scale);
	words_change(words, change->difference.ratio);
	text_adds(words, " (");
	words_interval(words, change->difference.interval);
	text_adds(words, "), ");
	words_verdict(words, change);
}

static void write_case(xmlTextWriter *xml, const struct comparison *c, const struct diff_head *head,
	size_t side, const struct row *row)
{
	const struct change *change = &row->changes[side];
	struct text words = TEXT_INIT;

	xmlTextWriterStartElement(xml, BAD_CAST "testcase");
	add_attribute(xml, "name", row->label);
	add_attribute(xml, "classname", c->sides[side + 1].label);
	if (change->compared)
		add_words(&words, row, change, side);
	if (is_worse(change, head)) {
		xmlTextWriterStartElement(xml, BAD_CAST "failure");
		add_attribute(xml, "message", text_string(&words));
		xmlTextWriterEndElement(xml);
	} else if (is_skipped(change)) {
		xmlTextWriterStartElement(xml, BAD_CAST "skipped");
		add_attribute(xml, "message",
			change->why                        ? change->why :
				row->cells[0].words        ? row->cells[0].words :
				row->cells[side + 1].words ? row->cells[side + 1].words :
							     "not compared");
		xmlTextWriterEndElement(xml);
	} else {
		struct text clean = TEXT_INIT;

		text_add_clean(&clean, text_string(&words), words.size);
		xmlTextWriterWriteElement(xml, BAD_CAST "system-out", BAD_CAST text_string(&clean));
		text_release(&clean);
	}
	xmlTextWriterEndElement(xml);
	text_release(&words);
}

static void write_suite(
	xmlTextWriter *xml, const struct comparison *c, const struct diff_head *head, size_t side)
{
	struct counts n = count(c, head, side);
	struct text name = TEXT_INIT, number = TEXT_INIT;

	text_printf(&name, "%s%s%s against %s", head->system ? head->system : "", head->system ? ": " : "",
		c->sides[side + 1].label, c->sides[0].label);
	xmlTextWriterStartElement(xml, BAD_CAST "testsuite");
	add_attribute(xml, "name", text_string(&name));
	text_add_whole(&number, n.all);
	add_attribute(xml, "tests", text_string(&number));
	text_clear(&number);
	text_add_whole(&number, n.worse);
	add_attribute(xml, "failures", text_string(&number));
	text_clear(&number);
	text_add_whole(&number, n.skipped);
	add_attribute(xml, "skipped", text_string(&number));
	for (size_t i = 0; i < c->n_rows; i++)
		write_case(xml, c, head, side, &c->rows[i]);
	xmlTextWriterEndElement(xml);
	text_release(&name);
	text_release(&number);
}

int diff_junit(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err)
{
	xmlBuffer *buffer = xmlBufferCreate();
	xmlTextWriter *xml = buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL;

	if (!xml)
		mem_exhausted();
	xmlTextWriterSetIndent(xml, 1);
	for (size_t side = 0; side + 1 < c->n_sides; side++)
		write_suite(xml, c, head, side);
	xmlFreeTextWriter(xml);
	fwrite(xmlBufferContent(buffer), 1, (size_t)xmlBufferLength(buffer), out);
	xmlBufferFree(buffer);
	return file_check_stream(out, "the comparison", err);
}
