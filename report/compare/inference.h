#ifndef REPORT_COMPARE_INFERENCE_H
#define REPORT_COMPARE_INFERENCE_H

#include <stddef.h>

/*
 * What samples prove: intervals, tests and robust figures over plain arrays of finite numbers. Formulas and
 * test vectors are METHOD.md's (section 6); nothing here knows of files or charts. Results that do not exist
 * are NaN.
 */

struct range {
	double low, high;
};

/* Mean and sample standard deviation, two passes; NaN for n = 0 and, the deviation, n = 1. */
double mean_of(const double *values, size_t n);
double deviation_of(const double *values, size_t n);

void sort_numbers(double *values, size_t n); /* the smallest first */

/* Quantile of a sorted array, type 7 (Hyndman and Fan 1996): 0 <= p <= 1. */
double quantile_of(const double *sorted, size_t n, double p);

/* Student's t distribution by the incomplete beta function; the quantile by Newton's method. df < 1: NaN. */
double student_cdf(double t, double df);
double student_quantile(double p, double df);

/* Several ways to compare y with x; each is a ratio y/x with an interval at level `confidence` and a p value.
 */
struct ratio {
	double ratio;
	struct range interval;
	double p, t, df;
};

/*
 * n pairs of positive numbers measured in common blocks: the mean of ln(y/x) with its t interval. All
 * differences equal: the interval is that one value and p is 0, or 1 where it is no difference.
 */
struct ratio paired_ratio(const double *x, const double *y, size_t n, double confidence);

/*
 * The exact p of the sign-flip test on ln(y/x): how many of the 2^n sign patterns have a sum at least as far
 * from 0. n > 20: 100000 random flips of a fixed seed, p = (b+1)/(B+1).
 */
double sign_flip_p(const double *x, const double *y, size_t n);
/* The same on the differences themselves. */
double sign_flip_of(const double *differences, size_t n);
/* The p of a t test that the mean of the differences is 0; NaN for n < 2. */
double mean_is_zero_p(const double *differences, size_t n);

/* Welch's t test of the means: t, df, p and the interval of mean(y) - mean(x) in `interval`; ratio is
 * mean(y)/mean(x). */
struct ratio welch(const double *x, size_t n, const double *y, size_t m, double confidence);

/*
 * Mann-Whitney: exact two-sided p from the distribution of U; with ties by counting all splits where
 * there are at most 2 million, else by the normal approximation with corrections for ties and continuity.
 */
double mann_whitney_p(const double *x, size_t n, const double *y, size_t m);

/* Hodges-Lehmann on logarithms of positive numbers: the median of all ln(y/x), and its distribution-free
 * interval. */
struct ratio hodges_lehmann(const double *x, size_t n, const double *y, size_t m, double confidence);
/* Its ratio alone, and its intervals at two confidences. */
double hodges_lehmann_ratio(const double *x, size_t n, const double *y, size_t m);
void hodges_lehmann_intervals(const double *x, size_t n, const double *y, size_t m, const double confidences[2],
	struct range intervals[2]);

/*
 * Fieller's interval of mean(y)/mean(x), where zeros forbid logarithms; the smaller count gives the degrees of
 * freedom. NaN when x is not clear of 0.
 */
struct ratio fieller(const double *x, size_t n, const double *y, size_t m, double confidence);

/* Holm's adjusted p values, in place of the raw ones. */
void holm(double *p, size_t n);

/*
 * How far each value is from the median in robust units: (x - median) / (1.4826 MAD); with MAD 0 by the mean
 * deviation, and 0 for all when that is 0, too. Beyond OUTLIER_LIMIT a value is flagged; it is never left out.
 */
#define OUTLIER_LIMIT 3.5
void robust_scores(double *scores, const double *values, size_t n);

/* n >= 8 sorted values in two groups of at least two: the largest gap is more than 5 times the median gap. */
int is_bimodal(const double *sorted, size_t n);

#endif
