#ifndef REPORT_RESULT_STATISTICS_H
#define REPORT_RESULT_STATISTICS_H

#include <stddef.h>

#include "report/result/result.h"

/* What low and high of a summary are. */
enum interval {
	INTERVAL_NONE, /* fewer than two ok samples */
	INTERVAL_EXTREMES, /* smallest and largest: fewer than six samples prove no interval */
	INTERVAL_MEDIAN /* order-statistic interval of the median, at least 95 % */
};

struct summary {
	size_t n, n_ok; /* trials, and those with a value; warm-ups are in neither */
	double median, low, high, minimum, maximum; /* NaN when n_ok is 0 */
	enum interval interval;
	enum state state; /* ok when there is an ok sample, else the state of the last one */
	const char *reason; /* of the last sample that is not ok, or NULL; owned by the samples */
};

/*
 * Median (mean of the two middle values for even n) and its order-statistic interval: ranks
 * (k, n+1-k) with the largest k for which the binomial tail sum_{i<k} C(n,i)/2^n is at most 2.5 %
 * (METHOD.md 4 and 6; exists from n = 6). Values of one trial count as one, their median.
 */
void summarize(struct summary *summary, const struct sample *samples, size_t n);

/* Rank k (from 1) of the lower end for n samples, 0 when no 95 % interval exists. */
size_t median_interval_rank(size_t n);

#endif
