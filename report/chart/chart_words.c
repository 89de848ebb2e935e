#include "report/chart/chart_words.h"

#include <math.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

#define LEAST_FOR_INTERVAL 6
#define LARGE_CHANGE       1000.0 /* per cent from which a change is said as a factor */
#define LARGEST_FACTOR     1e6 /* from which it is said with an exponent */
#define MOST_SAMPLES       40 /* that a sentence lists */

void chart_add_unit(struct text *out, const struct chart *chart)
{
	const char *words = proportion_words(chart->proportion);

	text_printf(out, "%s%s%s", chart->unit, *chart->unit && *words ? ", " : "", words);
}

static const struct bar *best_bar(const struct chart *chart)
{
	for (size_t i = 0; i < chart->n_bars; i++)
		if (chart->bars[i].marks & MARK_BEST)
			return &chart->bars[i];
	return NULL;
}

static void add_change(struct text *note, double ratio)
{
	char buffer[NUMBER_TEXT_SIZE];
	double change = (ratio - 1) * 100;

	if (!isfinite(change) || ratio >= LARGEST_FACTOR) {
		text_printf(note, "%.3gx", ratio);
		return;
	}
	if (change >= LARGE_CHANGE) {
		text_printf(note, "%sx", number_fixed(ratio, change < 10 * LARGE_CHANGE, buffer));
		return;
	}
	if (change >= 0)
		text_addc(note, '+');
	text_adds(note, number_fixed(rint(change * 10) / 10, 1, buffer));
	text_adds(note, " %");
}

void chart_add_note(struct text *note, const struct chart *chart, const struct bar *bar)
{
	const struct bar *best = best_bar(chart);
	size_t start = note->size;

	if (bar->marks & MARK_BEST)
		text_adds(note, "best");
	else if (bar->marks & MARK_NOT_PROVEN)
		text_adds(note, "= best");
	else if (best && best->summary.median > 0 && bar->summary.median >= 0)
		add_change(note, bar->summary.median / best->summary.median);
	if (bar->summary.n_ok < bar->summary.n)
		text_printf(note, "%s%zu of %zu ok", note->size > start ? ", " : "", bar->summary.n_ok,
			bar->summary.n);
	if (bar->marks & MARK_SPREAD)
		text_printf(note, "%sspread %.1fx", note->size > start ? ", " : "",
			bar->summary.maximum / bar->summary.minimum);
}

void chart_add_interval(struct text *text, const struct bar *bar, int low_width)
{
	if (bar->summary.interval == INTERVAL_NONE)
		return;
	text_pad(text, low_width - (int)strlen(bar->low_text));
	text_adds(text, bar->low_text);
	text_adds(text, " .. ");
	text_adds(text, bar->high_text);
}

void chart_add_foot(struct text *words, const struct chart *chart)
{
	bool equal = false, broken = false;

	for (size_t i = 0; i < chart->n_bars; i++) {
		equal = equal || (chart->bars[i].marks & MARK_NOT_PROVEN);
		broken = broken || (chart->bars[i].marks & MARK_BROKEN);
	}
	if (!chart->n_max)
		return;
	if (chart->n_max == 1)
		text_adds(words, "one value each: no interval");
	else
		text_printf(words, "median and %s of ",
			chart->n_min >= LEAST_FOR_INTERVAL ? "95 % interval" :
				chart->provable ? "95 % interval (from 6 trials on, below that the range)" :
						  "range");
	if (chart->n_max > 1 && chart->n_min < chart->n_max)
		text_printf(words, "%zu to %zu trials", chart->n_min, chart->n_max);
	else if (chart->n_max > 1)
		text_printf(words, "%zu trials", chart->n_max);
	if (chart->n_max > 1 && !chart->provable && chart->n_bars > 1)
		text_adds(words, "; 6 are the least for an interval");
	if (equal)
		text_adds(words, "; \"= best\": not proven different from best");
	if (broken)
		text_adds(words, "; // marks a bar drawn too short");
}

static void add_samples(struct text *out, const struct bar *bar)
{
	size_t said = 0;

	for (size_t i = 0; bar->entry && i < bar->entry->n_samples; i++) {
		const struct sample *s = &bar->entry->samples[i];

		if (s->state == ST_WARMUP)
			continue;
		if (said == MOST_SAMPLES) {
			text_adds(out, " ...");
			return;
		}
		text_printf(out, "%s%s", said++ ? " " : "; samples ",
			s->state == ST_OK ? s->text : state_name(s->state));
	}
}

void chart_add_sentence(struct text *out, const struct chart *chart, const struct bar *bar)
{
	const struct summary *s = &bar->summary;

	text_printf(out, "%s: ", bar->label);
	if (bar->words) {
		text_adds(out, bar->words);
		return;
	}
	text_printf(out, "%s%s%s%s", s->n_ok > 1 ? "median " : "", bar->value_text, *chart->unit ? " " : "",
		chart->unit);
	if (s->interval != INTERVAL_NONE)
		text_printf(out, ", %s %s .. %s", s->interval == INTERVAL_MEDIAN ? "95 % interval" : "range",
			bar->low_text, bar->high_text);
	text_printf(out, ", n = %zu", s->n_ok);
	if (s->n_ok < s->n)
		text_printf(out, " of %zu", s->n);
	if (s->n > 1)
		add_samples(out, bar);
}
