#ifndef REPORT_ARTICLE_ARTICLE_H
#define REPORT_ARTICLE_ARTICLE_H

#include "report/chart/chart.h"
#include "report/compare/comparison.h"
#include "report/layout/layout.h"
#include "report/chart/sweep.h"

/*
 * What a report says, for every format: the chosen results as charts, and the comparison of all systems with
 * the baseline. Formats print this and compute nothing. All memory is in the arena; strings of the file are
 * shared.
 */
struct article_options {
	const char *title; /* NULL: the file's */
	const char *source; /* what the result is called, as the user would type it */
	const char *baseline; /* system that the others are compared with; NULL: the first */
	size_t n_done, n_planned; /* trials of a run that is not finished; 0 0: it is, or nobody knows */
	bool logs; /* is the result a folder, with the logs of its trials? */
	const char *order; /* "by block, seed 4711", or NULL */
	const struct floors *floors; /* noise of this machine, or NULL */
	bool sorted; /* bars by their values, the best first */
	bool uncompared; /* no comparison is needed */
};

/* The kinds of pictures, in the order of an article. */
enum figure_kind { FIGURE_OVERVIEW, FIGURE_LINES, FIGURE_GROUPS, FIGURE_BARS, FIGURE_RUNS, FIGURE_KINDS };

const char *figure_kind_name(enum figure_kind kind); /* "overview", "lines", ... */

struct article;

struct figure {
	enum figure_kind kind;
	const char *name; /* of its file, unlike all others: "fs-mark-1000-files-1mb-size" */
	size_t chart; /* bars and runs; of lines and groups the first one that they show */
	const struct sweep *sweep; /* lines and groups */
};

struct article {
	struct arena *arena;
	struct result_file *file;
	const char *title;
	struct article_options options;
	const size_t *chosen; /* results */
	struct chart *charts; /* one for each of them */
	size_t n;
	struct sweep *sweeps;
	size_t n_sweeps;
	struct figure *figures; /* the overview, then those of each chart together */
	size_t n_figures;
	struct facts facts; /* of the systems, in the order of the file */
	bool compared; /* are there two systems or more, so that there is a comparison? */
	struct comparison comparison;
};

/* Fails when samples cannot be read or no system is called as the baseline. */
int article_build(struct article *article, struct arena *arena, struct result_file *file, const size_t *chosen,
	size_t n, const struct article_options *options, struct error *err);

/* Adds the figures of an article that has everything else. */
void figures_build(struct article *article);

/* One figure laid out, `width` pixels wide; its memory is in `arena`. */
void figure_layout(struct layout *layout, struct arena *arena, const struct article *article,
	const struct figure *figure, double width);

#endif
