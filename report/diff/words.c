#include "report/diff/words.h"

#include <math.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

#define LARGE_FACTOR 10.0 /* from which a change is said as a factor */

/* Per cent with one digit, from 100 on with none; never "-0.0", and -100 only where nothing is left. */
static void add_percent(struct text *out, double percent)
{
	char buffer[NUMBER_TEXT_SIZE];
	double rounded = rint(percent * 10) / 10;

	if (percent > -100 && rounded <= -100) {
		int decimals = 2;

		while (decimals < 9 && !strncmp(number_fixed(percent, decimals, buffer), "-100", 4))
			decimals++;
		text_adds(out, number_fixed(percent, decimals, buffer));
		return;
	}

	if (fabs(rounded) >= 100) {
		text_printf(out, "%s%s", percent >= 0 ? "+" : "", number_fixed(percent, 0, buffer));
		return;
	}
	if (!(rounded < 0) && !(rounded > 0))
		rounded = 0;
	text_printf(out, "%s%s", rounded >= 0 ? "+" : "", number_fixed(rounded, 1, buffer));
}

void words_change(struct text *out, double ratio)
{
	char buffer[NUMBER_TEXT_SIZE];

	if (!isfinite(ratio)) {
		text_addc(out, '-');
		return;
	}
	if (ratio >= LARGE_FACTOR) {
		text_printf(out, "%sx", number_fixed(ratio, ratio < 100, buffer));
		return;
	}
	add_percent(out, change_percent(ratio));
	text_adds(out, " %");
}

void words_interval(struct text *out, struct range ratio)
{
	char buffer[NUMBER_TEXT_SIZE];

	if (!isfinite(ratio.low) || !isfinite(ratio.high)) {
		text_addc(out, '-');
		return;
	}
	if (ratio.high >= LARGE_FACTOR) {
		if (ratio.low < 0.95)
			text_printf(out, "%.2gx .. ", ratio.low);
		else
			text_printf(out, "%sx .. ", number_fixed(ratio.low, 1, buffer));
		text_printf(out, "%sx", number_fixed(ratio.high, 1, buffer));
		return;
	}
	add_percent(out, change_percent(ratio.low));
	text_adds(out, " .. ");
	add_percent(out, change_percent(ratio.high));
}

void words_p(struct text *out, double p)
{
	char buffer[NUMBER_TEXT_SIZE];

	if (isnan(p))
		return;
	if (p < 0.0001)
		text_adds(out, "<0.0001");
	else
		text_adds(out, number_fixed(p, p < 0.01 ? 4 : 3, buffer));
}

static bool is_better(const struct difference *d)
{
	return (d->ratio > 1) == (d->proportion == PROPORTION_HIB);
}

void words_verdict(struct text *out, const struct change *change)
{
	const struct difference *d = &change->difference;
	bool doubt = change->compared && !d->paired && d->proven != PROVEN_NOTHING;

	if (!change->compared || d->proven == PROVEN_NOTHING) {
		text_adds(out, "-");
		return;
	}
	text_printf(out, "%s%s%s%s", doubt ? "(" : "", proven_name(d->proven),
		d->proven != PROVEN_SMALL ? "" :
			is_better(d)      ? ", better" :
					    ", worse",
		doubt ? ")" : "");
}

char words_sign(const struct change *change)
{
	return change->compared ? proven_sign(change->difference.proven) : ' ';
}

void words_n(struct text *out, const struct change *change)
{
	const struct difference *d = &change->difference;

	if (!change->compared)
		return;
	text_printf(out, "%zu", d->n);
	if (d->m != d->n)
		text_printf(out, "/%zu", d->m);
}

void words_interval_name(struct text *out, const struct comparison *c)
{
	text_printf(out, "%.6g %% interval", (1 - c->options.alpha) * 100);
}

void words_change_means(struct text *out, const struct comparison *c, size_t side)
{
	bool paired = false, ranks = false;

	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t k = side; k + 1 < c->n_sides; k++) {
			const struct change *change = &c->rows[i].changes[k];

			paired = paired || (change->compared && change->difference.paired);
			ranks = ranks || (change->compared && !change->difference.paired);
		}
	if (!paired && !ranks)
		return;
	text_adds(out, "change");
	if (c->n_sides == 2)
		text_printf(out, " of %s against %s", c->sides[1].label, c->sides[0].label);
	text_printf(out,
		": %s%s%s, which need not be the ratio of the medians; interval: where the true change lies, in "
		"per cent, widened to allow for all the tests",
		paired ? "the mean ratio within blocks" : "", paired && ranks ? " or " : "",
		ranks ? "the middle of all ratios between trials" : "");
}

void words_found(struct text *out, const struct tally *tally)
{
	static const enum proven order[] = { PROVEN_BETTER, PROVEN_WORSE, PROVEN_SMALL, PROVEN_SAME,
		PROVEN_INCONCLUSIVE, PROVEN_NOTHING };
	size_t said = 0;

	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (tally->counts[order[i]])
			text_printf(out, "%s%zu %s", said++ ? ", " : "", tally->counts[order[i]],
				*proven_name(order[i]) ? proven_name(order[i]) : "without a verdict");
	text_printf(out, " of %zu test%s", tally->all, tally->all == 1 ? "" : "s");
}

/* "2 %", "1.4 %". */
static void add_plain_percent(struct text *out, double share)
{
	double percent = rint(share * 1000) / 10;
	char buffer[NUMBER_TEXT_SIZE];

	text_printf(out, "%s %%", number_fixed(percent, percent != rint(percent), buffer));
}

