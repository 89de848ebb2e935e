#include "report/compare/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/inference.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* Samples as they are sorted: those of one trial next to each other. */
struct raw {
	double value;
	int trial, block, slot;
	size_t order;
	bool flagged;
};

static int in_order(const void *a, const void *b)
{
	const struct raw *x = a, *y = b;

	if (x->block != y->block)
		return (x->block > y->block) - (x->block < y->block);
	if (x->trial != y->trial)
		return (x->trial > y->trial) - (x->trial < y->trial);
	if (!x->trial)
		return (x->order > y->order) - (x->order < y->order);
	return (x->value > y->value) - (x->value < y->value);
}

static double middle(const struct raw *raw, size_t n)
{
	return n % 2 ? raw[n / 2].value : raw[n / 2 - 1].value / 2 + raw[n / 2].value / 2;
}

/* One step of the last digit that the samples show. */
static double resolution(const struct entry *entry)
{
	int most = 0;

	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].text && number_decimals(entry->samples[i].text) > most)
			most = number_decimals(entry->samples[i].text);
	return pow(10, -most);
}

/* Where each value stands in order. */
struct place {
	double value;
	size_t at;
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Those with a robust score beyond the limit; what is one step of the last digit away from another is none. */
static void mark_outliers(struct values *values, double step)
{
	double *plain = mem_zero(values->n, sizeof *plain), *scores = mem_zero(values->n, sizeof *scores);
	struct place *places = mem_zero(values->n, sizeof *places);
	bool logs = true;

	for (size_t i = 0; i < values->n; i++)
		logs = logs && values->items[i].value > 0;
	for (size_t i = 0; i < values->n; i++) {
		plain[i] = logs ? log(values->items[i].value) : values->items[i].value;
		places[i] = (struct place){ values->items[i].value, i };
	}
	robust_scores(scores, plain, values->n);
	qsort(places, values->n, sizeof *places, by_place);
	for (size_t i = 0; i < values->n; i++) {
		double nearest = INFINITY;

		if (i)
			nearest = places[i].value - places[i - 1].value;
		if (i + 1 < values->n)
			nearest = fmin(nearest, places[i + 1].value - places[i].value);
		values->items[places[i].at].outlier = fabs(scores[places[i].at]) > OUTLIER_LIMIT &&
			nearest > step * 1.5;
	}
	free(places);
	free(plain);
	free(scores);
}

static size_t gather(struct raw *raw, const struct entry *entry)
{
	size_t n = 0;

	for (size_t i = 0; i < entry->n_samples; i++) {
		const struct sample *s = &entry->samples[i];

		if (s->state == ST_OK)
			raw[n++] = (struct raw){ s->value, s->trial, s->block, s->slot, i,
				s->flags && *s->flags };
	}
	qsort(raw, n, sizeof *raw, in_order);
	return n;
}

struct values values_of(struct arena *arena, const struct entry *entry)
{
	struct values values = { .blocks = true };
	struct raw *raw;
	size_t n;

	if (!entry || !entry->n_samples)
		return (struct values){ 0 };
	raw = mem_zero(entry->n_samples, sizeof *raw);
	n = gather(raw, entry);
	values.items = arena_take(arena, (n + 1) * sizeof *values.items);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from + 1; to < n && raw[from].trial && raw[to].trial == raw[from].trial &&
			raw[to].block == raw[from].block;
			to++)
			;
		values.blocks = values.blocks && raw[from].block > 0 &&
			(!values.n || values.items[values.n - 1].block != raw[from].block);
		values.items[values.n++] = (struct value){ middle(raw + from, to - from), raw[from].block,
			raw[from].slot, raw[from].flagged, false };
	}
	free(raw);
	mark_outliers(&values, resolution(entry));
	return values;
}

static bool is_left(const struct value *value, unsigned leaving)
{
	return (value->flagged && leaving & LEAVE_FLAGGED) || (value->outlier && leaving & LEAVE_OUTLIERS);
}

static size_t count_common(const struct values *a, const struct values *b)
{
	size_t common = 0;

	for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
		if (a->items[i].block == b->items[k].block) {
			common++;
			i++;
			k++;
		} else if (a->items[i].block < b->items[k].block) {
			i++;
		} else {
			k++;
		}
	}
	return common;
}

