#include "share/base/random.h"

#include <sys/random.h>
#include <time.h>

#include "share/base/banned.h"

void random_seed(struct random *random, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		uint64_t z = (seed += 0x9e3779b97f4a7c15u);

		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
		random->s[i] = z ^ (z >> 31);
	}
}

static uint64_t rotate(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

uint64_t random_next(struct random *random)
{
	uint64_t *s = random->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

uint64_t random_below(struct random *random, uint64_t n)
{
	uint64_t limit = UINT64_MAX - UINT64_MAX % n, x;

	do
		x = random_next(random);
	while (x >= limit);
	return x % n;
}

void random_shuffle(struct random *random, size_t *items, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = random_below(random, i), kept = items[i - 1];

		items[i - 1] = items[k];
		items[k] = kept;
	}
}

uint64_t random_fresh_seed(void)
{
	uint64_t seed;
	struct timespec now;

	if (getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed)
		return seed % 1000000000;
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_nsec;
}
