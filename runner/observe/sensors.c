#include "runner/observe/sensors.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* First number of a file of /sys; NaN where there is none. */
static double number_in(const char *path)
{
	struct text line = TEXT_INIT;
	double value = NAN;

	file_first_line(&line, path);
	if (line.size && !number_double(text_string(&line), line.size, &value))
		value = NAN;
	text_release(&line);
	return value;
}

/* Mean or largest of the numbers in all files that a pattern fits, NaN without one. */
static double number_of_all(const char *pattern, bool largest)
{
	glob_t found = { 0 };
	double sum = 0, most = -INFINITY;
	size_t n = 0;

	glob(pattern, GLOB_NOSORT, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		double value = number_in(found.gl_pathv[i]);

		if (isnan(value))
			continue;
		sum += value;
		most = fmax(most, value);
		n++;
	}
	globfree(&found);
	return !n ? NAN : largest ? most : sum / (double)n;
}

/* Share of the processors' time that went to work, or to waiting for disks, since the last look; in per cent.
 */
static double share_of_time(struct sensor_track *t, bool waiting)
{
	unsigned long long v[8] = { 0 }, busy, total = 0;
	struct text line = TEXT_INIT;
	double share = NAN;

	file_first_line(&line, "/proc/stat");
	if (sscanf(text_string(&line), "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0], &v[1], &v[2],
		    &v[3], &v[4], &v[5], &v[6], &v[7]) >= 5) {
		for (int i = 0; i < 8; i++)
			total += v[i];
		busy = waiting ? v[4] : total - v[3] - v[4];
		if (t->total && total > t->total)
			share = 100.0 * (double)(busy - t->busy) / (double)(total - t->total);
		t->busy = busy;
		t->total = total;
	}
	text_release(&line);
	return share;
}

static double memory_used(void)
{
	struct text all = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	unsigned long long total = 0, available = 0;
	const char *line;

	if (file_read(&all, "/proc/meminfo", (size_t)1 << 16, &ignored))
		error_release(&ignored);
	line = strstr(text_string(&all), "MemTotal:");
	if (line)
		total = strtoull(line + 9, NULL, 10);
	line = strstr(text_string(&all), "MemAvailable:");
	if (line)
		available = strtoull(line + 13, NULL, 10);
	text_release(&all);
	return total && available <= total ? (double)(total - available) / 1024 : NAN;
}

static double read_sensor(struct sensor_track *t)
{
	const char *name = t->of->sensor.name;

	if (!strcmp(name, "cpu.usage"))
		return share_of_time(t, false);
	if (!strcmp(name, "sys.iowait"))
		return share_of_time(t, true);
	if (!strcmp(name, "memory.usage"))
		return memory_used();
	if (!strcmp(name, "cpu.temp"))
		return number_of_all("/sys/class/thermal/thermal_zone*/temp", true) / 1000;
	if (!strcmp(name, "cpu.freq"))
		return number_of_all("/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq", false) / 1000;
	if (!strcmp(name, "sys.power"))
		return fabs(number_of_all("/sys/class/power_supply/BAT*/power_now", true)) / 1e6;
	t->missing = "hib has no such sensor";
	return NAN;
}

void sensors_start(struct sensors *sensors, const struct test *test, struct arena *arena)
{
	*sensors = (struct sensors){ .arena = arena };
	for (size_t i = 0; i < test->profile->metrics.n; i++) {
		const struct metric *metric = (const struct metric *)test->profile->metrics.items + i;
		struct sensor_track *t;

		if (!metric->sensor.name)
			continue;
		sensors->tracks = arena_more(arena, sensors->tracks, sensors->n, sizeof *sensors->tracks);
		t = &sensors->tracks[sensors->n++];
		*t = (struct sensor_track){ .metric = i, .of = metric };
		/* shares of time are of the time since a first look */
		read_sensor(t);
		t->next = metric->sensor.every;
	}
}

void sensors_tick(struct sensors *sensors, double seconds)
{
	for (size_t i = 0; i < sensors->n; i++) {
		struct sensor_track *t = &sensors->tracks[i];
		double value;

		if (seconds < t->next)
			continue;
		t->next = seconds + t->of->sensor.every;
		value = read_sensor(t);
		if (isnan(value)) {
			t->missing = t->missing ? t->missing : "this machine does not tell it";
			continue;
		}
		t->values = arena_more(sensors->arena, t->values, t->n, sizeof *t->values);
		t->values[t->n++] = value;
	}
}

const char *sensor_value(const struct sensors *sensors, const struct sensor_track *t)
{
	enum { AVG, MIN, MAX, ALL } report = t->of->sensor.report;
	char buffer[NUMBER_TEXT_SIZE];
	double sum = 0, low = INFINITY, high = -INFINITY;
	struct text line = TEXT_INIT;
	const char *kept;

	if (!t->n)
		return NULL;
	for (size_t i = 0; i < t->n; i++) {
		sum += t->values[i];
		low = fmin(low, t->values[i]);
		high = fmax(high, t->values[i]);
		if (report == ALL)
			text_printf(&line, "%s%s", i ? "," : "", number_fixed(t->values[i], 2, buffer));
	}
	if (report != ALL)
		text_adds(&line,
			number_fixed(report == MIN    ? low :
					report == MAX ? high :
							sum / (double)t->n,
				2, buffer));
	kept = arena_text(sensors->arena, text_string(&line));
	text_release(&line);
	return kept;
}
