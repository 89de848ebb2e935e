#include "report/picture/picture.h"

#include <libxml/xmlwriter.h>
#include <math.h>
#include <string.h>

#include "share/base/banned.h"

#define FONT_FAMILY "Inter,\"Noto Sans\",\"DejaVu Sans\",Verdana,sans-serif"

/* Fills are named by a letter, lines by "k" and that letter; systems by a digit. */
static const char ink_letters[] = "tmgabox";

struct svg {
	xmlTextWriter *xml;
	struct text piece; /* the value of an attribute */
	struct text plain; /* elements and tags of names and numbers only, which need no escaping; written
			      before what is none */
	bool embedded;
};

/* Pixels with one digit, as short as they can be said. */
static void add_px(struct text *out, double value)
{
	long tenths = isfinite(value) ? lround(value * 10) : 0;

	if (tenths < 0)
		text_addc(out, '-');
	tenths = tenths < 0 ? -tenths : tenths;
	text_add_whole(out, (unsigned long)tenths / 10);
	if (tenths % 10) {
		text_addc(out, '.');
		text_addc(out, (char)('0' + tenths % 10));
	}
}

static void add_ink(struct text *out, enum ink ink, int system)
{
	if (ink == INK_SYSTEM) {
		text_addc(out, 's');
		text_addc(out, (char)('0' + (system < 0 ? 0 : system) % LAYOUT_COLOURS));
	} else {
		text_addc(out, ink_letters[ink]);
	}
}

static void add_colour(struct text *out, unsigned colour)
{
	text_addc(out, '#');
	for (int shift = 20; shift >= 0; shift -= 4)
		text_addc(out, "0123456789abcdef"[colour >> shift & 0xf]);
}

/* Which inks are painted as areas, and which as lines; systems stand behind the others. */
struct used {
	bool fills[INK_SYSTEM + LAYOUT_COLOURS], lines[INK_SYSTEM + LAYOUT_COLOURS];
	bool fonts[FONT_COUNT];
};

static bool is_line(const struct shape *s)
{
	size_t corners;

	switch (s->kind) {
	case SHAPE_BOX:
	case SHAPE_HATCH:
	case SHAPE_LINE:
	case SHAPE_POLYLINE:
	case SHAPE_DOTS:
		return true;
	case SHAPE_MARKS:
		layout_marker(s->system, &corners);
		return !corners;
	default:
		return false;
	}
}

static void find_used(struct used *used, const struct layout *layout)
{
	memset(used, !layout, sizeof *used);
	used->fills[INK_BACK] = true;
	for (size_t i = 0; layout && i < layout->n; i++) {
		const struct shape *s = &layout->shapes[i];
		int ink = (int)s->ink +
			(s->ink == INK_SYSTEM ? (s->system < 0 ? 0 : s->system) % LAYOUT_COLOURS : 0);

		if (s->kind == SHAPE_OPEN || s->kind == SHAPE_CLOSE)
			continue;
		if (s->kind == SHAPE_TEXT)
			used->fonts[s->font] = true;
		(is_line(s) ? used->lines : used->fills)[ink] = true;
	}
}

static void add_colours(struct text *out, const struct used *used, bool dark)
{
	for (int i = 0; i < INK_SYSTEM + LAYOUT_COLOURS; i++) {
		enum ink ink = i < INK_SYSTEM ? (enum ink)i : INK_SYSTEM;
		unsigned colour = layout_colour(ink, i - INK_SYSTEM, dark);

		if (used->fills[i]) {
			text_addc(out, '.');
			add_ink(out, ink, i - INK_SYSTEM);
			text_adds(out, "{fill:");
			add_colour(out, colour);
			text_addc(out, '}');
		}
		if (used->lines[i]) {
			text_adds(out, ".k");
			add_ink(out, ink, i - INK_SYSTEM);
			text_adds(out, "{stroke:");
			add_colour(out, colour);
			text_adds(out, ";fill:none}");
		}
	}
}

/* Rules for what a layout uses, or for all there is. */
static void add_style(struct text *out, const struct layout *layout)
{
	struct used used;

	find_used(&used, layout);
	text_adds(out, "text{font-family:" FONT_FAMILY "}");
	for (int i = 0; i < FONT_COUNT; i++)
		if (used.fonts[i]) {
			text_adds(out, ".f");
			text_add_whole(out, (unsigned long)i);
			text_adds(out, "{font-size:");
			text_add_whole(out, (unsigned long)font_size((enum font)i));
			text_adds(out, font_is_bold((enum font)i) ? "px;font-weight:700}" : "px}");
		}
	text_adds(out, ".d,.r{stroke-linecap:round}.e{text-anchor:end}.c{text-anchor:middle}");
	add_colours(out, &used, false);
	text_adds(out, "@media screen and (prefers-color-scheme:dark){");
	add_colours(out, &used, true);
	text_addc(out, '}');
}