void words_limit(struct text *out, const struct comparison *c)
{
	double most = 0;
	size_t known = 0, above = 0, one = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t side = 0; side + 1 < c->n_sides; side++) {
			double floor = c->rows[i].changes[side].floor;

			if (isnan(floor))
				continue;
			known++;
			one += c->rows[i].changes[side].one_floor;
			above += floor > c->options.threshold;
			most = fmax(most, floor);
		}
	text_adds(out, "limit ");
	add_plain_percent(out, c->options.threshold);
	if (known) {
		text_adds(
			out, above ? ", or the noise here where that is more (up to " : " (noise here up to ");
		add_plain_percent(out, most);
		text_adds(out,
			!one                 ? ")" :
				one == known ? ", known of one side only)" :
					       ", of some known of one side only)");
	}
}

static void add_blocks(struct text *out, const struct comparison *c)
{
	if (c->n_blocks_min == c->n_blocks_max)
		text_printf(out, "%zu block%s", c->n_blocks_max, c->n_blocks_max == 1 ? "" : "s");
	else
		text_printf(out, "%zu to %zu blocks", c->n_blocks_min, c->n_blocks_max);
}

static const char *time_of(const struct side *side)
{
	const char *time = side->file->systems[side->system].time_stamp;

	return time ? time : "";
}

/* When each side ran, unless all stand under one time: then the order is not known. */
static void add_times(struct text *out, const struct comparison *c, const char *words)
{
	bool alike = true;

	for (size_t i = 1; i < c->n_sides; i++)
		alike = alike && c->sides[0].file == c->sides[i].file &&
			!strcmp(time_of(&c->sides[0]), time_of(&c->sides[i]));
	if (alike) {
		text_printf(out, "%s, as far as the results tell%s%s", words,
			*time_of(&c->sides[0]) ? ": all stand under " : "", time_of(&c->sides[0]));
		return;
	}
	text_printf(out, "%s: ", words);
	for (size_t i = 0; i < c->n_sides; i++)
		text_printf(out, "%s%s ran %s%s", i ? ", " : "", c->sides[i].label,
			*time_of(&c->sides[i]) ? "on " : "on an unknown day", time_of(&c->sides[i]));
}

static bool has_verdicts(const struct comparison *c)
{
	for (size_t i = 0; i + 1 < c->n_sides; i++)
		if (c->tallies[i].counts[PROVEN_NOTHING] < c->tallies[i].all)
			return true;
	return false;
}

void words_order(struct text *out, const struct comparison *c, const struct diff_head *head)
{
	bool all = true, any = false;

	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		all = all && c->interleaved[i];
		any = any || c->interleaved[i];
	}
	if (all && c->n_blocks_max) {
		text_adds(out, "interleaved, ");
		add_blocks(out, c);
		if (head->order)
			text_printf(out, ", %s", head->order);
	} else if (!all) {
		add_times(out, c, any ? "NOT ALL interleaved" : "NOT interleaved");
		text_adds(out, ". A drift of the machine would look the same");
		text_adds(out, has_verdicts(c) ? ", so verdicts stand in ( )" : "");
	} else {
		text_adds(out, "nothing to compare");
	}
}

/* Items of `list` (split at commas and blanks) that `other` has not, with a sign before each. */
static void add_missing_items(struct text *out, const char *list, const char *other, char sign)
{
	while (*list) {
		size_t size = strcspn(list, ", ");
		bool found = false;

		for (const char *p = other; *p && size && !found;) {
			size_t own = strcspn(p, ", ");

			found = own == size && !memcmp(p, list, size);
			p += own + strspn(p + own, ", ");
		}
		if (size && !found) {
			text_printf(out, " %c", sign);
			text_add(out, list, size);
		}
		list += size + strspn(list + size, ", ");
	}
}

/* Lists of options are told by what changes in them; a command is no list. */
static bool is_list(const char *value)
{
	size_t items = 1;

	if (strstr(value, " -"))
		return false;
	for (; *value; value++)
		items += *value == ',' || *value == ' ';
	return items > 3;
}

void words_fact(struct text *out, const struct system_fact *fact, size_t n_sides)
{
	const char *first = fact->values[0];

	text_adds(out, fact->name);
	if (n_sides == 2 && *first && *fact->values[1] && (is_list(first) || is_list(fact->values[1]))) {
		size_t before = out->size;

		add_missing_items(out, first, fact->values[1], '-');
		add_missing_items(out, fact->values[1], first, '+');
		if (out->size == before)
			text_adds(out, " in another order");
	} else {
		for (size_t i = 0; i < n_sides; i++)
			text_printf(
				out, "%s%s", i ? " -> " : " ", *fact->values[i] ? fact->values[i] : "unknown");
	}
	if (fact->factor)
		text_adds(out, " (the factor)");
}

void words_facts(struct text *out, const struct comparison *c)
{
	size_t factors = 0;

	if (!c->facts.n) {
		text_adds(out,
			c->facts.n_same ? "nothing that the results tell of the systems" :
					  "not known: the results tell nothing of the systems");
		return;
	}
	for (size_t i = 0; i < c->facts.n; i++) {
		const struct system_fact *fact = &c->facts.items[i];

		if (!fact->factor)
			continue;
		text_adds(out, factors++ ? "; " : "");
		words_fact(out, fact, c->n_sides);
	}
	if (factors == c->facts.n) {
		text_adds(out, "; nothing else");
		return;
	}
	text_adds(out, factors ? "; ALSO " : "several things, each of which may be the cause: ");
	for (size_t i = 0, n = 0; i < c->facts.n; i++)
		if (!c->facts.items[i].factor) {
			text_adds(out, n++ ? "; " : "");
			words_fact(out, &c->facts.items[i], c->n_sides);
		}
}
