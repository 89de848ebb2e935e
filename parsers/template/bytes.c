#include "parsers/template/bytes.h"

#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

struct bytes bytes_of(const char *text)
{
	return (struct bytes){ text ? text : "", text ? strlen(text) : 0 };
}

struct bytes bytes_part(struct bytes all, size_t from, size_t to)
{
	if (to > all.size)
		to = all.size;
	if (from > to)
		from = to;
	return (struct bytes){ all.at + from, to - from };
}

long bytes_find(struct bytes all, struct bytes wanted, size_t from)
{
	const char *found;

	if (!wanted.size || from > all.size)
		return -1;
	found = memmem(all.at + from, all.size - from, wanted.at, wanted.size);
	return found ? found - all.at : -1;
}

long bytes_find_last(struct bytes all, struct bytes wanted)
{
	const char *end = all.at + all.size;

	if (!wanted.size || wanted.size > all.size)
		return -1;
	end -= wanted.size - 1;
	while ((end = memrchr(all.at, *wanted.at, (size_t)(end - all.at))))
		if (!memcmp(end, wanted.at, wanted.size))
			return end - all.at;
	return -1;
}

bool bytes_equal(struct bytes a, struct bytes b)
{
	return a.size == b.size && !memcmp(a.at, b.at, a.size);
}

static bool is_white(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\0' || c == '\v';
}

struct bytes bytes_trim(struct bytes all)
{
	while (all.size && is_white(*all.at)) {
		all.at++;
		all.size--;
	}
	while (all.size && is_white(all.at[all.size - 1]))
		all.size--;
	return all;
}

static struct bytes kept(struct arena *arena, struct text *text)
{
	struct bytes copy = { arena_bytes(arena, text_string(text), text->size), text->size };

	text_release(text);
	return copy;
}

struct bytes bytes_replace(struct arena *arena, struct bytes all, struct bytes old, struct bytes with)
{
	struct text out = TEXT_INIT;
	size_t from = 0;
	long at = bytes_find(all, old, 0);

	if (at < 0)
		return all;
	for (; at >= 0; at = bytes_find(all, old, from)) {
		text_add(&out, all.at + from, (size_t)at - from);
		text_add(&out, with.at, with.size);
		from = (size_t)at + old.size;
	}
	text_add(&out, all.at + from, all.size - from);
	return kept(arena, &out);
}

static struct bytes spaced(struct arena *arena, struct bytes line, const char *separators)
{
	struct text out = TEXT_INIT;

	for (size_t i = 0; i < line.size; i++) {
		char c = line.at[i];
		bool blank = c == ' ' || (c && strchr(separators, c));

		if (c == '=')
			text_adds(&out, out.size && out.bytes[out.size - 1] == ' ' ? "= " : " = ");
		else if (!blank)
			text_addc(&out, c);
		else if (!out.size || out.bytes[out.size - 1] != ' ')
			text_addc(&out, ' ');
	}
	return bytes_trim(kept(arena, &out));
}

struct words bytes_words(struct arena *arena, struct bytes line, const char *separators)
{
	struct bytes rest = spaced(arena, line, separators);
	struct words words = { 0 };

	for (size_t from = 0; from <= rest.size;) {
		const char *blank = memchr(rest.at + from, ' ', rest.size - from);
		size_t to = blank ? (size_t)(blank - rest.at) : rest.size;

		words.items = arena_more(arena, words.items, words.n, sizeof *words.items);
		words.items[words.n++] = bytes_part(rest, from, to);
		from = to + 1;
	}
	return words;
}
