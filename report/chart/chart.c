#include "report/chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/difference.h"
#include "report/compare/values.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define SPREAD        1.5 /* largest / smallest sample from which a spread is pointed out (FAULTS F23) */
#define BREAK_FACTOR  8.0 /* a bar longer than this many times the next one is broken (FAULTS F30) */
#define CLOSE         2.0 /* rows are close when none is this many times another */
#define LONGEST_VALUE 16 /* characters of a value that is shown as it was printed */
#define BREAK_SHOWN   1.3 /* and then drawn this many times as long as the next one */

const char *result_subtitle(const struct result *result)
{
	const char *text = result->description;

	return text_starts(text, "Test: ") ? text + 6 : text;
}

/* With its digits behind the point; where that is too long, or shows nothing but zeros, with an exponent. */
static const char *fixed(struct arena *arena, double value, int decimals)
{
	char buffer[NUMBER_TEXT_SIZE];
	const char *text = number_fixed(value, decimals, buffer);

	if (strlen(text) > LONGEST_VALUE || (!strpbrk(text, "123456789") && (value > 0 || value < 0)))
		return arena_printf(arena, "%.6g", value);
	return arena_text(arena, text);
}

static const char *state_words(struct arena *arena, const struct summary *s)
{
	static const char *const words[ST_COUNT] = { "ok", "failed", "no value", "too fast to measure",
		"invalid", "skipped", "warm-up only" };
	const char *word = s->n ? words[s->state] : s->state == ST_MISSING ? "not run" : words[s->state];

	if (s->n > 1 && s->state != ST_MISSING)
		word = arena_printf(arena, "%s in %zu of %zu", word, s->n, s->n);
	return s->reason ? arena_printf(arena, "%s: %s", word, s->reason) : word;
}

static void fill_bar(struct bar *bar, struct arena *arena, int decimals)
{
	const struct summary *s = &bar->summary;

	bar->low_text = bar->high_text = "";
	if (bar->words)
		return;
	if (!s->n_ok) {
		bar->words = state_words(arena, s);
		return;
	}
	if (!*bar->value_text)
		bar->value_text = fixed(arena, s->median, decimals);
	if (s->interval != INTERVAL_NONE) {
		bar->low_text = fixed(arena, s->low, decimals);
		bar->high_text = fixed(arena, s->high, decimals);
	}
	bar->shown = s->median;
	if (s->minimum > 0 && s->maximum / s->minimum > SPREAD)
		bar->marks |= MARK_SPREAD;
}

static bool is_better(const struct chart *chart, double a, double b)
{
	return chart->proportion == PROPORTION_LIB ? a < b : a > b;
}

static const struct bar *find_best(const struct chart *chart)
{
	const struct bar *best = NULL;
	size_t n_ok = 0;

	for (size_t i = 0; i < chart->n_bars; i++) {
		const struct bar *bar = &chart->bars[i];

		if (!bar->summary.n_ok)
			continue;
		n_ok++;
		if (!best || is_better(chart, bar->summary.median, best->summary.median))
			best = bar;
	}
	return n_ok > 1 ? best : NULL;
}

static struct difference difference_to(
	struct arena *arena, const struct chart *chart, const struct values *best, const struct bar *bar)
{
	struct values values = values_of(arena, bar->entry);
	struct pairing p = values_pair(arena, best, &values, true, LEAVE_NOTHING);
	/* any difference counts, however small */
	struct difference d = {
		.x = p.x, .y = p.y, .n = p.n, .m = p.m, .paired = p.paired, .proportion = chart->proportion
	};

	difference_measure(&d);
	return d;
}

/* All differences to the best bars of their charts, as one family. */
struct best_family {
	struct arena arena;
	struct difference *all;
	struct difference **list;
	struct bar **bars;
	size_t n;
};

