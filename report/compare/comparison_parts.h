#ifndef REPORT_COMPARE_COMPARISON_PARTS_H
#define REPORT_COMPARE_COMPARISON_PARTS_H

#include "report/compare/comparison.h"
#include "report/compare/values.h"

/* What the files that build a comparison share; nobody else includes this. */

/* The mean row of side `side` + 1. */
void total_build(struct total *total, struct arena *arena, const struct comparison *comparison, size_t side);

/* Rows and cells: every test that a side has, once, with what each side has of it. */
int rows_build(struct comparison *comparison, struct arena *arena, struct error *err);

#endif