static void take_pairs(struct pairing *p, const struct values *a, const struct values *b, unsigned leaving)
{
	size_t left_a = 0, left_b = 0;

	for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
		const struct value *x = &a->items[i], *y = &b->items[k];

		if (x->block != y->block) {
			i += x->block < y->block;
			k += x->block > y->block;
			continue;
		}
		if (!is_left(x, leaving) && !is_left(y, leaving)) {
			p->x[p->n] = x->value;
			p->y[p->n] = y->value;
			p->blocks[p->n++] = x->block;
		}
		i++;
		k++;
	}
	for (size_t i = 0; i < a->n; i++)
		left_a += !is_left(&a->items[i], leaving);
	for (size_t i = 0; i < b->n; i++)
		left_b += !is_left(&b->items[i], leaving);
	p->m = p->n;
	p->n_lost = left_a + left_b - 2 * p->n;
}

static size_t take_side(double *out, const struct values *values, unsigned leaving)
{
	size_t n = 0;

	for (size_t i = 0; i < values->n; i++)
		if (!is_left(&values->items[i], leaving))
			out[n++] = values->items[i].value;
	return n;
}

struct pairing values_pair(
	struct arena *arena, const struct values *a, const struct values *b, bool common_run, unsigned leaving)
{
	size_t shorter = a->n < b->n ? a->n : b->n, longer = a->n + b->n - shorter;
	struct pairing p = { .x = arena_take(arena, (longer + 1) * sizeof *p.x),
		.y = arena_take(arena, (longer + 1) * sizeof *p.y),
		.blocks = arena_take(arena, (longer + 1) * sizeof *p.blocks) };

	p.paired = common_run && a->blocks && b->blocks && shorter && 2 * count_common(a, b) >= shorter;
	if (p.paired) {
		take_pairs(&p, a, b, leaving);
	} else {
		p.n = take_side(p.x, a, leaving);
		p.m = take_side(p.y, b, leaving);
	}
	return p;
}

/* Sums of a regression of log values on the slot, about their own means. */
struct regression {
	double sxx, sxy, syy;
	size_t n;
	int first, last;
};

static bool regress(struct regression *r, const struct values *values)
{
	double x = 0, y = 0, n = (double)values->n;

	*r = (struct regression){ .n = values->n };
	for (size_t i = 0; i < values->n; i++) {
		if (values->items[i].slot < 1 || !(values->items[i].value > 0))
			return false;
		x += values->items[i].slot / n;
		y += log(values->items[i].value) / n;
	}
	for (size_t i = 0; i < values->n; i++) {
		double dx = values->items[i].slot - x, dy = log(values->items[i].value) - y;

		r->sxx += dx * dx;
		r->sxy += dx * dy;
		r->syy += dy * dy;
		r->first = !r->first || values->items[i].slot < r->first ? values->items[i].slot : r->first;
		r->last = values->items[i].slot > r->last ? values->items[i].slot : r->last;
	}
	return r->sxx > 0;
}

/* Squares that a line leaves over. */
static double residue(const struct regression *r)
{
	return fmax(r->syy - r->sxy / r->sxx * r->sxy, 0);
}

static bool is_proven(double slope, double error, size_t freedom)
{
	return fabs(slope) >= student_quantile(0.995, (double)freedom) * error;
}

struct drift values_drift(const struct values *a, const struct values *b, double least)
{
	struct drift drift = { .together = NAN, .own = { NAN, NAN } };
	struct regression r[2], both;
	double slopes[2], slope, variance;
	int first, last;

	if (a->n < 3 || b->n < 3 || !regress(&r[0], a) || !regress(&r[1], b))
		return drift;
	both = (struct regression){ r[0].sxx + r[1].sxx, r[0].sxy + r[1].sxy, r[0].syy + r[1].syy,
		r[0].n + r[1].n, 0, 0 };
	first = r[0].first < r[1].first ? r[0].first : r[1].first;
	last = r[0].last > r[1].last ? r[0].last : r[1].last;
	for (int i = 0; i < 2; i++)
		slopes[i] = r[i].sxy / r[i].sxx;
	variance = (residue(&r[0]) + residue(&r[1])) / (double)(both.n > 4 ? both.n - 4 : 1);
	if (both.n > 4 && fabs(expm1((slopes[1] - slopes[0]) * (last - first))) >= least &&
		is_proven(slopes[1] - slopes[0], sqrt(variance * (1 / r[0].sxx + 1 / r[1].sxx)), both.n - 4)) {
		drift.apart = true;
		for (int i = 0; i < 2; i++)
			drift.own[i] = expm1(slopes[i] * (last - first));
		return drift;
	}
	slope = both.sxy / both.sxx;
	if (fabs(expm1(slope * (last - first))) >= least &&
		is_proven(slope, sqrt(residue(&both) / (double)(both.n - 3) / both.sxx), both.n - 3))
		drift.together = expm1(slope * (last - first));
	return drift;
}
