#include "runner/observe/counters.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)1 << 20)

/* A file of /proc as it is now; "" where there is none. Read at once: stdio's scanning is most of its cost. */
static void read_proc(struct text *out, const char *path)
{
	struct error ignored = ERROR_INIT;

	if (file_read(out, path, LARGEST, &ignored))
		error_release(&ignored);
}

/* proc(5), /proc/stat: user nice system idle iowait irq softirq steal */
static void read_stat(struct counters *c)
{
	unsigned long long t[8] = { 0 };
	struct text line = TEXT_INIT;
	char *at;

	file_first_line(&line, "/proc/stat");
	if (text_starts(text_string(&line), "cpu ")) {
		at = line.bytes + 4;
		for (int i = 0; i < 8; i++)
			t[i] = strtoull(at, &at, 10);
		c->user = t[0] + t[1];
		c->system = t[2] + t[5] + t[6];
		c->idle = t[3] + t[4];
		c->steal = t[7];
		c->all = c->user + c->system + c->idle + c->steal;
	}
	text_release(&line);
}

/* A partition, and a device made of others, would be counted twice. */
static bool is_whole_disk(const char *name)
{
	char *path;
	bool whole;

	/* many, and never a disk of their own */
	if (text_starts(name, "loop") || text_starts(name, "ram"))
		return false;
	path = mem_printf("/sys/block/%s/device", name);
	whole = file_exists(path);
	free(path);
	return whole;
}

/* Documentation/admin-guide/iostats: reads, merged, sectors, ms, writes, merged, sectors, ms, now, ... */
static void take_disk(struct counters *c, char *line, const char *disk, const struct disk_family *family)
{
	unsigned long long f[9];
	char *at = line, *name;

	strtoull(at, &at, 10);
	strtoull(at, &at, 10);
	name = at + strspn(at, " ");
	at = name + strcspn(name, " ");
	if (!*at)
		return;
	*at++ = '\0';
	for (int i = 0; i < 9; i++)
		f[i] = strtoull(at, &at, 10);
	if (!strcmp(name, disk)) {
		c->read_sectors = f[2];
		c->written_sectors = f[6];
		c->in_flight = f[8];
	} else if (f[2] + f[6] && !disk_family_has(family, name) && is_whole_disk(name)) {
		c->other_sectors += f[2] + f[6];
	}
}

static void read_diskstats(struct counters *c, const char *disk, const struct disk_family *family)
{
	struct text all = TEXT_INIT;
	char *line, *rest;

	read_proc(&all, "/proc/diskstats");
	rest = all.bytes;
	while (rest && (line = strsep(&rest, "\n")))
		take_disk(c, line, disk, family);
	text_release(&all);
}

/* The number behind "name" at the beginning of a line; 0 without it. */
static unsigned long long number_behind(const char *all, const char *name)
{
	size_t size = strlen(name);

	for (const char *at = all; (at = strstr(at, name)); at += size)
		if ((at == all || at[-1] == '\n') && at[size] == ' ')
			return strtoull(at + size, NULL, 10);
	return 0;
}

static void read_pressure(struct counters *c)
{
	struct text line = TEXT_INIT;
	const char *total;

	file_first_line(&line, "/proc/pressure/io");
	total = strstr(text_string(&line), "total=");
	if (total)
		c->io_pressure = strtoull(total + strlen("total="), NULL, 10);
	text_release(&line);
}

static void read_vmstat(struct counters *c)
{
	struct text all = TEXT_INIT;

	read_proc(&all, "/proc/vmstat");
	c->swapped = number_behind(text_string(&all), "pswpin") + number_behind(text_string(&all), "pswpout");
	c->oom_kills = number_behind(text_string(&all), "oom_kill");
	text_release(&all);
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
