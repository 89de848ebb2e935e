#include "report/compare/difference.h"

#include <math.h>
#include <stdlib.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

#define MOST_NEEDED 100000

const char *proven_name(enum proven proven)
{
	static const char *const names[] = { "", "BETTER", "WORSE", "SAME", "small", "INCONCLUSIVE" };

	return names[proven];
}

char proven_sign(enum proven proven)
{
	return " +-=~?"[proven];
}

/* The smallest of all values; NaN for none. */
static double smallest(const struct difference *d)
{
	double least = NAN;

	for (size_t i = 0; i < d->n; i++)
		least = fmin(least, d->x[i]);
	for (size_t i = 0; i < d->m; i++)
		least = fmin(least, d->y[i]);
	return least;
}

static double *differences(const struct difference *d, bool logs)
{
	double *all = mem_zero(d->n, sizeof *all);

	for (size_t i = 0; i < d->n; i++)
		all[i] = logs ? log(d->y[i]) - log(d->x[i]) : d->y[i] - d->x[i];
	return all;
}

static double deviation_of_logs(const double *values, size_t n)
{
	double *logs = mem_zero(n, sizeof *logs), deviation;

	for (size_t i = 0; i < n; i++)
		logs[i] = log(values[i]);
	deviation = deviation_of(logs, n);
	free(logs);
	return deviation;
}

static void measure_pairs(struct difference *d, bool zeros)
{
	double *all = differences(d, !zeros);

	d->method = zeros ? METHOD_PAIRED_MEANS : METHOD_PAIRED;
	d->ratio = zeros ? fieller(d->x, d->n, d->y, d->m, 0.95).ratio : exp(mean_of(all, d->n));
	d->p = mean_is_zero_p(all, d->n);
	d->guard = sign_flip_of(all, d->n);
	d->spread = zeros ? NAN : deviation_of(all, d->n);
	d->no_spread = d->p <= 0 || (d->n > 1 && !(deviation_of(all, d->n) > 0));
	free(all);
}

static void measure_ranks(struct difference *d, bool zeros)
{
	double a = zeros ? NAN : deviation_of_logs(d->x, d->n), b = zeros ? NAN : deviation_of_logs(d->y, d->m);

	d->method = zeros ? METHOD_RANKS_MEANS : METHOD_RANKS;
	d->p = d->guard = mann_whitney_p(d->x, d->n, d->y, d->m);
	d->ratio = zeros ? fieller(d->x, d->n, d->y, d->m, 0.95).ratio :
			   hodges_lehmann_ratio(d->x, d->n, d->y, d->m);
	d->spread = sqrt(a * a + b * b);
	d->no_spread = d->n > 1 && d->m > 1 && !(deviation_of(d->x, d->n) > 0) &&
		!(deviation_of(d->y, d->m) > 0);
}

static const char *why_refused(const struct difference *d, double least)
{
	if (!d->n || !d->m)
		return "no values on one side";
	if (least < 0)
		return "values below zero have no ratio";
	if (!isfinite(d->ratio))
		return "zeros: the ratio is undetermined";
	if (isnan(d->p) && d->n > 1 && d->m > 1)
		return "the values are too far apart for a ratio";
	if (d->n == 1 || d->m == 1)
		return "single values have no interval";
	if (d->paired && d->n < LEAST_PAIRS)
		return "fewer than 6 blocks prove nothing";
	if (!d->paired && (d->n < LEAST_A_SIDE || d->m < LEAST_A_SIDE))
		return "fewer than 4 trials a side prove nothing";
	if (d->proportion == PROPORTION_NONE)
		return "which direction is better is not known";
	return NULL;
}

void difference_measure(struct difference *d)
{
	double least = smallest(d);

	d->ratio = d->p = d->guard = d->spread = d->level = NAN;
	d->interval = (struct range){ NAN, NAN };
	d->proven = PROVEN_NOTHING;
	d->no_spread = false;
	if (d->n && d->m && least >= 0 && d->paired)
		measure_pairs(d, !(least > 0));
	else if (d->n && d->m && least >= 0)
		measure_ranks(d, !(least > 0));
	d->refused = why_refused(d, least);
	if (d->n < 2 || d->m < 2)
		d->p = d->guard = NAN;
}

/* The last quantile that was asked: tests of a family mostly ask the same. */
struct quantile {
	double p, df, value;
};

static double quantile(struct quantile *last, double p, double df)
{
	if (last->value <= 0 || p < last->p || p > last->p || df < last->df || df > last->df)
		*last = (struct quantile){ p, df, student_quantile(p, df) };
	return last->value;
}

