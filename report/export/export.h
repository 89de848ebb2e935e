#ifndef REPORT_EXPORT_EXPORT_H
#define REPORT_EXPORT_EXPORT_H

#include "report/article/article.h"
#include "share/base/text.h"

/* The data of a report for other programs. Identifiers stand as they are stored; numbers keep their digits. */

/* RFC 4180, UTF-8, a heading, a row for each sample, failed ones too. */
void export_csv(struct text *out, const struct article *article);

/* A row a test, a column of medians for each system; empty where there is none. */
void export_wide(struct text *out, const struct article *article);

/* One object, "schema": "hib-report-1"; documented in hib(1). */
void export_json(struct text *out, const struct article *article);

/* One field and the comma behind it; the last comma of a line becomes its end with csv_end(). */
void csv_add(struct text *line, const char *field);
void csv_add_number(struct text *line, double value); /* shortest digits; empty unless finite */
void csv_end(struct text *line);

/* A row of the long form: one sample of a result on a system; and the heading that names its columns. */
void csv_add_heading(struct text *out);
void csv_add_sample(
	struct text *out, const struct result *result, const char *system, const struct sample *sample);

#endif
