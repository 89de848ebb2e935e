#include "runner/observe/counters.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

/* proc(5), /proc/stat: user nice system idle iowait irq softirq steal */
static void read_stat(struct counters *c)
{
	unsigned long long t[8] = { 0 };
	FILE *stream = fopen("/proc/stat", "re");

	if (stream &&
		fscanf(stream, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0], &t[1], &t[2], &t[3], &t[4],
			&t[5], &t[6], &t[7]) == 8) {
		c->user = t[0] + t[1];
		c->system = t[2] + t[5] + t[6];
		c->idle = t[3] + t[4];
		c->steal = t[7];
		c->all = c->user + c->system + c->idle + c->steal;
	}
	if (stream)
		fclose(stream);
}

/* A partition, and a device made of others, would be counted twice. */
static bool is_whole_disk(const char *name)
{
	char *path = mem_printf("/sys/block/%s/device", name);
	bool whole = file_exists(path);

	free(path);
	return whole;
}

/* Documentation/admin-guide/iostats: reads, merged, sectors, ms, writes, merged, sectors, ms, now, ... */
static void read_diskstats(struct counters *c, const char *disk, const char *below)
{
	FILE *stream = fopen("/proc/diskstats", "re");
	char line[512], name[64];
	unsigned long long f[17];

	while (stream && fgets(line, sizeof line, stream)) {
		memset(f, 0, sizeof f);
		if (sscanf(line,
			    "%*u %*u %63s %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu",
			    name, &f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7], &f[8], &f[9], &f[10],
			    &f[11], &f[12], &f[13], &f[14], &f[15], &f[16]) < 12)
			continue;
		if (!strcmp(name, disk)) {
			c->requests = f[0] + f[4] + f[11] + f[15];
			c->read_sectors = f[2];
			c->written_sectors = f[6];
			c->in_flight = f[8];
		} else if (f[2] + f[6] && strcmp(name, below) != 0 && is_whole_disk(name)) {
			c->other_sectors += f[2] + f[6];
		}
	}
	if (stream)
		fclose(stream);
}

static void read_pressure(struct counters *c)
{
	FILE *stream = fopen("/proc/pressure/io", "re");
	unsigned long long total;

	if (stream && fscanf(stream, "some avg10=%*f avg60=%*f avg300=%*f total=%llu", &total) == 1)
		c->io_pressure = total;
	if (stream)
		fclose(stream);
}

static void read_vmstat(struct counters *c)
{
	FILE *stream = fopen("/proc/vmstat", "re");
	char name[64];
	unsigned long long value;

	while (stream && fscanf(stream, "%63s %llu", name, &value) == 2) {
		if (!strcmp(name, "pswpin") || !strcmp(name, "pswpout"))
			c->swapped += value;
		else if (!strcmp(name, "oom_kill"))
			c->oom_kills = value;
	}
	if (stream)
		fclose(stream);
}

static void read_throttle(struct counters *c)
{
	static const char folder[] = "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count";
	struct text line = TEXT_INIT;

	file_first_line(&line, folder);
	c->throttled = strtoull(text_string(&line), NULL, 10);
	text_release(&line);
}

void counters_read(struct counters *counters, const char *disk, const char *below)
{
	*counters = (struct counters){ 0 };
	read_stat(counters);
	read_diskstats(counters, disk, below);
	read_pressure(counters);
	read_vmstat(counters);
	read_throttle(counters);
}
