#include "report/statistics.h"

#include <math.h>
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

void summarize(struct summary *s, const struct sample *samples, size_t n)
{
	double *values = mem_zero(n, sizeof *values);

	*s = (struct summary){
		.median = NAN, .low = NAN, .high = NAN, .minimum = NAN, .maximum = NAN, .state = ST_MISSING
	};
	for (size_t i = 0; i < n; i++) {
		if (samples[i].state == ST_WARMUP)
			continue;
		s->n++;
		if (samples[i].state == ST_OK) {
			values[s->n_ok++] = samples[i].value;
		} else {
			s->state = samples[i].state;
			s->reason = samples[i].reason;
		}
	}
	if (s->n_ok) {
		s->state = ST_OK;
		qsort(values, s->n_ok, sizeof *values, compare);
		summarize_sorted(s, values, s->n_ok);
	}
	free(values);
}
