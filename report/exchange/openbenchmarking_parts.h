#ifndef REPORT_EXCHANGE_OPENBENCHMARKING_PARTS_H
#define REPORT_EXCHANGE_OPENBENCHMARKING_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/result/result.h"
#include "share/base/text.h"

/* A stretch of the document. */
struct piece {
	const char *bytes;
	size_t size;
};

struct piece piece_trim(struct piece piece);
bool piece_equal(struct piece piece, const char *text);

/* What both forms of the document share while they are read. */
struct import {
	struct result_file *file;
	const char *name;
	struct text *warnings;
	struct error *err;
};

/* "Compile Bench 0.6" -> title and version, by the table of titles or by a guess with a warning. */
void import_title(struct import *import, struct result *result, struct piece head);

/* Where `head` = "TITLE VERSION DESCRIPTION" has its description, same way. */
size_t import_title_end(struct import *import, struct piece head);

/* "MB/s > Higher Is Better" (or without a direction) -> scale and proportion. */
void import_scale(struct import *import, struct result *result, struct piece line);

/* Characters of a known scale at the end of `head` (0: none). */
size_t import_known_scale(struct piece head);

/* One row of a chart. The value is kept as printed when it is a number, PASS or FAIL. */
void import_row(
	struct import *import, struct result *result, struct piece identifier, struct piece value, int line);

int import_flat(struct import *import, struct piece document, const char *title);
int import_lines(struct import *import, struct piece document);

#endif
