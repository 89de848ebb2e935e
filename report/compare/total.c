/* The geometric mean over the tests that all sides have, and how sure it is. */
#include "report/compare/comparison_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/random.h"
#include "share/base/banned.h"

#define MOST_UNITS 64 /* blocks of a run that are resampled */

/* Tests with values in the same blocks count together: what they add in each block. */
struct pattern {
	uint64_t mask;
	double sums[MOST_UNITS]; /* of log ratios, by block */
	size_t n;
};

struct patterns {
	struct pattern *items;
	size_t n, tests;
	int blocks[MOST_UNITS]; /* their numbers */
	size_t n_blocks;
};

static size_t place_of(struct patterns *all, int block)
{
	size_t i = 0;

	while (i < all->n_blocks && all->blocks[i] != block)
		i++;
	if (i == all->n_blocks && i < MOST_UNITS)
		all->blocks[all->n_blocks++] = block;
	return i;
}

/* One test's log ratios, better above 0. Returns whether there is room for its blocks. */
static bool add_test(struct arena *arena, struct patterns *all, const struct change *change)
{
	const struct difference *d = &change->difference;
	double turn = d->proportion == PROPORTION_LIB ? -1 : 1, logs[MOST_UNITS] = { 0 };
	struct pattern *pattern = NULL;
	uint64_t mask = 0;

	for (size_t i = 0; i < d->n; i++) {
		size_t at = place_of(all, change->blocks[i]);

		if (at == MOST_UNITS)
			return false;
		mask |= (uint64_t)1 << at;
		logs[at] = turn * (log(d->y[i]) - log(d->x[i]));
	}
	for (size_t i = 0; i < all->n && !pattern; i++)
		if (all->items[i].mask == mask)
			pattern = &all->items[i];
	if (!pattern) {
		all->items = arena_more(arena, all->items, all->n, sizeof *all->items);
		pattern = &all->items[all->n++];
		*pattern = (struct pattern){ .mask = mask };
	}
	for (size_t i = 0; i < MOST_UNITS; i++)
		pattern->sums[i] += logs[i];
	pattern->n++;
	all->tests++;
	return true;
}

/* The mean over tests when block i counts drawn[i] times. */
static double resampled(const struct patterns *all, const int *drawn)
{
	double sum = 0, tests = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct pattern *p = &all->items[i];
		double logs = 0;
		int count = 0;

		for (size_t k = 0; k < all->n_blocks; k++)
			if (p->mask >> k & 1) {
				logs += drawn[k] * p->sums[k];
				count += drawn[k];
			}
		if (!count)
			continue;
		sum += logs / count;
		tests += (double)p->n;
	}
	return sum / tests;
}

static struct range bootstrap(const struct patterns *all)
{
	double *means = mem_zero(TOTAL_RESAMPLES, sizeof *means);
	struct random random;
	struct range range;
	size_t n = 0;

	random_seed(&random, TOTAL_SEED);
	for (size_t i = 0; i < TOTAL_RESAMPLES; i++) {
		int drawn[MOST_UNITS] = { 0 };
		double mean;

		for (size_t k = 0; k < all->n_blocks; k++)
			drawn[random_below(&random, all->n_blocks)]++;
		mean = resampled(all, drawn);
		if (isfinite(mean))
			means[n++] = mean;
	}
	sort_numbers(means, n);
	range = (struct range){ exp(quantile_of(means, n, 0.025)), exp(quantile_of(means, n, 0.975)) };
	free(means);
	return range;
}

/* Does this row count: has every side values whose ratio to the baseline is a positive number? */
static bool counts(const struct comparison *c, const struct row *row)
{
	if (row->result->proportion == PROPORTION_NONE)
		return false;
	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		const struct change *change = &row->changes[i];

		if (!change->compared || !(change->difference.ratio > 0) ||
			!isfinite(change->difference.ratio) ||
			change->difference.method == METHOD_PAIRED_MEANS ||
			change->difference.method == METHOD_RANKS_MEANS)
			return false;
	}
	return true;
}

/* A test counts once, whatever else it tells beside its headline. */
static bool is_headline(const struct row *row)
{
	return !row->result->parent || !*row->result->parent;
}

void total_build(struct total *total, struct arena *arena, const struct comparison *c, size_t side)
{
	struct patterns patterns = { 0 };
	bool known = true;
	double sum = 0;

	*total = (struct total){ .ratio = NAN, .interval = { NAN, NAN } };
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct change *change = &c->rows[i].changes[side];
		double log_ratio = log(change->difference.ratio);

		total->n += is_headline(&c->rows[i]);
		if (!is_headline(&c->rows[i]) || !counts(c, &c->rows[i]))
			continue;
		total->k++;
		total->turned = total->turned || change->difference.proportion == PROPORTION_LIB;
		sum += change->difference.proportion == PROPORTION_LIB ? -log_ratio : log_ratio;
		known = known && change->difference.paired && change->difference.n >= LEAST_PAIRS &&
			add_test(arena, &patterns, change);
	}
	if (!total->k)
		return;
	total->ratio = exp(sum / (double)total->k);
	if (known)
		total->interval = bootstrap(&patterns);
}
