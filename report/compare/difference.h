#ifndef REPORT_COMPARE_DIFFERENCE_H
#define REPORT_COMPARE_DIFFERENCE_H

#include <stdbool.h>

#include "report/compare/inference.h"
#include "report/result/result.h"

/*
 * One test on two systems: how much they differ, and what of it is proven (METHOD.md 6). Numbers only; which
 * samples these are and how it is said is the business of others.
 */

/* What may be said. Nothing is ever said of too few values. */
enum proven {
	PROVEN_NOTHING,
	PROVEN_BETTER,
	PROVEN_WORSE,
	PROVEN_SAME,
	PROVEN_SMALL,
	PROVEN_INCONCLUSIVE,
	PROVEN_COUNT
};

const char *proven_name(enum proven proven); /* "", "BETTER", "WORSE", "SAME", "small", "INCONCLUSIVE" */
char proven_sign(enum proven proven); /* ' ', '+', '-', '=', '~', '?' */

enum difference_method {
	METHOD_PAIRED, /* logarithms of ratios within common blocks: t interval, sign-flip guard */
	METHOD_PAIRED_MEANS, /* pairs with zeros among them: Fieller's interval of the ratio of means */
	METHOD_RANKS, /* no common blocks: Hodges-Lehmann and Mann-Whitney */
	METHOD_RANKS_MEANS /* the same with zeros: Mann-Whitney and Fieller */
};

/* What verdicts are given with where nothing else is asked: the error of a family, and the practical threshold.
 */
#define USUAL_ALPHA     0.05
#define USUAL_THRESHOLD 0.02

/* The least numbers with which a test can reach p = 0.05 at all (METHOD.md 4). */
#define LEAST_PAIRS  6
#define LEAST_A_SIDE 4

struct difference {
	/* what was measured, before difference_measure(): the caller's, to stay until the family is settled */
	const double *x, *y; /* baseline and other; n and m values, pairs x[i] y[i] when `paired` */
	size_t n, m;
	bool paired;
	enum proportion proportion;
	double threshold; /* differences below it do not matter: 0.02 */
	/* by difference_measure() */
	enum difference_method method;
	double ratio; /* other / baseline; NaN undetermined */
	double p, guard; /* of the test that ranks the family; of the sign-flip or rank test */
	double spread; /* standard deviation of a pair's log ratio; unpaired, of the difference of two logs */
	bool no_spread; /* all values, or all differences, are equal: a limit of the resolution? */
	const char *refused; /* why nothing can be proven, static; NULL: something can */
	/* by family_settle() */
	double level; /* the error that its interval allows */
	struct range interval; /* of the ratio at that level; NaN when there is none */
	enum proven proven;
};

/* Ratio and p values. */
void difference_measure(struct difference *difference);

/*
 * Verdicts of a family of tests of one pair of systems, by Holm's method at error `alpha`: the k-th smallest p
 * of M has level alpha / (M - k + 1) until the first one that fails, whose level the rest shares. Refused ones
 * stand outside. Returns M.
 *
 * BETTER, WORSE: p and interval prove it at that level, the guard at alpha, and the change is at least the
 * threshold. SAME: two one-sided tests, the interval at 2 alpha lies within the threshold. small: proven, but
 * below it. Else INCONCLUSIVE.
 */
size_t family_settle(struct difference *const *family, size_t n, double alpha);

/* About how many pairs (values a side) tell a difference of the threshold, of what is INCONCLUSIVE; else NaN.
 */
double difference_needs(const struct difference *difference);

/* How many pairs tell a difference of `threshold` at `level`, when pairs spread by `spread`; at most 100000. */
double pairs_needed(double spread, double threshold, double level);

/* The relative difference that n pairs at `level` just tell when pairs spread by `spread`. */
double difference_told(double spread, size_t n, double level);

#endif
