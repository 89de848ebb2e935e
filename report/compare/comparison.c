#include "report/compare/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/comparison_parts.h"
#include "share/base/banned.h"

#define ROUNDING    1e-12 /* changes that differ by less are one size */
#define LEAST_DRIFT 0.01 /* smaller drifts are not worth a word */

double change_percent(double ratio)
{
	return (ratio - 1) * 100;
}

/* Everything that changes are made from: the values of all rows on one side and on the baseline. */
struct work {
	struct comparison *c;
	struct arena *arena;
	size_t side; /* of the changes: side + 1 against 0 */
	const char **file_systems; /* of each side, "" unknown */
	struct values *base, *other; /* for each row */
};

static bool is_common_run(const struct comparison *c, size_t side)
{
	return c->sides[0].file == c->sides[side].file;
}

static void count_marks(struct cell *cell, const struct values *values)
{
	double *sorted = mem_zero(values->n, sizeof *sorted);

	cell->n_flagged = cell->n_outliers = 0;
	for (size_t i = 0; i < values->n; i++) {
		cell->n_flagged += values->items[i].flagged;
		cell->n_outliers += values->items[i].outlier;
		sorted[i] = values->items[i].value;
	}
	sort_numbers(sorted, values->n);
	cell->bimodal = is_bimodal(sorted, values->n);
	free(sorted);
}

static struct difference difference_of(
	const struct work *w, size_t row, unsigned leaving, struct change *change)
{
	const struct comparison *c = w->c;
	struct pairing p = values_pair(
		w->arena, &w->base[row], &w->other[row], is_common_run(c, w->side + 1), leaving);
	struct difference d = { .x = p.x,
		.y = p.y,
		.n = p.n,
		.m = p.m,
		.paired = p.paired,
		.proportion = c->rows[row].result->proportion,
		.threshold = c->options.threshold };

	if (change->floor > d.threshold)
		d.threshold = change->floor;
	difference_measure(&d);
	change->blocks = p.blocks;
	change->n_lost = p.n_lost;
	return d;
}

/* The same test has one hash in its headline and in its other metrics. */
static void family_name(const struct row *row, char name[41])
{
	if (row->result->parent && strlen(row->result->parent) == 40)
		memcpy(name, row->result->parent, 41);
	else
		result_hash(row->result, name);
}

/* All differences of one side, and the family that each belongs to. */
struct judging {
	struct difference *all;
	const bool *compared;
	size_t *sizes; /* of its family, for each row */
	char (*names)[41];
};

/* Settle one family: the rows with that name, or all of them without one. */
static void settle_family(const struct comparison *c, struct judging *j, const char *name)
{
	struct difference **family = mem_zero(c->n_rows, sizeof(struct difference *));
	size_t n = 0, m;

	for (size_t i = 0; i < c->n_rows; i++)
		if (j->compared[i] && (!name || !strcmp(j->names[i], name)))
			family[n++] = &j->all[i];
	m = family_settle(family, n, c->options.alpha);
	for (size_t i = 0; i < c->n_rows; i++)
		if (!name || !strcmp(j->names[i], name))
			j->sizes[i] = m;
	free(family);
}

/* Verdicts of all rows, in their families, whose sizes go to `sizes`. */
static void settle(const struct comparison *c, struct difference *all, const bool *compared, size_t *sizes)
{
	struct judging j = { all, compared, sizes, mem_zero(c->n_rows, sizeof *j.names) };

	if (c->options.family == FAMILY_ALL)
		settle_family(c, &j, NULL);
	for (size_t i = 0; c->options.family == FAMILY_TEST && i < c->n_rows; i++)
		family_name(&c->rows[i], j.names[i]);
	for (size_t i = 0; c->options.family == FAMILY_TEST && i < c->n_rows; i++) {
		size_t before = 0;

		while (before < i && strcmp(j.names[before], j.names[i]) != 0)
			before++;
		if (before == i)
			settle_family(c, &j, j.names[i]);
	}
	free(j.names);
}

