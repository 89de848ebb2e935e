#ifndef PARSERS_TEMPLATE_RESULTS_DEFINITION_H
#define PARSERS_TEMPLATE_RESULTS_DEFINITION_H

#include "parsers/template/template.h"
#include "share/base/error.h"

/* What is watched while a test runs, instead of its output: SystemMonitor. */
struct results_monitor {
	const char *sensor; /* sys.time, cpu.usage, ...; NULL: none */
	const char *frequency; /* PollingFrequency: seconds */
	const char *report; /* AVG, MIN, MAX, ALL */
};

/* A results-definition.xml of the Phoronix Test Suite (PTS.md 3.4). */
struct results_definition {
	struct arena arena;
	struct template *templates; /* its ResultsParser blocks, in order */
	size_t n;
	struct results_monitor monitor; /* it goes before the templates */
	const char *extra_data; /* ExtraData/Identifier, or NULL */
	size_t n_images; /* ImageParser blocks */
	const char **warnings; /* "path:line: ..." of what is not known or does nothing here */
	size_t n_warnings;
};

/*
 * Read a file. Text is kept as it stands, white space included. An element that is not known or
 * repeated is a warning; damage, a DTD or an entity is an error with file:line. Release it also after a
 * failure.
 */
int results_definition_read(struct results_definition *definition, const char *path, struct error *err);

/*
 * The description of a result that block `index` matched, made of the one before: replaced, or
 * " - X" of any block taken away and that of this one appended (step 12). Owned by the arena.
 */
const char *results_definition_description(
	const struct results_definition *definition, size_t index, const char *before, struct arena *arena);

void results_definition_release(struct results_definition *definition);

#endif