static void add_differences(struct best_family *f, struct chart *chart)
{
	const struct bar *best = chart->proportion != PROPORTION_NONE ? find_best(chart) : NULL;
	struct values values;

	/* fewer values prove nothing */
	if (!best || best->summary.n_ok < LEAST_A_SIDE)
		return;
	values = values_of(&f->arena, best->entry);
	for (size_t i = 0; i < chart->n_bars; i++) {
		struct bar *bar = &chart->bars[i];

		if (bar->summary.n_ok < LEAST_A_SIDE || bar->marks & MARK_BEST)
			continue;
		f->all[f->n] = difference_to(&f->arena, chart, &values, bar);
		f->list[f->n] = &f->all[f->n];
		f->bars[f->n++] = bar;
	}
}

void charts_settle(struct chart *charts, size_t n)
{
	struct best_family f = { 0 };
	size_t most = 0;

	for (size_t i = 0; i < n; i++)
		most += charts[i].n_bars;
	f.all = mem_zero(most, sizeof *f.all);
	f.list = mem_zero(most, sizeof(struct difference *));
	f.bars = mem_zero(most, sizeof(struct bar *));
	for (size_t i = 0; i < n; i++)
		add_differences(&f, &charts[i]);
	family_settle(f.list, f.n, USUAL_ALPHA);
	for (size_t i = 0; i < f.n; i++)
		if (f.all[i].proven == PROVEN_INCONCLUSIVE || f.all[i].proven == PROVEN_SAME)
			f.bars[i]->marks |= MARK_NOT_PROVEN;
	arena_release(&f.arena);
	free(f.bars);
	free(f.list);
	free(f.all);
}

static void mark_best(struct chart *chart)
{
	const struct bar *best = chart->proportion != PROPORTION_NONE ? find_best(chart) : NULL;

	if (!best)
		return;
	for (size_t i = 0; i < chart->n_bars; i++) {
		struct bar *bar = &chart->bars[i];

		if (bar->summary.n_ok && (bar == best || bar->summary.median == best->summary.median))
			bar->marks |= MARK_BEST;
	}
}

/* One bar far longer than all others would flatten them: it is broken. */
static void break_longest(struct chart *chart)
{
	struct bar *longest = NULL;
	double next = 0, least = INFINITY;
	size_t n = 0;

	for (size_t i = 0; i < chart->n_bars; i++) {
		struct bar *bar = &chart->bars[i];

		if (!bar->summary.n_ok)
			continue;
		n++;
		least = fmin(least, bar->shown);
		if (!longest || bar->shown > longest->shown) {
			if (longest)
				next = fmax(next, longest->shown);
			longest = bar;
		} else {
			next = fmax(next, bar->shown);
		}
	}
	/* only an outlier among rows that are close to each other: else the short bars are the finding */
	if (longest && n > 2 && next > 0 && least * CLOSE >= next && longest->shown > BREAK_FACTOR * next) {
		longest->shown = BREAK_SHOWN * next;
		longest->marks |= MARK_BROKEN;
	}
}

static void measure(struct chart *chart)
{
	chart->n_min = (size_t)-1;
	for (size_t i = 0; i < chart->n_bars; i++) {
		const struct bar *bar = &chart->bars[i];

		if (!bar->summary.n_ok)
			continue;
		chart->low = fmin(chart->low, bar->shown);
		chart->high = fmax(chart->high, bar->shown);
		if (bar->summary.n_ok < chart->n_min)
			chart->n_min = bar->summary.n_ok;
		if (bar->summary.n_ok > chart->n_max)
			chart->n_max = bar->summary.n_ok;
		if (bar->summary.interval == INTERVAL_MEDIAN)
			chart->provable = true;
	}
	if (!chart->n_max)
		chart->n_min = 0;
}

/* The `ordinal`-th (from 0) entry of that identifier, or NULL. */
static struct entry *entry_of(struct result *result, const char *identifier, size_t ordinal)
{
	for (size_t i = 0; i < result->n_entries; i++)
		if (!strcmp(result->entries[i].identifier, identifier) && !ordinal--)
			return &result->entries[i];
	return NULL;
}

