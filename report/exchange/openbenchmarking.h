#ifndef REPORT_EXCHANGE_OPENBENCHMARKING_H
#define REPORT_EXCHANGE_OPENBENCHMARKING_H

#include <stddef.h>

#include "report/result/result.h"
#include "share/base/text.h"

/*
 * The text export of OpenBenchmarking.org, which is the classic chart text (PTS.md section 1), as
 * it was printed or flattened to one line with single blanks.
 *
 * `title`: the document's title where the caller knows it, else NULL. Each guess that was made is
 * a line of `warnings`. Entries hold the printed value; there are no raw samples and no profile
 * identifiers in this format. `name` is for messages ("name:line: cause"). `file` is zeroed by the
 * caller, and empty again on failure.
 */
int openbenchmarking_read(struct result_file *file, const char *name, const char *bytes, size_t size,
	const char *title, struct text *warnings, struct error *err);

/* Known titles and scales, NULL-terminated. */
extern const char *const openbenchmarking_titles[];
extern const char *const openbenchmarking_scales[];

#endif
