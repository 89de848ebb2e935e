/* Read-ahead and scheduler of a device's queue. */
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/system/device.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

static char *queue_path(const char *disk, const char *file)
{
	char *own = mem_printf("/sys/class/block/%s/queue/%s", disk, file);
	char *of_disk;

	if (file_exists(own))
		return own;
	/* a partition has its disk's */
	of_disk = mem_printf("/sys/class/block/%s/../queue/%s", disk, file);
	free(own);
	return of_disk;
}

static void read_setting(const char *path, char *value, size_t room)
{
	struct text line = TEXT_INIT;
	const char *open;

	file_first_line(&line, path);
	open = strchr(text_string(&line), '[');
	if (open)
		snprintf(value, room, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
	else
		snprintf(value, room, "%s", text_string(&line));
	text_release(&line);
}

static int write_setting(const char *path, const char *value, struct error *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), rc = 0;
	char now[64];

	if (fd < 0 || write(fd, value, strlen(value)) != (ssize_t)strlen(value))
		rc = error_set_errno(err, "the kernel does not take '%s' for '%s'", value, path);
	if (fd >= 0)
		close(fd);
	if (rc)
		return rc;
	read_setting(path, now, sizeof now);
	return strcmp(now, value) ? error_set(err, "'%s' is '%s' after '%s' was written", path, now, value) : 0;
}

/* btrfs reads ahead by a setting of its own; the file system is found by its member device. */
static char *read_ahead_path(const char *disk)
{
	char *pattern = mem_printf("/sys/fs/btrfs/*/devices/%s", disk), *path;
	glob_t found = { 0 };

	if (!glob(pattern, 0, NULL, &found) && found.gl_pathc)
		path = mem_printf("%.*s/bdi/read_ahead_kb",
			(int)(strstr(found.gl_pathv[0], "/devices/") - found.gl_pathv[0]), found.gl_pathv[0]);
	else
		path = queue_path(disk, "read_ahead_kb");
	globfree(&found);
	free(pattern);
	return path;
}

int device_set(
	const char *disk, const struct system_spec *spec, struct device_settings *before, struct error *err)
{
	char *path, value[32];
	int rc = 0;

	if (spec->sets_read_ahead) {
		path = read_ahead_path(disk);
		if (!*before->read_ahead) {
			read_setting(path, before->read_ahead, sizeof before->read_ahead);
			snprintf(before->read_ahead_path, sizeof before->read_ahead_path, "%s", path);
		}
		snprintf(value, sizeof value, "%llu", (unsigned long long)(spec->read_ahead / 1024));
		rc = write_setting(path, value, err);
		free(path);
	}
	if (!rc && spec->scheduler) {
		path = queue_path(disk, "scheduler");
		if (!*before->scheduler)
			read_setting(path, before->scheduler, sizeof before->scheduler);
		rc = write_setting(path, spec->scheduler, err);
		free(path);
	}
	return rc;
}

static void add_restore(struct text *out, const char *path)
{
	char value[64];

	read_setting(path, value, sizeof value);
	if (*value)
		text_printf(out, "restore %s %s\n", path, value);
}

void device_add_restore(struct text *out, const char *disk, const struct system_spec *spec)
{
	char *read_ahead = queue_path(disk, "read_ahead_kb"), *scheduler = queue_path(disk, "scheduler");

	if (spec->sets_read_ahead)
		add_restore(out, read_ahead);
	if (spec->scheduler)
		add_restore(out, scheduler);
	free(read_ahead);
	free(scheduler);
}

void device_restore(const char *disk, struct device_settings *before)
{
	struct error ignored = ERROR_INIT;
	char *path = queue_path(disk, "scheduler");

	if (*before->scheduler)
		write_setting(path, before->scheduler, &ignored);
	error_release(&ignored);
	if (*before->read_ahead)
		write_setting(before->read_ahead_path, before->read_ahead, &ignored);
	error_release(&ignored);
	free(path);
	*before = (struct device_settings){ "", "", "" };
}

void device_add_settings(struct text *out, const char *disk)
{
	static const char *const files[] = { "scheduler", "read_ahead_kb", "nr_requests", "rotational",
		"write_cache", "wbt_lat_usec", "logical_block_size", "physical_block_size", "discard_max_bytes",
		NULL };

	for (int i = 0; files[i]; i++) {
		char *path = queue_path(disk, files[i]), value[64];

		read_setting(path, value, sizeof value);
		if (*value)
			text_printf(out, "%s%s %s", out->size ? ", " : "", files[i], value);
		free(path);
	}
}
