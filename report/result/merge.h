#ifndef REPORT_RESULT_MERGE_H
#define REPORT_RESULT_MERGE_H

#include "report/result/result.h"

/* "OLD=NEW" as old and new name of a system of the file that is joined. */
struct rename {
	const char *from, *to;
};

struct renames {
	const struct rename *items;
	size_t n;
};

/*
 * Join `from` to `into`: systems, results, samples. A system of the same identifier must have the same
 * properties (hardware, software, JSON, notes): its samples are further ones, their blocks, slots and trials
 * numbered behind those that are there, so that blocks of one file stay pairs and never pair with another's.
 * Other properties are an error that offers --rename. Both files must live on; strings are copied into into's
 * arena.
 */
int result_file_merge(
	struct result_file *into, struct result_file *from, const struct renames *renames, struct error *err);

/*
 * Append as `phoronix-test-suite merge-results` does: every system of `from` once more, even an equal one;
 * results joined by their comparison hash; an entry unless one of that identifier and value is there, in the
 * place of an empty one of that identifier. Title and description of `into` stay. Both files must live on.
 */
void result_file_append(struct result_file *into, const struct result_file *from);

#endif
