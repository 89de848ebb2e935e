#include "report/article/grid.h"

#include <math.h>
#include <string.h>

#include "report/chart/chart_words.h"
#include "report/diff/words.h"
#include "share/base/banned.h"

#define MOST_COLUMNS 4 /* systems that stand side by side; more stand below each other */

static void begin(struct grid *grid, struct arena *arena, size_t n_columns)
{
	*grid = (struct grid){ .arena = arena,
		.heads = arena_take(arena, n_columns * sizeof *grid->heads),
		.numeric = arena_take(arena, n_columns * sizeof *grid->numeric),
		.n_columns = n_columns };
	for (size_t i = 0; i < n_columns; i++)
		grid->heads[i] = "";
}

/* One more row, its cells empty. */
static struct grid_cell *add_row(struct grid *grid)
{
	struct grid_cell *row;

	for (size_t i = 0; i < grid->n_columns; i++) {
		size_t n = grid->n_rows * grid->n_columns + i;

		grid->cells = arena_more(grid->arena, grid->cells, n, sizeof *grid->cells);
		grid->cells[n] = (struct grid_cell){ "", GRID_PLAIN };
	}
	grid->marked = arena_more(grid->arena, grid->marked, grid->n_rows, sizeof *grid->marked);
	grid->marked[grid->n_rows] = false;
	row = &grid->cells[grid->n_rows * grid->n_columns];
	grid->n_rows++;
	return row;
}

static const char *kept(struct grid *grid, struct text *words)
{
	const char *text = arena_text(grid->arena, text_string(words));

	text_release(words);
	return text;
}

/* The row of the comparison that a chart is, or NULL. */
static const struct row *row_of(const struct article *a, size_t chart)
{
	const struct result *result = &a->file->results[a->chosen[chart]];

	for (size_t i = 0; a->compared && i < a->comparison.n_rows; i++) {
		/* rows mostly come in the order of the results */
		const struct row *row = &a->comparison.rows[(chart + i) % a->comparison.n_rows];

		if (row->result == result)
			return row;
	}
	return NULL;
}

/* The side of the comparison that a bar is: 0 the baseline; -1 none. */
static int side_of(const struct row *row, size_t n_sides, const struct bar *bar)
{
	for (size_t i = 0; row && i < n_sides; i++)
		if (row->cells[i].entry && row->cells[i].entry == bar->entry)
			return (int)i;
	return -1;
}

enum { SYSTEM, MEDIAN, INTERVAL, TRIALS, CHANGE, RANGE, VERDICT, CHART_COLUMNS };

static void fill_change(
	struct grid *grid, struct grid_cell *cells, const struct change *change, double threshold)
{
	struct text words = TEXT_INIT;

	if (change->compared) {
		words_change(&words, change->difference.ratio);
		cells[CHANGE].words = kept(grid, &words);
		words_interval(&words, change->difference.interval);
		cells[RANGE].words = kept(grid, &words);
	}
	words_verdict(&words, change);
	/* the noise of the machine may be a larger limit than all others have */
	if (change->compared && change->difference.proven != PROVEN_NOTHING &&
		change->difference.threshold > threshold)
		text_printf(&words, ", limit %.3g %%", change->difference.threshold * 100);
	cells[VERDICT].words = kept(grid, &words);
	if (change->compared && change->difference.proven == PROVEN_BETTER)
		cells[VERDICT].mark = GRID_GOOD;
	else if (change->compared && change->difference.proven == PROVEN_WORSE)
		cells[VERDICT].mark = GRID_BAD;
}

static void fill_bar(struct grid *grid, struct grid_cell *cells, const struct bar *bar, bool provable)
{
	struct text words = TEXT_INIT;

	cells[SYSTEM].words = bar->label;
	cells[MEDIAN].words = bar->words ? bar->words : bar->value_text;
	if (bar->words)
		return;
	chart_add_interval(&words, bar, 0);
	if (provable && bar->summary.interval == INTERVAL_EXTREMES)
		text_adds(&words, " (range)");
	cells[INTERVAL].words = kept(grid, &words);
	text_printf(&words, "%zu", bar->summary.n_ok);
	if (bar->summary.n_ok < bar->summary.n)
		text_printf(&words, " of %zu", bar->summary.n);
	cells[TRIALS].words = kept(grid, &words);
}

