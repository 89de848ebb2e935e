#ifndef REPORT_LAYOUT_TERMINAL_H
#define REPORT_LAYOUT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "share/base/text.h"

/* How text is drawn: the width in columns, and what the terminal can show. */
struct terminal {
	int width;
	bool ascii; /* no character outside ASCII: '=' for blocks, '?' for what labels hold beyond it */
	bool colour;
};

/* Width 80 without colour unless `out` is a terminal; --width, --ascii, COLUMNS, NO_COLOR and the
 * locale's character set are respected. `width` 0 and `ascii` false: not asked for. */
struct terminal terminal_for(FILE *out, int width, bool ascii);

/* A bar of `cells` columns, in eighths where the terminal has them; at least one eighth when
 * `filled` > 0. `filled` is a share 0..1 of the cells. */
void terminal_bar(struct text *line, const struct terminal *t, double filled, int cells, bool broken);

/* A line of values in `cells` columns, each as high as the mean of what falls into it between low and high. */
void terminal_spark(struct text *line, const struct terminal *t, const double *points, size_t n, int cells,
	double low, double high);

/* `label` cleaned and cut in its middle to at most `columns`, and padded to them when `pad`. */
void terminal_label(struct text *line, const struct terminal *t, const char *label, int columns, bool pad);

/* Columns of the label after cleaning. */
int terminal_label_width(const struct terminal *t, const char *label);

/* Words broken into lines of the terminal's width, each after `indent` blanks. */
void terminal_wrap(FILE *out, const struct terminal *t, const char *words, int indent);

/* The same behind `column` columns that are written already; further lines after `indent` blanks. */
void terminal_wrap_from(FILE *out, const struct terminal *t, const char *words, int column, int indent);

#endif
