#include "report/article/findings.h"

#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_NAMED 3 /* failed tests that are named */

struct findings {
	const struct article *a;
	const struct comparison *c;
	size_t side; /* of the changes */
	struct text words;
};

static const char *other(const struct findings *f)
{
	return f->c->sides[f->side + 1].label;
}

static const struct change *change_of(const struct findings *f, size_t row)
{
	return &f->c->rows[row].changes[f->side];
}

/* "14 %", "3.2 %", "4.1 times": the size of a change without its sign. */
static void add_size(struct text *out, double ratio)
{
	double percent = fabs(ratio - 1) * 100;
	char buffer[NUMBER_TEXT_SIZE];

	if (ratio >= 2)
		text_printf(out, "%s times", number_fixed(ratio, ratio < 10, buffer));
	else
		text_printf(out, "%s%s %%", percent >= 99.5 && ratio > 0 && ratio < 1 ? "more than " : "",
			percent >= 99.5 && ratio > 0 && ratio < 1 ?
				"99" :
				number_fixed(percent, percent < 9.95, buffer));
}

static void add_range(struct text *out, struct range range)
{
	struct text words = TEXT_INIT;

	words_interval(&words, range);
	text_printf(out, " (%s%s)", text_string(&words), strchr(text_string(&words), 'x') ? "" : " %");
	text_release(&words);
}

/* "better in 6 of 19 tests, worse in 4" */
static void add_count(struct findings *f, size_t *said, size_t n, const char *words)
{
	if (!n)
		return;
	text_printf(&f->words, "%s%s %zu", *said ? ", " : " ", words, n);
	if (!*said)
		text_printf(&f->words, " of %zu test%s", f->c->n_rows, f->c->n_rows == 1 ? "" : "s");
	(*said)++;
}

/* Why there is no verdict at all, where that is one reason for all tests that both have values of; else "". */
static const char *only_reason(const struct findings *f, bool *all)
{
	const char *why = NULL;

	*all = true;
	for (size_t i = 0; i < f->c->n_rows; i++) {
		const struct row *row = &f->c->rows[i];

		if (row->cells[0].words || row->cells[f->side + 1].words) {
			*all = false;
			continue;
		}
		if (!change_of(f, i)->why || (why && strcmp(why, change_of(f, i)->why) != 0))
			return "";
		why = change_of(f, i)->why;
	}
	return why ? why : "";
}

static void add_verdicts(struct findings *f)
{
	const struct tally *t = &f->c->tallies[f->side];
	size_t said = 0;

	if (!t->all) {
		text_printf(&f->words, "%s is not compared with %s: there are no tests.", other(f),
			f->c->sides[0].label);
		return;
	}
	if (t->counts[PROVEN_NOTHING] == t->all) {
		bool whole;
		const char *why = only_reason(f, &whole);

		text_printf(
			&f->words, "Of %s against %s nothing is proven in ", other(f), f->c->sides[0].label);
		if (t->all == 1)
			text_adds(&f->words, "the one test");
		else
			text_printf(&f->words, "any of the %zu tests", t->all);
		text_printf(&f->words, "%s%s%s.", *why ? ": " : "",
			*why && !whole ? "where both have values, " : "", why);
		return;
	}
	text_printf(&f->words, "Against %s, %s is", f->c->sides[0].label, other(f));
	add_count(f, &said, t->counts[PROVEN_BETTER], "better in");
	add_count(f, &said, t->counts[PROVEN_WORSE], "worse in");
	add_count(f, &said, t->counts[PROVEN_SAME], "the same within the limit in");
	add_count(f, &said, t->counts[PROVEN_SMALL], "different by less than the limit in");
	add_count(f, &said, t->counts[PROVEN_INCONCLUSIVE], "not proven either way in");
	add_count(f, &said, t->counts[PROVEN_NOTHING], "without a verdict in");
	text_addc(&f->words, '.');
}

static void add_total(struct findings *f)
{
	const struct total *total = &f->c->totals[f->side];

	if (total->k < 2)
		return;
	text_printf(&f->words, " Over %s%zu %s it measured ", total->k == total->n ? "all " : "", total->k,
		total->n < f->c->n_rows ? "headline results" : "tests");
	if (fabs(total->ratio - 1) < 0.0005) {
		text_adds(&f->words, "the same");
	} else {
		add_size(&f->words, total->ratio);
		text_adds(&f->words, total->ratio >= 2 ? " as good" : total->ratio > 1 ? " better" : " worse");
	}
	if (!isnan(total->interval.low))
		add_range(&f->words, total->interval);
	text_adds(&f->words,
		isnan(total->interval.low) ? " (geometric mean)." :
					     " (geometric mean; the interval is of that mean alone).");
}

