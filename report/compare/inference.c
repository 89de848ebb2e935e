#include "report/compare/inference.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/memory.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define MOST_EXACT_FLIPS 20
#define RANDOM_FLIPS     100000
#define FLIP_SEED        4711
#define SAME             1e-12 /* sums that differ by rounding only are equal */
#define FRACTION_STEPS   300
#define MOST_STEPS       200

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void sort_numbers(double *values, size_t n)
{
	qsort(values, n, sizeof *values, by_value);
}

double mean_of(const double *values, size_t n)
{
	double sum = 0, rest = 0;

	if (!n)
		return NAN;
	for (size_t i = 0; i < n; i++)
		sum += values[i] / (double)n;
	/* the second pass takes out what the first one rounded away */
	for (size_t i = 0; i < n; i++)
		rest += values[i] - sum;
	return sum + rest / (double)n;
}

double deviation_of(const double *values, size_t n)
{
	double mean = mean_of(values, n), sum = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sqrt(sum / (double)(n - 1));
}

double quantile_of(const double *sorted, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t below = (size_t)at;

	if (!n)
		return NAN;
	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

/* The continued fraction of the incomplete beta function, by Lentz's method (Press et al., Numerical
 * Recipes 6.4). */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1), h;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	h = d;
	for (int m = 1; m <= FRACTION_STEPS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		d = 1 + even * d;
		c = 1 + even / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		h *= d * c;
		d = 1 + odd * d;
		c = 1 + odd / c;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = fabs(c) < tiny ? tiny : c;
		step = d * c;
		h *= step;
		if (fabs(step - 1) < 1e-16)
			break;
	}
	return h;
}

static double log_beta(double a, double b)
{
	return lgamma(a) + lgamma(b) - lgamma(a + b);
}

