/* What stands below the table of a diff: each line only when it applies. */
#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/number.h"
#include "share/base/banned.h"

struct remarks {
	const struct comparison *c;
	size_t side; /* of the changes */
	void (*each)(void *context, const char *line);
	void *context;
	struct text line;
};

static void send(struct remarks *r)
{
	r->each(r->context, text_string(&r->line));
	text_clear(&r->line);
}

static const struct change *change_of(const struct remarks *r, size_t row)
{
	return &r->c->rows[row].changes[r->side];
}

static const char *other_label(const struct remarks *r)
{
	return r->c->sides[r->side + 1].label;
}

/* Does an earlier row say the same, so that one line serves both? */
static bool is_said(const struct remarks *r, size_t row, const char *why)
{
	for (size_t i = 0; i < row; i++)
		if (change_of(r, i)->why && !strcmp(change_of(r, i)->why, why))
			return true;
	return false;
}

/* Why some rows have no verdict: one line a reason. */
static void tell_refused(struct remarks *r)
{
	for (size_t i = 0; i < r->c->n_rows; i++) {
		const char *why = change_of(r, i)->why;
		size_t n = 0;

		if (!why || is_said(r, i, why))
			continue;
		for (size_t k = i; k < r->c->n_rows; k++)
			n += change_of(r, k)->why && !strcmp(change_of(r, k)->why, why);
		if (n == r->c->n_rows && n > 1)
			text_printf(&r->line, "no verdict: %s", why);
		else if (n > 3)
			text_printf(&r->line, "no verdict for %s and %zu more: %s", r->c->rows[i].label, n - 1,
				why);
		else
			text_printf(&r->line, "no verdict for ");
		for (size_t k = i, said = 0; n <= 3 && !(n == r->c->n_rows && n > 1) && k < r->c->n_rows; k++)
			if (change_of(r, k)->why && !strcmp(change_of(r, k)->why, why))
				text_printf(&r->line, "%s%s", said++ ? "; " : "", r->c->rows[k].label);
		if (n <= 3 && !(n == r->c->n_rows && n > 1))
			text_printf(&r->line, ": %s", why);
		send(r);
	}
}

/* The trial that failed last, whose logs tell more; 0: none is known, or the result is a file only. */
static int last_failed(const struct cell *cell)
{
	int trial = 0;

	for (size_t i = 0; cell->entry && i < cell->entry->n_samples; i++)
		if (cell->entry->samples[i].state != ST_OK && cell->entry->samples[i].state != ST_WARMUP &&
			cell->entry->samples[i].slot)
			trial = cell->entry->samples[i].trial;
	return trial;
}

static void tell_sides(struct remarks *r)
{
	for (size_t i = 0; i < r->c->n_rows; i++) {
		const struct cell *a = &r->c->rows[i].cells[0], *b = &r->c->rows[i].cells[r->side + 1];

		for (int k = 0; k < 2; k++) {
			const struct cell *cell = k ? b : a;

			if (!cell->words || (!a->entry && !b->entry))
				continue;
			text_printf(&r->line, "%s, %s: %s", r->c->rows[i].label,
				k ? other_label(r) : r->c->sides[0].label, cell->words);
			if (last_failed(cell) && r->c->sides[k ? r->side + 1 : 0].logs)
				text_printf(&r->line, " (logs/%04d.out and .err of %s)", last_failed(cell),
					r->c->sides[k ? r->side + 1 : 0].source);
			send(r);
		}
	}
}

/* Why one verdict is open, where it is not the width of its interval alone. */
static bool tell_open(struct remarks *r, size_t row)
{
	const struct change *change = change_of(r, row);
	const struct difference *d = &change->difference;

	if (isnan(d->interval.low))
		text_printf(&r->line, "%s: %zu and %zu values have no interval that allows for %zu tests",
			r->c->rows[row].label, d->n, d->m, change->family);
	else if (d->p <= d->level && d->guard > r->c->options.alpha)
		text_printf(&r->line, "%s: the %s test does not confirm it (p %.2g)", r->c->rows[row].label,
			d->paired ? "sign-flip" : "rank", d->guard);
	else
		return false;
	send(r);
	return true;
}

/* How many trials would settle what is open: one line for all whose interval is too wide. */
static void tell_inconclusive(struct remarks *r)
{
	struct text list = TEXT_INIT;
	size_t n = 0;

	for (size_t i = 0; i < r->c->n_rows; i++) {
		const struct change *change = change_of(r, i);
		const struct difference *d = &change->difference;
		double percent = d->threshold * 100, needed;
		char buffer[NUMBER_TEXT_SIZE];

		if (!change->compared || d->proven != PROVEN_INCONCLUSIVE || tell_open(r, i))
			continue;
		needed = difference_needs(d);
		text_printf(&list, "%s%s", n++ ? "; " : "", r->c->rows[i].label);
		if (!isnan(needed) && needed < 10000)
			text_printf(&list, " (about %.0f %s show %s %%)", needed,
				d->paired ? "blocks" : "trials a side",
				number_fixed(percent, percent != rint(percent), buffer));
	}
	if (n) {
		text_printf(&r->line, "the interval%s too wide to tell: %s", n == 1 ? " is" : "s are",
			text_string(&list));
		send(r);
	}
	text_release(&list);
}

/* Returns whether the verdict would be another one; too few values that are left say nothing. */
static bool tell_without(struct remarks *r, size_t row, enum proven other, const char *what)
{
	if (other == PROVEN_NOTHING || other == change_of(r, row)->difference.proven)
		return false;
	text_printf(&r->line, "%s: %s it is %s", r->c->rows[row].label, what, proven_name(other));
	send(r);
	return true;
}

