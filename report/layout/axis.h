#ifndef REPORT_LAYOUT_AXIS_H
#define REPORT_LAYOUT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/memory.h"

/* A linear axis with round ticks: multiples of 1, 2, 2.5 or 5 times a power of ten. */
struct axis {
	double low, high; /* ends: ticks, both */
	double step;
	size_t n; /* ticks */
};

/* The axis that holds low..high with at most `most` (from 2 on) steps; 0..1 when both are equal. */
struct axis axis_round(double low, double high, size_t most);

double axis_tick(const struct axis *axis, size_t i);
/* "0", "2.5", "50k": with the digits that the step needs. */
const char *axis_text(const struct axis *axis, size_t i, struct arena *arena);
/* Where a value lies, 0 at the low end and 1 at the high one; held within them. */
double axis_share(const struct axis *axis, double value);

#endif
