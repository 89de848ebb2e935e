#ifndef REPORT_LAYOUT_FONT_H
#define REPORT_LAYOUT_FONT_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/memory.h"

/* The texts of a chart, by what they are for. */
enum font {
	FONT_TITLE,
	FONT_SUBTITLE,
	FONT_UNIT,
	FONT_LABEL,
	FONT_LABEL_STRONG, /* of the best */
	FONT_VALUE,
	FONT_NOTE,
	FONT_TICK,
	FONT_FOOT,
	FONT_COUNT
};

double font_size(enum font font); /* pixels */
bool font_is_bold(enum font font);
double font_line(enum font font); /* from one baseline to the next */

/* Width of clean UTF-8 in pixels, by the advances of DejaVu Sans. */
double font_width(enum font font, const char *text, size_t size);

/*
 * `text` in at most `most` lines of `width` pixels, broken at blanks, behind commas and slashes, and within
 * words that are too long; what does not fit is left out in the middle of the last line ("…"). Returns the
 * number of lines; they and their array are in the arena.
 */
size_t font_wrap(
	struct arena *arena, enum font font, const char *text, double width, size_t most, const char ***lines);

/* `text` cut in its middle to `width` pixels. */
const char *font_cut(struct arena *arena, enum font font, const char *text, double width);

#endif
