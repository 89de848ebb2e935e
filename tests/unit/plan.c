#include "runner/experiment/plan.h"

#include <stdlib.h>

#include "tests/unit/tap.h"

static struct plan scheduled(size_t tests, size_t systems, int blocks, uint64_t seed)
{
	static const struct profile profile = { .name = "p" };
	struct plan plan = { .seed = seed, .blocks = blocks, .n_targets = systems };

	plan.tests.items = arena_take(&plan.tests.arena, tests * sizeof *plan.tests.items);
	plan.tests.n = tests;
	for (size_t i = 0; i < tests; i++)
		plan.tests.items[i].profile = &profile;
	plan.targets = arena_take(&plan.arena, systems * sizeof *plan.targets);
	plan_schedule(&plan);
	return plan;
}

static bool same(const struct plan *a, const struct plan *b)
{
	return a->n_slots == b->n_slots && !memcmp(a->slots, b->slots, a->n_slots * sizeof *a->slots);
}

/* In each block every test runs once on every system, systems side by side. */
static bool is_blocked(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_slots; i++) {
		size_t in_block = i % (plan->tests.n * plan->n_targets);

		if (plan->slots[i].slot != (int)i + 1 ||
			plan->slots[i].block != (int)(i / (plan->tests.n * plan->n_targets)) + 1 ||
			plan->slots[i].test != (int)(in_block / plan->n_targets))
			return false;
	}
	return true;
}

static int first_goes_first(const struct plan *plan, int test)
{
	int n = 0;

	for (size_t i = 0; i < plan->n_slots; i += 2)
		n += plan->slots[i].test == test && plan->slots[i].system == 0;
	return n;
}

int main(void)
{
	struct plan a = scheduled(3, 2, 8, 4711), again = scheduled(3, 2, 8, 4711),
		    other = scheduled(3, 2, 8, 4712);
	struct plan many = scheduled(2, 5, 6, 1);
	int seen[5] = { 0 };

	tap(a.n_slots == 48 && is_blocked(&a), "blocks outside, tests inside, systems side by side");
	tap(same(&a, &again), "the same seed gives the same order");
	tap(!same(&a, &other), "another seed another one");
	tap(first_goes_first(&a, 0) == 4 && first_goes_first(&a, 1) == 4 && first_goes_first(&a, 2) == 4,
		"two systems: each goes first in half of the blocks of every test");
	for (size_t i = 0; i < 5; i++)
		seen[many.slots[i].system]++;
	tap(seen[0] == 1 && seen[1] == 1 && seen[2] == 1 && seen[3] == 1 && seen[4] == 1,
		"five systems: a permutation");
	plan_extend(&a, 1);
	tap(a.n_slots == 50 && a.slots[48].block == 9 && a.slots[48].test == 1 && a.slots[49].system == 1,
		"an extension is one more block of that test on every system");
	plan_extend(&a, 1);
	tap(plan_is_extended(&a, &a.slots[2]) && !plan_is_extended(&a, &a.slots[0]),
		"two of them are the most, for each test");
	plan_add_targets(&a, 1);
	tap(a.n_slots == 52 + 24 && a.slots[52].block == 11 && a.slots[52].system == 1,
		"systems that join later have blocks of their own: they are no pairs");
	plan_release(&a);
	plan_release(&again);
	plan_release(&other);
	plan_release(&many);
	return tap_end();
}
