#ifndef REPORT_ARTICLE_HTML_H
#define REPORT_ARTICLE_HTML_H

#include "report/article/article.h"
#include "share/base/text.h"

/*
 * The whole article as one page: works without network and without its script. `files`: names of further
 * documents that lie beside it and are linked, NULL-terminated.
 */
void article_html(struct text *out, const struct article *article, const char *const *files);

#endif
