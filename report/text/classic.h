#ifndef REPORT_TEXT_CLASSIC_H
#define REPORT_TEXT_CLASSIC_H

#include <stdio.h>

#include "report/result/result.h"
#include "share/base/text.h"

struct classic_options {
	int width; /* columns; the program's default is 79 */
	const size_t *only; /* indices of the results to show, in this order; NULL: all */
	size_t n_only;
};

/*
 * The text document as the Phoronix Test Suite and OpenBenchmarking.org print it, byte for byte
 * (PTS.md section 1, its faults included). Rows that this layout drops, and values it cannot
 * show, are named in `notes`, a line each.
 */
int text_classic(const struct result_file *file, const struct classic_options *options, FILE *out,
	struct text *notes, struct error *err);

#endif
