/* Shapes painted with cairo, texts with pango. */
#include "report/picture/module/painter.h"

#include <math.h>
#include <string.h>

#define FAMILY "DejaVu Sans, Noto Sans, sans"

struct painter {
	cairo_t *cr;
	PangoLayout *text;
	PangoFontDescription *fonts[FONT_COUNT];
	double scale;
	const struct picture_host *host;
};

static void take_ink(const struct painter *p, const struct shape *s)
{
	unsigned colour = p->host->colour(s->ink, s->system, false);

	cairo_set_source_rgb(
		p->cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

/* Edges on whole pixels are sharp, and need few colours. */
static double snapped(const struct painter *p, double value)
{
	return rint(value * p->scale);
}

static void paint_rect(const struct painter *p, const struct shape *s)
{
	double x = snapped(p, s->x), y = snapped(p, s->y);
	double w = fmax(snapped(p, s->x + s->w) - x, s->w > 0 ? 1 : 0), h = snapped(p, s->y + s->h) - y;

	if (s->kind == SHAPE_RECT) {
		cairo_rectangle(p->cr, x, y, w, h);
		cairo_fill(p->cr);
		return;
	}
	if (s->kind == SHAPE_HATCH) {
		double dashes[] = { 4 * p->scale, 3 * p->scale };

		cairo_set_dash(p->cr, dashes, 2, 0);
	}
	cairo_set_line_width(p->cr, fmax(1, rint(p->scale)));
	cairo_rectangle(p->cr, x + 0.5, y + 0.5, w - 1, h - 1);
	cairo_stroke(p->cr);
	cairo_set_dash(p->cr, NULL, 0, 0);
}

static void paint_line(const struct painter *p, const struct shape *s)
{
	double thick = s->size * p->scale, x = s->x * p->scale, y = s->y * p->scale;
	double w = s->w * p->scale, h = s->h * p->scale;

	if (!(w > 0 || w < 0) || !(h > 0 || h < 0)) {
		/* upright or level: whole pixels */
		thick = fmax(1, rint(thick));
		if (!(w > 0 || w < 0))
			x = rint(x - thick / 2) + thick / 2;
		else
			y = rint(y - thick / 2) + thick / 2;
	}
	cairo_set_line_width(p->cr, thick);
	cairo_move_to(p->cr, x, y);
	cairo_rel_line_to(p->cr, w, h);
	cairo_stroke(p->cr);
}

static void paint_polyline(const struct painter *p, const struct shape *s)
{
	cairo_set_line_width(p->cr, s->size * p->scale);
	cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
	for (size_t i = 0; i < s->n_points; i++)
		cairo_line_to(p->cr, s->points[2 * i] * p->scale, s->points[2 * i + 1] * p->scale);
	cairo_stroke(p->cr);
}

static void paint_dots(const struct painter *p, const struct shape *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		cairo_new_sub_path(p->cr);
		cairo_arc(p->cr, s->points[2 * i] * p->scale, s->points[2 * i + 1] * p->scale,
			s->size * p->scale / 2, 0, 2 * G_PI);
	}
	cairo_fill(p->cr);
}

static void paint_marks(const struct painter *p, const struct shape *s)
{
	size_t n;
	const double *corners = p->host->marker(s->system, &n);
	double size = s->size * p->scale;

	if (!n) {
		paint_dots(p, s);
		return;
	}
	for (size_t i = 0; i < s->n_points; i++) {
		double x = s->points[2 * i] * p->scale, y = s->points[2 * i + 1] * p->scale;

		cairo_new_sub_path(p->cr);
		for (size_t k = 0; k < n; k++)
			cairo_line_to(p->cr, x + corners[2 * k] * size, y + corners[2 * k + 1] * size);
		cairo_close_path(p->cr);
	}
	cairo_fill(p->cr);
}

static PangoFontDescription *font_of(struct painter *p, enum font font)
{
	if (!p->fonts[font]) {
		p->fonts[font] = pango_font_description_from_string(FAMILY);
		pango_font_description_set_absolute_size(
			p->fonts[font], p->host->font_size(font) * p->scale * PANGO_SCALE);
		if (p->host->font_is_bold(font))
			pango_font_description_set_weight(p->fonts[font], PANGO_WEIGHT_BOLD);
	}
	return p->fonts[font];
}

static void paint_text(struct painter *p, const struct shape *s)
{
	int width, height;
	double x = s->x * p->scale;

	pango_layout_set_font_description(p->text, font_of(p, s->font));
	pango_layout_set_text(p->text, s->text, -1);
	pango_layout_get_size(p->text, &width, &height);
	if (s->anchor == ANCHOR_MIDDLE)
		x -= (double)width / PANGO_SCALE / 2;
	else if (s->anchor == ANCHOR_END)
		x -= (double)width / PANGO_SCALE;
	if (pango_layout_get_unknown_glyphs_count(p->text))
		p->host->missing(p->host->context, s->text);
	cairo_move_to(p->cr, rint(x),
		rint(s->y * p->scale) - (double)pango_layout_get_baseline(p->text) / PANGO_SCALE);
	pango_cairo_show_layout(p->cr, p->text);
}

static void paint_shape(struct painter *p, const struct shape *s)
{
	if (s->kind == SHAPE_OPEN || s->kind == SHAPE_CLOSE)
		return;
	take_ink(p, s);
	cairo_new_path(p->cr); /* a text leaves a point behind */
	switch (s->kind) {
	case SHAPE_RECT:
	case SHAPE_BOX:
	case SHAPE_HATCH:
		paint_rect(p, s);
		break;
	case SHAPE_LINE:
		paint_line(p, s);
		break;
	case SHAPE_POLYLINE:
		paint_polyline(p, s);
		break;
	case SHAPE_DOTS:
		paint_dots(p, s);
		break;
	case SHAPE_MARKS:
		paint_marks(p, s);
		break;
	case SHAPE_TEXT:
		paint_text(p, s);
		break;
	case SHAPE_OPEN:
	case SHAPE_CLOSE:
		break;
	}
}

static void open_fonts(struct painter *p)
{
	cairo_font_options_t *options = cairo_font_options_create();
	PangoContext *context;

	p->text = pango_cairo_create_layout(p->cr);
	context = pango_layout_get_context(p->text);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	pango_cairo_context_set_font_options(context, options);
	cairo_font_options_destroy(options);
}

cairo_surface_t *paint_layout(const struct layout *layout, double scale, const struct picture_host *host)
{
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, (int)ceil(layout->width * scale), (int)ceil(layout->height * scale));
	struct painter p = { .cr = cairo_create(surface), .scale = scale, .host = host };

	open_fonts(&p);
	take_ink(&p, &(struct shape){ .ink = INK_BACK });
	cairo_paint(p.cr);
	for (size_t i = 0; i < layout->n; i++)
		paint_shape(&p, &layout->shapes[i]);
	for (int i = 0; i < FONT_COUNT; i++)
		if (p.fonts[i])
			pango_font_description_free(p.fonts[i]);
	g_object_unref(p.text);
	cairo_destroy(p.cr);
	cairo_surface_flush(surface);
	return surface;
}