/* What the verdicts would be without some of the values; where no row has such values, as they are. */
static void settle_without(const struct work *w, const bool *compared, unsigned leaving)
{
	const struct comparison *c = w->c;
	unsigned always = c->options.exclude_flagged ? LEAVE_FLAGGED : LEAVE_NOTHING;
	/* where flagged ones are left out already, the other answer is the one with them */
	unsigned left = leaving == LEAVE_FLAGGED ? always ^ LEAVE_FLAGGED : always | leaving;
	struct difference *all = mem_zero(c->n_rows, sizeof *all);
	size_t *sizes = mem_zero(c->n_rows, sizeof *sizes);
	bool any = false;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct cell *cells = c->rows[i].cells;
		const struct cell *a = &cells[0], *b = &cells[w->side + 1];
		struct change copy = c->rows[i].changes[w->side];
		bool has = leaving == LEAVE_FLAGGED ? a->n_flagged || b->n_flagged :
						      a->n_outliers || b->n_outliers;

		all[i] = copy.difference;
		if (compared[i] && has) {
			any = true;
			all[i] = difference_of(w, i, left, &copy);
		}
	}
	if (any)
		settle(c, all, compared, sizes);
	free(sizes);
	for (size_t i = 0; i < c->n_rows; i++) {
		struct change *change = &c->rows[i].changes[w->side];
		enum proven proven = any && compared[i] ? all[i].proven : change->difference.proven;

		if (leaving == LEAVE_FLAGGED)
			change->without_flagged = proven;
		else
			change->without_outliers = proven;
	}
	free(all);
}

/* In the words of a footnote, why there is no verdict. */
static const char *why_not(const struct work *w, size_t row)
{
	const struct comparison *c = w->c;
	const struct cell *a = &c->rows[row].cells[0], *b = &c->rows[row].cells[w->side + 1];
	const struct difference *d = &c->rows[row].changes[w->side].difference;

	if (a->n_unknown && b->n_unknown)
		return "one value a side, and of how many trials is not known";
	if (d->refused && d->paired && d->n > 1 && d->n < LEAST_PAIRS)
		return arena_printf(w->arena, "%zu blocks; %d are the least for a verdict", d->n, LEAST_PAIRS);
	if (d->refused && !d->paired && d->n > 1 && d->m > 1 && (d->n < LEAST_A_SIDE || d->m < LEAST_A_SIDE))
		return arena_printf(w->arena, "%zu and %zu trials; %d a side are the least for a verdict", d->n,
			d->m, LEAST_A_SIDE);
	return d->refused;
}

/* Of the test on the machine and file system of a side; NaN unknown. */
static double floor_of(const struct work *w, size_t row, size_t side)
{
	const struct comparison *c = w->c;
	const struct system *system = &c->sides[side].file->systems[c->sides[side].system];
	const struct floor *floor;

	if (!c->options.floors || !c->options.floors->n)
		return NAN;
	floor = floors_find(c->options.floors, c->rows[row].result,
		system->machine ? system->machine : system->hardware, w->file_systems[side]);
	return floor ? floor->floor : NAN;
}

static void compare_row(struct work *w, size_t row, unsigned leaving)
{
	struct comparison *c = w->c;
	struct change *change = &c->rows[row].changes[w->side];
	double base = floor_of(w, row, 0), other = floor_of(w, row, w->side + 1);

	change->floor = fmax(base, other);
	change->one_floor = isnan(base) != isnan(other);
	change->drift.together = NAN;
	if (change->why || !w->base[row].n || !w->other[row].n)
		return;
	change->difference = difference_of(w, row, leaving, change);
	change->compared = change->difference.n && change->difference.m;
	if (!change->compared)
		change->why = "all trials of a side were disturbed, and are left out";
	if (is_common_run(c, w->side + 1))
		change->drift = values_drift(&w->base[row], &w->other[row],
			fmax(LEAST_DRIFT, fabs(change->difference.ratio - 1) / 2));
}

static void note_blocks(struct comparison *c, size_t side)
{
	bool verdicts = false;

	for (size_t i = 0; i < c->n_rows; i++)
		verdicts = verdicts ||
			(c->rows[i].changes[side].compared &&
				c->rows[i].changes[side].difference.proven != PROVEN_NOTHING);
	c->interleaved[side] = true;
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct change *change = &c->rows[i].changes[side];

		if (!change->compared)
			continue;
		if (!change->difference.paired) {
			/* where there are verdicts, it is these that count */
			if (!verdicts || change->difference.proven != PROVEN_NOTHING)
				c->interleaved[side] = false;
			continue;
		}
		if (change->difference.n > c->n_blocks_max)
			c->n_blocks_max = change->difference.n;
		if (!c->n_blocks_min || change->difference.n < c->n_blocks_min)
			c->n_blocks_min = change->difference.n;
	}
}

