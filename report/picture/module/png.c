/* A painted surface as PNG: with a palette where 256 colours are enough, which is small and quick. */
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "report/picture/module/painter.h"
#include "share/base/version.h"

#define MOST_COLOURS 256
#define SLOTS        4096 /* of the table of colours */
#define EMPTY        0xffffffffU

struct palette {
	uint32_t keys[SLOTS];
	uint8_t indexes[SLOTS];
	uint32_t colours[MOST_COLOURS];
	int n, n_inks; /* the first ones are those that the layout is painted with */
	bool coarse; /* the shades at the edges of letters are taken in steps of 16 */
};

static uint32_t slot_of(const struct palette *p, uint32_t colour)
{
	uint32_t slot = colour * 2654435761U >> 20;

	while (p->keys[slot] != EMPTY && p->keys[slot] != colour)
		slot = (slot + 1) % SLOTS;
	return slot;
}

/* Inks stay exactly what they are; other shades move by 8 of 255 at most when they must. */
static uint32_t shade(const struct palette *p, uint32_t pixel)
{
	uint32_t slot;

	pixel &= 0xffffff;
	if (!p->coarse)
		return pixel;
	slot = slot_of(p, pixel);
	return p->keys[slot] != EMPTY && p->indexes[slot] < p->n_inks ? pixel : (pixel & 0xf0f0f0) | 0x080808;
}

/* The index of a colour, which is added where there is room; -1 */
static int index_of(struct palette *p, uint32_t colour)
{
	uint32_t slot = slot_of(p, colour);

	if (p->keys[slot] == EMPTY) {
		if (p->n == MOST_COLOURS)
			return -1;
		p->keys[slot] = colour;
		p->indexes[slot] = (uint8_t)p->n;
		p->colours[p->n++] = colour;
	}
	return p->indexes[slot];
}

static void add_inks(struct palette *p, const struct layout *layout, const struct picture_host *host)
{
	memset(p->keys, 0xff, sizeof p->keys);
	p->n = 0;
	index_of(p, host->colour(INK_BACK, 0, false));
	for (size_t i = 0; i < layout->n; i++)
		index_of(p, host->colour(layout->shapes[i].ink, layout->shapes[i].system, false));
	p->n_inks = p->n;
}

/* One row, run by run: most of a chart is large areas. */
static bool index_row(struct palette *p, const uint32_t *row, size_t width, uint8_t *out)
{
	for (size_t from = 0, to; from < width; from = to) {
		int index = index_of(p, shade(p, row[from]));

		if (index < 0)
			return false;
		for (to = from + 1; to < width && row[to] == row[from]; to++)
			;
		memset(out + from, index, to - from);
	}
	return true;
}

/* All pixels as indexes; false when there are too many colours. */
static bool index_all(
	struct palette *p, const unsigned char *data, int stride, int width, int height, uint8_t *out)
{
	size_t columns = (size_t)width;

	for (int y = 0; y < height; y++, out += columns) {
		const unsigned char *row = data + (size_t)y * (size_t)stride;

		/* within a bar one row is as the one above */
		if (y && !memcmp(row, row - stride, columns * sizeof(uint32_t)))
			memcpy(out, out - columns, columns);
		else if (!index_row(p, (const void *)row, columns, out))
			return false;
	}
	return true;
}

static void put(png_structp png, png_bytep bytes, png_size_t size)
{
	if (fwrite(bytes, 1, size, png_get_io_ptr(png)) != size)
		png_error(png, "write");
}

static void flush(png_structp png)
{
	(void)png;
}

static void complain(png_structp png, const char *message)
{
	(void)message;
	longjmp(png_jmpbuf(png), 1);
}

static void ignore(png_structp png, const char *message)
{
	(void)png;
	(void)message;
}

struct picture {
	const unsigned char *data;
	int stride, width, height;
	const struct palette *palette; /* NULL: `data` holds 32-bit pixels */
	const uint8_t *indexes;
};

static void write_palette(png_structp png, png_infop info, const struct picture *picture)
{
	png_color colours[MOST_COLOURS];

	for (int i = 0; i < picture->palette->n; i++)
		colours[i] = (png_color){ (png_byte)(picture->palette->colours[i] >> 16),
			(png_byte)(picture->palette->colours[i] >> 8), (png_byte)picture->palette->colours[i] };
	png_set_PLTE(png, info, colours, picture->palette->n);
}

static const char *write_png(const struct picture *picture, FILE *out)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, complain, ignore);
	png_infop info = png ? png_create_info_struct(png) : NULL;

	if (!info) {
		png_destroy_write_struct(&png, NULL);
		return "out of memory";
	}
	if (setjmp(png_jmpbuf(png))) {
		png_destroy_write_struct(&png, &info);
		return "the PNG could not be written";
	}
	png_set_write_fn(png, out, put, flush);
	png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8,
		picture->palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_compression_level(png, 6);
	png_set_compression_strategy(png, Z_RLE);
	png_set_filter(png, 0, PNG_FILTER_NONE);
	png_set_check_for_invalid_index(png, 0); /* there are none, and looking for them takes long */
	if (picture->palette)
		write_palette(png, info, picture);
	png_write_info(png, info);
	if (!picture->palette) {
		png_set_bgr(png);
		png_set_filler(png, 0, PNG_FILLER_AFTER);
	}
	for (int y = 0; y < picture->height; y++)
		png_write_row(png,
			picture->palette ? picture->indexes + (size_t)y * (size_t)picture->width :
					   picture->data + (size_t)y * (size_t)picture->stride);
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
	return NULL;
}

static const char *write_surface(
	cairo_surface_t *surface, const struct layout *layout, const struct picture_host *host, FILE *out)
{
	struct picture picture = { .data = cairo_image_surface_get_data(surface),
		.stride = cairo_image_surface_get_stride(surface),
		.width = cairo_image_surface_get_width(surface),
		.height = cairo_image_surface_get_height(surface) };
	struct palette palette = { .coarse = false };
	uint8_t *indexes;
	const char *wrong;

	if (!picture.data)
		return "the picture is too large";
	indexes = malloc((size_t)picture.width * (size_t)picture.height);
	if (!indexes)
		return "out of memory";
	for (int attempt = 0; attempt < 2 && !picture.palette; attempt++) {
		palette.coarse = attempt > 0;
		add_inks(&palette, layout, host);
		if (index_all(&palette, picture.data, picture.stride, picture.width, picture.height, indexes))
			picture.palette = &palette;
	}
	picture.indexes = indexes;
	wrong = write_png(&picture, out);
	free(indexes);
	return wrong;
}

static const char *png(const struct layout *layout, double scale, const struct picture_host *host, FILE *out)
{
	cairo_surface_t *surface = paint_layout(layout, scale, host);
	cairo_status_t status = cairo_surface_status(surface);
	const char *wrong = status ? cairo_status_to_string(status) : write_surface(surface, layout, host, out);

	cairo_surface_destroy(surface);
	return wrong;
}

__attribute__((visibility("default")))
const struct picture_module PICTURE_MODULE = { HIB_VERSION, sizeof(struct shape), png };
