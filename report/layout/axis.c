#include "report/layout/axis.h"

#include <math.h>

#include "share/base/number.h"
#include "share/base/banned.h"

/* A tick is reached in spite of the rounding of its multiples. */
#define ROUNDING 1e-9
/* Ends and spans beyond these are drawn as if they were these: steps stay finite numbers. */
#define LARGEST  1e307
#define SMALLEST 1e-303

struct axis axis_round(double low, double high, size_t most)
{
	static const double steps[] = { 1, 2, 2.5, 5, 10 };
	struct axis axis = { 0 };
	double power;

	low = fmax(fmin(low, LARGEST), -LARGEST);
	high = fmax(fmin(high, LARGEST), -LARGEST);
	if (!(high > low))
		high = low + (low > 0 || low < 0 ? fabs(low) : 1);
	if (high - low < SMALLEST)
		high = low + SMALLEST;
	power = pow(10, floor(log10((high - low) / (double)most)));
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		axis.step = steps[i] * power;
		axis.low = floor(low / axis.step + ROUNDING) * axis.step;
		axis.n = (size_t)lround(ceil((high - axis.low) / axis.step - ROUNDING)) + 1;
		if (axis.n <= most + 1)
			break;
	}
	axis.high = axis.low + axis.step * (double)(axis.n - 1);
	return axis;
}

double axis_tick(const struct axis *axis, size_t i)
{
	double tick = axis->low + axis->step * (double)i;

	return fabs(tick) < axis->step * ROUNDING ? 0 : tick;
}

const char *axis_text(const struct axis *axis, size_t i, struct arena *arena)
{
	static const char *const suffixes[] = { "", "k", "M", "G", "T", "P", "E" };
	double largest = fmax(fabs(axis->low), fabs(axis->high)), step = axis->step, tick = axis_tick(axis, i);
	size_t thousands = 0;
	int decimals;
	char buffer[NUMBER_TEXT_SIZE];

	if (!(tick < 0) && !(tick > 0))
		return "0";

	/* numbers of five digits read well; steps that need digits behind the point of "k" stay as they are */
	while (largest >= 1e5 && thousands + 1 < sizeof suffixes / sizeof *suffixes) {
		largest /= 1000;
		step /= 1000;
		tick /= 1000;
		thousands++;
	}
	if (largest >= 1e5 || largest < 1e-6)
		return arena_printf(arena, "%.3g", axis_tick(axis, i));
	decimals = (int)fmax(0, -floor(log10(step) + ROUNDING));
	/* a step of 2.5 needs one digit more than a step of 2 */
	if (fabs(step * pow(10, decimals) - rint(step * pow(10, decimals))) > ROUNDING * 100)
		decimals++;
	return arena_printf(
		arena, "%s%s", number_fixed(tick, decimals > 15 ? 15 : decimals, buffer), suffixes[thousands]);
}

double axis_share(const struct axis *axis, double value)
{
	return fmin(fmax((value - axis->low) / (axis->high - axis->low), 0), 1);
}
