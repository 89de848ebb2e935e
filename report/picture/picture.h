#ifndef REPORT_PICTURE_PICTURE_H
#define REPORT_PICTURE_PICTURE_H

#include <stdio.h>

#include "report/layout/layout.h"
#include "share/base/error.h"
#include "share/base/text.h"

/* A layout, painted. All painters say the same: they compute nothing. */

/* The colours and fonts of all pictures as CSS. */
void svg_add_style(struct text *out);

/*
 * A whole SVG document (viewBox, aria-label, <title> tooltips, light and dark), or the <svg> element alone when
 * `embedded` in a page that has the style.
 */
void svg_add(struct text *out, const struct layout *layout, bool embedded);

/* One line a shape, for tests: "rect system 0 x 110 y 74 w 521.8 h 24". */
void dump_add(struct text *out, const struct layout *layout);

struct png_options {
	double scale; /* pixels of the picture for one of the layout, 0.25 to 8 */
};

#define PNG_MOST_PIXELS 100000000.0

/*
 * A PNG on the light ground. Loads the module that links cairo and pango the first time. `notes`, when empty,
 * gets a line for each kind of text that no installed font can show. Fails when the module cannot be loaded,
 * the picture would be larger than PNG_MOST_PIXELS or the stream cannot be written.
 */
int png_write(const struct layout *layout, const struct png_options *options, FILE *out, struct text *notes,
	struct error *err);

#endif
