#ifndef SHARE_BASE_RANDOM_H
#define SHARE_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/*
 * xoshiro256** seeded by SplitMix64 (Blackman and Vigna, public algorithms): the same numbers from
 * the same seed everywhere, so that a schedule or a generated tree can be made again.
 */
struct random {
	uint64_t s[4];
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);
uint64_t random_below(struct random *random, uint64_t n); /* 0..n-1 without bias; n > 0 */
void random_shuffle(struct random *random, size_t *items, size_t n);

/* A seed nobody chose. */
uint64_t random_fresh_seed(void);

#endif
