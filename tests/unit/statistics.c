#include "report/result/result.h"
#include "report/result/statistics.h"

#include <string.h>

#include "tests/unit/tap.h"

static struct sample ok(double value)
{
	return (struct sample){ .value = value, .state = ST_OK, .text = "", .seconds = NAN };
}

static struct summary of(const double *values, size_t n)
{
	struct sample samples[32];
	struct summary s;

	for (size_t i = 0; i < n; i++)
		samples[i] = ok(values[i]);
	summarize(&s, samples, n);
	return s;
}

/* METHOD.md 4: ranks for n = 6..20 */
static void ranks(void)
{
	static const size_t low[] = { 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6 };
	bool good = true;

	for (size_t n = 6; n <= 20; n++)
		good = good && median_interval_rank(n) == low[n - 6];
	tap(good, "ranks of the median's interval for n = 6..20");
	tap(!median_interval_rank(5) && !median_interval_rank(1) && !median_interval_rank(0), "none below 6");
	tap(median_interval_rank(100) == 40, "n = 100: ranks 40 and 61");
	tap(median_interval_rank(10000) == 4902, "n = 10000 neither overflows nor vanishes");
}

static void summaries(void)
{
	static const double a[] = { 412.1, 418.9, 405.3, 421.7, 410.0, 415.2, 399.8, 417.4 };
	static const double few[] = { 3, 1, 2 };
	struct sample mixed[] = { ok(5), { .value = NAN, .state = ST_FAILED, .reason = "no space" }, ok(7),
		{ .value = 99, .state = ST_WARMUP } };
	struct summary s = of(a, 8);

	tap_number(s.median, 413.65, "METHOD's vector A: median");
	tap(s.interval == INTERVAL_MEDIAN && s.low == 399.8 && s.high == 421.7, "n = 8: smallest and largest");
	s = of(few, 3);
	tap(s.median == 2 && s.interval == INTERVAL_EXTREMES && s.low == 1 && s.high == 3,
		"n = 3: no interval, a range");
	s = of(few, 1);
	tap(s.median == 3 && s.interval == INTERVAL_NONE, "n = 1: neither");
	summarize(&s, mixed, 4);
	tap(s.n == 3 && s.n_ok == 2 && s.median == 6 && s.state == ST_OK,
		"a failed trial is counted, a warm-up is not");
	tap_text(s.reason, "no space", "and its reason is kept");
	summarize(&s, mixed + 1, 1);
	tap(s.n_ok == 0 && s.state == ST_FAILED && isnan(s.median), "all failed: a state, no number");
	summarize(&s, NULL, 0);
	tap(s.state == ST_MISSING, "nothing: missing");
}

/* PTS's comparison hash: what decides whether two results are one */
static void hashes(void)
{
	struct result demo = { .profile = "local/demo-1.0.0",
		.title = "Demo",
		.arguments = "--mode=fast",
		.description = " Mode: Fast ",
		.version = "2.1",
		.scale = "MB/s",
		.proportion = PROPORTION_HIB };
	char hash[41];

	result_hash(&demo, hash);
	tap_text(hash, "b04773f130ca4ed29eba40a544297a5300f57892", "hash of a result, as PTS computes it");
	demo.proportion = PROPORTION_LIB;
	demo.profile = "local/demo-1.0.9";
	result_hash(&demo, hash);
	tap_text(hash, "b04773f130ca4ed29eba40a544297a5300f57892",
		"direction and last part of the version are not in it");
	demo.scale = "KB/s";
	result_hash(&demo, hash);
	tap(strcmp(hash, "b04773f130ca4ed29eba40a544297a5300f57892") != 0, "the unit is");
}

int main(void)
{
	hashes();
	ranks();
	summaries();
	return tap_end();
}