/* How many of the first `n` systems have this identifier. */
static size_t same_systems(const struct result_file *file, const char *identifier, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += !strcmp(file->systems[i].identifier, identifier);
	return count;
}

/* A single value that the file does not round stands as it was printed. */
static const char *single_value(const struct entry *entry)
{
	const struct sample *sample = entry && entry->n_samples == 1 ? entry->samples : NULL;
	double value;

	if (!sample || !sample->text || strlen(sample->text) > LONGEST_VALUE || strpbrk(sample->text, "eE") ||
		!number_double(entry->value, strlen(entry->value), &value) || value != sample->value)
		return "";
	return sample->text;
}

/* The numbers of "16.5,17.1,..."; a hole in the list is left out. */
static void take_points(struct chart *chart, struct bar *bar, struct arena *arena)
{
	double *points = NULL, value, sum = 0, low = INFINITY, high = -INFINITY;
	char words[3][NUMBER_TEXT_SIZE];
	int decimals = 0;

	for (const char *at = bar->entry->value; *at;) {
		size_t size = strcspn(at, ",");

		if (number_double(at, size, &value)) {
			char *text = mem_bytes(at, size);

			points = arena_more(arena, points, bar->n_points, sizeof *points);
			points[bar->n_points++] = value;
			sum += value;
			low = fmin(low, value);
			high = fmax(high, value);
			decimals = number_decimals(text) > decimals ? number_decimals(text) : decimals;
			free(text);
		}
		at += size + (at[size] == ',');
	}
	if (!bar->n_points)
		return;
	decimals = decimals > 3 ? 3 : decimals;
	bar->points = points;
	bar->words = arena_printf(arena, "min %s, mean %s, max %s of %zu values",
		number_fixed(low, decimals, words[0]),
		number_fixed(sum / (double)bar->n_points, decimals < 3 ? decimals + 1 : 3, words[1]),
		number_fixed(high, decimals, words[2]), bar->n_points);
	chart->low = chart->is_lines ? fmin(chart->low, low) : fmin(0, low);
	chart->high = chart->is_lines ? fmax(chart->high, high) : high;
	chart->is_lines = true;
}

static int add_bar(struct chart *chart, struct arena *arena, struct result_file *file,
	const struct result *result, struct entry *entry, const char *identifier, size_t ordinal,
	struct error *err)
{
	struct bar *bar;
	int system = result_file_system(file, identifier, chart->n_bars);

	if (entry && entry_load_samples(file, entry, err))
		return -1;
	chart->bars = arena_more(arena, chart->bars, chart->n_bars, sizeof *bar);
	bar = &chart->bars[chart->n_bars++];
	*bar = (struct bar){ /* entries without a system have colours of their own */
		.label = identifier,
		.system = system < 0 ? (int)(file->n_systems + chart->n_bars - 1) : system,
		.entry = entry
	};
	if (ordinal)
		bar->label = arena_printf(arena, "%s (%zu)", identifier, ordinal + 1);
	summarize(&bar->summary, entry ? entry->samples : NULL, entry ? entry->n_samples : 0);
	if (entry && !*entry->value && !entry->n_samples)
		bar->summary.state = ST_FAILED;
	bar->planned = entry ? entry->planned : 0;
	bar->value_text = single_value(entry);
	bar->words = entry && !bar->summary.n_ok ? result_special(arena, result, entry) : NULL;
	bar->special = bar->words != NULL;
	if (bar->special && strchr(entry->value, ',') && !strchr(entry->value, 'S') &&
		!strchr(entry->value, 'L'))
		take_points(chart, bar, arena);
	return 0;
}

static bool has_twins(struct result_file *file)
{
	if (file->twins != TWINS_UNKNOWN)
		return file->twins == TWINS_SOME;
	file->twins = TWINS_NONE;
	for (size_t i = 0; i < file->n_systems; i++)
		if (same_systems(file, file->systems[i].identifier, i))
			file->twins = TWINS_SOME;
	return file->twins == TWINS_SOME;
}

