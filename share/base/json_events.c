#include "share/base/json_events.h"

#include <stdint.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

#define LONGEST_TOKEN ((size_t)1 << 20)
#define LONGEST_BARE  400

enum { EXPECT_VALUE, EXPECT_FIRST_VALUE, EXPECT_FIRST_KEY, EXPECT_KEY, EXPECT_COLON, EXPECT_COMMA };

void json_start(
	struct json_reader *reader, void (*event)(void *, enum json_event, const char *, size_t), void *context)
{
	struct text buffer = reader->buffer;

	text_clear(&buffer);
	*reader = (struct json_reader){
		.event = event, .context = context, .expect = EXPECT_VALUE, .buffer = buffer
	};
}

void json_release(struct json_reader *reader)
{
	text_release(&reader->buffer);
}

/* A key or a value. */
static void tell(struct json_reader *r, enum json_event event)
{
	if (!r->quiet || r->depth < r->quiet)
		r->event(r->context, event, text_string(&r->buffer), r->buffer.size);
}

static bool takes_value(const struct json_reader *r)
{
	return r->expect == EXPECT_VALUE || r->expect == EXPECT_FIRST_VALUE;
}

static bool open_container(struct json_reader *r, bool is_object)
{
	if (!takes_value(r) || r->depth >= JSON_DEEPEST)
		return false;
	r->is_object[r->depth++] = is_object;
	r->expect = is_object ? EXPECT_FIRST_KEY : EXPECT_FIRST_VALUE;
	r->event(r->context, is_object ? JSON_OBJECT : JSON_ARRAY, "", 0);
	return true;
}

static bool close_container(struct json_reader *r, bool is_object)
{
	bool allowed = r->expect == EXPECT_COMMA ||
		r->expect == (is_object ? EXPECT_FIRST_KEY : EXPECT_FIRST_VALUE);

	if (!r->depth || r->is_object[r->depth - 1] != is_object || !allowed)
		return false;
	r->depth--;
	if (r->depth < r->quiet)
		r->quiet = 0;
	r->expect = EXPECT_COMMA;
	r->event(r->context, is_object ? JSON_OBJECT_END : JSON_ARRAY_END, "", 0);
	return true;
}

static bool finish_string(struct json_reader *r)
{
	r->token = TOKEN_NONE;
	tell(r, r->token_is_key ? JSON_KEY : JSON_STRING);
	r->expect = r->token_is_key ? EXPECT_COLON : EXPECT_COMMA;
	return true;
}

/* JSON's number: no leading plus, no leading zeros, digits on both sides of the point. */
static bool is_json_number(const char *text, size_t size)
{
	const char *p = text + (size && *text == '-');
	const char *point = memchr(text, '.', size);
	double ignored;

	if (size < 16 && *p != '0' && strspn(p, "0123456789") == size - (size_t)(p - text) && p < text + size)
		return true;
	if (p == text + size || *p < '0' || *p > '9' ||
		(*p == '0' && p + 1 < text + size && p[1] >= '0' && p[1] <= '9'))
		return false;
	if (point && (point + 1 == text + size || point[1] < '0' || point[1] > '9'))
		return false;
	return number_double(text, size, &ignored);
}

static bool finish_bare(struct json_reader *r)
{
	static const char *const not_numbers[] = { "nan", "-nan", "inf", "-inf", "NaN", "Infinity",
		"-Infinity" };
	const char *text = text_string(&r->buffer);
	enum json_event event = JSON_NUMBER;

	r->token = TOKEN_NONE;
	if (is_json_number(text, r->buffer.size)) {
		event = JSON_NUMBER;
	} else if (!strcmp(text, "true") || !strcmp(text, "false") || !strcmp(text, "null")) {
		event = JSON_WORD;
	} else {
		event = JSON_NO_NUMBER;
		for (size_t i = 0;; i++) {
			if (i == sizeof not_numbers / sizeof *not_numbers)
				return false;
			if (!strcmp(text, not_numbers[i]))
				break;
		}
	}
	tell(r, event);
	r->expect = EXPECT_COMMA;
	return true;
}

static bool start_token(struct json_reader *r, char c)
{
	text_clear(&r->buffer);
	if (c == '"') {
		r->token_is_key = r->expect == EXPECT_FIRST_KEY || r->expect == EXPECT_KEY;
		if (!r->token_is_key && !takes_value(r))
			return false;
		r->token = TOKEN_STRING;
		return true;
	}
	if (!takes_value(r) || !r->depth)
		return false;
	r->token = TOKEN_BARE;
	text_addc(&r->buffer, c);
	return true;
}

