#include "report/result/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

#define TAIL 0.025

size_t median_interval_rank(size_t n)
{
	double log_half = -(double)n * log(2), log_choose = 0, sum = 0;
	size_t k = 0;

	/* the tail is summed in the log domain, so that large n neither overflows nor vanishes */
	for (size_t i = 0; i < n; i++) {
		sum += exp(log_choose + log_half);
		if (sum > TAIL)
			break;
		k = i + 1;
		log_choose += log((double)(n - i)) - log((double)(i + 1));
	}
	return k;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void summarize_sorted(struct summary *s, const double *v, size_t n)
{
	size_t k = median_interval_rank(n);

	s->median = n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
	s->minimum = v[0];
	s->maximum = v[n - 1];
	if (k) {
		s->interval = INTERVAL_MEDIAN;
		s->low = v[k - 1];
		s->high = v[n - k];
	} else {
		s->interval = n > 1 ? INTERVAL_EXTREMES : INTERVAL_NONE;
		s->low = v[0];
		s->high = v[n - 1];
	}
}

/* Ok samples, those of one trial next to each other. */
struct value {
	double value;
	int trial;
};

static int by_trial(const void *a, const void *b)
{
	const struct value *x = a, *y = b;

	return x->trial != y->trial ? (x->trial > y->trial) - (x->trial < y->trial) :
				      (x->value > y->value) - (x->value < y->value);
}

/*
 * Several values of one trial (loops of a program, rows of its table) are no independent trials: they
 * count as one, their median. Samples whose trial is unknown count each. Returns how many are left.
 */
static size_t one_for_each_trial(double *out, struct value *values, size_t n)
{
	size_t kept = 0;

	qsort(values, n, sizeof *values, by_trial);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from + 1; to < n && values[from].trial && values[to].trial == values[from].trial;
			to++)
			;
		out[kept++] = (to - from) % 2 ?
			values[from + (to - from) / 2].value :
			values[from + (to - from) / 2 - 1].value / 2 + values[from + (to - from) / 2].value / 2;
	}
	return kept;
}

/* Trials among the samples that are not ok, and the last one's state. */
static void count_failures(struct summary *s, const struct sample *samples, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool again = i && samples[i].trial && samples[i].trial == samples[i - 1].trial &&
			samples[i - 1].state == samples[i].state;

		if (samples[i].state == ST_WARMUP || samples[i].state == ST_OK)
			continue;
		s->n += !again;
		s->state = samples[i].state;
		s->reason = samples[i].reason;
	}
}

void summarize(struct summary *s, const struct sample *samples, size_t n)
{
	struct value *ok = mem_zero(n, sizeof *ok);
	double *values = mem_zero(n, sizeof *values);
	size_t n_ok = 0;

	*s = (struct summary){
		.median = NAN, .low = NAN, .high = NAN, .minimum = NAN, .maximum = NAN, .state = ST_MISSING
	};
	count_failures(s, samples, n);
	for (size_t i = 0; i < n; i++)
		/* PASS, or a line of values: no number that could have a median */
		if (samples[i].state == ST_OK && !isnan(samples[i].value))
			ok[n_ok++] = (struct value){ samples[i].value, samples[i].trial };
	s->n_ok = one_for_each_trial(values, ok, n_ok);
	s->n += s->n_ok;
	if (s->n_ok) {
		s->state = ST_OK;
		qsort(values, s->n_ok, sizeof *values, compare);
		summarize_sorted(s, values, s->n_ok);
	}
	free(ok);
	free(values);
}