/*
 * A bar for each system, and, where a merge left several entries of one identifier, one for each of
 * them: nothing that is in the file vanishes.
 */
static int add_bars(struct chart *chart, struct arena *arena, struct result_file *file, struct result *result,
	struct error *err)
{
	size_t next = 0; /* entries that follow the order of the systems, as nearly all do, are found at once */

	for (size_t i = 0; i < file->n_systems; i++) {
		const char *identifier = file->systems[i].identifier;
		bool alone = !has_twins(file);
		size_t ordinal = alone ? 0 : same_systems(file, identifier, i);
		bool in_order = alone && next < result->n_entries &&
			!strcmp(result->entries[next].identifier, identifier);
		struct entry *entry = in_order ? &result->entries[next++] :
						 entry_of(result, identifier, ordinal);

		if (!entry && (ordinal || !result_concerns(file, result, i)))
			continue;
		if (add_bar(chart, arena, file, result, entry, identifier, ordinal, err))
			return -1;
	}
	for (size_t i = next < result->n_entries ? 0 : result->n_entries; i < result->n_entries; i++) {
		struct entry *entry = &result->entries[i];
		size_t ordinal = 0;

		for (size_t k = 0; k < i; k++)
			ordinal += !strcmp(result->entries[k].identifier, entry->identifier);
		if (ordinal >= same_systems(file, entry->identifier, file->n_systems) &&
			add_bar(chart, arena, file, result, entry, entry->identifier, ordinal, err))
			return -1;
	}
	return 0;
}

/* Digits behind the point that say something: two of the narrowest interval's width, where there are intervals.
 */
static int shown_decimals(const struct chart *chart, int decimals)
{
	double narrowest = INFINITY;
	int fit;

	for (size_t i = 0; i < chart->n_bars; i++) {
		const struct summary *s = &chart->bars[i].summary;

		if (!s->n_ok)
			continue;
		if (s->interval != INTERVAL_MEDIAN)
			return decimals;
		narrowest = fmin(narrowest, s->high - s->low);
	}
	if (!isfinite(narrowest) || !(narrowest > 0))
		return decimals;
	fit = 1 - (int)floor(log10(narrowest));
	return fit < 0 ? 0 : fit < decimals ? fit : decimals;
}

int chart_build(struct chart *chart, struct arena *arena, struct result_file *file, struct result *result,
	struct error *err)
{
	int decimals;

	*chart = (struct chart){ .title = result->title,
		.subtitle = result_subtitle(result),
		.unit = result->scale,
		.proportion = result->proportion };
	if (*result->version)
		chart->title = arena_printf(arena, "%s %s", result->title, result->version);
	if (add_bars(chart, arena, file, result, err))
		return error_context(err, "%s, %s", result->title, result->description);
	decimals = shown_decimals(chart, result_decimals(result));
	for (size_t i = 0; i < chart->n_bars; i++)
		fill_bar(&chart->bars[i], arena, decimals);
	mark_best(chart);
	break_longest(chart);
	measure(chart);
	return 0;
}

/* Does a bar stand before another in a sorted chart? */
static bool comes_before(const struct chart *chart, const struct bar *a, const struct bar *b)
{
	if (!a->summary.n_ok || !b->summary.n_ok)
		return a->summary.n_ok > 0 && !b->summary.n_ok;
	return is_better(chart, a->summary.median, b->summary.median);
}

void chart_sort(struct chart *chart)
{
	/* insertion keeps equal ones in their order */
	for (size_t i = 1; i < chart->n_bars; i++) {
		struct bar bar = chart->bars[i];
		size_t k = i;

		for (; k && comes_before(chart, &bar, &chart->bars[k - 1]); k--)
			chart->bars[k] = chart->bars[k - 1];
		chart->bars[k] = bar;
	}
}
