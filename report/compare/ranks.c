/* Comparisons by ranks, for samples that were not measured in pairs: Mann-Whitney and Hodges-Lehmann. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/inference.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define MOST_COUNTS 2000000 /* cells of the table that counts them */
#define MOST_SPLITS 2e6 /* that are counted where there are ties */
#define MOST_EXACT  2500 /* n * m: beyond it the normal approximation is as good */
#define MOST_RATIOS 1000 /* values of a side whose ratios are all made */
#define SAME        1e-9 /* rank sums that differ by rounding only are equal */

struct value {
	double value, rank;
	bool second;
};

static int by_value(const void *a, const void *b)
{
	const struct value *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* All values in order, equal ones sharing the mean of their ranks. Returns the sum of t^3 - t over the ties. */
static double rank_all(struct value *all, size_t n)
{
	double ties = 0;

	qsort(all, n, sizeof *all, by_value);
	for (size_t from = 0, to; from < n; from = to) {
		double t;

		for (to = from + 1; to < n && !(all[to].value > all[from].value); to++)
			;
		t = (double)(to - from);
		ties += t * t * t - t;
		for (size_t i = from; i < to; i++)
			all[i].rank = ((double)from + 1 + (double)to) / 2;
	}
	return ties;
}

/*
 * How often each U occurs among all orders of n and m values, w(u, n, m) = w(u - m, n - 1, m) + w(u, n, m - 1);
 * counts for every u from 0 to n m <= MOST_EXACT. The last ones are kept, for tests of a comparison mostly have
 * the same numbers of values; they last until the next call.
 */
static const double *u_counts(size_t n, size_t m)
{
	static double counts[MOST_EXACT + 1];
	static size_t last_n, last_m;
	size_t most = n * m;

	if (n == last_n && m == last_m)
		return counts;
	last_n = n;
	last_m = m;
	memset(counts, 0, sizeof counts);
	/* the Gaussian binomial coefficient: multiplied by (1 - q^(m+i)) and divided by (1 - q^i) for i = 1..n
	 */
	counts[0] = 1;
	for (size_t i = 1; i <= n; i++) {
		for (size_t u = most + 1; u-- > m + i;)
			counts[u] -= counts[u - m - i];
		for (size_t u = i; u <= most; u++)
			counts[u] += counts[u - i];
	}
	return counts;
}

static double choose(size_t n, size_t k)
{
	double c = 1;

	for (size_t i = 1; i <= k; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c;
}

static double exact_p(double u, size_t n, size_t m)
{
	const double *counts = u_counts(n, m);
	double tail = 0, all = choose(n + m, n);
	double low = fmin(u, (double)(n * m) - u);

	for (size_t i = 0; (double)i <= low + SAME; i++)
		tail += counts[i];
	return fmin(1, 2 * tail / all);
}

/*
 * The share of all splits whose rank sum is as far from the middle as the one that was seen. They are counted
 * by size and sum instead of one by one; ranks are halves at most, so that twice their sum is a whole number.
 */
static double tied_p(const struct value *all, size_t n, size_t m, double rank_sum)
{
	size_t most = (n + m) * (n + m + 1), width = most + 1; /* twice the sum of all ranks */
	double *counts = mem_zero((n + 1) * width, sizeof *counts), far = 0, splits = 0;
	double middle = (double)n * (double)(n + m + 1), limit = fabs(2 * rank_sum - middle) - SAME;

	counts[0] = 1;
	for (size_t i = 0, reached = 0; i < n + m; i++) {
		size_t twice = (size_t)lround(2 * all[i].rank);

		reached += twice;
		for (size_t size = i + 1 < n ? i + 1 : n; size > 0; size--)
			for (size_t sum = twice; sum <= reached; sum++)
				counts[size * width + sum] += counts[(size - 1) * width + sum - twice];
	}
	for (size_t sum = 0; sum <= most; sum++) {
		splits += counts[n * width + sum];
		far += fabs((double)sum - middle) >= limit ? counts[n * width + sum] : 0;
	}
	free(counts);
	return far / splits;
}

static double normal_p(double u, size_t n, size_t m, double ties)
{
	double all = (double)(n + m), product = (double)n * (double)m;
	double variance = product / 12 * (all + 1 - ties / (all * (all - 1)));
	double away = fabs(u - product / 2) - 0.5;

	return variance > 0 ? fmin(1, erfc(fmax(away, 0) / sqrt(2 * variance))) : 1;
}

double mann_whitney_p(const double *x, size_t n, const double *y, size_t m)
{
	struct value *all = mem_zero(n + m, sizeof *all);
	double ties, sum = 0, u, p;

	if (!n || !m) {
		free(all);
		return NAN;
	}
	for (size_t i = 0; i < n; i++)
		all[i].value = x[i];
	for (size_t i = 0; i < m; i++)
		all[n + i] = (struct value){ .value = y[i], .second = true };
	ties = rank_all(all, n + m);
	for (size_t i = 0; i < n + m; i++)
		sum += all[i].second ? 0 : all[i].rank;
	u = sum - (double)n * (double)(n + 1) / 2;
	if (ties > 0)
		p = choose(n + m, n) <= MOST_SPLITS && n * (n + m) * (n + m + 1) <= MOST_COUNTS ?
			tied_p(all, n, m, sum) :
			normal_p(u, n, m, ties);
	else
		p = n * m <= MOST_EXACT ? exact_p(u, n, m) : normal_p(u, n, m, 0);
	free(all);
	return p;
}

/*
 * The rank c from 1 with which [D(c), D(nm+1-c)] has the confidence; 0: none has it. `counts` are u_counts(),
 * NULL beyond MOST_EXACT.
 */
static size_t interval_rank(const double *counts, size_t n, size_t m, double confidence)
{
	double alpha = (1 - confidence) / 2, sum = 0, all = choose(n + m, n);
	size_t c = 0;

	if (!counts) {
		double product = (double)n * (double)m;
		double rank = product / 2 -
			student_quantile(1 - alpha, 1e9) * sqrt(product * (double)(n + m + 1) / 12);

		return rank < 1 ? 0 : (size_t)rank;
	}
	for (size_t u = 0; u <= n * m; u++) {
		sum += counts[u];
		if (sum / all > alpha)
			break;
		c = u + 1;
	}
	return c;
}

/* Two sorted runs that stand behind each other, into one. */
static void merge(double *into, const double *from, size_t first, size_t n)
{
	size_t a = 0, b = first;

	for (size_t i = 0; i < n; i++)
		into[i] = b == n || (a < first && from[a] <= from[b]) ? from[a++] : from[b++];
}

/* Sorts rows of `run` values that are in order each: far less work than to sort them anew. */
static void merge_rows(double *values, size_t n, size_t run)
{
	double *other = mem_zero(n, sizeof *other), *from = values, *into = other;

	for (; run < n; run *= 2) {
		double *swap = from;

		for (size_t at = 0; at < n; at += 2 * run) {
			size_t size = n - at < 2 * run ? n - at : 2 * run;

			merge(into + at, from + at, size < run ? size : run, size);
		}
		from = into;
		into = swap;
	}
	if (from != values)
		memcpy(values, from, n * sizeof *values);
	free(other);
}

/* At most MOST_RATIOS values that stand for all: evenly spaced ones of those in order. Owned by the caller. */
static double *thinned(const double *values, size_t *n)
{
	double *sorted = mem_zero(*n, sizeof *sorted);
	size_t kept = *n < MOST_RATIOS ? *n : MOST_RATIOS;

	memcpy(sorted, values, *n * sizeof *sorted);
	if (kept == *n)
		return sorted;
	sort_numbers(sorted, *n);
	for (size_t i = 0; i < kept; i++)
		sorted[i] = sorted[(size_t)(((double)i + 0.5) * (double)*n / (double)kept)];
	*n = kept;
	return sorted;
}

/* All ln(y/x) in order; of very many values of a sample of them. `n` and `m` become their numbers. The
 * caller's. */
static double *sorted_logs(const double *all_x, size_t *all_n, const double *all_y, size_t *all_m)
{
	double *x = thinned(all_x, all_n), *y = thinned(all_y, all_m);
	size_t n = *all_n, m = *all_m;

	double *logs = mem_zero(n * m, sizeof *logs), *own = mem_zero(m, sizeof *own);

	for (size_t k = 0; k < m; k++)
		own[k] = log(y[k]);
	sort_numbers(own, m);
	for (size_t i = 0; i < n; i++) {
		double base = log(x[i]);

		for (size_t k = 0; k < m; k++)
			logs[i * m + k] = own[k] - base;
	}
	merge_rows(logs, n * m, m);
	free(own);
	free(x);
	free(y);
	return logs;
}

void hodges_lehmann_intervals(const double *x, size_t n, const double *y, size_t m, const double confidences[2],
	struct range intervals[2])
{
	const double *counts = n * m <= MOST_EXACT ? u_counts(n, m) : NULL;
	size_t n_logs = n, m_logs = m;
	double *logs = sorted_logs(x, &n_logs, y, &m_logs);

	for (int i = 0; i < 2; i++) {
		size_t c = interval_rank(counts, n, m, confidences[i]);

		/* the same share of the ratios that are there */
		c = (size_t)((double)c * ((double)(n_logs * m_logs) / ((double)n * (double)m)));

		intervals[i] = c ? (struct range){ exp(logs[c - 1]), exp(logs[n_logs * m_logs - c]) } :
				   (struct range){ NAN, NAN };
	}
	free(logs);
}

double hodges_lehmann_ratio(const double *x, size_t n, const double *y, size_t m)
{
	double *logs = sorted_logs(x, &n, y, &m);
	size_t count = n * m;
	double middle = !count ? NAN :
		count % 2      ? logs[count / 2] :
				 (logs[count / 2 - 1] + logs[count / 2]) / 2;

	free(logs);
	return exp(middle);
}

struct ratio hodges_lehmann(const double *x, size_t n, const double *y, size_t m, double confidence)
{
	const double confidences[2] = { confidence, confidence };
	struct range intervals[2];

	if (!n || !m)
		return (struct ratio){ NAN, { NAN, NAN }, NAN, NAN, NAN };
	hodges_lehmann_intervals(x, n, y, m, confidences, intervals);
	return (struct ratio){ hodges_lehmann_ratio(x, n, y, m), intervals[0], mann_whitney_p(x, n, y, m), NAN,
		NAN };
}
