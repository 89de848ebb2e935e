#ifndef REPORT_ARTICLE_WRITTEN_H
#define REPORT_ARTICLE_WRITTEN_H

#include "report/article/article.h"
#include "share/base/text.h"

/*
 * The article as GitHub flavoured Markdown. `pictures`: folder of the charts as SVG, which are linked where
 * their kind is among `kinds`; NULL: the charts stand in the text as blocks of characters.
 */
int article_markdown(struct text *out, const struct article *article, const char *pictures, const bool *kinds,
	struct error *err);

/* The article as plain text of `width` columns. */
int article_text(struct text *out, const struct article *article, int width, struct error *err);

#endif
