/* Who uses a device: mounts, swap, devices stacked on it, and programs that have it open. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/observe/counters.h"
#include "runner/process/signals.h"
#include "runner/system/device.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define LOOKS      5 /* at open descriptors: who only looks at a device when it appears is gone soon */
#define LOOK_AFTER 0.2 /* seconds */

/* Is there anything in a folder of /sys? */
static bool any_entry(const char *format, const char *name)
{
	char *folder = mem_printf(format, name);
	DIR *stream = opendir(folder);
	struct dirent *entry;
	bool found = false;

	while (stream && !found && (entry = readdir(stream)))
		found = *entry->d_name != '.';
	if (stream)
		closedir(stream);
	free(folder);
	return found;
}

/* The line of a file of /proc that begins with the device; what stands behind it goes to `rest`. */
static bool in_list(const char *list, const char *path, char rest[256])
{
	FILE *stream = fopen(list, "re");
	char line[1024], first[512];
	char *wanted = realpath(path, NULL);
	bool found = false;

	while (wanted && stream && !found && fgets(line, sizeof line, stream)) {
		int used = 0;
		char *real;

		if (sscanf(line, "%511s %n", first, &used) < 1)
			continue;
		real = realpath(first, NULL);
		found = real && !strcmp(real, wanted);
		free(real);
		if (found)
			snprintf(rest, 256, "%.*s", (int)strcspn(line + used, " \t\n"), line + used);
	}
	if (stream)
		fclose(stream);
	free(wanted);
	return found;
}

/*
 * A loop device whose file is this device, its whole disk or a partition of it: the kernel holds neither for
 * itself. `name` gets the loop device's.
 */
static bool below_loop(const struct device *d, char name[256])
{
	DIR *stream = opendir("/sys/block");
	struct dirent *entry;
	bool found = false;

	while (stream && !found && (entry = readdir(stream))) {
		char *path = mem_printf("/sys/block/%s/loop/backing_file", entry->d_name), *real;
		struct text file = TEXT_INIT;
		struct disk_family family;

		file_first_line(&file, path);
		real = file.size ? realpath(text_string(&file), NULL) : NULL;
		if (real && text_starts(real, "/dev/")) {
			disk_family_find(&family, strrchr(real, '/') + 1, "");
			found = disk_family_has(&family, d->name);
			disk_family_find(&family, d->name, "");
			found = found || disk_family_has(&family, strrchr(real, '/') + 1);
		}
		if (found)
			snprintf(name, 256, "%s", entry->d_name);
		free(real);
		free(path);
		text_release(&file);
	}
	if (stream)
		closedir(stream);
	return found;
}

static bool has_open(const char *process, dev_t device)
{
	char *folder = mem_printf("/proc/%s/fd", process);
	DIR *stream = opendir(folder);
	struct dirent *entry;
	bool found = false;

	while (stream && !found && (entry = readdir(stream))) {
		char *path = file_join(folder, entry->d_name);
		struct stat st;

		found = !stat(path, &st) && S_ISBLK(st.st_mode) && st.st_rdev == device;
		free(path);
	}
	if (stream)
		closedir(stream);
	free(folder);
	return found;
}

/* Another program that has the device open; its name and number go to `words`. */
static bool opened_by(const struct device *d, struct text *words)
{
	DIR *stream = opendir("/proc");
	struct dirent *entry;
	struct stat st;
	bool found = false;

	while (stream && !stat(d->path, &st) && !found && (entry = readdir(stream))) {
		char *path;
		struct text name = TEXT_INIT;

		if (!isdigit((unsigned char)*entry->d_name) ||
			strtol(entry->d_name, NULL, 10) == (long)getpid() ||
			!has_open(entry->d_name, st.st_rdev))
			continue;
		path = mem_printf("/proc/%s/comm", entry->d_name);
		file_first_line(&name, path);
		text_printf(words, "%s, process %s", text_string(&name), entry->d_name);
		text_release(&name);
		free(path);
		found = true;
	}
	if (stream)
		closedir(stream);
	return found;
}

static bool stays_open(const struct device *d, struct text *words)
{
	for (int i = 0; i < LOOKS; i++) {
		text_clear(words);
		if (!opened_by(d, words))
			return false;
		signals_wait(LOOK_AFTER);
	}
	return true;
}

bool device_in_use(const struct device *d, struct text *why)
{
	struct text words = TEXT_INIT;
	char rest[256];
	int fd;

	if (in_list("/proc/self/mounts", d->path, rest))
		text_printf(why, "is mounted on %s", rest);
	else if (in_list("/proc/swaps", d->path, rest))
		text_adds(why, "is in use as swap");
	else if (any_entry("/sys/class/block/%s/holders", d->name))
		text_adds(why, "is part of another device (dm, LVM, md or bcache)");
	else if (below_loop(d, rest))
		text_printf(why, "lies below the loop device %s", rest);
	if (why->size)
		return true;
	fd = open(d->path, O_RDONLY | O_EXCL | O_CLOEXEC);
	if (fd < 0)
		text_printf(
			why, "%s", errno == EBUSY ? "is in use by another program or mount" : strerror(errno));
	else
		close(fd);
	if (!why->size && stays_open(d, &words))
		text_printf(why, "is held open by %s", text_string(&words));
	text_release(&words);
	return why->size > 0;
}
