#ifndef REPORT_ARTICLE_GRID_H
#define REPORT_ARTICLE_GRID_H

#include "report/article/article.h"
#include "share/base/text.h"

/* A table of words: what HTML, Markdown and text print in their own ways. */
enum grid_mark { GRID_PLAIN, GRID_GOOD, GRID_BAD, GRID_BEST };

struct grid_cell {
	const char *words; /* "" empty */
	enum grid_mark mark;
};

struct grid {
	struct arena *arena;
	const char **heads;
	bool *numeric; /* columns of figures, to the right */
	size_t n_columns;
	struct grid_cell *cells; /* row by row */
	bool *marked; /* rows that stand out */
	size_t n_rows;
};

/* The figures of one chart: a row a bar. */
void grid_of_chart(struct grid *grid, struct arena *arena, const struct article *article, size_t chart);

/* All medians: a row a test, a column a system. No columns when there are more systems than MOST_MEDIANS. */
#define MOST_MEDIANS 8
void grid_of_medians(struct grid *grid, struct arena *arena, const struct article *article);

/* The systems: facts that differ, or those that are alike. */
void grid_of_systems(struct grid *grid, struct arena *arena, const struct article *article, bool differing);

/* What failed, with the reason and the log. No rows: nothing did. */
void grid_of_failures(struct grid *grid, struct arena *arena, const struct article *article);

#endif
