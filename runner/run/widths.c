#include "runner/run/widths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/comparison.h"
#include "report/compare/values.h"
#include "runner/journal/replay.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* Blocks that the schedule has for a test, warm-up not counted. */
static int blocks_of(const struct plan *plan, size_t test)
{
	int n = 0;

	for (size_t i = 0; i < plan->n_slots; i++)
		n += plan->slots[i].test == (int)test && plan->slots[i].block > 0 &&
			plan->slots[i].system == (int)plan->first_target;
	return n;
}

/* Half the relative width of the 95 % interval of a mean; NaN below LEAST_PAIRS values. */
static double own_width(struct arena *arena, const struct entry *entry)
{
	struct values values = values_of(arena, entry);
	double *logs = arena_take(arena, (values.n + 1) * sizeof *logs);

	for (size_t i = 0; i < values.n; i++) {
		if (!(values.items[i].value > 0))
			return NAN;
		logs[i] = log(values.items[i].value);
	}
	return values.n < LEAST_PAIRS ? NAN :
					difference_told(deviation_of(logs, values.n), values.n, USUAL_ALPHA);
}

/* The widest interval among the systems of a result. */
static double widest(struct arena *arena, const struct comparison *c, size_t row)
{
	double most = NAN;

	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		const struct difference *d = &c->rows[row].changes[i].difference;

		if (c->rows[row].changes[i].compared && d->n >= LEAST_PAIRS)
			most = fmax(most, difference_told(d->spread, d->n, USUAL_ALPHA));
	}
	return c->n_sides > 1 ? most : own_width(arena, c->rows[row].cells[0].entry);
}

/* The test that a result is the headline of, or -1. */
static int test_of(const struct plan *plan, const struct result *result)
{
	if (result->parent && *result->parent)
		return -1;
	for (size_t i = 0; i < plan->tests.n; i++) {
		const struct test *test = &plan->tests.items[i];
		char *name = mem_printf("hib/%s-%s", test->profile->name, test->profile->version);
		bool same = !strcmp(result->profile, name) &&
			text_starts(result->description, test->description) &&
			!strcmp(result->arguments, test->arguments);

		free(name);
		if (same)
			return (int)i;
	}
	return -1;
}

/* Fewer blocks than an interval needs are too few, too. */
static bool is_too_wide(const struct plan *plan, size_t test, double width)
{
	return isnan(width) ? blocks_of(plan, test) < LEAST_PAIRS : width > plan->until_width;
}

static int find(const struct session *s, struct arena *arena, struct result_file *file, bool *needs,
	int *capped, struct error *err)
{
	const struct comparison_options options = { .threshold = USUAL_THRESHOLD, .alpha = USUAL_ALPHA };
	struct side *sides = arena_take(arena, (file->n_systems + 1) * sizeof *sides);
	struct comparison c;
	int n = 0;

	for (size_t i = 0; i < file->n_systems; i++)
		sides[i] = (struct side){ file, (int)i, file->systems[i].identifier, s->name, true };
	if (!file->n_systems || comparison_build(&c, arena, sides, file->n_systems, &options, err))
		return file->n_systems ? -1 : 0;
	for (size_t i = 0; i < c.n_rows; i++) {
		int test = test_of(&s->plan, c.rows[i].result);

		if (test < 0 || needs[test] || !is_too_wide(&s->plan, (size_t)test, widest(arena, &c, i)))
			continue;
		needs[test] = blocks_of(&s->plan, (size_t)test) < s->plan.most_blocks;
		n += needs[test];
		*capped += !needs[test];
	}
	return n;
}

int widths_find(const struct session *s, bool *needs, int *capped, struct error *err)
{
	char *journal = file_join(s->folder, "journal.jsonl");
	struct loaded loaded = { 0 };
	struct arena arena = { 0 };
	int n = replay_journal(&loaded, journal, err);

	*capped = 0;
	if (!n)
		n = find(s, &arena, &loaded.file, needs, capped, err);
	arena_release(&arena);
	loaded_release(&loaded);
	free(journal);
	return n;
}
