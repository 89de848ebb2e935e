#ifndef REPORT_COMPARE_FACTS_H
#define REPORT_COMPARE_FACTS_H

#include "report/result/result.h"

/*
 * What the systems of a comparison are, fact by fact, from the texts of their result files: hardware, software,
 * notes and settings.
 */
struct system_fact {
	const char *name; /* "Kernel", "mount options" */
	const char **values; /* one for each side, "" unknown */
	bool factor; /* what the comparison is about, as far as the file tells */
};

struct facts {
	struct system_fact *items; /* that differ */
	size_t n;
	struct system_fact *same; /* facts that are alike where they are known */
	size_t n_alike;
	size_t n_same; /* of these, those that all sides tell */
};

/* `systems`: those of the sides, in order; NULL where a file has none. */
void facts_build(struct facts *facts, struct arena *arena, const struct system *const *systems, size_t n);

/* One fact of a system, whether it differs or not, or "": "Kernel", "Disk", "mkfs", "mount options". */
const char *fact_of(struct arena *arena, const struct system *system, const char *name);

#endif
