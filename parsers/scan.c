#include "parsers/scan.h"

#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

struct scan scan_trimmed(struct scan scan)
{
	scan_blanks(&scan);
	while (scan.end > scan.at && is_blank(scan.end[-1]))
		scan.end--;
	return scan;
}

struct scan scan_unquoted(struct scan scan, bool *quoted)
{
	*quoted = false;
	while (scan_word(&scan, ">")) {
		*quoted = true;
		scan_word(&scan, " ");
	}
	return scan;
}

bool scan_done(const struct scan *scan)
{
	struct scan copy = *scan;

	scan_blanks(&copy);
	return copy.at == copy.end;
}

/* clang-format off */
static const unsigned char usual[256] = {
	['a'] = 2, ['b'] = 2, ['c'] = 2, ['d'] = 2, ['e'] = 2, ['f'] = 2, ['g'] = 2, ['h'] = 2, ['i'] = 2,
	['j'] = 1, ['k'] = 1, ['l'] = 2, ['m'] = 2, ['n'] = 2, ['o'] = 2, ['p'] = 2, ['q'] = 1, ['r'] = 2,
	['s'] = 2, ['t'] = 2, ['u'] = 2, ['v'] = 1, ['w'] = 1, ['x'] = 1, ['y'] = 2, ['z'] = 1,
	['0'] = 3, ['1'] = 3, ['2'] = 3, ['3'] = 3, ['4'] = 3, ['5'] = 3, ['6'] = 3, ['7'] = 3, ['8'] = 3, ['9'] = 3,
	[' '] = 3, ['.'] = 3, ['-'] = 3, [':'] = 3, [','] = 3, ['('] = 3, [')'] = 3,
};
/* clang-format on */

int scan_usual(char byte)
{
	return usual[(unsigned char)byte];
}

/*
 * memmem() for short words in short lines: memchr() for the word's rarest byte passes over most
 * lines at the speed of memory.
 */
static const char *find_word(const char *at, size_t size, const char *word, size_t word_size)
{
	size_t rarest = 0;
	const char *end = at + size;

	if (!word_size || word_size > size)
		return NULL;
	for (size_t i = 1; i < word_size && usual[(unsigned char)word[rarest]]; i++)
		if (usual[(unsigned char)word[i]] < usual[(unsigned char)word[rarest]])
			rarest = i;
	end -= word_size - rarest - 1;
	for (at += rarest; (at = memchr(at, word[rarest], (size_t)(end - at))); at++)
		if (!memcmp(at - rarest, word, word_size))
			return at - rarest;
	return NULL;
}

bool scan_until(struct scan *scan, const char *word)
{
	size_t size = strlen(word);
	const char *found = find_word(scan->at, (size_t)(scan->end - scan->at), word, size);

	if (!found)
		return false;
	scan->at = found + size;
	return true;
}

bool scan_until_last(struct scan *scan, const char *word)
{
	bool found = false;

	while (scan_until(scan, word))
		found = true;
	return found;
}

bool scan_has(const struct scan *scan, const char *word)
{
	struct scan copy = *scan;

	return scan_until(&copy, word);
}

bool scan_has_any(const struct scan *scan, const char *const *words)
{
	for (; *words; words++)
		if (scan_has(scan, *words))
			return true;
	return false;
}

bool scan_token(struct scan *scan, const char **token, size_t *size)
{
	struct scan copy = *scan;

	scan_blanks(&copy);
	*token = copy.at;
	while (copy.at < copy.end && !is_blank(*copy.at))
		copy.at++;
	*size = (size_t)(copy.at - *token);
	if (!*size)
		return false;
	*scan = copy;
	return true;
}

/* The longest decimal form from p on; an exponent only when its digits follow. */
static const char *number_end(const char *p, const char *end)
{
	const char *start = p;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	while (p < end && is_digit(*p))
		p++;
	if (p < end && *p == '.')
		for (p++; p < end && is_digit(*p); p++)
			;
	if (p + 1 < end && p > start && (*p == 'e' || *p == 'E')) {
		const char *exponent = p + 1;

		if (*exponent == '-' || *exponent == '+')
			exponent++;
		if (exponent < end && is_digit(*exponent))
			for (p = exponent; p < end && is_digit(*p); p++)
				;
	}
	return p;
}

static bool ends_well(const char *p, const char *end, bool unit_follows)
{
	if (p == end || is_blank(*p) || (*p && strchr(",;:@()[]|/%<>=\"'", *p)))
		return p == end || !(*p == ',' && p + 1 < end && is_digit(p[1]));
	return unit_follows && is_letter(*p);
}

bool scan_number(struct scan *scan, bool unit_follows, struct digits *number)
{
	struct scan copy = *scan;
	const char *start, *end;

	scan_blanks(&copy);
	start = copy.at;
	end = number_end(start, copy.end);
	if (end == copy.open_end || !number_double(start, (size_t)(end - start), &number->value) ||
		!ends_well(end, copy.end, unit_follows))
		return false;
	number->bytes = start;
	number->size = (size_t)(end - start);
	scan->at = end;
	return true;
}

bool scan_whole(struct scan *scan, long *value)
{
	struct scan copy = *scan;
	struct digits digits;
	int64_t whole;

	if (!scan_number(&copy, false, &digits) ||
		!number_whole(digits.bytes, digits.size, 0, INT64_MAX / 2, &whole))
		return false;
	*value = (long)whole;
	*scan = copy;
	return true;
}
