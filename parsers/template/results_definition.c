#include "parsers/template/results_definition.h"

#include <stddef.h>
#include <string.h>

#include "parsers/template/bytes.h"
#include "parsers/template/definition.h"
#include "share/base/banned.h"

static const struct definition_element elements[] = {
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

static const struct definition_element monitor_elements[] = {
	{ "Sensor", offsetof(struct results_monitor, sensor) },
	{ "PollingFrequency", offsetof(struct results_monitor, frequency) },
	{ "Report", offsetof(struct results_monitor, report) },
	{ NULL, 0 },
};

static const struct definition_element extra_elements[] = {
	{ "Identifier", offsetof(struct results_definition, extra_data) },
	{ NULL, 0 },
};

static int read_template(
	struct definition_reader *r, struct results_definition *d, const xmlNode *block, struct error *err)
{
	struct template *t;

	d->templates = arena_more(&d->arena, d->templates, d->n, sizeof *d->templates);
	t = &d->templates[d->n++];
	*t = (struct template){ 0 };
	definition_take(r, elements, t, block, NULL);
	return t->output ?
		0 :
		error_set(err, "%s:%ld: a ResultsParser without OutputTemplate", r->path, xmlGetLineNo(block));
}

static int read_root(
	struct definition_reader *r, struct results_definition *d, const xmlNode *root, struct error *err)
{
	for (xmlNode *node = root->children; node; node = node->next) {
		const char *name = (const char *)node->name;

		if (node->type != XML_ELEMENT_NODE)
			continue;
		if (!strcmp(name, "ResultsParser")) {
			if (read_template(r, d, node, err))
				return -1;
		} else if (!strcmp(name, "SystemMonitor")) {
			definition_take(r, monitor_elements, &d->monitor, node, NULL);
		} else if (!strcmp(name, "ExtraData")) {
			definition_take(r, extra_elements, d, node, NULL);
		} else if (!strcmp(name, "ImageParser")) {
			d->n_images++;
			definition_warn(r, node, "'ImageParser': hib takes no pictures of programs");
		} else {
			definition_warn(r, node, "element '%.80s' is not known in a results definition", name);
		}
	}
	return 0;
}

int results_definition_read(struct results_definition *definition, const char *path, struct error *err)
{
	struct definition_reader r = { .path = path, .arena = &definition->arena };
	xmlDoc *doc;
	int rc = -1;

	*definition = (struct results_definition){ 0 };
	doc = definition_read(path, err);
	if (doc)
		rc = read_root(&r, definition, xmlDocGetRootElement(doc), err);
	xmlFreeDoc(doc);
	definition->warnings = r.warnings;
	definition->n_warnings = r.n_warnings;
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
