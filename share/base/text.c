#include "share/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

void text_reserve(struct text *text, size_t more)
{
	size_t need = text->size + more + 1;

	if (need <= text->capacity)
		return;
	if (need < text->capacity * 2)
		need = text->capacity * 2;
	text->bytes = mem_resize(text->bytes, need < 128 ? 128 : need, 1);
	text->capacity = need < 128 ? 128 : need;
}

void text_add_whole(struct text *text, unsigned long number)
{
	char digits[24], *p = digits + sizeof digits;

	do
		*--p = (char)('0' + number % 10);
	while (number /= 10);
	text_add(text, p, (size_t)(digits + sizeof digits - p));
}

void text_pad(struct text *text, int n)
{
	if (n <= 0)
		return;
	text_reserve(text, (size_t)n);
	memset(text->bytes + text->size, ' ', (size_t)n);
	text->size += (size_t)n;
	text->bytes[text->size] = '\0';
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list ap, again;
	int size;

	va_start(ap, format);
	va_copy(again, ap);
	text_reserve(text, 0);
	size = vsnprintf(text->bytes + text->size, text->capacity - text->size, format, ap);
	va_end(ap);
	if (size < 0)
		mem_exhausted();
	if ((size_t)size >= text->capacity - text->size) {
		text_reserve(text, (size_t)size);
		vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
	}
	text->size += (size_t)size;
	va_end(again);
}

void text_clear(struct text *text)
{
	text->size = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text)TEXT_INIT;
}

char *text_take(struct text *text)
{
	char *bytes = text->bytes ? text->bytes : mem_text("");

	*text = (struct text)TEXT_INIT;
	return bytes;
}

const char *text_string(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

char *text_replaced(const char *text, const char *word, const char *with)
{
	struct text out = TEXT_INIT;
	const char *found;

	for (; (found = strstr(text, word)); text = found + strlen(word)) {
		text_add(&out, text, (size_t)(found - text));
		text_adds(&out, with);
	}
	text_adds(&out, text);
	return text_take(&out);
}

bool text_equal(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

bool text_starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

bool text_ends(const char *text, const char *suffix)
{
	size_t size = strlen(text), tail = strlen(suffix);

	return size >= tail && !strcmp(text + size - tail, suffix);
}

bool text_matches(const char *pattern, const char *name)
{
	/* two-pointer walk: linear in practice, no backtracking blow-up */
	const char *star = NULL, *resume = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = pattern++;
			resume = name;
		} else if (*pattern == '?' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star + 1;
			name = ++resume;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

void text_add_slug(struct text *out, const char *name)
{
	static const char kept[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";

	for (; *name; name++)
		text_addc(out, strchr(kept, *name) ? *name : '-');
}

static bool is_unfit(utf8proc_int32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
		(c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029 || c == 0xfffe || c == 0xffff;
}

void text_add_clean(struct text *out, const char *bytes, size_t size)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)bytes, *end = p + size;

	while (p < end) {
		const utf8proc_uint8_t *plain = p;
		utf8proc_int32_t c;
		utf8proc_ssize_t n;

		while (p < end && *p >= 0x20 && *p < 0x7f)
			p++;
		if (p > plain) {
			text_add(out, (const char *)plain, (size_t)(p - plain));
			continue;
		}
		n = utf8proc_iterate(p, end - p, &c);
		if (n < 0) {
			text_adds(out, "\xef\xbf\xbd");
			p++;
			continue;
		}
		if (c == '\n' || c == '\t' || c == '\r')
			text_addc(out, ' ');
		else if (is_unfit(c))
			text_adds(out, "\xef\xbf\xbd");
		else
			text_add(out, (const char *)p, (size_t)n);
		p += n;
	}
}

size_t text_cluster(const char *text, size_t size, int *width)
{
	utf8proc_int32_t before = 0, c, state = 0;
	size_t used = 0;

	*width = 0;
	while (used < size) {
		utf8proc_ssize_t n = utf8proc_iterate(
			(const utf8proc_uint8_t *)text + used, (utf8proc_ssize_t)(size - used), &c);
		int columns;

		if (n < 0) {
			n = 1;
			c = 0xfffd;
		}
		if (used && utf8proc_grapheme_break_stateful(before, c, &state))
			break;
		columns = utf8proc_charwidth(c);
		if (c == 0xfe0f) /* emoji presentation makes its base wide */
			columns = 2;
		if (columns > *width)
			*width = columns;
		before = c;
		used += (size_t)n;
	}
	return used;
}

int text_width(const char *text, size_t size)
{
	size_t plain = 0;
	int sum = 0, width;

	while (plain < size && (unsigned char)text[plain] < 0x7f)
		plain++;
	if (plain == size)
		return (int)size;
	while (size) {
		size_t used;

		if ((unsigned char)*text < 0x7f && (size == 1 || (unsigned char)text[1] < 0x7f)) {
			used = 1;
			width = 1;
		} else {
			used = text_cluster(text, size, &width);
		}
		sum += width;
		text += used;
		size -= used;
	}
	return sum;
}

size_t text_fit(const char *text, size_t size, int columns)
{
	size_t kept = 0;
	int width;

	while (kept < size) {
		size_t used = text_cluster(text + kept, size - kept, &width);

		if (width > columns)
			break;
		columns -= width;
		kept += used;
	}
	return kept;
}

size_t text_fit_words(const char *words, size_t size, int columns)
{
	size_t fit = text_fit(words, size, columns), blank = fit;

	if (fit == size)
		return size;
	while (blank && words[blank] != ' ')
		blank--;
	return blank ? blank : fit ? fit : size;
}

size_t text_fit_end(const char *text, size_t size, int columns)
{
	int total = text_width(text, size), width;
	size_t left_out = 0;

	while (left_out < size && total > columns) {
		left_out += text_cluster(text + left_out, size - left_out, &width);
		total -= width;
	}
	return left_out;
}

static int distance(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	int row[64], result;

	if (na >= 63 || nb >= 63)
		return 99;
	for (size_t j = 0; j <= nb; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= na; i++) {
		int diagonal = row[0];

		row[0] = (int)i;
		for (size_t j = 1; j <= nb; j++) {
			int above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);

			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	result = row[nb];
	return result;
}

const char *text_nearest(const char *name, const char *const *names)
{
	const char *nearest = NULL;
	int best = (int)strlen(name) / 3 + 2;

	for (; *names; names++) {
		int d = distance(name, *names);

		if (d < best) {
			best = d;
			nearest = *names;
		}
	}
	return nearest;
}

void text_add_quoted(struct text *out, const char *argument)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";

	if (*argument && strspn(argument, plain) == strlen(argument)) {
		text_adds(out, argument);
		return;
	}
	text_addc(out, '\'');
	for (; *argument; argument++) {
		if (*argument == '\'')
			text_adds(out, "'\\''");
		else
			text_addc(out, *argument);
	}
	text_addc(out, '\'');
}
