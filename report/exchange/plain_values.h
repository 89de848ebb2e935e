#ifndef REPORT_EXCHANGE_PLAIN_VALUES_H
#define REPORT_EXCHANGE_PLAIN_VALUES_H

#include "report/result/result.h"

/*
 * Lines "label value" as samples of one result: the last word of a line is the value, all before it the label;
 * a line that begins with '#' and an empty one say nothing. `where` names the text in errors, which are
 * "where:line: ...".
 */
int plain_values_read(struct result_file *file, const struct result_key *key, const char *where,
	const char *bytes, size_t size, struct error *err);

#endif
