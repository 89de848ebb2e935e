#ifndef PARSERS_TEMPLATE_DEFINITION_H
#define PARSERS_TEMPLATE_DEFINITION_H

#include <libxml/tree.h>

#include "share/base/error.h"
#include "share/base/memory.h"

/*
 * The small XML documents that describe a test of the Phoronix Test Suite (PTS.md 3): no attributes,
 * no namespaces, texts in elements. A table says which element goes where; what no table knows is
 * told as a warning that names file, line and element, and is never dropped in silence.
 */
struct definition_element {
	const char *name; /* NULL ends a table */
	size_t offset; /* of a const char * */
};

struct definition_reader {
	const char *path; /* for messages */
	struct arena *arena; /* of texts and warnings */
	const char **warnings;
	size_t n_warnings;
};

/* Read a file whose root is PhoronixTestSuite; freed with xmlFreeDoc(). DTDs and entities are refused. NULL
 * with "path:line: cause". */
xmlDoc *definition_read(const char *path, struct error *err);

/* "path:line: element 'X' is not known in a Y": remembered for the caller. */
void definition_warn(struct definition_reader *r, const xmlNode *node, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * The texts of a block's children as the table says, white space kept. Of a repeated one the first
 * counts, with a warning. `others` names elements that the caller reads itself, NULL-terminated, or is NULL.
 */
void definition_take(struct definition_reader *r, const struct definition_element *elements, void *values,
	const xmlNode *block, const char *const *others);

/* The next child of `block` of that name behind `after` (NULL: the first), or NULL. */
const xmlNode *definition_child(const xmlNode *block, const xmlNode *after, const char *name);

#endif
