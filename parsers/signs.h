#ifndef PARSERS_SIGNS_H
#define PARSERS_SIGNS_H

#include <stdint.h>

#include "parsers/scan.h"

/*
 * The words by which a parser knows the lines that concern it: one pass over a line tells whether
 * any of them is in it, at a speed near that of memory, so that the 95 % of a log that hold nothing
 * cost next to nothing. Part of a parser's state.
 */
enum { SIGNS_MOST = 32 };

struct signs {
	size_t n;
	struct sign {
		const char *word;
		size_t size, at; /* where its rarest three bytes begin */
		uint32_t three; /* those three bytes */
	} items[SIGNS_MOST];
	uint8_t hashes[8192]; /* a bit for the hash of each word's three bytes */
};

/* `words`: at most SIGNS_MOST, of at least three bytes each, ended by NULL; they stay the caller's. */
void signs_prepare(struct signs *signs, const char *const *words);
bool signs_any(const struct signs *signs, const struct scan *scan);

/* The first byte that is no blank is a digit: how rows of figures begin. */
bool scan_begins_with_digit(const struct scan *scan);

#endif
