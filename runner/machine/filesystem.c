#include "runner/machine/filesystem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define MOST_FIELDS 40

/* mountinfo writes blanks in names as \040 and so on. */
static char *unescaped(const char *text)
{
	char *copy = mem_text(text), *to = copy;

	for (const char *p = text; *p; p++) {
		if (*p == '\\' && p[1] >= '0' && p[1] <= '3' && p[2] && p[3]) {
			*to++ = (char)((p[1] - '0') * 64 + (p[2] - '0') * 8 + (p[3] - '0'));
			p += 3;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
	return copy;
}

static int split(char *line, char **fields)
{
	int n = 0;
	char *rest = line, *field;

	line[strcspn(line, "\n")] = '\0';
	while (n < MOST_FIELDS && (field = strsep(&rest, " ")))
		fields[n++] = field;
	return n;
}

/* The mount's own options, then those of the super block that are not among them: "rw" stands in both. */
static char *joined_options(const char *mount, const char *super)
{
	struct text all = TEXT_INIT;

	text_adds(&all, mount);
	while (*super) {
		size_t size = strcspn(super, ",");
		char *wanted = mem_printf(",%.*s,", (int)size, super),
		     *have = mem_printf(",%s,", text_string(&all));

		if (size && !strstr(have, wanted))
			text_printf(&all, ",%.*s", (int)size, super);
		free(wanted);
		free(have);
		super += size + (super[size] == ',');
	}
	return text_take(&all);
}

static void take_line(struct filesystem *fs, char **fields, int n)
{
	int dash = 6;

	while (dash < n && strcmp(fields[dash], "-"))
		dash++;
	if (dash + 2 >= n)
		return;
	filesystem_release(fs);
	fs->mount_point = unescaped(fields[4]);
	fs->type = unescaped(fields[dash + 1]);
	fs->source = unescaped(fields[dash + 2]);
	fs->options = joined_options(fields[5], dash + 3 < n ? fields[dash + 3] : "");
}

/* Number of leading characters of a mount point that cover `path`; 0 when it does not. */
static size_t covers(const char *point, const char *path)
{
	size_t size = strlen(point);

	if (!strcmp(point, "/"))
		return 1;
	return !strncmp(point, path, size) && (path[size] == '/' || !path[size]) ? size : 0;
}

/* The last mount with the device of the path, or (btrfs, overlay) the one whose point covers most. */
static void find_mount(struct filesystem *fs, const char *path, dev_t device)
{
	FILE *stream = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, *fields[MOST_FIELDS];
	size_t room = 0, best = 0;
	unsigned major_wanted = major(device), minor_wanted = minor(device), ma, mi;
	bool best_same = false;

	while (stream && getline(&line, &room, stream) > 0) {
		int n = split(line, fields);
		char *point;
		size_t covered;
		bool same;

		if (n < 9 || sscanf(fields[2], "%u:%u", &ma, &mi) != 2)
			continue;
		point = unescaped(fields[4]);
		covered = covers(point, path);
		free(point);
		same = ma == major_wanted && mi == minor_wanted;
		if (!covered || (best_same && !same) || (same == best_same && covered < best))
			continue;
		best = covered;
		best_same = same;
		take_line(fs, fields, n);
	}
	free(line);
	if (stream)
		fclose(stream);
}

static char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return mem_text(slash ? slash + 1 : path);
}

static char *first_line_of(const char *format, const char *a)
{
	char *path = mem_printf(format, a);
	struct text line = TEXT_INIT;

	file_first_line(&line, path);
	free(path);
	while (line.size && line.bytes[line.size - 1] == ' ')
		line.bytes[--line.size] = '\0';
	return text_take(&line);
}

static void find_device(struct filesystem *fs, dev_t device)
{
	char *link = mem_printf("/sys/dev/block/%u:%u", major(device), minor(device));
	char *real = NULL, *partition, *scheduler;
	struct stat st;

	/* btrfs shows a device number of its own: go by the source */
	if (!file_exists(link) && fs->source && !stat(fs->source, &st) && S_ISBLK(st.st_mode)) {
		free(link);
		link = mem_printf("/sys/dev/block/%u:%u", major(st.st_rdev), minor(st.st_rdev));
	}
	if (file_exists(link))
		real = realpath(link, NULL);
	free(link);
	if (!real)
		return;
	free(fs->device);
	fs->device = base_name(real);
	partition = mem_printf("%s/partition", real);
	if (file_exists(partition)) {
		char *slash = strrchr(real, '/');

		*slash = '\0';
	}
	free(partition);
	free(fs->disk);
	fs->disk = base_name(real);
	free(fs->model);
	fs->model = first_line_of("%s/device/model", real);
	if (!*fs->model) {
		free(fs->model);
		fs->model = first_line_of("%s/dm/name", real);
	}
	scheduler = first_line_of("%s/queue/scheduler", real);
	if (strchr(scheduler, '[')) {
		free(fs->scheduler);
		fs->scheduler = mem_bytes(strchr(scheduler, '[') + 1, strcspn(strchr(scheduler, '[') + 1, "]"));
	}
	free(scheduler);
	free(real);
}

int filesystem_of(struct filesystem *fs, const char *path, struct error *err)
{
	struct statvfs vfs;
	struct stat st;
	char *absolute;

	*fs = (struct filesystem){ 0 };
	if (stat(path, &st) || statvfs(path, &vfs))
		return error_set_errno(err, "cannot look at '%s'", path);
	absolute = file_absolute(path);
	find_mount(fs, absolute, st.st_dev);
	free(absolute);
	if (!fs->type) {
		fs->type = mem_text("unknown");
		fs->source = mem_text("");
		fs->mount_point = mem_text("");
		fs->options = mem_text("");
	}
	fs->device = mem_text("");
	fs->disk = mem_text("");
	fs->model = mem_text("");
	fs->scheduler = mem_text("");
	fs->size = (uint64_t)vfs.f_blocks * vfs.f_frsize;
	fs->free = (uint64_t)vfs.f_bavail * vfs.f_frsize;
	fs->block_size = (int)vfs.f_bsize;
	find_device(fs, st.st_dev);
	return 0;
}

void filesystem_release(struct filesystem *fs)
{
	free(fs->type);
	free(fs->source);
	free(fs->mount_point);
	free(fs->options);
	free(fs->device);
	free(fs->disk);
	free(fs->model);
	free(fs->scheduler);
	*fs = (struct filesystem){ 0 };
}

enum filesystem_kind filesystem_kind(const struct filesystem *fs)
{
	static const char *const memory[] = { "tmpfs", "ramfs", "devtmpfs", NULL };
	static const char *const network[] = { "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "fuse.sshfs",
		"glusterfs", "fuse.glusterfs", "afs", "virtiofs", "lustre", NULL };

	for (int i = 0; memory[i]; i++)
		if (!strcmp(fs->type, memory[i]))
			return FS_MEMORY;
	for (int i = 0; network[i]; i++)
		if (!strcmp(fs->type, network[i]))
			return FS_NETWORK;
	return strcmp(fs->type, "overlay") && strcmp(fs->type, "aufs") ? FS_DISK : FS_OVERLAY;
}

void filesystem_add_words(struct text *out, const struct filesystem *fs)
{
	text_adds(out, fs->type);
	switch (filesystem_kind(fs)) {
	case FS_MEMORY:
		text_adds(out, " (memory, not a disk)");
		break;
	case FS_OVERLAY:
		text_adds(out, " (an overlay of other file systems)");
		break;
	case FS_NETWORK:
		text_printf(out, " (over the network from %s)", fs->source);
		break;
	case FS_DISK:
		break;
	}
	if (*fs->device)
		text_printf(out, ", %s", fs->device);
	if (*fs->model)
		text_printf(out, ", %s", fs->model);
}
