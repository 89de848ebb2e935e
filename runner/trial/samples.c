/* From what a program printed to samples in the units of the profile's charts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/trial/trial.h"
#include "runner/trial/units.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static const struct metric *metric_at(const struct test *test, size_t i)
{
	return (const struct metric *)test->profile->metrics.items + i;
}

static void add(
	struct trial_record *record, size_t metric, enum state state, const char *text, const char *reason)
{
	record->samples = arena_more(
		&record->arena, record->samples, record->n_samples, sizeof *record->samples);
	record->samples[record->n_samples++] = (struct trial_sample){ (int)metric, state,
		text ? arena_text(&record->arena, text) : NULL,
		reason ? arena_text(&record->arena, reason) : NULL };
}

/* State that the parser's verdict gives every value, or ok. */
static enum state verdict_state(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_OK:
		return ST_OK;
	case VERDICT_EMPTY:
		return ST_MISSING;
	case VERDICT_UNTRUE:
		return ST_INVALID;
	default:
		return ST_FAILED;
	}
}

static void add_measurement(
	struct trial_record *record, const struct metric *metric, size_t index, const struct measurement *m)
{
	char text[64], reason[160];
	double value;

	if (m->state != ST_OK)
		add(record, index, m->state, NULL, m->reason);
	else if (isnan(m->number.value) && sample_is_special(m->number.text))
		add(record, index, ST_OK, m->number.text, NULL);
	else if (unit_convert(m, metric->scale, text, &value, reason))
		add(record, index, ST_OK, text, NULL);
	else
		add(record, index, ST_INVALID, NULL, reason);
}

/* Several values that become one: the mean or the sum of those that are ok, in the chart's unit. */
static void add_combined(struct trial_record *record, const struct metric *metric, size_t index,
	const struct measurement *const *found, size_t n)
{
	char text[64], reason[160];
	double sum = 0, value;

	for (size_t i = 0; i < n; i++) {
		if (found[i]->state != ST_OK || !unit_convert(found[i], metric->scale, text, &value, reason)) {
			add_measurement(record, metric, index, found[i]);
			return;
		}
		sum += value;
	}
	snprintf(text, sizeof text, "%.12g", metric->several == SEVERAL_MEAN ? sum / (double)n : sum);
	add(record, index, ST_OK, text, NULL);
}

static void add_found(struct trial_record *record, const struct metric *metric, size_t index,
	const struct measurement *const *found, size_t n)
{
	char reason[160];

	if (n == 1 || metric->several == SEVERAL_EACH) {
		for (size_t i = 0; i < n; i++)
			add_measurement(record, metric, index, found[i]);
	} else if (metric->several == SEVERAL_LAST) {
		add_measurement(record, metric, index, found[n - 1]);
	} else if (metric->several == SEVERAL_REFUSE) {
		snprintf(reason, sizeof reason, "%zu values fit '%.80s' where one is expected", n,
			metric->pattern);
		add(record, index, ST_INVALID, NULL, reason);
	} else {
		add_combined(record, metric, index, found, n);
	}
}

static void take_measured(struct trial_record *record, const struct metric *metric, size_t index)
{
	const struct measurements *all = &record->measurements;
	const struct measurement **found = mem_zero(all->n, sizeof *found);
	enum state state = verdict_state(all->verdict);
	char reason[160];
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (text_matches(metric->pattern, all->items[i].of->metric))
			found[n++] = &all->items[i];
	if (state != ST_OK) {
		add(record, index, state, NULL, all->reason);
	} else if (!n && metric->optional) {
		/* the others make the trial */
	} else if (!n) {
		snprintf(reason, sizeof reason, "no value '%.100s' in the output", metric->pattern);
		add(record, index, ST_MISSING, NULL, reason);
	} else {
		add_found(record, metric, index, found, n);
	}
	free(found);
}

/* hib's own clock: the command alone, or until its data is on the disk. */
static void take_clock(struct trial_record *record, const struct metric *metric, size_t index, bool pts)
{
	const struct ending *ending = &record->supervised.ending;
	double seconds = record->seconds;
	char text[NUMBER_TEXT_SIZE], reason[120];
	/* there the exit status says nothing */
	bool ended = ending->how == END_EXIT && (!ending->code || pts);

	if (!strcmp(metric->pattern, "elapsed_sync"))
		seconds += record->sync_seconds;
	if (metric->shortest > 0 && seconds < metric->shortest) {
		snprintf(reason, sizeof reason, "it took %.3f s, and below %g s nothing is timed", seconds,
			metric->shortest);
		add(record, index, ST_TOOFAST, NULL, reason);
	} else if (record->supervised.away)
		add(record, index, ST_INVALID, NULL,
			"hib or the machine was stopped meanwhile: the clock ran on");
	else if (ended)
		add(record, index, ST_OK, number_fixed(seconds, 6, text), NULL);
	else
		add(record, index, ST_FAILED, NULL, record->reason);
}

static void take_sensor(struct trial_record *record, size_t index)
{
	for (size_t i = 0; i < record->sensors.n; i++) {
		const struct sensor_track *t = &record->sensors.tracks[i];
		const char *value = t->metric == index ? sensor_value(&record->sensors, t) : NULL;

		if (t->metric != index)
			continue;
		if (value)
			add(record, index, ST_OK, value, NULL);
		else
			add(record, index, ST_MISSING, NULL,
				t->missing ? t->missing : "the command ended before the sensor was read");
	}
}

void trial_take_samples(struct trial_record *record, const struct test *test)
{
	const enum state whole =
		record->state; /* a headline that is missing leaves the other values as they are */
	bool first = true;

	for (size_t i = 0; i < test->profile->metrics.n; i++) {
		const struct metric *metric = metric_at(test, i);
		size_t before = record->n_samples;

		if (!test_has_metric(test, metric))
			continue;
		if (whole != ST_OK)
			add(record, i, whole, NULL, record->reason);
		else if (metric->sensor.name)
			take_sensor(record, i);
		else if (text_starts(metric->pattern, "elapsed"))
			take_clock(record, metric, i, test->profile->pts.identifier != NULL);
		else
			take_measured(record, metric, i);
		/* the trial is what its headline is: of values that may be absent, the first that is there */
		if (first && record->state == ST_OK && record->n_samples > before) {
			record->state = record->samples[before].state;
			record->reason = record->samples[before].reason;
		}
		first = first && metric->optional && record->n_samples == before;
	}
}
