/* Verdicts of single tests and of families, on values whose answer METHOD.md or arithmetic gives. */
#include "report/compare/difference.h"
#include "report/compare/values.h"

#include "tests/unit/tap.h"

static const double a8[] = { 412.1, 418.9, 405.3, 421.7, 410.0, 415.2, 399.8, 417.4 };
static const double b8[] = { 431.0, 429.5, 418.2, 440.1, 426.3, 433.9, 415.0, 428.8 };

static struct difference made(const double *x, size_t n, const double *y, size_t m, bool paired)
{
	struct difference d = { .x = x,
		.y = y,
		.n = n,
		.m = m,
		.paired = paired,
		.proportion = PROPORTION_HIB,
		.threshold = USUAL_THRESHOLD };

	difference_measure(&d);
	return d;
}

static void settle(struct difference *d)
{
	struct difference *family[] = { d };

	family_settle(family, 1, USUAL_ALPHA);
}

static void says(struct difference d, enum proven wanted, const char *name)
{
	settle(&d);
	tap_text(proven_name(d.proven), proven_name(wanted), name);
}

static void verdicts_of_pairs(void)
{
	const double near[] = { 412.3, 418.6, 405.6, 421.5, 410.4, 415.0, 400.0, 417.1 };
	const double small[] = { 418.3, 425.2, 411.4, 428.0, 416.2, 421.4, 405.8, 423.7 };
	const double wide[] = { 380, 450, 390, 460, 370, 455, 440, 395 };
	const double edge[] = { 423, 410, 417, 414, 421, 408, 415, 410 };
	struct difference d = made(a8, 8, b8, 8, true);

	settle(&d);
	tap(fabs(d.ratio - 1.0370668673945822) < 1e-12 && fabs(d.interval.low - 1.0303534861190684) < 1e-9 &&
			fabs(d.interval.high - 1.0438239904429512) < 1e-9,
		"METHOD's paired ratio and interval");
	tap(fabs(d.p - 3.258414143318627e-06) < 1e-15 && fabs(d.guard - 0.0078125) < 1e-15,
		"its p and its guard");
	says(made(a8, 8, b8, 8, true), PROVEN_BETTER, "3.7 % more, where higher is better");
	d = made(a8, 8, b8, 8, true);
	d.proportion = PROPORTION_LIB;
	says(d, PROVEN_WORSE, "the same where lower is better");
	says(made(b8, 8, a8, 8, true), PROVEN_WORSE, "and turned round");
	d = made(a8, 8, b8, 8, true);
	d.threshold = 0.05;
	says(d, PROVEN_SAME, "within a limit of 5 % it is the same");
	d.threshold = 0.04;
	says(d, PROVEN_SMALL, "of 4 %: proven, but too small, and not surely within");
	says(made(a8, 8, near, 8, true), PROVEN_SAME, "a tenth of a per cent");
	says(made(a8, 8, small, 8, true), PROVEN_SAME, "1.5 %, surely within 2 %");
	says(made(a8, 8, wide, 8, true), PROVEN_INCONCLUSIVE, "pairs that go either way");
	says(made(a8, 8, edge, 8, true), PROVEN_INCONCLUSIVE,
		"an interval that holds 1 and reaches beyond the limit");
	says(made(a8, 8, a8, 8, true), PROVEN_SAME, "a system against itself, value by value");
}

static void guards(void)
{
	/* the t test alone would say yes: one pair of six goes the other way */
	const double x[] = { 100, 100, 100, 100, 100, 100 }, y[] = { 110, 111, 109, 110.5, 109.5, 99.9 };
	const double six[] = { 110, 111, 109, 110.5, 109.5, 110.2 };
	struct difference d = made(x, 6, y, 6, true);

	settle(&d);
	tap(d.p < 0.05 && d.guard > 0.05 && d.proven == PROVEN_INCONCLUSIVE, "the sign-flip test has a say");
	says(made(x, 6, six, 6, true), PROVEN_BETTER, "six of six");
	d = made(x, 5, six, 5, true);
	settle(&d);
	tap(d.proven == PROVEN_NOTHING && d.refused && d.interval.low > 1,
		"five pairs: an interval, and no verdict");
	d = made(x, 1, six, 1, true);
	settle(&d);
	tap_text(d.refused, "single values have no interval", "one pair");
	tap(isnan(d.interval.low), "and it has none");
	d = made(x, 0, six, 0, true);
	tap_text(d.refused, "no values on one side", "no pairs");
}

static void odd_values(void)
{
	const double five[] = { 5, 5, 5, 5, 5, 5 }, six[] = { 6, 6, 6, 6, 6, 6 };
	const double zeros[] = { 0, 0, 0, 0, 0, 0 }, below[] = { -1, 2, 3, 4, 5, 6 };
	const double some[] = { 10, 0, 11, 9, 12, 10, 11, 9 }, more[] = { 30, 28, 31, 29, 33, 30, 32, 29 };
	struct difference d = made(five, 6, six, 6, true);

	settle(&d);
	tap(d.no_spread && d.proven == PROVEN_BETTER && fabs(d.ratio - 1.2) < 1e-12,
		"no spread at all: proven, and said");
	d = made(five, 5, six, 5, false);
	settle(&d);
	tap(d.proven == PROVEN_BETTER && d.no_spread, "the same unpaired, by ranks");
	says(made(five, 6, five, 6, true), PROVEN_SAME, "all equal on both sides");
	d = made(zeros, 6, zeros, 6, true);
	tap_text(d.refused, "zeros: the ratio is undetermined", "nothing but zeros");
	d = made(five, 6, zeros, 6, true);
	settle(&d);
	tap(d.method == METHOD_PAIRED_MEANS && d.ratio == 0 && d.proven == PROVEN_WORSE, "down to nothing");
	d = made(zeros, 6, five, 6, true);
	tap_text(d.refused, "zeros: the ratio is undetermined", "up from nothing");
	d = made(some, 8, more, 8, true);
	settle(&d);
	tap(d.method == METHOD_PAIRED_MEANS && d.proven == PROVEN_BETTER && d.interval.low > 2,
		"one zero: Fieller");
	d = made(below, 6, five, 6, true);
	tap_text(d.refused, "values below zero have no ratio", "negative values");
	d = made(a8, 8, b8, 8, true);
	d.proportion = PROPORTION_NONE;
	difference_measure(&d);
	tap_text(d.refused, "which direction is better is not known", "no direction");
}

