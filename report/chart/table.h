#ifndef REPORT_CHART_TABLE_H
#define REPORT_CHART_TABLE_H

#include "report/chart/chart.h"

/*
 * The metrics of one test side by side: rows are systems, columns are the results that a headline
 * and its `parent` hash hold together. The cells are the bars of each column's chart, so that table
 * and charts say the same.
 */
struct table_column {
	const char *name; /* of the metric, without what all columns share; "" for a test's headline */
	struct chart chart;
};

struct table {
	const char *title; /* "dbench 4.00" */
	const char *subtitle; /* what all columns' descriptions begin with: "4 Clients" */
	struct table_column *columns;
	size_t n_columns;
	const char **rows; /* labels of the systems that some column concerns */
	size_t n_rows;
};

/*
 * Group the `chosen` results into tables, in the order of their first results. Memory comes from
 * `arena`. Fails as chart_build() does.
 */
int tables_build(struct table **tables, size_t *n_tables, struct arena *arena, struct result_file *file,
	const size_t *chosen, size_t n, struct error *err);

/* What stands in a cell: the value, else a short word for its state; "-" where nothing ran. `row` from 0. */
const char *table_cell(const struct table *table, size_t column, size_t row);

/* Fewest and most ok trials behind a value of the table; 0 when there is none. */
void table_trials(const struct table *table, size_t *least, size_t *most);

#endif
