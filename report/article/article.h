#ifndef REPORT_ARTICLE_ARTICLE_H
#define REPORT_ARTICLE_ARTICLE_H

#include "report/chart.h"
#include "report/compare/comparison.h"

/*
 * What a report says, for every format: the chosen results as charts, and the comparison of all systems with
 * the baseline. Formats print this and compute nothing. All memory is in the arena; strings of the file are
 * shared.
 */
struct article_options {
	const char *title; /* NULL: the file's */
	const char *source; /* what the result is called, as the user would type it */
	const char *baseline; /* system that the others are compared with; NULL: the first */
	bool logs; /* is the result a folder, with the logs of its trials? */
	const char *order; /* "by block, seed 4711", or NULL */
	const struct floors *floors; /* noise of this machine, or NULL */
};

struct article {
	struct arena *arena;
	struct result_file *file;
	const char *title;
	struct article_options options;
	const size_t *chosen; /* results */
	struct chart *charts; /* one for each of them */
	const char **names; /* of their files, unlike each other: "fs-mark-1000-files-1mb-size" */
	size_t n;
	bool compared; /* are there two systems or more, so that there is a comparison? */
	struct comparison comparison;
};

/* Fails when samples cannot be read or no system is called as the baseline. */
int article_build(struct article *article, struct arena *arena, struct result_file *file, const size_t *chosen,
	size_t n, const struct article_options *options, struct error *err);

#endif