static void unpaired(void)
{
	struct difference d = made(a8, 8, b8, 8, false);

	settle(&d);
	tap(fabs(d.p - 60.0 / 12870) < 1e-12 && fabs(d.ratio - 1.036912949847987) < 1e-12,
		"METHOD's rank test");
	tap(fabs(d.interval.low - 1.0176653139174028) < 1e-12 &&
			fabs(d.interval.high - 1.0582926829268293) < 1e-12,
		"and its interval");
	tap(d.proven == PROVEN_BETTER && d.method == METHOD_RANKS, "the verdict by ranks");
	says(made(a8, 4, b8, 4, false), PROVEN_INCONCLUSIVE, "four a side that overlap");
	says(made(a8, 4, b8 + 4, 3, false), PROVEN_NOTHING, "three on one side");
}

/* Levels as Holm gives them: .05/4, .05/3, then all the rest share the first level that failed. */
static void families(void)
{
	const double noise[] = { 400, 430, 410, 415, 405, 425, 395, 420 };
	struct difference d[4] = { made(a8, 8, noise, 8, true), made(a8, 8, b8, 8, true),
		made(a8, 8, noise, 8, true), made(b8, 8, a8, 8, true) };
	struct difference *all[] = { &d[0], &d[1], &d[2], &d[3] };
	size_t m;

	d[2].refused = "left out";
	m = family_settle(all, 4, USUAL_ALPHA);
	tap(m == 3, "a refused one is not in the family");
	tap(fabs(fmin(d[1].level, d[3].level) - .05 / 3) < 1e-15 &&
			fabs(fmax(d[1].level, d[3].level) - .05 / 2) < 1e-15,
		"the two that are proven stand first");
	tap(fabs(d[0].level - .05) < 1e-15 && d[0].proven == PROVEN_SAME, "the last one at the whole level");
	d[1] = made(a8, 8, noise, 8, true);
	d[3] = made(noise, 8, a8, 8, true);
	family_settle(all, 4, USUAL_ALPHA);
	tap(fabs(d[0].level - .05 / 3) < 1e-15 && fabs(d[1].level - .05 / 3) < 1e-15 &&
			fabs(d[3].level - .05 / 3) < 1e-15,
		"after the first failure nobody gets an easier level");
	/* METHOD 6: at 2 % noise and 19 tests the half width is 6.4 % with 6 blocks, 3.7 % with 10 */
	tap(fabs(difference_told(.02 * sqrt(2), 6, .05 / 19) - .064) < .003, "19 tests, 6 blocks");
	tap(fabs(difference_told(.02 * sqrt(2), 10, .05 / 19) - .037) < .001, "19 tests, 10 blocks");
	tap(difference_told(.03, (size_t)pairs_needed(.03, .02, .05), .05) <= .02 &&
			difference_told(.03, (size_t)pairs_needed(.03, .02, .05) - 1, .05) > .02,
		"as many as needed, and no more");
}

static struct sample sample(double value, int trial, int block, int slot)
{
	return (struct sample){
		.value = value, .text = "1.0", .state = ST_OK, .trial = trial, .block = block, .slot = slot
	};
}

static void pairs(void)
{
	struct arena arena = { 0 };
	struct sample x[] = { sample(1, 1, 1, 1), sample(3, 1, 1, 1), sample(5, 3, 2, 3), sample(7, 5, 3, 5) };
	struct sample y[] = { sample(30, 6, 3, 6), sample(10, 2, 1, 2), sample(40, 8, 4, 8) };
	struct entry ex = { .samples = x, .n_samples = 4 }, ey = { .samples = y, .n_samples = 3 };
	struct values vx = values_of(&arena, &ex), vy = values_of(&arena, &ey);
	struct pairing p = values_pair(&arena, &vx, &vy, true, LEAVE_NOTHING);

	tap(vx.n == 3 && vx.items[0].value == 2, "two values of one trial are one, their median");
	tap(p.paired && p.n == 2 && p.x[0] == 2 && p.y[0] == 10 && p.x[1] == 7 && p.y[1] == 30 && p.n_lost == 2,
		"pairs by block, and what has no partner");
	p = values_pair(&arena, &vx, &vy, false, LEAVE_NOTHING);
	tap(!p.paired && p.n == 3 && p.m == 3, "blocks of different runs are no pairs");
	x[2].flags = "foreign_cpu";
	vx = values_of(&arena, &ex);
	p = values_pair(&arena, &vx, &vy, false, LEAVE_FLAGGED);
	tap(p.n == 2 && p.m == 3, "a disturbed trial is left out on wish");
	for (int i = 0; i < 3; i++)
		y[i].block += 10;
	vy = values_of(&arena, &ey);
	p = values_pair(&arena, &vx, &vy, true, LEAVE_NOTHING);
	tap(!p.paired, "no common blocks, no pairs");
	arena_release(&arena);
}

int main(void)
{
	verdicts_of_pairs();
	guards();
	odd_values();
	unpaired();
	families();
	pairs();
	return tap_end();
}