/* The row whose proven gain or loss is the largest, or -1. */
static long largest(const struct findings *f, enum proven proven)
{
	double most = 0;
	long found = -1;

	for (size_t i = 0; i < f->c->n_rows; i++) {
		const struct change *change = change_of(f, i);
		double size;

		if (!change->compared || change->difference.proven != proven)
			continue;
		size = fabs(log(change->difference.ratio));
		if (found < 0 || size > most) {
			most = size;
			found = (long)i;
		}
	}
	return found;
}

static void add_largest(struct findings *f, enum proven proven, const char *what)
{
	long row = largest(f, proven);
	const struct difference *d;

	if (row < 0)
		return;
	d = &change_of(f, (size_t)row)->difference;
	text_printf(&f->words, " Its largest %s is %s: ", what, f->c->rows[row].label);
	words_change(&f->words, d->ratio);
	add_range(&f->words, d->interval);
	text_printf(&f->words, ", %s.", proportion_words(d->proportion));
}

/* Tests in which a side has no value. */
static void add_failures(struct findings *f, size_t side, const char *who)
{
	size_t n = 0;

	for (size_t i = 0; i < f->c->n_rows; i++) {
		const struct cell *cell = &f->c->rows[i].cells[side];

		if (!cell->words || !cell->entry || cell->special)
			continue;
		if (n++ < MOST_NAMED)
			text_printf(&f->words, "%s%s%s%s: %s", n == 1 && f->words.size ? " " : "",
				n == 1 ? who : "; ", n == 1 ? " has no value in " : "", f->c->rows[i].label,
				cell->words);
	}
	if (n > MOST_NAMED)
		text_printf(&f->words, "; and in %zu more", n - MOST_NAMED);
	text_adds(&f->words, n ? "." : "");
}

static void add_order(struct findings *f)
{
	const struct tally *t = &f->c->tallies[f->side];

	if (!f->c->interleaved[f->side] && t->counts[PROVEN_NOTHING] < t->all)
		text_adds(&f->words,
			" The two did not run in turns: a drift of the machine would look the same.");
}

/* The best system of each chart, where only one is left standing. */
static void add_single(struct findings *f)
{
	const struct article *a = f->a;

	if (!a->file->n_systems)
		text_adds(&f->words, "There are no systems in this result.");
	else
		text_printf(&f->words, "One system, %s, in %zu test%s: there is nothing to compare it with.",
			a->file->systems[0].identifier, a->n, a->n == 1 ? "" : "s");
}

/* What the verdicts rest on, where there are some. */
static void add_basis(struct findings *f)
{
	size_t said = 0, open = 0;

	for (size_t side = 0; side + 1 < f->c->n_sides; side++) {
		const struct tally *t = &f->c->tallies[side];

		said += t->counts[PROVEN_BETTER] + t->counts[PROVEN_WORSE] + t->counts[PROVEN_SAME] +
			t->counts[PROVEN_SMALL];
		open += t->counts[PROVEN_INCONCLUSIVE];
	}
	if (!said && !open)
		return;
	if (said) {
		text_adds(&f->words,
			"\"Better\" and \"worse\" are said only where the trials prove a difference that is not below the ");
		words_limit(&f->words, f->c);
		text_printf(&f->words,
			", \"the same\" only where they prove that it is within; all verdicts on a system together are wrong in "
			"at most %.3g %% of such comparisons.",
			f->c->options.alpha * 100);
	}
	if (open)
		text_printf(&f->words,
			"%s\"Not proven either way\" means that the trials spread too much, or are too few.",
			said ? " " : "");
}

static void send(struct findings *f, void (*each)(void *context, const char *paragraph), void *context)
{
	if (f->words.size)
		each(context, text_string(&f->words));
	text_clear(&f->words);
}

void findings_each(
	const struct article *article, void (*each)(void *context, const char *paragraph), void *context)
{
	struct findings f = { .a = article, .c = &article->comparison };

	if (!article->compared) {
		add_single(&f);
		send(&f, each, context);
	}
	if (article->compared) {
		add_failures(&f, 0, f.c->sides[0].label);
		send(&f, each, context);
	}
	for (; article->compared && f.side + 1 < f.c->n_sides; f.side++) {
		add_verdicts(&f);
		add_total(&f);
		add_largest(&f, PROVEN_BETTER, "gain");
		add_largest(&f, PROVEN_WORSE, "loss");
		add_failures(&f, f.side + 1, "It");
		add_order(&f);
		send(&f, each, context);
	}
	if (article->compared) {
		f.side = 0;
		add_basis(&f);
		send(&f, each, context);
	}
	text_release(&f.words);
}
