#include "runner/system/device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/helper.h"
#include "runner/process/spawn.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* First line of a file below /sys/class/block/NAME, without blanks at its ends. */
static char *attribute(const char *name, const char *file)
{
	char *path = mem_printf("/sys/class/block/%s/%s", name, file);
	struct text line = TEXT_INIT;
	const char *start;
	char *copy;

	file_first_line(&line, path);
	while (line.size && line.bytes[line.size - 1] == ' ')
		line.bytes[--line.size] = '\0';
	start = text_string(&line);
	copy = mem_text(start + strspn(start, " "));
	text_release(&line);
	free(path);
	return copy;
}

/* The disk that a partition belongs to, or the device itself. */
static char *disk_of(const char *name)
{
	char *link = mem_printf("/sys/class/block/%s", name), *real = realpath(link, NULL), *slash, *disk;
	char *partition = mem_printf("%s/partition", link);

	if (real && file_exists(partition) && (slash = strrchr(real, '/')))
		*slash = '\0';
	slash = real ? strrchr(real, '/') : NULL;
	disk = mem_text(slash ? slash + 1 : name);
	free(partition);
	free(real);
	free(link);
	return disk;
}

/* Value of KEY=VALUE in what `blkid -o export` printed; owned by the caller. */
static char *exported(const char *lines, const char *key)
{
	size_t size = strlen(key);

	for (const char *p = lines; *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n'))
		if (!strncmp(p, key, size) && p[size] == '=')
			return mem_bytes(p + size + 1, strcspn(p + size + 1, "\n"));
	return mem_text("");
}

/* Output of a program of the system; its exit status, or -1. */
static int run_for_output(const char *const *argv, struct text *out, struct error *err)
{
	char *program = program_path(argv[0], trial_path());
	const char *with_path[12];
	size_t n = 0;
	int status;

	if (!program)
		return error_set(err, "program '%s' not found", argv[0]);
	for (with_path[n++] = program; n < 11 && argv[n]; n++)
		with_path[n] = argv[n];
	with_path[n] = NULL;
	status = helper_output(with_path, out, err);
	free(program);
	return status;
}

/* A line "Key:   value" of dumpe2fs; owned by the caller. */
static char *labelled(const char *lines, const char *key)
{
	const char *found = strstr(lines, key);

	if (!found)
		return mem_text("");
	found += strlen(key);
	found += strspn(found, " \t");
	return mem_bytes(found, strcspn(found, "\n"));
}

/* How full an ext file system is and where it was last mounted: what its owner would know it by. */
static void add_ext_history(struct text *out, const char *path)
{
	const char *argv[] = { "dumpe2fs", "-h", path, NULL };
	struct text lines = TEXT_INIT;
	struct error ignored = ERROR_INIT;

	if (!run_for_output(argv, &lines, &ignored)) {
		char *blocks = labelled(text_string(&lines), "\nBlock count:"),
		     *left = labelled(text_string(&lines), "\nFree blocks:"),
		     *where = labelled(text_string(&lines), "\nLast mounted on:"),
		     *when = labelled(text_string(&lines), "\nLast mount time:");
		double all = strtod(blocks, NULL);

		if (all > 0)
			text_printf(out, ", %.0f %% full", 100 * (1 - strtod(left, NULL) / all));
		if (*where == '/')
			text_printf(out, ", last mounted on %s%s%s", where, *when ? " on " : "", when);
		free(blocks);
		free(left);
		free(where);
		free(when);
	}
	error_release(&ignored);
	text_release(&lines);
}

static int try_reading(const char *path, struct error *err)
{
	char bytes[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : pread(fd, bytes, sizeof bytes, 0);
	int rc = 0;

	if (n < 0)
		rc = error_set_errno(err, "cannot read '%s'", path);
	else if (n != sizeof bytes)
		rc = error_set(err, "'%s' has no room for a file system", path);

	if (fd >= 0)
		close(fd);
	return rc;
}

char *device_node(const char *path, struct error *err)
{
	char *real = realpath(path, NULL);
	struct stat st;

	if (real && !stat(real, &st) && S_ISBLK(st.st_mode))
		return real;
	if (real)
		error_set(err, "'%s' is no block device", path);
	else
		error_set_errno(
			err, "cannot find the device '%s' (hib init --devices lists those there are)", path);
	free(real);
	return NULL;
}

static int probe(struct device *d, struct error *err)
{
	const char *argv[] = { "blkid", "-p", "-o", "export", d->path, NULL };
	struct text lines = TEXT_INIT, content = TEXT_INIT;
	int status = run_for_output(argv, &lines, err), rc = status < 0 ? -1 : 0;
	char *table = exported(text_string(&lines), "PTTYPE");

	d->fs = exported(text_string(&lines), "TYPE");
	d->label = exported(text_string(&lines), "LABEL");
	d->uuid = exported(text_string(&lines), "UUID");
	/* blkid(8): 0 found, 2 nothing found, 8 more than one thing; anything else is no answer */
	d->mixed = status == 8;
	if (status > 0 && status != 2 && status != 8)
		rc = error_set(
			err, "cannot tell what is on '%s': 'blkid' ended with status %d", d->path, status);
	if (d->mixed)
		text_adds(&content, "signs of more than one thing");
	else if (*table && !*d->fs)
		text_printf(&content, "a partition table (%s)", table);
	else if (*d->fs)
		text_printf(
			&content, "%s%s%s%s", d->fs, *d->label ? " \"" : "", d->label, *d->label ? "\"" : "");
	if (text_starts(d->fs, "ext"))
		add_ext_history(&content, d->path);
	d->content = text_take(&content);
	free(table);
	text_release(&lines);
	/* "nothing found" is what a device says, too, that cannot be read */
	return rc ? rc : try_reading(d->path, err);
}

/* A name below /dev/disk that leads to the device: by-id first, the shortest of each kind. */
static char *stable_name(const char *name)
{
	static const char *const kinds[] = { "by-id", "by-partuuid", "by-path", NULL };
	char *best = NULL;

	for (int i = 0; kinds[i] && !best; i++) {
		char *folder = mem_printf("/dev/disk/%s", kinds[i]);
		DIR *stream = opendir(folder);
		struct dirent *entry;

		while (stream && (entry = readdir(stream))) {
			char *path = file_join(folder, entry->d_name), *real = realpath(path, NULL);
			const char *slash = real ? strrchr(real, '/') : NULL;

			if (slash && !strcmp(slash + 1, name) && (!best || strlen(path) < strlen(best))) {
				free(best);
				best = path;
				path = NULL;
			}
			free(real);
			free(path);
		}
		if (stream)
			closedir(stream);
		free(folder);
	}
	return best ? best : mem_text("");
}

static char *serial_of(const char *disk, const char *name)
{
	static const char *const files[] = { "device/serial", "serial", "device/wwid", "wwid", "dm/uuid",
		"md/uuid", NULL };

	for (int i = 0; files[i]; i++) {
		char *serial = attribute(disk, files[i]);

		if (*serial)
			return serial;
		free(serial);
	}
	/* a loop device has none: its name stands for it */
	return mem_text(name);
}

/*
 * A loop device is what its file is; and that by inode, for its path depends on who looks (a chroot, a mount
 * namespace).
 */
static char *identity_of(const struct device *d, const char *node)
{
	struct loop_info64 info;
	int fd = text_starts(d->name, "loop") ? open(node, O_RDONLY | O_CLOEXEC) : -1;
	bool known = fd >= 0 && !ioctl(fd, LOOP_GET_STATUS64, &info);

	if (fd >= 0)
		close(fd);
	if (known)
		return mem_printf("a file, inode %llu of device %llu, %llu bytes",
			(unsigned long long)info.lo_inode, (unsigned long long)info.lo_device,
			(unsigned long long)d->size);
	return mem_printf("%s, serial %s, %llu bytes", d->model, d->serial, (unsigned long long)d->size);
}

int device_examine(struct device *d, const char *path, struct error *err)
{
	char *real = device_node(path, err), *disk, *sectors;

	*d = (struct device){ 0 };
	if (!real)
		return -1;
	d->path = mem_text(path);
	d->name = mem_text(strrchr(real, '/') + 1);
	disk = disk_of(d->name);
	d->model = attribute(disk, "device/model");
	if (!*d->model) {
		free(d->model);
		d->model = attribute(disk, "dm/name");
	}
	if (!*d->model) {
		free(d->model);
		d->model = attribute(disk, "loop/backing_file");
	}
	d->serial = serial_of(disk, d->name);
	d->stable = stable_name(d->name);
	sectors = attribute(d->name, "size");
	d->size = strtoull(sectors, NULL, 10) * 512;
	d->identity = identity_of(d, real);
	free(sectors);
	free(disk);
	free(real);
	return probe(d, err);
}

void device_release(struct device *d)
{
	free(d->path);
	free(d->name);
	free(d->model);
	free(d->serial);
	free(d->stable);
	free(d->content);
	free(d->fs);
	free(d->label);
	free(d->uuid);
	free(d->identity);
	*d = (struct device){ 0 };
}

bool device_can_discard(const char *path)
{
	char *real = realpath(path, NULL), *disk, *most;
	const char *slash = real ? strrchr(real, '/') : NULL;
	bool can;

	if (!slash)
		return false;
	disk = disk_of(slash + 1);
	most = attribute(disk, "queue/discard_max_bytes");
	can = strtoull(most, NULL, 10) > 0;
	free(most);
	free(disk);
	free(real);
	return can;
}

void device_each(void (*each)(void *context, const struct device *device), void *context)
{
	struct dirent **names;
	int n = scandir("/sys/class/block", &names, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char *path = mem_printf("/dev/%s", names[i]->d_name), *sectors;
		struct error ignored = ERROR_INIT;
		struct device device;

		sectors = attribute(names[i]->d_name, "size");
		if (*names[i]->d_name != '.' && strtoull(sectors, NULL, 10) > 0) {
			if (!device_examine(&device, path, &ignored))
				each(context, &device);
			device_release(&device);
			error_release(&ignored);
		}
		free(sectors);
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}
