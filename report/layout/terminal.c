#include "report/layout/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "share/base/number.h"
#include "share/base/banned.h"

#define NARROWEST 40
#define WIDEST    1000

static bool locale_is_utf8(void)
{
	const char *names[] = { getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG") };

	/* the first one that is set decides (POSIX); no call into the C library's locale files */
	for (int i = 0; i < 3; i++)
		if (names[i] && *names[i])
			return strcasestr(names[i], "utf-8") || strcasestr(names[i], "utf8");
	return false;
}

static int asked_columns(void)
{
	const char *columns = getenv("COLUMNS");
	int64_t value;

	if (columns && number_whole(columns, strlen(columns), NARROWEST, WIDEST, &value))
		return (int)value;
	return 0;
}

struct terminal terminal_for(FILE *out, int width, bool ascii)
{
	bool is_terminal = isatty(fileno(out));
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	struct terminal t = { .width = width, .ascii = ascii || !locale_is_utf8() };
	struct winsize size;

	if (!t.width)
		t.width = asked_columns();
	if (!t.width && is_terminal && !ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_col)
		t.width = size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
	if (!t.width)
		t.width = 80;
	t.colour = is_terminal && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
	return t;
}

static void add_blocks(struct text *line, const struct terminal *t, int n)
{
	static const char blocks[] = "████████████████", equals[] = "================";
	int each = t->ascii ? 1 : 3;

	for (; n > 16; n -= 16)
		text_add(line, t->ascii ? equals : blocks, (size_t)(16 * each));
	if (n > 0)
		text_add(line, t->ascii ? equals : blocks, (size_t)(n * each));
}

void terminal_bar(struct text *line, const struct terminal *t, double filled, int cells, bool broken)
{
	int eighths = (int)(filled * cells * 8 + 0.5), whole, rest;

	if (filled > 0 && eighths < 1)
		eighths = 1;
	if (eighths > cells * 8)
		eighths = cells * 8;
	if (t->ascii) /* a whole character stands for what blocks show in eighths */
		eighths = filled > 0 && eighths < 8 ? 8 : (eighths + 4) / 8 * 8;
	whole = eighths / 8;
	rest = eighths % 8;
	add_blocks(line, t, whole);
	if (broken && whole > 4) {
		/* the last blocks but two become the sign of a break */
		size_t size = t->ascii ? 1 : 3;

		line->size -= 4 * size;
		text_adds(line, t->ascii ? "//==" : "╱╱██");
	}
	if (rest) {
		/* U+2588 is a full block, U+2589..U+258F are seven eighths down to one */
		const char block[] = { '\xe2', '\x96', (char)(0x90 - rest), '\0' };

		text_adds(line, block);
	}
	text_pad(line, cells - whole - (rest > 0));
}

void terminal_spark(struct text *line, const struct terminal *t, const double *points, size_t n, int cells,
	double low, double high)
{
	static const char levels[] = "_.-~=+*#";

	for (int i = 0; i < cells; i++) {
		size_t from = n * (size_t)i / (size_t)cells, to = n * ((size_t)i + 1) / (size_t)cells;
		double sum = 0;
		int level;

		to = to > from ? to : from + 1;
		for (size_t k = from; k < to; k++)
			sum += points[k] / (double)(to - from);
		level = high > low ? (int)((sum - low) / (high - low) * 8) : 3;
		level = level < 0 ? 0 : level > 7 ? 7 : level;
		if (t->ascii) {
			text_addc(line, levels[level]);
		} else {
			/* U+2581 is one eighth of a block from below, U+2588 all of it */
			const char block[] = { '\xe2', '\x96', (char)(0x81 + level), '\0' };

			text_adds(line, block);
		}
	}
}

static void fit_ascii(struct text *text)
{
	size_t kept = 0;

	for (size_t i = 0; i < text->size; i++) {
		unsigned char c = (unsigned char)text->bytes[i];

		if (c < 0x80)
			text->bytes[kept++] = (char)c;
		else if (c >= 0xc0) /* one mark for each character, not for each byte */
			text->bytes[kept++] = '?';
	}
	if (text->bytes)
		text->bytes[kept] = '\0';
	text->size = kept;
}

static void clean_label(struct text *out, const struct terminal *t, const char *label)
{
	text_add_clean(out, label, strlen(label));
	if (t->ascii)
		fit_ascii(out);
}

/* Printable ASCII needs no cleaning, and a column a byte. */
static bool is_plain(const char *label)
{
	while (*label >= 0x20 && *label < 0x7f)
		label++;
	return !*label;
}

int terminal_label_width(const struct terminal *t, const char *label)
{
	struct text clean = TEXT_INIT;
	int width;

	if (is_plain(label))
		return (int)strlen(label);

	clean_label(&clean, t, label);
	width = text_width(text_string(&clean), clean.size);
	text_release(&clean);
	return width;
}

void terminal_label(struct text *line, const struct terminal *t, const char *label, int columns, bool pad)
{
	struct text clean = TEXT_INIT;
	int width, dots = t->ascii ? 3 : 1;

	if (is_plain(label) && (width = (int)strlen(label)) <= columns) {
		text_add(line, label, (size_t)width);
		if (pad)
			text_pad(line, columns - width);
		return;
	}

	clean_label(&clean, t, label);
	width = text_width(text_string(&clean), clean.size);
	if (width > columns && columns > dots) {
		/* the end of a name tells more often than its middle what is special about it */
		int front = (columns - dots) / 2, back = columns - dots - front;
		size_t head = text_fit(clean.bytes, clean.size, front);
		size_t tail = text_fit_end(clean.bytes, clean.size, back);

		text_add(line, clean.bytes, head);
		text_adds(line, t->ascii ? "..." : "…");
		text_add(line, clean.bytes + tail, clean.size - tail);
		width = text_width(clean.bytes, head) + dots +
			text_width(clean.bytes + tail, clean.size - tail);
	} else {
		text_add(line, text_string(&clean), clean.size);
	}
	if (pad)
		text_pad(line, columns - width);
	text_release(&clean);
}

void terminal_wrap_from(FILE *out, const struct terminal *t, const char *words, int column, int indent)
{
	bool fresh = true; /* no blank is due before the next word */

	while (*words) {
		int size = (int)strcspn(words, " "), width = text_width(words, (size_t)size);

		if (!fresh && column + 1 + width > t->width) {
			putc('\n', out);
			column = fprintf(out, "%*s", indent, "");
			fresh = true;
		}
		if (!fresh)
			column += fprintf(out, " ");
		fwrite(words, 1, (size_t)size, out);
		fresh = false;
		column += width;
		words += size;
		words += strspn(words, " ");
	}
	putc('\n', out);
}

void terminal_wrap(FILE *out, const struct terminal *t, const char *words, int indent)
{
	terminal_wrap_from(out, t, words, *words ? fprintf(out, "%*s", indent, "") : 0, indent);
}
