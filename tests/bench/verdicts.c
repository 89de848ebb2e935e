/*
 * How often the verdicts of hib diff are right: simulated runs, scheduled by hib's own plan and judged by its
 * own comparison. Prints the tables that stand in hib(1). The generator and its seed are fixed, so that every
 * run prints the same.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/compare/difference.h"
#include "runner/experiment/plan.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define SEED      20261201
#define THRESHOLD 0.02
#define ALPHA     0.05

enum disturbance { WHITE, DRIFT, WANDERING };

struct scenario {
	size_t tests, blocks;
	double noise; /* standard deviation of one trial, relative */
	double effect; /* true difference of every test, relative */
	enum disturbance disturbance;
};

/* Counts of verdicts over all families, and families with a false BETTER or WORSE. */
struct counts {
	size_t verdicts[PROVEN_INCONCLUSIVE + 1], families, false_families;
};

/* A normal deviate, by the polar method of Marsaglia and Bray (1964). */
static double normal(struct random *random)
{
	double u, v, s;

	do {
		u = (double)(random_next(random) >> 11) * 0x1p-52 - 1;
		v = (double)(random_next(random) >> 11) * 0x1p-52 - 1;
		s = u * u + v * v;
	} while (s >= 1 || s <= 0);
	return u * sqrt(-2 * log(s) / s);
}

/* What the machine does to a trial at each slot, as a factor's logarithm. */
static void disturb(double *state, size_t n, const struct scenario *scenario, struct random *random)
{
	double now = normal(random);

	for (size_t i = 0; i < n; i++) {
		state[i] = 0;
		if (scenario->disturbance == DRIFT)
			state[i] = log1p(0.05 * (double)i / (double)n);
		if (scenario->disturbance == WANDERING) {
			state[i] = scenario->noise * now;
			now = 0.8 * now + sqrt(1 - 0.8 * 0.8) * normal(random);
		}
	}
}

/* One run: its slots in the order of hib's plan, a value for each. */
static void simulate(double *values, const struct scenario *scenario, struct random *random)
{
	struct profile profile = { 0 };
	struct test *tests = mem_zero(scenario->tests, sizeof *tests);
	struct target targets[2] = { { 0 }, { 0 } };
	struct plan plan = { .seed = random_next(random),
		.blocks = (int)scenario->blocks,
		.tests = { .items = tests, .n = scenario->tests },
		.targets = targets,
		.n_targets = 2 };
	double *state;

	for (size_t i = 0; i < scenario->tests; i++)
		tests[i].profile = &profile;
	plan_schedule(&plan);
	state = mem_zero(plan.n_slots, sizeof *state);
	disturb(state, plan.n_slots, scenario, random);
	for (size_t i = 0; i < plan.n_slots; i++) {
		const struct slot *slot = &plan.slots[i];
		size_t at = ((size_t)slot->test * 2 + (size_t)slot->system) * scenario->blocks;

		values[at + (size_t)slot->block - 1] = 100 *
			exp(state[i] + scenario->noise * normal(random) +
				(slot->system ? log1p(scenario->effect) : 0));
	}
	free(state);
	free(tests);
	arena_release(&plan.arena);
}

static void judge(struct counts *outcome, const double *values, const struct scenario *scenario)
{
	struct difference *all = mem_zero(scenario->tests, sizeof *all);
	struct difference **family = mem_zero(scenario->tests, sizeof(struct difference *));
	bool wrong = false;

	for (size_t i = 0; i < scenario->tests; i++) {
		const double *x = values + i * 2 * scenario->blocks;

		all[i] = (struct difference){ .x = x,
			.y = x + scenario->blocks,
			.n = scenario->blocks,
			.m = scenario->blocks,
			.paired = true,
			.proportion = PROPORTION_HIB,
			.threshold = THRESHOLD };
		family[i] = &all[i];
		difference_measure(&all[i]);
	}
	family_settle(family, scenario->tests, ALPHA);
	for (size_t i = 0; i < scenario->tests; i++) {
		outcome->verdicts[all[i].proven]++;
		wrong = wrong || all[i].proven == PROVEN_WORSE ||
			(all[i].proven == PROVEN_BETTER && !(scenario->effect > 0));
	}
	outcome->families++;
	outcome->false_families += wrong;
	free(all);
	free(family);
}

static struct counts run(const struct scenario *scenario, size_t families)
{
	struct counts outcome = { 0 };
	double *values = mem_zero(scenario->tests * 2 * scenario->blocks, sizeof *values);
	struct random random;

	random_seed(&random, SEED);
	for (size_t i = 0; i < families; i++) {
		simulate(values, scenario, &random);
		judge(&outcome, values, scenario);
	}
	free(values);
	return outcome;
}

static double share(const struct counts *outcome, enum proven proven)
{
	size_t all = 0;

	for (size_t i = 0; i <= PROVEN_INCONCLUSIVE; i++)
		all += outcome->verdicts[i];
	return 100 * (double)outcome->verdicts[proven] / (double)all;
}

static void one_test_alone(size_t families)
{
	static const struct {
		size_t blocks;
		double noise;
	} rows[] = { { 6, .005 }, { 6, .01 }, { 6, .02 }, { 6, .05 }, { 8, .01 }, { 8, .02 }, { 8, .05 },
		{ 10, .01 }, { 10, .02 }, { 10, .05 } };

	printf("One test, limit 2 %%; share of runs in %%\n");
	printf("                no difference                     a true 5 %%\n");
	printf("blocks  noise   BETTER/WORSE  SAME small INCONCL.  BETTER small INCONCL.\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct scenario none = { 1, rows[i].blocks, rows[i].noise, 0, WHITE };
		const struct scenario five = { 1, rows[i].blocks, rows[i].noise, .05, WHITE };
		struct counts a = run(&none, families), b = run(&five, families);

		printf("%6zu  %4.1f %%  %12.1f %5.1f %5.1f %8.1f  %6.1f %5.1f %8.1f\n", rows[i].blocks,
			100 * rows[i].noise, share(&a, PROVEN_BETTER) + share(&a, PROVEN_WORSE),
			share(&a, PROVEN_SAME), share(&a, PROVEN_SMALL), share(&a, PROVEN_INCONCLUSIVE),
			share(&b, PROVEN_BETTER), share(&b, PROVEN_SMALL), share(&b, PROVEN_INCONCLUSIVE));
	}
}

static int many_tests(size_t families)
{
	static const char *const words[] = { "white noise", "linear drift of 5 %", "wandering state (AR 0.8)" };
	static const size_t sizes[] = { 1, 5, 19, 60 };
	int over = 0;

	printf("\nNo difference anywhere, 10 blocks, noise 2 %%; share in %% of runs with a false verdict\n");
	printf("tests in the run            %8zu %8zu %8zu %8zu\n", sizes[0], sizes[1], sizes[2], sizes[3]);
	for (enum disturbance d = WHITE; d <= WANDERING; d++) {
		printf("%-26s", words[d]);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			const struct scenario setting = { sizes[i], 10, .02, 0, d };
			struct counts outcome = run(&setting, families);
			double wrong = 100 * (double)outcome.false_families / (double)outcome.families;

			printf(" %8.1f", wrong);
			/* three standard errors above 5 % are more than chance */
			over += wrong > 5 + 3 * 100 * sqrt(.05 * .95 / (double)outcome.families);
		}
		printf("\n");
	}
	return over;
}

int main(int argc, char **argv)
{
	size_t families = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;

	one_test_alone(families);
	return many_tests(families / 5) ? 1 : 0;
}
