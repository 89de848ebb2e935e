#ifndef REPORT_ARTICLE_FINDINGS_H
#define REPORT_ARTICLE_FINDINGS_H

#include "report/article/article.h"
#include "share/base/text.h"

/*
 * What was found, in plain words made from the comparison: a paragraph for each system, then what the words
 * rest on. Calls `each` with a paragraph.
 */
void findings_each(
	const struct article *article, void (*each)(void *context, const char *paragraph), void *context);

/* What speaks against the figures, a sentence a call: disturbed trials, outliers, two groups of values, drifts.
 */
void doubts_each(
	const struct article *article, void (*each)(void *context, const char *sentence), void *context);

/* How it was measured, one sentence a call: order and blocks, places and mkfs, memory, versions of the
 * programs. */
void method_each(
	const struct article *article, void (*each)(void *context, const char *sentence), void *context);

#endif
