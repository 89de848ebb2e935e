#include "runner/experiment/plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "share/base/random.h"
#include "share/base/banned.h"

#define MIB             ((uint64_t)1 << 20)
#define MOST_EXTENSIONS 2

void target_volume(const struct target *target, struct volume *volume, const char *folder, const char *token)
{
	volume_open(volume, target->spec, folder, token);
	volume->size = target->size;
	volume->identity = target->identity;
	snprintf(volume->below, sizeof volume->below, "%s", target->fs.disk ? target->fs.disk : "");
	/* of a folder as it is, the device is known before */
	if (spec_kind(target->spec) == VOLUME_FOLDER)
		snprintf(volume->disk, sizeof volume->disk, "%s", target->fs.device ? target->fs.device : "");
}

static void add_slot(struct plan *plan, int block, int test, int system)
{
	plan->slots = arena_more(&plan->arena, plan->slots, plan->n_slots, sizeof *plan->slots);
	plan->slots[plan->n_slots] = (struct slot){ (int)plan->n_slots + 1, block, test, system };
	plan->n_slots++;
}

static int blocks_of(const struct plan *plan, size_t test)
{
	const struct profile *profile = plan->tests.items[test].profile;
	bool own = profile->trials && !(plan->blocks_asked && profile->pts.identifier);

	return own ? (int)profile->trials : plan->blocks;
}

/* Number of the first block of a test: 1, less what comes before it and does not count. */
static int first_block(const struct plan *plan, size_t test)
{
	int own = (int)plan->tests.items[test].profile->warmup;

	return 1 - (own > plan->warmup ? own : plan->warmup);
}

static int first_of_all(const struct plan *plan)
{
	int first = 1;

	for (size_t i = 0; i < plan->tests.n; i++)
		first = first_block(plan, i) < first ? first_block(plan, i) : first;
	return first;
}

int plan_common_trials(const struct plan *plan)
{
	int most = 0;

	for (size_t i = 0; i < plan->tests.n; i++) {
		int64_t own = plan->tests.items[i].profile->trials;

		if (!own)
			return 0;
		most = own > most ? (int)own : most;
	}
	return most;
}

/*
 * For two systems the two orders are balanced over the blocks of a test and shuffled; for more
 * each block is a random permutation. orders[block]: does the second system go first?
 */
static size_t *balanced_orders(int blocks, struct random *random)
{
	size_t *orders = mem_zero((size_t)blocks, sizeof *orders);

	for (int i = 0; i < blocks; i++)
		orders[i] = (size_t)i % 2;
	random_shuffle(random, orders, (size_t)blocks);
	return orders;
}

static void schedule_test(
	struct plan *plan, int block, size_t test, const size_t *orders, struct random *random)
{
	size_t n = plan->n_targets, *order = mem_zero(n, sizeof *order);

	for (size_t i = 0; i < n; i++)
		order[i] = i;
	if (n == 2 && block > 0 && orders[block - 1]) {
		order[0] = 1;
		order[1] = 0;
	} else if (n > 2) {
		random_shuffle(random, order, n);
	}
	for (size_t i = 0; i < n; i++)
		add_slot(plan, block, (int)test, (int)order[i]);
	free(order);
}

void plan_schedule(struct plan *plan)
{
	size_t n = plan->tests.n, **orders = mem_zero(n, sizeof *orders);
	struct random random;
	int most = 0;

	random_seed(&random, plan->seed);
	for (size_t t = 0; t < n; t++) {
		orders[t] = balanced_orders(blocks_of(plan, t), &random);
		most = blocks_of(plan, t) > most ? blocks_of(plan, t) : most;
	}
	for (size_t t = 0; plan->by_test && t < n; t++)
		for (int block = first_block(plan, t); block <= blocks_of(plan, t); block++)
			schedule_test(plan, block, t, orders[t], &random);
	for (int block = first_of_all(plan); !plan->by_test && block <= most; block++)
		for (size_t t = 0; t < n; t++)
			if (block >= first_block(plan, t) && block <= blocks_of(plan, t))
				schedule_test(plan, block, t, orders[t], &random);
	for (size_t t = 0; t < n; t++)
		free(orders[t]);
	free(orders);
}

