#include "report/layout/layout.h"

#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_UNIT 0.7 /* of the width */
#define HEAD_GAP  12.0 /* between the title and the unit */

unsigned layout_colour(enum ink ink, int system, bool dark)
{
	/* apart from each other for the colour-blind, too, and 3:1 or more against the ground */
	static const unsigned light_systems[LAYOUT_COLOURS] = { 0x0072b2, 0xd1600a, 0x4c9e91, 0x6b065a,
		0x5a2b2b, 0x3474f4, 0x0923a5, 0x858585 };
	static const unsigned dark_systems[LAYOUT_COLOURS] = { 0x4aa3df, 0xf08a3c, 0x1f9e86, 0xe4e495, 0x7a78f4,
		0xc8c8c8, 0xe07bb5, 0x8a7a3a };
	static const unsigned light[] = { 0x14181d, 0x56606b, 0xe3e7eb, 0x9aa4ae, 0xffffff, 0x00713f,
		0xb3261e };
	static const unsigned dark_inks[] = { 0xe8ecf0, 0x9aa6b2, 0x2a323a, 0x5b6570, 0x12161b, 0x4cc38a,
		0xff8a80 };

	if (ink == INK_SYSTEM)
		return (dark ? dark_systems :
			       light_systems)[(unsigned)(system < 0 ? 0 : system) % LAYOUT_COLOURS];
	return (dark ? dark_inks : light)[ink];
}

const double *layout_marker(int system, size_t *n)
{
	static const double square[] = { -.5, -.5, .5, -.5, .5, .5, -.5, .5 };
	static const double up[] = { 0, -.6, .6, .5, -.6, .5 }, down[] = { -.6, -.5, .6, -.5, 0, .6 };
	static const double diamond[] = { 0, -.65, .65, 0, 0, .65, -.65, 0 };
	static const double cross[] = { -.2, -.6, .2, -.6, .2, -.2, .6, -.2, .6, .2, .2, .2, .2, .6, -.2, .6,
		-.2, .2, -.6, .2, -.6, -.2, -.2, -.2 };
	static const double hexagon[] = { -.6, 0, -.3, -.55, .3, -.55, .6, 0, .3, .55, -.3, .55 };
	static const double pentagon[] = { 0, -.65, .62, -.2, .38, .53, -.38, .53, -.62, -.2 };
	static const struct {
		const double *corners;
		size_t n;
	} markers[LAYOUT_COLOURS] = { { NULL, 0 }, { square, 4 }, { up, 3 }, { diamond, 4 }, { down, 3 },
		{ cross, 12 }, { hexagon, 6 }, { pentagon, 5 } };
	size_t number = (size_t)(system < 0 ? 0 : system);
	/* where the colours begin again, the markers do not: 64 systems differ in one of them */
	size_t i = (number + number / LAYOUT_COLOURS) % LAYOUT_COLOURS;

	*n = markers[i].n;
	return markers[i].corners;
}

void layout_begin(struct layout *layout, struct arena *arena, double width)
{
	*layout = (struct layout){ .arena = arena, .width = width, .label = "" };
}

const char *layout_clean(struct layout *layout, const char *text)
{
	struct text clean = TEXT_INIT;
	const char *kept;
	bool plain = true;

	for (const char *p = text; *p && plain; p++)
		plain = *p >= 0x20 && *p < 0x7f;
	if (plain)
		return text;
	text_add_clean(&clean, text, strlen(text));
	kept = arena_text(layout->arena, text_string(&clean));
	text_release(&clean);
	return kept;
}

struct shape *layout_add(struct layout *layout, struct shape shape)
{
	layout->shapes = arena_more(layout->arena, layout->shapes, layout->n, sizeof shape);
	layout->shapes[layout->n] = shape;
	return &layout->shapes[layout->n++];
}

void layout_rect(struct layout *layout, enum ink ink, int system, double x, double y, double w, double h)
{
	layout_add(layout,
		(struct shape){
			.kind = SHAPE_RECT, .ink = ink, .system = system, .x = x, .y = y, .w = w, .h = h });
}

