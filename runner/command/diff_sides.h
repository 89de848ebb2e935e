#ifndef RUNNER_COMMAND_DIFF_SIDES_H
#define RUNNER_COMMAND_DIFF_SIDES_H

#include "report/compare/comparison.h"
#include "runner/store/store.h"

/*
 * What the operands of hib diff name: one comparison, or, of results that hold the same several systems, one
 * for each of these.
 */
struct diff_set {
	const char *system; /* that this comparison is of; NULL: of all sides there are */
	struct side *sides; /* the baseline first */
	size_t n;
};

struct diff_sides {
	struct arena arena;
	struct loaded *opened; /* each result once */
	size_t n_opened;
	struct diff_set *sets;
	size_t n_sets;
	const char *order; /* of the run, when all sides are of one; or NULL */
};

/*
 * Open the results and find the sides. `operands` are RESULT or RESULT:SYSTEM; none: the newest result.
 * `baseline`: the side that the others are compared with, by its label, system or operand; NULL: the first.
 */
int diff_sides_open(struct diff_sides *sides, char **operands, int n, const char *baseline, struct error *err);
void diff_sides_release(struct diff_sides *sides);

#endif