void plan_add_targets(struct plan *plan, size_t first)
{
	size_t n = plan->n_targets - first, *order = mem_zero(n, sizeof *order);
	struct random random;
	int most = 0, before = 0;

	/* what was not measured in common blocks must not look as if it had been */
	for (size_t i = 0; i < plan->n_slots; i++)
		before = plan->slots[i].block > before ? plan->slots[i].block : before;
	plan->first_target = first;
	random_seed(&random, plan->seed + first);
	for (size_t t = 0; t < plan->tests.n; t++)
		most = blocks_of(plan, t) > most ? blocks_of(plan, t) : most;
	for (int block = first_of_all(plan); block <= most; block++)
		for (size_t t = 0; t < plan->tests.n; t++) {
			if (block < first_block(plan, t))
				continue;
			for (size_t i = 0; i < n; i++)
				order[i] = first + i;
			random_shuffle(&random, order, n);
			for (size_t i = 0; i < n && block <= blocks_of(plan, t); i++)
				add_slot(plan, block > 0 ? block + before : block, (int)t, (int)order[i]);
		}
	free(order);
}

bool plan_is_extended(const struct plan *plan, const struct slot *slot)
{
	int n = 0;

	for (size_t i = 0; i < plan->n_slots; i++)
		n += plan->slots[i].test == slot->test && plan->slots[i].system == slot->system &&
			plan->slots[i].block > 0;
	return n >= blocks_of(plan, (size_t)slot->test) + MOST_EXTENSIONS;
}

void plan_extend(struct plan *plan, int test)
{
	int block = 0;

	for (size_t i = 0; i < plan->n_slots; i++)
		if (plan->slots[i].test == test && plan->slots[i].block > block)
			block = plan->slots[i].block;
	for (size_t i = plan->first_target; i < plan->n_targets; i++)
		add_slot(plan, block + 1, test, (int)i);
}

/* What bringing a system into its state takes: mkfs and mounts, and the waits for an idle machine. */
static double state_seconds(const struct plan *plan, const struct target *target)
{
	switch (spec_kind(target->spec)) {
	case VOLUME_IMAGE:
	case VOLUME_DEVICE:
		return plan->quick ? 1 : 8;
	default:
		return 0;
	}
}

uint64_t plan_space(const struct plan *plan, const struct target *target)
{
	return target->size ? target->size : plan_cost(plan, 0).space;
}

struct cost plan_cost(const struct plan *plan, size_t first)
{
	struct cost sum = { 0 };

	for (size_t i = first; i < plan->n_slots; i++) {
		const struct cost *c = &plan->tests.items[plan->slots[i].test].cost;

		sum.seconds += c->seconds + state_seconds(plan, &plan->targets[plan->slots[i].system]);
		sum.writes += c->writes ? c->writes : c->space;
		if (c->space > sum.space)
			sum.space = c->space;
	}
	return sum;
}

int plan_blocks_within(const struct plan *plan, double seconds)
{
	double sum = 0;
	int last = 0, done = 0;

	for (size_t i = 0; i < plan->n_slots; i++) {
		const struct slot *slot = &plan->slots[i];

		sum += plan->tests.items[slot->test].cost.seconds +
			state_seconds(plan, &plan->targets[slot->system]);
		if (slot->block != last && i)
			done = last;
		last = slot->block;
		if (sum > seconds)
			return done > 0 ? done : 0;
	}
	return -1;
}

/* All images of a run are equally large: as the largest test needs, with room so that none is nearly full. */
void plan_sizes(struct plan *plan)
{
	uint64_t need = 0, size;

	for (size_t i = 0; i < plan->tests.n; i++)
		if (plan->tests.items[i].cost.space > need)
			need = plan->tests.items[i].cost.space;
	size = need + need / 3 + 64 * MIB;
	size = size < 512 * MIB ? 512 * MIB : (size + 64 * MIB - 1) / (64 * MIB) * (64 * MIB);
	for (size_t i = 0; i < plan->n_targets; i++) {
		enum volume_kind kind = spec_kind(plan->targets[i].spec);

		if (!plan->targets[i].size && (kind == VOLUME_IMAGE || kind == VOLUME_TMPFS))
			plan->targets[i].size = size;
	}
}

void plan_release(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_targets; i++)
		filesystem_release(&plan->targets[i].fs);
	tests_release(&plan->tests);
	arena_release(&plan->arena);
	*plan = (struct plan){ 0 };
}
