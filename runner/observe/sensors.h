#ifndef RUNNER_OBSERVE_SENSORS_H
#define RUNNER_OBSERVE_SENSORS_H

#include "runner/profile/test.h"

/*
 * Values of the machine, read while a command runs: cpu.usage (% of all processors), cpu.temp (degrees
 * Celsius), cpu.freq (MHz, mean), memory.usage (MB), sys.power (W, of the battery), sys.iowait (%).
 */
struct sensor_track {
	size_t metric; /* index into the profile's metrics */
	const struct metric *of;
	double *values; /* in the arena */
	size_t n;
	double next; /* seconds since the start: when it is read again */
	unsigned long long busy, total; /* /proc/stat as it was */
	const char *missing; /* why it cannot be read, or NULL */
};

struct sensors {
	struct arena *arena;
	struct sensor_track *tracks;
	size_t n;
};

/* Those of the test's metrics; none is a `sensors` with n == 0. */
void sensors_start(struct sensors *sensors, const struct test *test, struct arena *arena);

/* Read what is due; called some times a second. */
void sensors_tick(struct sensors *sensors, double seconds);

/* What the metric reports of a track: "12.5", or a line of all values; NULL where there is none. In the arena.
 */
const char *sensor_value(const struct sensors *sensors, const struct sensor_track *track);

#endif