/* Columns in which no row says anything are left out, but for the first. */
static void drop_empty(struct grid *grid)
{
	bool *drop = arena_take(grid->arena, grid->n_columns);
	size_t kept = 0;

	for (size_t i = 0; i < grid->n_columns; i++) {
		bool empty = i > 0;

		for (size_t row = 0; row < grid->n_rows && empty; row++) {
			const char *words = grid->cells[row * grid->n_columns + i].words;

			empty = !*words || !strcmp(words, "-");
		}
		drop[i] = empty;
		kept += !empty;
	}
	for (size_t row = 0, at = 0; row < grid->n_rows; row++)
		for (size_t i = 0; i < grid->n_columns; i++)
			if (!drop[i])
				grid->cells[at++] = grid->cells[row * grid->n_columns + i];
	for (size_t i = 0, at = 0; i < grid->n_columns; i++)
		if (!drop[i]) {
			grid->heads[at] = grid->heads[i];
			grid->numeric[at++] = grid->numeric[i];
		}
	grid->n_columns = kept;
}

void grid_of_chart(struct grid *grid, struct arena *arena, const struct article *a, size_t chart)
{
	const struct chart *c = &a->charts[chart];
	const struct row *row = row_of(a, chart);

	begin(grid, arena, row ? CHART_COLUMNS : CHANGE);
	grid->heads[SYSTEM] = "system";
	grid->heads[MEDIAN] = arena_printf(
		arena, "%s%s%s", c->n_max > 1 ? "median" : "value", *c->unit ? ", " : "", c->unit);
	grid->heads[INTERVAL] = c->provable ? "95 % interval" : "range";
	grid->heads[TRIALS] = "n";
	for (size_t i = MEDIAN; i <= TRIALS; i++)
		grid->numeric[i] = true;
	if (row) {
		struct text name = TEXT_INIT;

		grid->heads[CHANGE] = arena_printf(arena, "against %s", a->comparison.sides[0].label);
		words_interval_name(&name, &a->comparison);
		grid->heads[RANGE] = kept(grid, &name);
		grid->heads[VERDICT] = "verdict";
		grid->numeric[CHANGE] = grid->numeric[RANGE] = true;
	}
	for (size_t i = 0; i < c->n_bars; i++) {
		struct grid_cell *cells = add_row(grid);
		int side = side_of(row, a->comparison.n_sides, &c->bars[i]);

		fill_bar(grid, cells, &c->bars[i], c->provable);
		if (!side)
			cells[CHANGE].words = "baseline";
		else if (side > 0)
			fill_change(grid, cells, &row->changes[side - 1], a->comparison.options.threshold);
	}
	drop_empty(grid);
}

void grid_of_medians(struct grid *grid, struct arena *arena, const struct article *a)
{
	size_t n = a->file->n_systems;

	begin(grid, arena, n > MOST_MEDIANS ? 0 : n + 2);
	if (!grid->n_columns)
		return;
	grid->heads[0] = "test";
	grid->heads[1] = "unit";
	for (size_t k = 0; k < n; k++) {
		grid->heads[k + 2] = a->file->systems[k].identifier;
		grid->numeric[k + 2] = true;
	}
	for (size_t i = 0; i < a->n; i++) {
		const struct chart *chart = &a->charts[i];
		struct grid_cell *cells = add_row(grid);

		cells[0].words = arena_printf(
			arena, "%s%s%s", chart->title, *chart->subtitle ? ", " : "", chart->subtitle);
		cells[1].words = chart->proportion == PROPORTION_LIB ?
			arena_printf(arena, "%s, less is better", chart->unit) :
			chart->unit;
		for (size_t k = 0; k < chart->n_bars; k++) {
			int system = chart->bars[k].system;

			if (system < 0 || (size_t)system >= n || *cells[system + 2].words)
				continue;
			cells[system + 2].words = chart->bars[k].words ?
				state_word(chart->bars[k].summary.state) :
				chart->bars[k].value_text;
			cells[system + 2].mark = chart->n_bars > 1 && chart->bars[k].marks & MARK_BEST ?
				GRID_BEST :
				GRID_PLAIN;
		}
	}
}

