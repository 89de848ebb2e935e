#ifndef REPORT_RESULT_MERGE_PARTS_H
#define REPORT_RESULT_MERGE_PARTS_H

#include "report/result/result.h"

/* What the ways to join result files share: copies whose strings live in the file that they join. */
struct system *merge_copy_system(struct result_file *into, const struct system *system, const char *identifier);
struct result *merge_copy_result(struct result_file *into, const struct result *result);
void merge_copy_entry(struct result_file *into, struct entry *to, const struct entry *from);

#endif