static void compare_side(struct work *w)
{
	struct comparison *c = w->c;
	struct difference *all = mem_zero(c->n_rows, sizeof *all);
	bool *compared = mem_zero(c->n_rows, sizeof *compared);
	size_t *sizes = mem_zero(c->n_rows, sizeof *sizes);

	for (size_t i = 0; i < c->n_rows; i++) {
		w->other[i] = values_of(w->arena, c->rows[i].cells[w->side + 1].entry);
		count_marks(&c->rows[i].cells[w->side + 1], &w->other[i]);
		compare_row(w, i, c->options.exclude_flagged ? LEAVE_FLAGGED : LEAVE_NOTHING);
		all[i] = c->rows[i].changes[w->side].difference;
		compared[i] = c->rows[i].changes[w->side].compared;
	}
	settle(c, all, compared, sizes);
	for (size_t i = 0; i < c->n_rows; i++) {
		c->rows[i].changes[w->side].difference = all[i];
		c->rows[i].changes[w->side].family = sizes[i];
	}
	settle_without(w, compared, LEAVE_FLAGGED);
	settle_without(w, compared, LEAVE_OUTLIERS);
	for (size_t i = 0; i < c->n_rows; i++)
		if (compared[i] && c->rows[i].changes[w->side].difference.refused)
			c->rows[i].changes[w->side].why = why_not(w, i);
	note_blocks(c, w->side);
	free(sizes);
	free(all);
	free(compared);
}

static void count_verdicts(struct tally *tally, const struct comparison *c, size_t side)
{
	tally->all = c->n_rows;
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct change *change = &c->rows[i].changes[side];

		tally->counts[change->compared ? change->difference.proven : PROVEN_NOTHING]++;
	}
}

static void compare_all(struct comparison *c, struct arena *arena)
{
	struct work w = { c, arena, 0, arena_take(arena, c->n_sides * sizeof *w.file_systems),
		mem_zero(c->n_rows, sizeof *w.base), mem_zero(c->n_rows, sizeof *w.other) };

	for (size_t i = 0; i < c->n_sides; i++)
		w.file_systems[i] = fact_of(
			arena, &c->sides[i].file->systems[c->sides[i].system], "File-System");
	for (size_t i = 0; i < c->n_rows; i++) {
		w.base[i] = values_of(arena, c->rows[i].cells[0].entry);
		count_marks(&c->rows[i].cells[0], &w.base[i]);
	}
	for (w.side = 0; w.side + 1 < c->n_sides; w.side++)
		compare_side(&w);
	free(w.base);
	free(w.other);
}

int comparison_build(struct comparison *c, struct arena *arena, struct side *sides, size_t n,
	const struct comparison_options *options, struct error *err)
{
	const struct system **systems = arena_take(arena, n * sizeof *systems);

	*c = (struct comparison){ .sides = sides, .n_sides = n, .options = *options };
	for (size_t i = 0; i < n; i++)
		systems[i] = &sides[i].file->systems[sides[i].system];
	facts_build(&c->facts, arena, systems, n);
	if (rows_build(c, arena, err))
		return -1;
	c->totals = arena_take(arena, n * sizeof *c->totals);
	c->tallies = arena_take(arena, n * sizeof *c->tallies);
	c->interleaved = arena_take(arena, n * sizeof *c->interleaved);
	compare_all(c, arena);
	for (size_t i = 0; i + 1 < n; i++) {
		total_build(&c->totals[i], arena, c, i);
		count_verdicts(&c->tallies[i], c, i);
	}
	return 0;
}

/* The largest change of a row; below 0 when it has none. */
static double size_of(const struct comparison *c, const struct row *row)
{
	double most = -1;

	for (size_t i = 0; i + 1 < c->n_sides; i++)
		if (row->changes[i].compared && isfinite(row->changes[i].difference.ratio))
			most = fmax(most, fabs(log(row->changes[i].difference.ratio)));
	return most;
}

void comparison_sort(struct comparison *c)
{
	/* insertion keeps rows of one size in their order */
	for (size_t i = 1; i < c->n_rows; i++) {
		struct row row = c->rows[i];
		size_t k = i;

		for (; k && size_of(c, &c->rows[k - 1]) < size_of(c, &row) - ROUNDING; k--)
			c->rows[k] = c->rows[k - 1];
		c->rows[k] = row;
	}
}

static bool is_changed(const struct comparison *c, const struct row *row)
{
	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		const struct change *change = &row->changes[i];

		if (change->difference.proven == PROVEN_BETTER || change->difference.proven == PROVEN_WORSE ||
			row->cells[0].summary.state != row->cells[i + 1].summary.state)
			return true;
	}
	return false;
}

void comparison_only_changed(struct comparison *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		if (is_changed(c, &c->rows[i]))
			c->rows[kept++] = c->rows[i];
	c->n_hidden += c->n_rows - kept;
	c->n_rows = kept;
}
