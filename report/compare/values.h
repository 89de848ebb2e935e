#ifndef REPORT_COMPARE_VALUES_H
#define REPORT_COMPARE_VALUES_H

#include <stdbool.h>

#include "report/result/result.h"

/* What the comparison takes from one entry: one value a trial, in the order of blocks and trials. */
struct value {
	double value; /* several values of one trial are one, their median */
	int block, slot; /* 0 unknown */
	bool flagged; /* of a disturbed trial */
	bool outlier; /* far from the others: |x - median| above 3.5 robust deviations */
};

struct values {
	struct value *items;
	size_t n;
	bool blocks; /* all values have a block, and no block two */
};

/* The ok samples of an entry, which are loaded; NULL gives none. */
struct values values_of(struct arena *arena, const struct entry *entry);

/* What is to be left out. */
enum leaving { LEAVE_NOTHING = 0, LEAVE_FLAGGED = 1, LEAVE_OUTLIERS = 2 };

/*
 * Values that stand against each other: pairs of common blocks where both sides have blocks and `common_run`
 * says that those are the same ones, and most of the shorter side has a partner; else all of each side.
 */
struct pairing {
	double *x, *y;
	int *blocks; /* of the pairs */
	size_t n, m, n_lost; /* values without a partner */
	bool paired;
};

struct pairing values_pair(
	struct arena *arena, const struct values *a, const struct values *b, bool common_run, unsigned leaving);

/*
 * How far the sides drifted over the slots, relative, where that is proven (p <= 0.01) and no less than
 * `least`; NaN elsewhere. Regressions of log values on the slot, each side with its own level (METHOD.md 3);
 * where the slopes are proven to differ (p <= 0.01) the sides drift apart, and each one's own drift is told.
 */
struct drift {
	double together; /* of both; NaN when none matters, or when they drift apart */
	bool apart;
	double own[2]; /* of each, when `apart` */
};

struct drift values_drift(const struct values *a, const struct values *b, double least);

#endif
