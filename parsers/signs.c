#include "parsers/signs.h"

#include <string.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

static uint32_t three_at(const char *p)
{
	return (uint32_t)(unsigned char)p[0] | (uint32_t)(unsigned char)p[1] << 8 |
		(uint32_t)(unsigned char)p[2] << 16;
}

/* 16 bits of a multiplicative hash (Knuth's golden ratio constant). */
static uint32_t hash(uint32_t three)
{
	return three * 2654435769u >> 16;
}

static size_t rarest_three(const char *word, size_t size)
{
	size_t best = 0;
	int best_score = 1 << 30;

	for (size_t i = 0; i + 2 < size; i++) {
		int score = scan_usual(word[i]) + scan_usual(word[i + 1]) + scan_usual(word[i + 2]);

		if (score < best_score) {
			best = i;
			best_score = score;
		}
	}
	return best;
}

void signs_prepare(struct signs *signs, const char *const *words)
{
	*signs = (struct signs){ .n = 0 };
	for (; *words; words++) {
		struct sign *sign = &signs->items[signs->n++];
		size_t size = strlen(*words);
		uint32_t bit;

		if (signs->n == SIGNS_MOST || size < 3)
			BUG("signs: too many words, or one too short");
		*sign = (struct sign){ .word = *words, .size = size, .at = rarest_three(*words, size) };
		sign->three = three_at(*words + sign->at);
		bit = hash(sign->three);
		signs->hashes[bit >> 3] |= (uint8_t)(1 << (bit & 7));
	}
}

/* Does a word stand around the three bytes at `p`? */
static bool word_at(const struct signs *signs, const struct scan *scan, const char *p)
{
	uint32_t three = three_at(p);

	for (size_t i = 0; i < signs->n; i++) {
		const struct sign *sign = &signs->items[i];

		if (sign->three == three && (size_t)(p - scan->at) >= sign->at &&
			(size_t)(scan->end - p) >= sign->size - sign->at &&
			!memcmp(p - sign->at, sign->word, sign->size))
			return true;
	}
	return false;
}

bool signs_any(const struct signs *signs, const struct scan *scan)
{
	for (const char *p = scan->at; scan->end - p >= 3; p++) {
		uint32_t bit = hash(three_at(p));

		if ((signs->hashes[bit >> 3] & 1 << (bit & 7)) && word_at(signs, scan, p))
			return true;
	}
	return false;
}

bool scan_begins_with_digit(const struct scan *scan)
{
	struct scan copy = *scan;

	scan_blanks(&copy);
	return copy.at < copy.end && *copy.at >= '0' && *copy.at <= '9';
}
