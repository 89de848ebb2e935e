#include "report/layout/font.h"

#include <string.h>
#include <utf8proc.h>

#include "report/layout/font_advances.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define WIDE_ADVANCE    1000 /* of East Asian characters */
#define UNKNOWN_ADVANCE 650 /* of other scripts, about */

static const struct {
	double size;
	bool bold;
} fonts[FONT_COUNT] = {
	[FONT_TITLE] = { 18, true },
	[FONT_SUBTITLE] = { 13, false },
	[FONT_UNIT] = { 13, true },
	[FONT_LABEL] = { 13, false },
	[FONT_LABEL_STRONG] = { 13, true },
	[FONT_VALUE] = { 13, true },
	[FONT_NOTE] = { 11, false },
	[FONT_TICK] = { 11, false },
	[FONT_FOOT] = { 11, false },
};

double font_size(enum font font)
{
	return fonts[font].size;
}

bool font_is_bold(enum font font)
{
	return fonts[font].bold;
}

double font_line(enum font font)
{
	return font_size(font) * 1.3;
}

static unsigned advance(utf8proc_int32_t c, bool bold)
{
	int columns;

	if (c >= FIRST_ADVANCE && c <= LAST_ADVANCE)
		return advances[bold][c - FIRST_ADVANCE];
	columns = utf8proc_charwidth(c);
	return columns > 1 ? WIDE_ADVANCE : columns ? UNKNOWN_ADVANCE : 0;
}

double font_width(enum font font, const char *text, size_t size)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)text, *end = p + size;
	bool bold = fonts[font].bold;
	unsigned long sum = 0;

	while (p < end) {
		utf8proc_int32_t c = *p;
		utf8proc_ssize_t n = 1;

		if (c >= 0x80)
			n = utf8proc_iterate(p, end - p, &c);
		sum += advance(n > 0 ? c : 0xfffd, bold);
		p += n > 0 ? n : 1;
	}
	return (double)sum * fonts[font].size / 1000;
}

/* Bytes of `text` that fit, cut between grapheme clusters; at least one cluster. */
static size_t fit(enum font font, const char *text, size_t size, double width)
{
	size_t kept = 0;
	double sum = 0;
	int columns;

	while (kept < size) {
		size_t used = text_cluster(text + kept, size - kept, &columns);

		sum += font_width(font, text + kept, used);
		if (sum > width && kept)
			break;
		kept += used;
	}
	return kept;
}

/* Bytes to leave out at the front so that the rest fits. */
static size_t fit_end(enum font font, const char *text, size_t size, double width)
{
	size_t from = 0;
	double sum = font_width(font, text, size);
	int columns;

	while (from < size && sum > width) {
		size_t used = text_cluster(text + from, size - from, &columns);

		sum -= font_width(font, text + from, used);
		from += used;
	}
	return from;
}

const char *font_cut(struct arena *arena, enum font font, const char *text, double width)
{
	static const char dots[] = "\xe2\x80\xa6";
	size_t size = strlen(text), front, back;
	double rest = width - font_width(font, dots, sizeof dots - 1);

	if (font_width(font, text, size) <= width)
		return text;
	front = fit(font, text, size, rest / 2);
	back = fit_end(font, text + front, size - front, rest - font_width(font, text, front));
	return arena_printf(arena, "%.*s%s%s", (int)front, text, dots, text + front + back);
}

/* The same, no longer than up to the last place where a line may break. */
static size_t fit_words(enum font font, const char *text, size_t size, double width)
{
	size_t kept = fit(font, text, size, width), end = kept;

	if (kept == size)
		return kept;
	while (end && text[end] != ' ' && !strchr(",/;", text[end - 1]))
		end--;
	return end ? end : kept;
}

size_t font_wrap(
	struct arena *arena, enum font font, const char *text, double width, size_t most, const char ***lines)
{
	size_t n = 0, size = strlen(text);

	*lines = arena_take(arena, most * sizeof **lines);
	while (n < most && (size || !n)) {
		size_t kept = n + 1 < most ? fit_words(font, text, size, width) : size;
		const char *line = arena_bytes(arena, text, kept);

		(*lines)[n++] = font_cut(arena, font, line, width);
		text += kept;
		size -= kept;
		while (size && *text == ' ') {
			text++;
			size--;
		}
	}
	return n;
}