/* The regularised incomplete beta function I_x(a, b); `lb` is log_beta(a, b). */
static double incomplete_beta(double a, double b, double x, double lb)
{
	double front;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(a * log(x) + b * log1p(-x) - lb);
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* Both tails beyond |t|, without losing digits to 1 - x; `lb` is log_beta(df / 2, 1 / 2). */
static double both_tails(double t, double df, double lb)
{
	return incomplete_beta(df / 2, 0.5, df / (df + t * t), lb);
}

static double student_p(double t, double df)
{
	return df >= 1 && !isnan(t) ? both_tails(t, df, log_beta(df / 2, 0.5)) : NAN;
}

double student_cdf(double t, double df)
{
	double tail = student_p(t, df) / 2;

	return t > 0 ? 1 - tail : tail;
}

static double student_density(double t, double df, double lb)
{
	return exp(-lb - (df + 1) / 2 * log1p(t * t / df)) / sqrt(df);
}

/* The normal quantile of a tail, to three digits (Abramowitz and Stegun 26.2.23): where to begin. */
static double rough_normal(double tail)
{
	double t = sqrt(-2 * log(tail));

	return t -
		(2.515517 + t * (0.802853 + t * 0.010328)) /
		(1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/*
 * Newton's method for the logarithm of the tail over the logarithm of t, which is nearly a straight line; kept
 * within a bracket, which is halved where a step would leave it.
 */
double student_quantile(double p, double df)
{
	double low = 0, high = INFINITY, tail = p > 0.5 ? 1 - p : p, at, lb;

	if (!(df >= 1) || !(p > 0 && p < 1))
		return NAN;
	if (tail >= 0.5)
		return 0;
	at = fmax(rough_normal(tail), 1e-3);
	lb = log_beta(df / 2, 0.5);
	for (int i = 0; i < MOST_STEPS; i++) {
		double now = both_tails(at, df, lb) / 2, next;

		if (now > tail)
			low = at;
		else
			high = at;
		next = at * exp((log(now) - log(tail)) * now / (student_density(at, df, lb) * at));
		if (!(next > low && next < high))
			next = isfinite(high) ? low + (high - low) / 2 : 2 * at;
		if (fabs(next - at) <= 2 * DBL_EPSILON * at)
			break;
		at = next;
	}
	return p > 0.5 ? at : -at;
}

static const struct ratio no_ratio = { NAN, { NAN, NAN }, NAN, NAN, NAN };

struct ratio paired_ratio(const double *x, const double *y, size_t n, double confidence)
{
	double *logs = mem_zero(n, sizeof *logs), mean, deviation, error, half;
	struct ratio r = no_ratio;

	for (size_t i = 0; i < n; i++)
		logs[i] = log(y[i]) - log(x[i]);
	mean = mean_of(logs, n);
	deviation = deviation_of(logs, n);
	free(logs);
	r.ratio = exp(mean);
	if (n < 2)
		return r;
	r.df = (double)(n - 1);
	error = deviation / sqrt((double)n);
	half = student_quantile(0.5 + confidence / 2, r.df) * error;
	r.interval = (struct range){ exp(mean - half), exp(mean + half) };
	/* no spread at all: as far as these samples go there is nothing else */
	if (error <= SAME * fabs(mean) || error <= 0) {
		r.t = fabs(mean) <= SAME ? 0 : copysign(INFINITY, mean);
		r.p = fabs(mean) <= SAME ? 1 : 0;
		return r;
	}
	r.t = mean / error;
	r.p = student_p(r.t, r.df);
	return r;
}

/* All sums of d[0..n) with either sign; 2^n of them, in order. Owned by the caller. */
static double *signed_sums(const double *d, size_t n)
{
	size_t all = (size_t)1 << n;
	double *sums = mem_zero(all, sizeof *sums);

	for (size_t i = 0; i < all; i++)
		for (size_t k = 0; k < n; k++)
			sums[i] += i >> k & 1 ? -d[k] : d[k];
	sort_numbers(sums, all);
	return sums;
}

/*
 * Of all sign patterns, in two halves: for each sum of the first, as it grows, the sums of the second that
 * reach beyond the limit grow in number from the largest down. Patterns are symmetric, so that one tail is
 * counted.
 */
static double exact_flips(const double *d, size_t n)
{
	size_t half = n / 2, n_low = (size_t)1 << half, n_high = (size_t)1 << (n - half), from = n_high;
	double *low = signed_sums(d, half), *high = signed_sums(d + half, n - half), sum = 0, scale = 0, limit;
	uint64_t far = 0;

	for (size_t i = 0; i < n; i++) {
		sum += d[i];
		scale += fabs(d[i]);
	}
	limit = fabs(sum) - SAME * scale;
	for (size_t i = 0; i < n_low && limit > 0; i++) {
		while (from && low[i] + high[from - 1] >= limit)
			from--;
		far += n_high - from;
	}
	free(low);
	free(high);
	return limit > 0 ? 2 * (double)far / ((double)n_low * (double)n_high) : 1;
}

static double random_flips(const double *d, size_t n)
{
	double sum = 0, limit, scale = 0;
	struct random random;
	size_t far = 0;

	for (size_t i = 0; i < n; i++) {
		sum += d[i];
		scale += fabs(d[i]);
	}
	limit = fabs(sum) - SAME * scale;
	random_seed(&random, FLIP_SEED);
	for (size_t b = 0; b < RANDOM_FLIPS; b++) {
		uint64_t bits = 0;
		double now = 0;

		for (size_t k = 0; k < n; k++) {
			if (k % 64 == 0)
				bits = random_next(&random);
			now += bits >> (k % 64) & 1 ? -d[k] : d[k];
		}
		far += fabs(now) >= limit;
	}
	return (double)(far + 1) / (RANDOM_FLIPS + 1.0);
}

double sign_flip_of(const double *d, size_t n)
{
	return !n ? NAN : n <= MOST_EXACT_FLIPS ? exact_flips(d, n) : random_flips(d, n);
}

double sign_flip_p(const double *x, const double *y, size_t n)
{
	double *d = mem_zero(n, sizeof *d), p;

	for (size_t i = 0; i < n; i++)
		d[i] = log(y[i]) - log(x[i]);
	p = sign_flip_of(d, n);
	free(d);
	return p;
}

double mean_is_zero_p(const double *d, size_t n)
{
	double mean = mean_of(d, n), error = deviation_of(d, n) / sqrt((double)n);

	if (n < 2)
		return NAN;
	if (error <= SAME * fabs(mean) || error <= 0)
		return mean < 0 || mean > 0 ? 0 : 1;
	return student_p(mean / error, (double)(n - 1));
}

struct ratio welch(const double *x, size_t n, const double *y, size_t m, double confidence)
{
	double a, b, difference, error, half;
	struct ratio r = no_ratio;

	if (n < 2 || m < 2)
		return r;
	a = deviation_of(x, n) * deviation_of(x, n) / (double)n;
	b = deviation_of(y, m) * deviation_of(y, m) / (double)m;
	difference = mean_of(y, m) - mean_of(x, n);
	r.ratio = mean_of(y, m) / mean_of(x, n);
	error = sqrt(a + b);
	r.df = (a + b) * (a + b) / (a * a / (double)(n - 1) + b * b / (double)(m - 1));
	r.t = difference / error;
	r.p = student_p(r.t, r.df);
	half = student_quantile(0.5 + confidence / 2, r.df) * error;
	r.interval = (struct range){ difference - half, difference + half };
	return r;
}

static double *sorted_copy(const double *values, size_t n)
{
	double *copy = mem_zero(n, sizeof *copy);

	if (n)
		memcpy(copy, values, n * sizeof *copy);
	sort_numbers(copy, n);
	return copy;
}

static double median_of_sorted(const double *v, size_t n)
{
	return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

void holm(double *p, size_t n)
{
	size_t *order = mem_zero(n, sizeof *order);
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = i;

		/* insertion keeps equal ones in their order */
		for (; k && p[order[k - 1]] > p[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	for (size_t i = 0; i < n; i++) {
		double adjusted = fmin(1, p[order[i]] * (double)(n - i));

		most = fmax(most, adjusted);
		p[order[i]] = most;
	}
	free(order);
}

struct ratio fieller(const double *x, size_t n, const double *y, size_t m, double confidence)
{
	double mx = mean_of(x, n), my = mean_of(y, m), t, hx, hy, middle, root, below;
	struct ratio r = no_ratio;

	r.ratio = my / mx;
	if (n < 2 || m < 2)
		return r;
	r.df = (double)(n < m ? n : m) - 1;
	t = student_quantile(0.5 + confidence / 2, r.df);
	hx = t * t * deviation_of(x, n) * deviation_of(x, n) / (double)n;
	hy = t * t * deviation_of(y, m) * deviation_of(y, m) / (double)m;
	below = mx * mx - hx;
	if (below <= 0)
		return r;
	middle = mx * my;
	root = sqrt(middle * middle - below * (my * my - hy));
	r.interval = (struct range){ (middle - root) / below, (middle + root) / below };
	return r;
}

void robust_scores(double *scores, const double *values, size_t n)
{
	double *sorted = sorted_copy(values, n), *away = mem_zero(n, sizeof *away), median, scale, sum = 0;

	median = n ? median_of_sorted(sorted, n) : NAN;
	for (size_t i = 0; i < n; i++) {
		away[i] = fabs(values[i] - median);
		sum += away[i];
	}
	sort_numbers(away, n);
	scale = n ? 1.4826 * median_of_sorted(away, n) : 0;
	if (n && !(scale > 0))
		scale = 1.2533 * sum / (double)n;
	for (size_t i = 0; i < n; i++)
		scores[i] = scale > 0 ? (values[i] - median) / scale : 0;
	free(sorted);
	free(away);
}

int is_bimodal(const double *sorted, size_t n)
{
	double *gaps, widest = 0, median;
	size_t at = 0;

	if (n < 8)
		return 0;
	gaps = mem_zero(n - 1, sizeof *gaps);
	for (size_t i = 0; i + 1 < n; i++) {
		gaps[i] = sorted[i + 1] - sorted[i];
		if (gaps[i] > widest) {
			widest = gaps[i];
			at = i + 1;
		}
	}
	sort_numbers(gaps, n - 1);
	median = median_of_sorted(gaps, n - 1);
	free(gaps);
	return widest > 5 * median && at >= 2 && n - at >= 2;
}
