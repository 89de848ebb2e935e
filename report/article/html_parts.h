#ifndef REPORT_ARTICLE_HTML_PARTS_H
#define REPORT_ARTICLE_HTML_PARTS_H

#include "report/article/article.h"
#include "share/base/text.h"

/* What the files of the HTML article share; nobody else includes this. */

#define HTML_WIDTH 640 /* of its pictures: small screens need not shrink it much */

size_t html_count_values(const struct article *article); /* of all charts */
void html_contents(struct text *out, const struct article *article); /* links to the charts */
void html_charts(struct text *out, const struct article *article); /* all of them, with their figures */

#endif
