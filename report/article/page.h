#ifndef REPORT_ARTICLE_PAGE_H
#define REPORT_ARTICLE_PAGE_H

#include "report/article/grid.h"
#include "report/layout/layout.h"

/* Pieces of HTML pages. Text from elsewhere goes through html_add() only. */

/* Text, clean and escaped for content and attributes. */
void html_add(struct text *out, const char *words);

/* Everything up to <main>, with the style; and everything behind it, with the script when `scripted`. */
void page_begin(struct text *out, const char *title, const char *lead);
void page_end(struct text *out, const char *foot, bool scripted);

/* A table; `caption` may be NULL. */
void page_grid(struct text *out, const struct grid *grid, const char *caption);

/* A chart with buttons to copy it, as a <figure> named `id`; what `after` holds follows the picture. */
void page_figure(struct text *out, const char *id, const struct layout *layout, const struct text *after);

#endif
