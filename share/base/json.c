#include "share/base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "share/base/number.h"
#include "share/base/banned.h"

static bool is_plain(utf8proc_uint8_t c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void json_add_string(struct text *out, const char *string)
{
	const utf8proc_uint8_t *p = (const utf8proc_uint8_t *)string;

	if (!string) {
		text_adds(out, "null");
		return;
	}
	text_addc(out, '"');
	for (;;) {
		const utf8proc_uint8_t *plain = p;
		utf8proc_int32_t c;
		utf8proc_ssize_t n;

		while (is_plain(*p))
			p++;
		text_add(out, (const char *)plain, (size_t)(p - plain));
		if (!*p)
			break;
		n = utf8proc_iterate(p, -1, &c);
		if (n < 0) {
			text_adds(out, "\xef\xbf\xbd");
			n = 1;
		} else if (c == '"' || c == '\\') {
			text_addc(out, '\\');
			text_addc(out, (char)c);
		} else if (c == '\n') {
			text_adds(out, "\\n");
		} else if (c == '\t') {
			text_adds(out, "\\t");
		} else if (c < 0x20 || c == 0x7f) {
			text_printf(out, "\\u%04x", (unsigned)c);
		} else {
			text_add(out, (const char *)p, (size_t)n);
		}
		p += n;
	}
	text_addc(out, '"');
}

void json_add_number(struct text *out, double value)
{
	char digits[NUMBER_TEXT_SIZE];

	text_adds(out, isfinite(value) ? number_shortest(value, digits) : "null");
}

void json_add_key(struct text *out, const char *key)
{
	if (out->size && !strchr("{[", out->bytes[out->size - 1]))
		text_addc(out, ',');
	json_add_string(out, key);
	text_addc(out, ':');
}

void json_add_text(struct text *out, const char *key, const char *value)
{
	if (!value)
		return;
	json_add_key(out, key);
	json_add_string(out, value);
}

void json_add_whole(struct text *out, const char *key, long long value)
{
	json_add_key(out, key);
	text_printf(out, "%lld", value);
}

void json_add_real(struct text *out, const char *key, double value)
{
	json_add_key(out, key);
	text_printf(out, "%.6f", value);
}
