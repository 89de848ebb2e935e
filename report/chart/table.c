#include "report/chart/table.h"

#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

/* One table while its results are gathered. */
struct group {
	char root[41]; /* hash of the headline */
	size_t *results, n;
};

static void root_of(const struct result *result, char root[41])
{
	if (result->parent && strlen(result->parent) == 40)
		memcpy(root, result->parent, 41);
	else
		result_hash(result, root);
}

static struct group *gather(
	struct arena *arena, const struct result_file *file, const size_t *chosen, size_t n, size_t *n_groups)
{
	struct group *groups = NULL;

	*n_groups = 0;
	for (size_t i = 0; i < n; i++) {
		char root[41];
		size_t k = 0;

		root_of(&file->results[chosen[i]], root);
		while (k < *n_groups && strcmp(groups[k].root, root) != 0)
			k++;
		if (k == *n_groups) {
			groups = arena_more(arena, groups, *n_groups, sizeof *groups);
			groups[k] = (struct group){ .n = 0 };
			memcpy(groups[k].root, root, sizeof root);
			++*n_groups;
		}
		groups[k].results = arena_more(arena, groups[k].results, groups[k].n, sizeof *groups->results);
		groups[k].results[groups[k].n++] = chosen[i];
	}
	return groups;
}

/* " (Quick)" behind every description, or "": it belongs to the test and to none of its metrics. */
static const char *shared_mark(const struct table *table)
{
	const char *first = table->columns[0].chart.subtitle, *mark = strrchr(first, '(');

	if (!mark || mark - first < 2 || mark[-1] != ' ' || !text_ends(first, ")"))
		return "";
	for (size_t i = 1; i < table->n_columns; i++)
		if (!text_ends(table->columns[i].chart.subtitle, mark - 1))
			return "";
	return mark - 1;
}

/*
 * Bytes that all names share: up to a " - " in front of the metric, or the whole of the headline's,
 * which its metrics' descriptions begin with.
 */
static size_t shared_size(const struct table *table)
{
	const char *first = table->columns[0].name;
	size_t shared = strlen(first);

	for (size_t i = 1; i < table->n_columns; i++) {
		const char *other = table->columns[i].name;
		size_t same = 0;

		while (same < shared && other[same] == first[same])
			same++;
		shared = same;
	}
	if (shared == strlen(first))
		return shared;
	while (shared && (shared < 3 || memcmp(first + shared - 3, " - ", 3) != 0))
		shared--;
	return shared;
}

static void name_columns(struct table *table, struct arena *arena)
{
	const char *mark = shared_mark(table), *base;
	size_t shared;

	table->title = table->columns[0].chart.title;
	for (size_t i = 0; i < table->n_columns; i++) {
		const char *subtitle = table->columns[i].chart.subtitle;

		table->columns[i].name = arena_bytes(arena, subtitle, strlen(subtitle) - strlen(mark));
	}
	shared = shared_size(table);
	base = arena_bytes(arena, table->columns[0].name, shared);
	if (text_ends(base, " - "))
		base = arena_bytes(arena, base, shared - 3);
	table->subtitle = arena_printf(arena, "%s%s", base, mark);
	for (size_t i = 0; i < table->n_columns; i++) {
		const char *name = table->columns[i].name + shared;

		table->columns[i].name = text_starts(name, " - ") ? name + 3 : name;
	}
}

/* The bar of that label in a column's chart, or NULL: charts leave out systems that do not concern them. */
static const struct bar *bar_of(const struct table *table, size_t column, const char *label)
{
	const struct chart *chart = &table->columns[column].chart;

	for (size_t i = 0; i < chart->n_bars; i++)
		if (!strcmp(chart->bars[i].label, label))
			return &chart->bars[i];
	return NULL;
}

static void find_rows(struct table *table, struct arena *arena)
{
	for (size_t column = 0; column < table->n_columns; column++)
		for (size_t i = 0; i < table->columns[column].chart.n_bars; i++) {
			const char *label = table->columns[column].chart.bars[i].label;
			size_t row = 0;

			while (row < table->n_rows && strcmp(table->rows[row], label) != 0)
				row++;
			if (row < table->n_rows)
				continue;
			table->rows = arena_more(arena, table->rows, table->n_rows, sizeof *table->rows);
			table->rows[table->n_rows++] = label;
		}
}

int tables_build(struct table **tables, size_t *n_tables, struct arena *arena, struct result_file *file,
	const size_t *chosen, size_t n, struct error *err)
{
	struct group *groups = gather(arena, file, chosen, n, n_tables);

	*tables = arena_take(arena, *n_tables * sizeof **tables);
	for (size_t i = 0; groups && i < *n_tables; i++) {
		struct table *table = &(*tables)[i];

		table->n_columns = groups[i].n;
		table->columns = arena_take(arena, groups[i].n * sizeof *table->columns);
		for (size_t k = 0; k < groups[i].n; k++)
			if (chart_build(&table->columns[k].chart, arena, file,
				    &file->results[groups[i].results[k]], err))
				return -1;
		name_columns(table, arena);
		find_rows(table, arena);
	}
	return 0;
}

const char *table_cell(const struct table *table, size_t column, size_t row)
{
	static const char *const words[ST_COUNT] = { "ok", "failed", "missing", "too fast", "invalid",
		"skipped", "warm-up" };
	const struct bar *bar = bar_of(table, column, table->rows[row]);

	if (bar && bar->special)
		return bar->words;
	if (!bar || (bar->words && !bar->summary.n && bar->summary.state == ST_MISSING))
		return "-";
	if (!bar->words)
		return bar->value_text;
	/* the words of the chart are long */
	return words[bar->summary.state];
}

void table_trials(const struct table *table, size_t *least, size_t *most)
{
	*least = *most = 0;
	for (size_t column = 0; column < table->n_columns; column++) {
		const struct chart *chart = &table->columns[column].chart;

		if (chart->n_max > *most)
			*most = chart->n_max;
		if (chart->n_max && (!*least || chart->n_min < *least))
			*least = chart->n_min;
	}
}