/* Values that stand out, and whether they matter. */
static void tell_marks(struct remarks *r)
{
	size_t flagged = 0, outliers = 0, bimodal = 0, trials = 0, changed = 0;

	for (size_t i = 0; i < r->c->n_rows; i++) {
		const struct change *change = change_of(r, i);
		const struct cell *a = &r->c->rows[i].cells[0], *b = &r->c->rows[i].cells[r->side + 1];

		flagged += a->n_flagged + b->n_flagged;
		outliers += a->n_outliers + b->n_outliers;
		trials += a->summary.n_ok + b->summary.n_ok;
		bimodal += a->bimodal || b->bimodal;
		if (!change->compared)
			continue;
		changed += tell_without(r, i, change->without_flagged,
			r->c->options.exclude_flagged ? "with the values of disturbed trials" :
							"without the values of disturbed trials");
		changed += tell_without(r, i, change->without_outliers, "without its outliers");
	}
	if (flagged) {
		text_printf(&r->line, "%zu of %zu values are of trials that something disturbed%s", flagged,
			trials,
			r->c->options.exclude_flagged ? ", and left out" :
							"; --exclude-flagged leaves them out");
		send(r);
	}
	if (outliers) {
		text_printf(&r->line,
			"%zu of %zu values are outliers (more than %.1f robust deviations away), and count%s",
			outliers, trials, OUTLIER_LIMIT, changed ? "" : "; no verdict depends on them");
		send(r);
	}
	for (size_t i = 0; bimodal && i < r->c->n_rows; i++)
		for (size_t k = 0; k < 2; k++) {
			size_t side = k ? r->side + 1 : 0;

			if (!r->c->rows[i].cells[side].bimodal)
				continue;
			text_printf(&r->line, "%s, %s: the values fall into two groups", r->c->rows[i].label,
				r->c->sides[side].label);
			send(r);
		}
}

static void tell_drift(struct remarks *r, size_t row)
{
	const struct change *change = change_of(r, row);
	const struct drift *drift = &change->drift;

	if (drift->apart) {
		text_printf(&r->line, "%s: %s drifted by ", r->c->rows[row].label, r->c->sides[0].label);
		words_change(&r->line, 1 + drift->own[0]);
		text_printf(&r->line, " over the session, %s by ", other_label(r));
		words_change(&r->line, 1 + drift->own[1]);
		text_adds(&r->line, ": the difference between them is not the same throughout");
	} else if (!isnan(drift->together)) {
		text_printf(&r->line, "%s: both sides drifted by ", r->c->rows[row].label);
		words_change(&r->line, 1 + drift->together);
		text_adds(&r->line,
			change->difference.paired ?
				" over the session; pairs within blocks allow for it" :
				" over the session, which may be all there is to the difference");
	} else {
		return;
	}
	send(r);
}

static void tell_doubts(struct remarks *r)
{
	for (size_t i = 0; i < r->c->n_rows; i++) {
		const struct change *change = change_of(r, i);

		if (!change->compared)
			continue;
		tell_drift(r, i);
		if (change->difference.no_spread && change->difference.n > 1) {
			text_printf(&r->line,
				"%s: the values do not spread at all: a limit of their resolution?",
				r->c->rows[i].label);
			send(r);
		}
		if (change->n_lost) {
			text_printf(&r->line, "%s: %zu value%s no partner in %s block, and %s left out",
				r->c->rows[i].label, change->n_lost, change->n_lost == 1 ? " has" : "s have",
				change->n_lost == 1 ? "its" : "their", change->n_lost == 1 ? "is" : "are");
			send(r);
		}
	}
}

static void tell_family(struct remarks *r)
{
	size_t most = 0, least = (size_t)-1;

	for (size_t i = 0; i < r->c->n_rows; i++)
		if (change_of(r, i)->difference.proven != PROVEN_NOTHING) {
			most = change_of(r, i)->family > most ? change_of(r, i)->family : most;
			least = change_of(r, i)->family < least ? change_of(r, i)->family : least;
		}
	if (!most)
		return;
	if (most == least)
		text_printf(
			&r->line, "verdicts and intervals allow for %zu test%s", most, most == 1 ? "" : "s");
	else
		text_printf(&r->line, "verdicts and intervals allow for the %zu to %zu results of each test",
			least, most);
	text_printf(&r->line, "%s: all of them together are wrong in at most %.3g %% of such comparisons",
		most > 1 ? " (Holm)" : "", r->c->options.alpha * 100);
	send(r);
}

void words_remarks(
	const struct comparison *c, size_t side, void (*each)(void *context, const char *line), void *context)
{
	struct remarks r = { .c = c, .side = side, .each = each, .context = context };

	tell_sides(&r);
	tell_refused(&r);
	tell_inconclusive(&r);
	tell_marks(&r);
	tell_doubts(&r);
	tell_family(&r);
	if (c->totals[side].k > 1 && c->totals[side].n < c->n_rows + c->n_hidden) {
		text_adds(&r.line, "the geometric mean has one result of each test, its headline");
		send(&r);
	}
	if (c->totals[side].turned && c->totals[side].k > 1) {
		text_adds(&r.line,
			"the geometric mean has lower-is-better tests turned round: above 0 is better");
		send(&r);
	}
	if (c->n_hidden) {
		text_printf(&r.line, "%zu test%s without a proven change %s not shown", c->n_hidden,
			c->n_hidden == 1 ? "" : "s", c->n_hidden == 1 ? "is" : "are");
		send(&r);
	}
	text_release(&r.line);
}
