#include "parsers/comma.h"

#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

enum comma comma_kind(const char *text, size_t size)
{
	const char *comma = memchr(text, ',', size);

	if (!comma)
		return COMMA_NONE;
	if (memchr(comma + 1, ',', size - (size_t)(comma + 1 - text)) || memchr(text, '.', size) ||
		comma == text || comma + 1 == text + size)
		return COMMA_OTHER;
	return COMMA_DECIMAL;
}

bool comma_number(const char *text, size_t size, char copy[40], struct digits *digits)
{
	char *comma;

	*digits = (struct digits){ text, size, 0 };
	if (size >= 40)
		return false;
	if (number_double(text, size, &digits->value))
		return true;
	if (comma_kind(text, size) != COMMA_DECIMAL)
		return false;
	memcpy(copy, text, size);
	copy[size] = '\0';
	comma = memchr(copy, ',', size);
	if (!comma)
		return false;
	*comma = '.';
	digits->bytes = copy;
	return number_double(copy, size, &digits->value);
}
