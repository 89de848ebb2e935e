#ifndef REPORT_TEXT_RICH_H
#define REPORT_TEXT_RICH_H

#include <stdio.h>

#include "report/chart/chart.h"
#include "report/layout/terminal.h"

/* One chart as bars: heading, a row for each system, and what the columns are. */
int text_rich(const struct chart *chart, const struct terminal *t, FILE *out, struct error *err);

/*
 * All results of one system as a table, for a bar that is always full says nothing. `charts` have
 * one bar each. `head` is the first line.
 */
int text_table(const struct chart *charts, size_t n, const char *head, const struct terminal *t, FILE *out,
	struct error *err);

#endif
