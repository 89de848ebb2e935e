#ifndef REPORT_EXPORT_MARKDOWN_H
#define REPORT_EXPORT_MARKDOWN_H

#include "share/base/text.h"

/* Pieces of GitHub flavoured Markdown. */

/* Text from elsewhere: no markup of its own, no end of a table's cell. */
void markdown_add(struct text *out, const char *words);
/* Code in as many backticks as none within it have. */
void markdown_add_code(struct text *out, const char *code);

#endif
