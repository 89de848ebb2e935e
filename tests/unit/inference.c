/* METHOD.md's test vectors, to 1e-9 or to the digits printed there. */
#include "report/compare/inference.h"

#include "tests/unit/tap.h"

static const double a[] = { 412.1, 418.9, 405.3, 421.7, 410.0, 415.2, 399.8, 417.4 };
static const double b[] = { 431.0, 429.5, 418.2, 440.1, 426.3, 433.9, 415.0, 428.8 };

static void near(double got, double wanted, const char *name)
{
	bool good = fabs(got - wanted) <= 1e-9 * fabs(wanted);

	tap(good, name);
	if (!good)
		printf("# got:    %.17g\n# wanted: %.17g\n", got, wanted);
}

static void means(void)
{
	const double large[] = { 1e9 + .1, 1e9 + .2, 1e9 + .3 }, q[] = { 15, 20, 35, 40, 50 };
	double variance = deviation_of(large, 3) * deviation_of(large, 3);

	near(mean_of(a, 8), 412.55, "mean A");
	near(deviation_of(a, 8), 7.333095234229918, "sd A");
	near(mean_of(b, 8), 427.85, "mean B");
	near(deviation_of(b, 8), 8.11400904960938, "sd B");
	tap(fabs(variance - 0.01) < 1e-6, "variance of 1e9 + .1 .2 .3: two passes");
	tap(quantile_of(q, 5, .25) == 20 && quantile_of(q, 5, .5) == 35 &&
			fabs(quantile_of(q, 5, .9) - 46) < 1e-9 && fabs(quantile_of(q, 5, .99) - 49.6) < 1e-9 &&
			quantile_of(q, 5, 1) == 50,
		"quantiles of type 7");
	tap(isnan(mean_of(a, 0)) && isnan(deviation_of(a, 1)), "what does not exist is no number");
}

static void student(void)
{
	static const struct {
		double df, t;
	} table[] = { { 1, 12.7062 }, { 2, 4.3027 }, { 3, 3.1824 }, { 4, 2.7764 }, { 5, 2.5706 }, { 7, 2.3646 },
		{ 9, 2.2622 }, { 14, 2.1448 }, { 19, 2.0930 }, { 29, 2.0452 }, { 99, 1.9842 } };
	bool good = true;

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		good = good && fabs(student_quantile(.975, table[i].df) - table[i].t) < 5e-5;
	tap(good, "t(.975) for eleven degrees of freedom");
	near(student_quantile(.025, 7), -student_quantile(.975, 7),
		"the lower quantile is the upper one's mirror");
	near(student_cdf(student_quantile(.9, 12.5), 12.5), .9,
		"quantile and distribution are each other's inverse");
	tap(isnan(student_quantile(.975, .5)) && isnan(student_cdf(1, 0)), "less than one degree: nothing");
}

static void pairs(void)
{
	const double one[] = { 1, 1, 1, 1, 1, 1 }, same[] = { 1.1, 1.1, 1.1, 1.1, 1.1, 1.1 };
	struct ratio r = paired_ratio(a, b, 8, .95);

	near(r.ratio, 1.0370668673945822, "paired ratio");
	near(r.interval.low, 1.0303534861190684, "its interval, low");
	near(r.interval.high, 1.0438239904429512, "high");
	near(r.t, 13.251853483138463, "t");
	near(r.p, 3.258414143318627e-06, "p");
	near(sign_flip_p(a, b, 8), 0.0078125, "sign-flip, exact: 2 of 256");
	r = paired_ratio(one, same, 6, .95);
	tap(fabs(r.ratio - 1.1) < 1e-12 && fabs(r.interval.low - 1.1) < 1e-12 && r.p == 0,
		"no spread: one value, p 0");
	r = paired_ratio(one, one, 6, .95);
	tap(r.ratio == 1 && r.p == 1, "no difference at all: p 1");
	near(sign_flip_p(one, one, 6), 1, "sign-flip of nothing: 1");
	r = paired_ratio(a, b, 1, .95);
	tap(isnan(r.interval.low) && isnan(r.p), "one pair proves nothing");
}

static void unpaired(void)
{
	const double tied[] = { 1, 2, 2, 3 }, more[] = { 2, 3, 4, 5 };
	struct ratio r = welch(a, 8, b, 8, .95);

	near(r.t, 3.9568545435542535, "Welch: t");
	near(r.df, 13.859042483133573, "df");
	near(r.p, 0.001458860078521592, "p");
	near(r.interval.low, 6.998816448868526, "interval, low");
	near(r.interval.high, 23.601183551131612, "high");
	near(mann_whitney_p(a, 8, b, 8), 0.004662004662004662, "Mann-Whitney, exact");
	near(mann_whitney_p(tied, 4, more, 4), 14. / 70, "with ties: 14 of all 70 splits");
	r = hodges_lehmann(a, 8, b, 8, .95);
	near(log(r.ratio), log(1.036912949847987), "Hodges-Lehmann");
	near(r.interval.low, 1.0176653139174028, "its interval, low");
	near(r.interval.high, 1.0582926829268293, "high");
	r = fieller(a, 8, b, 8, .95);
	near(r.interval.low, 1.0147756801899828, "Fieller, low");
	near(r.interval.high, 1.0598552856620547, "high");
	r = fieller((const double[]){ 1, -1, 0 }, 3, b, 3, .95);
	tap(isnan(r.interval.low), "a mean that is not clear of zero: undetermined");
	tap(isnan(mann_whitney_p(a, 0, b, 8)), "nothing on one side");
}

static void others(void)
{
	double p[] = { .004, .03, .02, .5 }, scores[8], zero[3];
	const double out[] = { 100, 101, 99, 100, 102, 98, 100, 160 }, equal[] = { 5, 5, 5 };
	const double two[] = { 1, 1.1, 1.2, 1.3, 9, 9.1, 9.2, 9.3 }, one[] = { 1, 2, 3, 4, 5, 6, 7, 8 };

	holm(p, 4);
	tap(fabs(p[0] - .016) < 1e-12 && fabs(p[1] - .06) < 1e-12 && fabs(p[2] - .06) < 1e-12 && p[3] == .5,
		"Holm");
	robust_scores(scores, out, 8);
	tap(fabs(scores[7] - 40.47) < .01 && fabs(scores[0]) < OUTLIER_LIMIT,
		"160 among a hundred is an outlier");
	robust_scores(zero, equal, 3);
	tap(!zero[0] && !zero[1] && !zero[2], "all equal: none is");
	tap(is_bimodal(two, 8) && !is_bimodal(one, 8) && !is_bimodal(two, 7), "two groups");
}

int main(void)
{
	means();
	student();
	pairs();
	unpaired();
	others();
	return tap_end();
}