/* The intervals at two confidences; `last` keeps a quantile for each from one test to the next. */
static void find_intervals(const struct difference *d, const double confidences[2], struct quantile last[2],
	struct range intervals[2])
{
	if (d->method == METHOD_RANKS) {
		hodges_lehmann_intervals(d->x, d->n, d->y, d->m, confidences, intervals);
		return;
	}
	for (int i = 0; i < 2; i++) {
		double half;

		if (d->method != METHOD_PAIRED) {
			intervals[i] = fieller(d->x, d->n, d->y, d->m, confidences[i]).interval;
			continue;
		}
		half = quantile(&last[i], 0.5 + confidences[i] / 2, (double)d->n - 1) * d->spread /
			sqrt((double)d->n);
		intervals[i] = (struct range){ d->ratio * exp(-half), d->ratio * exp(half) };
	}
}

static bool is_within(struct range range, double threshold)
{
	return range.low >= 1 / (1 + threshold) && range.high <= 1 + threshold;
}

static void judge(struct difference *d, double alpha, struct quantile last[2])
{
	const double confidences[2] = { 1 - d->level, 1 - 2 * alpha };
	bool excluded, proved, large = d->ratio >= 1 + d->threshold || d->ratio <= 1 - d->threshold;
	struct range intervals[2];

	find_intervals(d, confidences, last, intervals);
	d->interval = intervals[0];
	excluded = d->interval.low > 1 || d->interval.high < 1;
	proved = excluded && d->p <= d->level && d->guard <= alpha;
	if (proved && large)
		d->proven = (d->ratio > 1) == (d->proportion == PROPORTION_HIB) ? PROVEN_BETTER : PROVEN_WORSE;
	else if (is_within(intervals[1], d->threshold))
		d->proven = PROVEN_SAME;
	else if (proved)
		d->proven = PROVEN_SMALL;
	else
		d->proven = PROVEN_INCONCLUSIVE;
}

static int by_p(const void *a, const void *b)
{
	const struct difference *x = *(struct difference *const *)a, *y = *(struct difference *const *)b;

	return (x->p > y->p) - (x->p < y->p);
}

size_t family_settle(struct difference *const *family, size_t n, double alpha)
{
	struct difference **ranked = mem_zero(n, sizeof(struct difference *));
	size_t m = 0;
	struct quantile last[2] = { { 0 } };
	struct range both[2];
	double level = NAN;
	bool failed = false;

	for (size_t i = 0; i < n; i++)
		if (!family[i]->refused)
			ranked[m++] = family[i];
	qsort(ranked, m, sizeof *ranked, by_p);
	for (size_t k = 0; k < m; k++) {
		if (!failed)
			level = alpha / (double)(m - k);
		failed = failed || !(ranked[k]->p <= level);
		ranked[k]->level = level;
		judge(ranked[k], alpha, last);
	}
	/* the interval of one test alone is still shown where there is one */
	for (size_t i = 0; i < n; i++)
		if (family[i]->refused && family[i]->n > 1 && family[i]->m > 1 && isfinite(family[i]->ratio)) {
			family[i]->level = alpha;
			find_intervals(family[i], (double[2]){ 1 - alpha, 1 - alpha }, last, both);
			family[i]->interval = both[0];
		}
	free(ranked);
	return m;
}

double difference_told(double spread, size_t n, double level)
{
	if (n < 2 || isnan(spread))
		return NAN;
	return expm1(student_quantile(1 - level / 2, (double)(n - 1)) * spread / sqrt((double)n));
}

double difference_needs(const struct difference *d)
{
	return d->proven == PROVEN_INCONCLUSIVE ? pairs_needed(d->spread, d->threshold, d->level) : NAN;
}

double pairs_needed(double spread, double threshold, double level)
{
	double wanted = log1p(threshold), n;

	if (isnan(spread))
		return NAN;
	/* a little above what a normal distribution would need */
	n = student_quantile(1 - level / 2, 30) * spread / wanted;
	n = fmin(fmax(LEAST_PAIRS, ceil(n * n)), MOST_NEEDED);
	/* the count enters its own quantile: two rounds settle it but for one or two */
	for (int i = 0; i < 2 && n < MOST_NEEDED; i++) {
		double width = student_quantile(1 - level / 2, n - 1) * spread / wanted;
		double next = fmax(LEAST_PAIRS, ceil(width * width));

		if (!(next < n) && !(next > n))
			break;
		n = next;
	}
	return fmin(n, MOST_NEEDED);
}
