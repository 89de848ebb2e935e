#ifndef TESTS_UNIT_TAP_H
#define TESTS_UNIT_TAP_H

/* TAP output of a unit test. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_n, tap_failed;

static void tap(bool good, const char *name)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++tap_n, name);
	tap_failed += !good;
}

static inline void tap_text(const char *got, const char *wanted, const char *name)
{
	bool good = got && wanted ? !strcmp(got, wanted) : got == wanted;

	tap(good, name);
	if (!good)
		printf("# got:    %s\n# wanted: %s\n", got ? got : "(none)", wanted ? wanted : "(none)");
}

static inline void tap_number(double got, double wanted, const char *name)
{
	bool good = (isnan(got) && isnan(wanted)) || fabs(got - wanted) <= 1e-12 * fabs(wanted);

	tap(good, name);
	if (!good)
		printf("# got:    %.17g\n# wanted: %.17g\n", got, wanted);
}

static inline int tap_end(void)
{
	printf("1..%d\n", tap_n);
	return tap_failed > 0;
}

#endif
