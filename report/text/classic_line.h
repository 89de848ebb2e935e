#ifndef REPORT_TEXT_CLASSIC_LINE_H
#define REPORT_TEXT_CLASSIC_LINE_H

#include <stdio.h>

#include "report/result/result.h"

/* Rows of a line graph (values are comma lists) in the classic style, PTS.md 1.6. */
void classic_lines(const struct result *result, int width, const char *prefix, int longest, FILE *out);

#endif