static const char *value_of(const struct system_fact *fact, size_t system)
{
	return *fact->values[system] ? fact->values[system] : "unknown";
}

static const char *name_of(struct grid *grid, const struct system_fact *fact)
{
	return fact->factor ? arena_printf(grid->arena, "%s (the factor)", fact->name) : fact->name;
}

void grid_of_systems(struct grid *grid, struct arena *arena, const struct article *a, bool differing)
{
	const struct system_fact *facts = differing ? a->facts.items : a->facts.same;
	size_t n_facts = differing ? a->facts.n : a->facts.n_alike, n = a->file->n_systems;

	if (!differing) {
		/* alike on all of them: once */
		begin(grid, arena, 2);
		grid->heads[0] = n > 1 ? "all systems" : "system";
		for (size_t i = 0; i < n_facts; i++) {
			struct grid_cell *cells = add_row(grid);

			cells[0].words = facts[i].name;
			for (size_t k = n; k-- > 0;)
				cells[1].words = *facts[i].values[k] ? facts[i].values[k] : cells[1].words;
		}
	} else if (n <= MOST_COLUMNS) {
		begin(grid, arena, n + 1);
		for (size_t k = 0; k < n; k++)
			grid->heads[k + 1] = a->file->systems[k].identifier;
		for (size_t i = 0; i < n_facts; i++) {
			struct grid_cell *cells = add_row(grid);

			grid->marked[grid->n_rows - 1] = true;
			cells[0].words = name_of(grid, &facts[i]);
			for (size_t k = 0; k < n; k++)
				cells[k + 1].words = value_of(&facts[i], k);
		}
	} else {
		begin(grid, arena, n_facts + 1);
		grid->heads[0] = "system";
		for (size_t i = 0; i < n_facts; i++)
			grid->heads[i + 1] = name_of(grid, &facts[i]);
		for (size_t k = 0; k < n; k++) {
			struct grid_cell *cells = add_row(grid);

			cells[0].words = a->file->systems[k].identifier;
			for (size_t i = 0; i < n_facts; i++)
				cells[i + 1].words = value_of(&facts[i], k);
		}
	}
}

static void add_failure(
	struct grid *grid, const struct article *a, const struct chart *chart, const struct bar *bar)
{
	struct grid_cell *cells;
	struct text words = TEXT_INIT;
	int trial = 0;

	for (size_t i = 0; bar->entry && i < bar->entry->n_samples; i++)
		if (bar->entry->samples[i].state != ST_OK && bar->entry->samples[i].state != ST_WARMUP &&
			bar->entry->samples[i].slot)
			trial = bar->entry->samples[i].trial;
	cells = add_row(grid);
	cells[0].words = arena_printf(
		grid->arena, "%s%s%s", chart->title, *chart->subtitle ? ", " : "", chart->subtitle);
	cells[1].words = bar->label;
	if (bar->words)
		text_adds(&words, bar->words);
	else
		text_printf(&words, "%zu of %zu trials ok%s%s", bar->summary.n_ok, bar->summary.n,
			bar->summary.reason ? ": " : "", bar->summary.reason ? bar->summary.reason : "");
	cells[2].words = kept(grid, &words);
	if (trial && a->options.logs)
		cells[3].words = arena_printf(grid->arena, "logs/%04d.out, logs/%04d.err", trial, trial);
}

void grid_of_failures(struct grid *grid, struct arena *arena, const struct article *a)
{
	begin(grid, arena, a->options.logs ? 4 : 3);
	grid->heads[0] = "test";
	grid->heads[1] = "system";
	grid->heads[2] = "what happened";
	if (a->options.logs)
		grid->heads[3] = "log, in the result's folder";
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++) {
			const struct bar *bar = &a->charts[i].bars[k];

			if (!bar->special && bar->entry &&
				(bar->summary.n_ok < bar->summary.n || (bar->words && !bar->summary.n_ok)))
				add_failure(grid, a, &a->charts[i], bar);
		}
}