void layout_line(struct layout *layout, enum ink ink, double x, double y, double w, double h, double thickness)
{
	layout_add(layout,
		(struct shape){
			.kind = SHAPE_LINE, .ink = ink, .x = x, .y = y, .w = w, .h = h, .size = thickness });
}

void layout_text(struct layout *layout, enum ink ink, enum font font, enum anchor anchor, double x, double y,
	const char *text)
{
	if (*text)
		layout_add(layout,
			(struct shape){ .kind = SHAPE_TEXT,
				.ink = ink,
				.font = font,
				.anchor = anchor,
				.x = x,
				.y = y,
				.text = text });
}

/* How many different labels before the i-th look like it. */
static size_t count_alike(const char *const *labels, const char **cut, size_t i)
{
	size_t n = 0;

	for (size_t k = 0; k < i; k++)
		n += !strcmp(cut[k], cut[i]) && strcmp(labels[k], labels[i]) != 0;
	return n;
}

const char **layout_labels(
	struct layout *layout, enum font font, const char *const *labels, size_t n, double width)
{
	const char **cut = arena_take(layout->arena, (n + 1) * sizeof *cut);
	const char **made = arena_take(layout->arena, (n + 1) * sizeof *made);

	for (size_t i = 0; i < n; i++)
		cut[i] = font_cut(layout->arena, font, layout_clean(layout, labels[i]), width);
	for (size_t i = 0; i < n; i++) {
		size_t before = count_alike(labels, cut, i);
		const char *number = arena_printf(layout->arena, " (%zu)", before + 1);

		made[i] = !before ? cut[i] :
				    arena_printf(layout->arena, "%s%s",
					    font_cut(layout->arena, font, cut[i],
						    width - font_width(font, number, strlen(number))),
					    number);
	}
	return made;
}

double layout_words(struct layout *layout, enum ink ink, enum font font, double x, double y, double width,
	const char *words)
{
	const char **lines;
	size_t n = font_wrap(layout->arena, font, words, width, 40, &lines);

	for (size_t i = 0; i < n; i++, y += font_line(font))
		layout_text(layout, ink, font, ANCHOR_START, x, y, lines[i]);
	return y;
}

double layout_heading(
	struct layout *layout, const char *title, const char *subtitle, const char *unit, const char *direction)
{
	double right = layout->width - MARGIN, top = 30, left_end, right_end = top;
	double unit_width, words_width, room;

	unit = font_cut(layout->arena, FONT_UNIT, unit, layout->width * MOST_UNIT);
	unit_width = font_width(FONT_UNIT, unit, strlen(unit));
	words_width = font_width(FONT_NOTE, direction, strlen(direction));
	room = right - MARGIN - HEAD_GAP - (unit_width > words_width ? unit_width : words_width);

	/* a narrow picture has the unit below the title */
	if (room < layout->width * 0.45)
		room = right - MARGIN;
	left_end = *title ? layout_words(layout, INK_TEXT, FONT_TITLE, MARGIN, top, room, title) - 3 : top;
	if (*subtitle)
		left_end = layout_words(layout, INK_MUTED, FONT_SUBTITLE, MARGIN, left_end, room, subtitle);
	if (room < right - MARGIN) {
		layout_text(layout, INK_TEXT, FONT_UNIT, ANCHOR_END, right, top, unit);
		layout_text(layout, INK_MUTED, FONT_NOTE, ANCHOR_END, right, top + 17, direction);
		right_end = top + 17 + (*title ? 13 : 17);
	} else if (*unit || *direction) {
		unit = font_cut(layout->arena, FONT_UNIT, unit, right - MARGIN - 8 - words_width);
		unit_width = font_width(FONT_UNIT, unit, strlen(unit));
		layout_text(layout, INK_TEXT, FONT_UNIT, ANCHOR_START, MARGIN, left_end, unit);
		layout_text(layout, INK_MUTED, FONT_NOTE, ANCHOR_START, MARGIN + unit_width + (*unit ? 8 : 0),
			left_end, direction);
		left_end += font_line(FONT_UNIT);
	}
	return left_end > right_end ? left_end : right_end;
}
