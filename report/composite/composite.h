#ifndef REPORT_COMPOSITE_COMPOSITE_H
#define REPORT_COMPOSITE_COMPOSITE_H

#include <stdio.h>

#include "report/result/result.h"

/*
 * composite.xml, the Phoronix Test Suite's result file (PTS.md section 2): read by libxml2's SAX,
 * written as text in PTS's element order. Elements that neither program knows survive.
 */
struct limits {
	size_t bytes; /* of the document */
	int depth; /* of nested elements */
	size_t systems, results, entries; /* counts; entries in all results together */
};

extern const struct limits composite_limits; /* for files from anywhere */

/*
 * Read a document from `stream` into a zeroed `file`. `name` is for messages, which have the form
 * "name:line: cause". Document types, entity declarations and network are refused. On failure
 * nothing is left in `file`.
 */
int composite_read(struct result_file *file, const char *name, FILE *stream, const struct limits *limits,
	struct error *err);

/* Write the document. What XML cannot hold becomes U+FFFD. The caller owns the file (file.h). */
int composite_write(const struct result_file *file, FILE *stream, struct error *err);

#endif
