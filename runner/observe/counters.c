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
static void read_diskstats(struct counters *c, const char *disk, const struct disk_family *family)
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
			c->read_sectors = f[2];
			c->written_sectors = f[6];
			c->in_flight = f[8];
		} else if (f[2] + f[6] && !disk_family_has(family, name) && is_whole_disk(name)) {
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

bool disk_family_has(const struct disk_family *family, const char *name)
{
	for (size_t i = 0; i < family->n; i++)
		if (!strcmp(family->names[i], name))
			return true;
	return false;
}

static void add_member(struct disk_family *family, const char *name);

/* Names in a folder of /sys: what a device is made of. */
static void add_slaves(struct disk_family *family, const char *name)
{
	char *folder = mem_printf("/sys/class/block/%s/slaves", name);
	DIR *stream = opendir(folder);
	struct dirent *entry;

	while (stream && (entry = readdir(stream)))
		if (*entry->d_name != '.')
			add_member(family, entry->d_name);
	if (stream)
		closedir(stream);
	free(folder);
}

/* The whole disk of a partition. */
static void add_parent(struct disk_family *family, const char *name)
{
	char *link = mem_printf("/sys/class/block/%s", name), *partition = mem_printf("%s/partition", link);
	char *real = file_exists(partition) ? realpath(link, NULL) : NULL,
	     *slash = real ? strrchr(real, '/') : NULL;

	if (slash) {
		*slash = '\0';
		slash = strrchr(real, '/');
		if (slash)
			add_member(family, slash + 1);
	}
	free(real);
	free(partition);
	free(link);
}

static void add_member(struct disk_family *family, const char *name)
{
	if (!*name || family->n == sizeof family->names / sizeof *family->names ||
		disk_family_has(family, name))
		return;
	snprintf(family->names[family->n++], sizeof *family->names, "%s", name);
	add_slaves(family, name);
	add_parent(family, name);
}

void disk_family_find(struct disk_family *family, const char *disk, const char *below)
{
	family->n = 0;
	add_member(family, disk);
	add_member(family, below);
}

void counters_read(struct counters *counters, const char *disk, const struct disk_family *family)
{
	*counters = (struct counters){ 0 };
	read_stat(counters);
	read_diskstats(counters, disk, family);
	read_pressure(counters);
	read_vmstat(counters);
	read_throttle(counters);
}
