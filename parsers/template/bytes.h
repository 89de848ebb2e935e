#ifndef PARSERS_TEMPLATE_BYTES_H
#define PARSERS_TEMPLATE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/memory.h"

/* A run of bytes that somebody else owns. Positions are counts of bytes; -1: not found. */
struct bytes {
	const char *at;
	size_t size;
};

struct bytes bytes_of(const char *text); /* of a NUL-terminated text; NULL is empty */
struct bytes bytes_part(struct bytes all, size_t from, size_t to); /* [from, to), cut to what there is */
long bytes_find(struct bytes all, struct bytes wanted, size_t from);
long bytes_find_last(struct bytes all, struct bytes wanted);
bool bytes_equal(struct bytes a, struct bytes b);
struct bytes bytes_trim(struct bytes all); /* blanks, line ends, tabs, NUL and vertical tabs, as PHP trims */

/* A copy with every `old` replaced. */
struct bytes bytes_replace(struct arena *arena, struct bytes all, struct bytes old, struct bytes with);

/*
 * Blank-separated words, after `=` was set apart and each of `separators` made a blank. Runs of
 * blanks count once; an empty line is one empty word.
 */
struct words {
	struct bytes *items;
	size_t n;
};
struct words bytes_words(struct arena *arena, struct bytes line, const char *separators);

#endif
