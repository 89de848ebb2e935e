#ifndef REPORT_TEXT_METRICS_H
#define REPORT_TEXT_METRICS_H

#include <stdio.h>

#include "report/chart/table.h"
#include "report/layout/terminal.h"

/*
 * A table for readers: the metrics' names, units and directions above aligned columns, a row for
 * each system. Columns that do not fit into the terminal's width go on below, with the labels again.
 */
int text_metrics(const struct table *table, const struct terminal *t, FILE *out, struct error *err);

/*
 * The same figures in the form that kernel developers publish (": TEST", ": REAL UTIME ...",
 * "SYSTEM : figures"): one row a line, however long; `hib import` reads it back. Metrics that are
 * none of that form's columns stand under DETAILS where the test has some of them.
 */
int text_accounting(const struct table *table, const struct terminal *t, FILE *out, struct error *err);

#endif