static bool structural(struct json_reader *r, char c)
{
	switch (c) {
	case ' ':
	case '\t':
	case '\n':
	case '\r':
		return true;
	case '{':
		return open_container(r, true);
	case '}':
		return close_container(r, true);
	case '[':
		return open_container(r, false);
	case ']':
		return close_container(r, false);
	case ':':
		if (r->expect != EXPECT_COLON)
			return false;
		r->expect = EXPECT_VALUE;
		return true;
	case ',':
		if (r->expect != EXPECT_COMMA || !r->depth)
			return false;
		r->expect = r->is_object[r->depth - 1] ? EXPECT_KEY : EXPECT_VALUE;
		return true;
	default:
		return start_token(r, c);
	}
}

static bool is_bare(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
		c == '-' || c == '+';
}

/* How many bytes from `p` on are plain: they go into the token together. */
static size_t plain_run(const struct json_reader *r, const char *p, const char *end)
{
	const char *start = p;

	if (r->token == TOKEN_STRING)
		while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
			p++;
	else if (r->token == TOKEN_BARE)
		while (p < end && is_bare(*p))
			p++;
	else if (r->token == TOKEN_NONE)
		while (p < end && *p == ' ')
			p++;
	return (size_t)(p - start);
}

static bool take_run(struct json_reader *r, const char *p, size_t size)
{
	if (r->token == TOKEN_NONE)
		return true;
	text_add(&r->buffer, p, size);
	return r->buffer.size < (r->token == TOKEN_BARE ? LONGEST_BARE : LONGEST_TOKEN);
}

/* A byte that ends a run. */
static bool take_byte(struct json_reader *r, char c)
{
	switch (r->token) {
	case TOKEN_ESCAPE:
		text_addc(&r->buffer, c);
		r->token = TOKEN_STRING;
		return strchr("\"\\/bfnrtu", c) != NULL && c;
	case TOKEN_STRING:
		if (c == '"')
			return finish_string(r);
		r->token = TOKEN_ESCAPE;
		text_addc(&r->buffer, c);
		return c == '\\';
	case TOKEN_BARE:
		return finish_bare(r) && structural(r, c);
	case TOKEN_NONE:
		break;
	}
	return structural(r, c);
}

enum json_status json_feed(struct json_reader *reader, const char *bytes, size_t size)
{
	const char *end = bytes + size;

	while (bytes < end) {
		size_t run = plain_run(reader, bytes, end);

		reader->bytes += run;
		if (run && !take_run(reader, bytes, run))
			return JSON_BAD;
		bytes += run;
		if (bytes == end)
			break;
		reader->bytes++;
		if (!take_byte(reader, *bytes++))
			return JSON_BAD;
		if (!reader->depth && reader->token == TOKEN_NONE && reader->expect == EXPECT_COMMA)
			return JSON_COMPLETE;
	}
	return JSON_MORE;
}

static bool hex_unit(const char *text, size_t size, uint32_t *unit)
{
	*unit = 0;
	for (size_t i = 0; i < 4; i++) {
		char c = i < size ? text[i] : '\0';

		if (c >= '0' && c <= '9')
			*unit = *unit * 16 + (uint32_t)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			*unit = *unit * 16 + (uint32_t)((c | 0x20) - 'a') + 10;
		else
			return false;
	}
	return true;
}

static void add_character(struct text *out, uint32_t c)
{
	if (c < 0x80) {
		text_addc(out, (char)c);
	} else if (c < 0x800) {
		text_addc(out, (char)(0xc0 | c >> 6));
		text_addc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		text_addc(out, (char)(0xe0 | c >> 12));
		text_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		text_addc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		text_addc(out, (char)(0xf0 | c >> 18));
		text_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		text_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		text_addc(out, (char)(0x80 | (c & 0x3f)));
	}
}

/* The character of "\uXXXX", or of a pair of those, behind the 'u'; 0: none. */
static size_t add_unit(struct text *out, const char *text, size_t size)
{
	uint32_t unit, low;

	if (!hex_unit(text, size, &unit) || !unit || (unit >= 0xdc00 && unit < 0xe000))
		return 0;
	if (unit < 0xd800 || unit >= 0xe000) {
		add_character(out, unit);
		return 4;
	}
	if (size < 10 || text[4] != '\\' || text[5] != 'u' || !hex_unit(text + 6, size - 6, &low) ||
		low < 0xdc00 || low >= 0xe000)
		return 0;
	add_character(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
	return 10;
}

bool json_unescape(struct text *out, const char *text, size_t size)
{
	static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
	const char *end = text + size;

	while (text < end) {
		const char *escape = memchr(text, '\\', (size_t)(end - text)), *letter;
		size_t used = 1;

		text_add(out, text, (size_t)((escape ? escape : end) - text));
		if (!escape)
			break;
		if (escape + 1 == end)
			return false;
		text = escape + 1;
		letter = strchr(letters, *text);
		if (*text == 'u') {
			used = add_unit(out, text + 1, (size_t)(end - text - 1));
			if (!used++)
				return false;
		} else if (!*text || !letter) {
			return false;
		} else {
			text_addc(out, means[letter - letters]);
		}
		text += used;
	}
	return true;
}
