#ifndef PARSERS_RESULTS_DEFINITION_H
#define PARSERS_RESULTS_DEFINITION_H

#include "parsers/template.h"
#include "share/base/error.h"

/* A results-definition.xml of the Phoronix Test Suite (PTS.md 3.4). */
struct results_definition {
	struct arena arena;
	struct template *templates; /* its ResultsParser blocks, in order */
	size_t n;
	const char *sensor; /* SystemMonitor/Sensor, or NULL; it goes before the templates */
	const char *extra_data; /* ExtraData/Identifier, or NULL */
};

/*
 * Read a file. Text is kept as it stands, white space included. An element that is not known, a
 * repeated one, a DTD or an entity is an error with file:line. Release it also after a failure.
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