void svg_add_style(struct text *out)
{
	add_style(out, NULL);
}

static void attribute(struct svg *svg, const char *name)
{
	xmlTextWriterWriteAttribute(svg->xml, BAD_CAST name, BAD_CAST text_string(&svg->piece));
	text_clear(&svg->piece);
}

static void px_attribute(struct svg *svg, const char *name, double value)
{
	add_px(&svg->piece, value);
	attribute(svg, name);
}

static void write_plain(struct svg *svg)
{
	if (svg->plain.size)
		xmlTextWriterWriteRawLen(svg->xml, BAD_CAST svg->plain.bytes, (int)svg->plain.size);
	text_clear(&svg->plain);
}

static void start(struct svg *svg, const char *name)
{
	write_plain(svg);
	xmlTextWriterStartElement(svg->xml, BAD_CAST name);
}

static void end(struct svg *svg)
{
	write_plain(svg);
	xmlTextWriterEndElement(svg->xml);
}

/* `<rect class="s0"`: the start of a plain element. */
static void plain_start(struct svg *svg, const char *name, const struct shape *s, bool stroke, const char *more)
{
	text_addc(&svg->plain, '<');
	text_adds(&svg->plain, name);
	text_adds(&svg->plain, stroke ? " class=\"k" : " class=\"");
	add_ink(&svg->plain, s->ink, s->system);
	text_adds(&svg->plain, more);
	text_addc(&svg->plain, '"');
}

static void plain_px(struct svg *svg, const char *name, double value)
{
	text_addc(&svg->plain, ' ');
	text_adds(&svg->plain, name);
	text_adds(&svg->plain, "=\"");
	add_px(&svg->plain, value);
	text_addc(&svg->plain, '"');
}

static void paint_rect(struct svg *svg, const struct shape *s)
{
	bool outline = s->kind != SHAPE_RECT;

	plain_start(svg, "rect", s, outline, "");
	plain_px(svg, "x", s->x);
	plain_px(svg, "y", s->y);
	plain_px(svg, "width", s->w);
	plain_px(svg, "height", s->h);
	text_adds(&svg->plain, s->kind == SHAPE_HATCH ? " stroke-dasharray=\"4 3\"/>" : "/>");
}

static void add_point(struct text *out, char command, const double *point)
{
	text_addc(out, command);
	add_px(out, point[0]);
	text_addc(out, ' ');
	add_px(out, point[1]);
}

/* All marks as one path; discs as round ends of lines without length. */
static void paint_marks(struct svg *svg, const struct shape *s)
{
	size_t n;
	const double *corners = layout_marker(s->system, &n);

	plain_start(svg, "path", s, !n, n ? "" : " r");
	if (!n)
		plain_px(svg, "stroke-width", s->size);
	text_adds(&svg->plain, " d=\"");
	for (size_t i = 0; i < s->n_points; i++) {
		const double *point = s->points + 2 * i;

		if (!n) {
			add_point(&svg->plain, 'M', point);
			text_adds(&svg->plain, "h0");
			continue;
		}
		for (size_t k = 0; k < n; k++) {
			const double corner[] = { point[0] + corners[2 * k] * s->size,
				point[1] + corners[2 * k + 1] * s->size };

			add_point(&svg->plain, k ? 'L' : 'M', corner);
		}
		text_addc(&svg->plain, 'z');
	}
	text_adds(&svg->plain, "\"/>");
}

static void paint_path(struct svg *svg, const struct shape *s)
{
	plain_start(svg, "path", s, true, s->kind == SHAPE_DOTS ? " d" : "");
	if (s->size > 1 || s->size < 1)
		plain_px(svg, "stroke-width", s->size);
	text_adds(&svg->plain, " d=\"");
	if (s->kind == SHAPE_LINE) {
		const double from[] = { s->x, s->y };

		add_point(&svg->plain, 'M', from);
		text_addc(&svg->plain, s->w > 0 || s->w < 0 ? 'l' : 'v');
		if (s->w > 0 || s->w < 0) {
			add_px(&svg->plain, s->w);
			text_addc(&svg->plain, ' ');
		}
		add_px(&svg->plain, s->h);
	}
	for (size_t i = 0; i < s->n_points; i++) {
		add_point(&svg->plain, i && s->kind != SHAPE_DOTS ? 'L' : 'M', s->points + 2 * i);
		if (s->kind == SHAPE_DOTS)
			text_adds(&svg->plain, "h0");
	}
	text_adds(&svg->plain, "\"/>");
}

