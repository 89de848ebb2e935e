#ifndef REPORT_RESULT_EDIT_H
#define REPORT_RESULT_EDIT_H

#include "report/result/result.h"

/*
 * Changes of a result file as a whole. Identifiers and results that are not there are errors that name the
 * nearest one; on failure the file may be changed in part. Strings are copied.
 */

/* Another name for a system, in its entries too. The new one must be free. */
int edit_rename_system(struct result_file *file, const char *identifier, const char *name, struct error *err);

/* A system and its entries go; results that had no others go with them. */
int edit_remove_system(struct result_file *file, const char *identifier, struct error *err);

/* This system becomes the one at `index` (from 0), the others keep their order; its entries move as well. */
int edit_move_system(struct result_file *file, const char *identifier, size_t index, struct error *err);

/*
 * Results are named by their number from 1, or by "TITLE, DESCRIPTION", in which * and ? stand for any text and
 * any character. Returns how many there are and sets their flags in `chosen` (n_results of them), -1 with a
 * message when there is none.
 */
int edit_find_results(const struct result_file *file, const char *name, bool *chosen, struct error *err);

/* Sort the results by these numbers, one for each, equal ones keeping their order; a negative one goes. */
void edit_arrange_results(struct result_file *file, const int *order);

#endif
