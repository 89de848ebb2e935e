#include "parsers/scan.h"

#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

struct scan scan_line(const struct line *line)
{
	return scan_bytes(line->bytes, line->size);
}

struct scan scan_bytes(const char *bytes, size_t size)
{
	return (struct scan){ bytes, bytes + size };
}

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

void scan_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_blank(*scan->at))
		scan->at++;
}

bool scan_done(const struct scan *scan)
{
	struct scan copy = *scan;

	scan_blanks(&copy);
	return copy.at == copy.end;
}

bool scan_word(struct scan *scan, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, word, size))
		return false;
	scan->at += size;
	return true;
}

bool scan_until(struct scan *scan, const char *word)
{
	const char *found = memmem(scan->at, (size_t)(scan->end - scan->at), word, strlen(word));

	if (!found)
		return false;
	scan->at = found + strlen(word);
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
	if (!number_double(start, (size_t)(end - start), &number->value) ||
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