static void paint_text(struct svg *svg, const struct shape *s)
{
	static const char *const anchors[] = { "", " c", " e" };

	plain_start(svg, "text", s, false, "");
	svg->plain.size--; /* the quote: more names follow */
	text_adds(&svg->plain, " f");
	text_addc(&svg->plain, (char)('0' + s->font));
	text_adds(&svg->plain, anchors[s->anchor]);
	text_addc(&svg->plain, '"');
	plain_px(svg, "x", s->x);
	plain_px(svg, "y", s->y);
	text_addc(&svg->plain, '>');
	write_plain(svg);
	xmlTextWriterWriteString(svg->xml, BAD_CAST s->text);
	text_adds(&svg->plain, "</text>");
}

static void paint_open(struct svg *svg, const struct shape *s)
{
	start(svg, "g");
	if (svg->embedded && s->key) {
		text_printf(&svg->piece, "%d", s->system);
		attribute(svg, "data-s");
		text_adds(&svg->piece, s->key);
		attribute(svg, "data-v");
	}
	if (s->text)
		xmlTextWriterWriteElement(svg->xml, BAD_CAST "title", BAD_CAST s->text);
}

static void paint(struct svg *svg, const struct shape *s)
{
	switch (s->kind) {
	case SHAPE_RECT:
	case SHAPE_BOX:
	case SHAPE_HATCH:
		paint_rect(svg, s);
		break;
	case SHAPE_LINE:
	case SHAPE_POLYLINE:
	case SHAPE_DOTS:
		paint_path(svg, s);
		break;
	case SHAPE_MARKS:
		paint_marks(svg, s);
		break;
	case SHAPE_TEXT:
		paint_text(svg, s);
		break;
	case SHAPE_OPEN:
		paint_open(svg, s);
		break;
	case SHAPE_CLOSE:
		end(svg);
		break;
	}
}

static void root_attributes(struct svg *svg, const struct layout *layout)
{
	static const char xmlns[] = "http://www.w3.org/2000/svg";

	if (!svg->embedded)
		xmlTextWriterWriteAttribute(svg->xml, BAD_CAST "xmlns", BAD_CAST xmlns);
	else
		xmlTextWriterWriteAttribute(svg->xml, BAD_CAST "class", BAD_CAST "hib");
	text_printf(&svg->piece, "0 0 %.0f %.0f", layout->width, layout->height);
	attribute(svg, "viewBox");
	px_attribute(svg, "width", rint(layout->width));
	px_attribute(svg, "height", rint(layout->height));
	if (svg->embedded && layout->better)
		xmlTextWriterWriteAttribute(svg->xml, BAD_CAST "data-bars", BAD_CAST layout->better);
	xmlTextWriterWriteAttribute(svg->xml, BAD_CAST "role", BAD_CAST "img");
	xmlTextWriterWriteAttribute(svg->xml, BAD_CAST "aria-label", BAD_CAST layout->label);
}

void svg_add(struct text *out, const struct layout *layout, bool embedded)
{
	xmlBuffer *buffer = xmlBufferCreate();
	struct svg svg = { .xml = buffer ? xmlNewTextWriterMemory(buffer, 0) : NULL, .embedded = embedded };

	if (!svg.xml)
		mem_exhausted();
	start(&svg, "svg");
	root_attributes(&svg, layout);
	if (!embedded) {
		struct text style = TEXT_INIT;

		add_style(&style, layout);
		xmlTextWriterWriteElement(svg.xml, BAD_CAST "style", BAD_CAST text_string(&style));
		text_release(&style);
		paint(&svg,
			&(struct shape){
				.kind = SHAPE_RECT, .ink = INK_BACK, .w = layout->width, .h = layout->height });
	}
	for (size_t i = 0; i < layout->n; i++)
		paint(&svg, &layout->shapes[i]);
	end(&svg);
	xmlFreeTextWriter(svg.xml);
	text_add(out, (const char *)xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
	text_addc(out, '\n');
	xmlBufferFree(buffer);
	text_release(&svg.plain);
	text_release(&svg.piece);
}
