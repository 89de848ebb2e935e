/* A layout as plain lines: what tests compare. */
#include "report/picture/picture.h"

#include "share/base/banned.h"

static void add_ink(struct text *out, const struct shape *s)
{
	static const char *const names[] = { "text", "muted", "grid", "axis", "back", "good", "bad" };

	if (s->ink == INK_SYSTEM)
		text_printf(out, " system %d", s->system);
	else
		text_printf(out, " %s", names[s->ink]);
}

static void add_shape(struct text *out, const struct shape *s)
{
	static const char *const kinds[] = { "rect", "box", "hatch", "line", "polyline", "dots", "marks",
		"text", "open", "close" };
	static const char *const anchors[] = { "start", "middle", "end" };

	text_adds(out, kinds[s->kind]);
	if (s->kind == SHAPE_OPEN)
		text_printf(out, " %s", s->text);
	else if (s->kind != SHAPE_CLOSE)
		add_ink(out, s);
	if (s->kind < SHAPE_POLYLINE)
		text_printf(out, " x %.1f y %.1f w %.1f h %.1f", s->x, s->y, s->w, s->h);
	for (size_t i = 0; i < s->n_points; i++)
		text_printf(out, " %.1f,%.1f", s->points[2 * i], s->points[2 * i + 1]);
	if (s->kind == SHAPE_TEXT)
		text_printf(
			out, " %s x %.1f y %.1f font %d %s", anchors[s->anchor], s->x, s->y, s->font, s->text);
	text_addc(out, '\n');
}

void dump_add(struct text *out, const struct layout *layout)
{
	text_printf(out, "picture %.0f x %.0f %s\n", layout->width, layout->height, layout->label);
	for (size_t i = 0; i < layout->n; i++)
		add_shape(out, &layout->shapes[i]);
}
