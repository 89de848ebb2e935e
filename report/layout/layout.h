#ifndef REPORT_LAYOUT_LAYOUT_H
#define REPORT_LAYOUT_LAYOUT_H

#include "report/layout/font.h"
#include "share/base/memory.h"

/*
 * A chart as numbers and words: shapes in the order in which they are painted, in pixels from the upper left
 * corner. SVG, PNG and the dump paint the same shapes; the terminal has a layout of its own in cells, from the
 * same chart. All strings are clean UTF-8 and live in the arena; all numbers are finite.
 */
enum ink {
	INK_TEXT,
	INK_MUTED, /* words of less weight */
	INK_GRID,
	INK_AXIS,
	INK_BACK, /* the ground: gaps in bars */
	INK_GOOD, /* an interval that is better, and */
	INK_BAD, /* one that is worse; a sign says the same */
	INK_SYSTEM /* the colour of `system` */
};

enum shape_kind {
	SHAPE_RECT, /* x y w h, filled */
	SHAPE_BOX, /* x y w h, its outline */
	SHAPE_HATCH, /* x y w h, dashed outline: no value stands here */
	SHAPE_LINE, /* from x y to x + w, y + h; thickness `size` */
	SHAPE_POLYLINE, /* through `points`; thickness `size` */
	SHAPE_DOTS, /* discs of diameter `size` at `points` */
	SHAPE_MARKS, /* the marker of `system` at `points`, `size` wide */
	SHAPE_TEXT, /* x and baseline y */
	SHAPE_OPEN, /* the shapes up to SHAPE_CLOSE belong together; `text` tells what they show */
	SHAPE_CLOSE
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct shape {
	enum shape_kind kind;
	enum ink ink;
	int system; /* INK_SYSTEM and SHAPE_MARKS: index of the system in the article, from 0 */
	double x, y, w, h, size;
	enum font font;
	enum anchor anchor;
	bool broken; /* SHAPE_RECT in cells: drawn shorter than it is; in pixels lines of INK_BACK say so */
	const char *text;
	const char *key; /* SHAPE_OPEN: what scripts and tests know it by, "label\tmedian\tlow\thigh\tn\tstate";
			    or NULL */
	const double *points; /* x y x y ... */
	size_t n_points; /* pairs */
};

struct layout {
	struct arena *arena;
	double width, height;
	const char *label; /* what the whole picture shows, for those who cannot see it */
	const char
		*better; /* "higher" or "lower" where its groups are bars that may change places, else NULL */
	struct shape *shapes;
	size_t n;
};

#define LAYOUT_WIDTH       800 /* pixels, where none is asked for */
#define LAYOUT_LEAST_WIDTH 320
#define LAYOUT_MOST_WIDTH  4000
#define MARGIN             16.0

/* Appending shapes. Texts must be clean: layout_clean(). */
void layout_begin(struct layout *layout, struct arena *arena, double width);
const char *layout_clean(struct layout *layout, const char *text);
struct shape *layout_add(struct layout *layout, struct shape shape);
void layout_rect(struct layout *layout, enum ink ink, int system, double x, double y, double w, double h);
void layout_line(struct layout *layout, enum ink ink, double x, double y, double w, double h, double thickness);
void layout_text(struct layout *layout, enum ink ink, enum font font, enum anchor anchor, double x, double y,
	const char *text);
/* Labels cut to `width`; different ones that look alike then get a number. In the arena. */
const char **layout_labels(
	struct layout *layout, enum font font, const char *const *labels, size_t n, double width);
/* Words broken into lines of at most `width`; returns the baseline below the last one. */
double layout_words(struct layout *layout, enum ink ink, enum font font, double x, double y, double width,
	const char *words);
/* The title, what it measures and the unit, as all kinds of charts have them; returns the y below. */
double layout_heading(struct layout *layout, const char *title, const char *subtitle, const char *unit,
	const char *direction);

/*
 * The corners of a system's marker within a square of side 1 around 0 0, x y x y ...; `n` pairs. No corners: a
 * disc.
 */
const double *layout_marker(int system, size_t *n);

/* The colour of a system, as 0xRRGGBB, on a light or dark ground; they repeat after LAYOUT_COLOURS. */
#define LAYOUT_COLOURS 8
unsigned layout_colour(enum ink ink, int system, bool dark);

#endif
