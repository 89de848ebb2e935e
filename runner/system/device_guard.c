/* What keeps a device's content safe: the one way to an mkfs on it leads through device_guard(). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/store/store.h"
#include "runner/system/device.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LABEL "hib-"

/* Kinds of content that belong to something larger: never a target (blkid's names). */
static bool is_member(const char *type)
{
	return text_ends(type, "_member") || !strcmp(type, "crypto_LUKS") || !strcmp(type, "bcache") ||
		!strcmp(type, "ceph_bluestore");
}

/* Has a folder of /sys an entry that satisfies `wanted`? */
static bool any_entry(const char *format, const char *name, const char *file)
{
	char *folder = mem_printf(format, name);
	DIR *stream = opendir(folder);
	struct dirent *entry;
	bool found = false;

	while (stream && !found && (entry = readdir(stream))) {
		char *path = mem_printf("%s/%s/%s", folder, entry->d_name, file);

		found = *entry->d_name != '.' && (!*file || file_exists(path));
		free(path);
	}
	if (stream)
		closedir(stream);
	free(folder);
	return found;
}

/* The line of a file of /proc that begins with the device, as "in use as swap" or "mounted on /". */
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

/* Mounted, swapped on, or opened by somebody for himself: an exclusive open tells of all of them. */
static bool in_use(const struct device *d, struct text *why)
{
	char rest[256];
	int fd;

	if (in_list("/proc/self/mounts", d->path, rest))
		text_printf(why, "is mounted on %s", rest);
	else if (in_list("/proc/swaps", d->path, rest))
		text_adds(why, "is in use as swap");
	else if (any_entry("/sys/class/block/%s/holders", d->name, ""))
		text_adds(why, "is part of another device (dm, LVM, md or bcache)");
	if (why->size)
		return true;
	fd = open(d->path, O_RDONLY | O_EXCL | O_CLOEXEC);
	if (fd < 0)
		text_printf(
			why, "%s", errno == EBUSY ? "is in use by another program or mount" : strerror(errno));
	else
		close(fd);
	return why->size > 0;
}

int device_usable(const struct device *d, struct text *why)
{
	if (any_entry("/sys/class/block/%s", d->name, "partition") ||
		text_starts(d->content, "a partition table"))
		text_adds(why, "has partitions");
	else if (is_member(d->fs))
		text_printf(why, "holds a part of something larger (%s)", d->fs);
	else
		in_use(d, why);
	return why->size ? -1 : 0;
}

/* Names that mean the same device after the next boot; a loop or pmem device has no other than its own. */
static bool is_stable(const char *path, const char *name)
{
	static const char *const folders[] = { "/dev/disk/by-id/", "/dev/disk/by-path/",
		"/dev/disk/by-partuuid/", "/dev/mapper/", "/dev/md/", "/dev/loop", "/dev/pmem", NULL };

	for (int i = 0; folders[i]; i++)
		if (text_starts(path, folders[i]))
			return true;
	/* /dev/VG/LV */
	return text_starts(name, "dm-") && strchr(path + strlen("/dev/"), '/');
}

static void add_identity(struct text *out, const struct device *d)
{
	char size[32];

	text_printf(out, "\n  %s  %s%s%s, serial %s", d->path, d->model, *d->model ? ", " : "",
		number_size_text(d->size, size), d->serial);
	if (*d->content)
		text_printf(out, "\n  holds %s", d->content);
}

/* The whole message: what was refused, which device, why, and what could be typed instead. */
static int refuse(struct error *err, const struct device *d, const char *why, const char *remedy)
{
	struct text message = TEXT_INIT;

	text_adds(&message, "will not make a file system on this device");
	add_identity(&message, d);
	text_printf(&message, "\n%s. Nothing was changed on any device.", why);
	if (*remedy)
		text_printf(&message, "\n%s", remedy);
	text_adds(&message,
		"\nWithout a spare disk, an image file does:   device: image, size: 12 GiB"
		"\nDevices that could be taken here:           hib init --devices");
	error_set(err, "%s", text_string(&message));
	text_release(&message);
	return -1;
}

/* "FILE:LINE:COLUMN: " in front, where an experiment names the device. */
static int at_place(const struct system_spec *spec, struct error *err)
{
	return spec->file ? error_context(err, "%s:%d:%d", spec->file, spec->place.line, spec->place.column) :
			    -1;
}

static int check_name(const struct system_spec *spec, const struct device *d, struct error *err)
{
	char *remedy, *why;

	if (is_stable(spec->device, d->name))
		return 0;
	why = mem_printf("'%s' may be another disk after the next boot", spec->device);
	remedy = *d->stable ? mem_printf("Its stable name:   device: %s", d->stable) :
			      mem_text("It has no stable name below /dev/disk here");
	refuse(err, d, why, remedy);
	free(remedy);
	free(why);
	return -1;
}

static int check_content(const struct device *d, const char *erase_foreign, struct error *err)
{
	char *remedy;

	if (!*d->content || device_is_ours(d->label, d->uuid))
		return 0;
	if (erase_foreign &&
		(!strcmp(erase_foreign, d->serial) || !strcmp(erase_foreign, d->path) ||
			!strcmp(erase_foreign, d->uuid)))
		return 0;
	remedy = mem_printf("If all of it may be lost, add to the command:   --erase-foreign %s", d->serial);
	refuse(err, d, "hib did not make that file system", remedy);
	free(remedy);
	return -1;
}

int device_guard(const struct system_spec *spec, const char *erase_foreign, struct error *err)
{
	struct device d;
	struct text why = TEXT_INIT;
	int rc = device_examine(&d, spec->device, err);

	if (!rc)
		rc = check_name(spec, &d, err);
	if (!rc && device_usable(&d, &why)) {
		char *sentence = mem_printf("It %s", text_string(&why));

		rc = refuse(err, &d, sentence, "");
		free(sentence);
	}
	if (!rc && !spec->erase)
		rc = refuse(err, &d, "The experiment does not say that its content may be lost",
			"If it may:   erase: true   beside 'device'");
	if (!rc)
		rc = check_content(&d, erase_foreign, err);
	device_release(&d);
	text_release(&why);
	return rc ? at_place(spec, err) : 0;
}

int device_ask(const struct device *d, struct error *err)
{
	struct text words = TEXT_INIT;
	size_t size = strlen(d->serial);
	const char *wanted = d->serial + (size > 4 ? size - 4 : 0);
	char typed[64] = "";

	add_identity(&words, d);
	if (!isatty(STDIN_FILENO)) {
		error_set(err,
			"everything on this device will be lost, and there is no terminal to ask on (--yes says so)%s",
			text_string(&words));
		text_release(&words);
		return -1;
	}
	fprintf(stderr,
		"erase %s\n%s\nAll of it will be lost. Type the last four characters of its serial number: ",
		d->path, text_string(&words) + 1);
	text_release(&words);
	if (!fgets(typed, sizeof typed, stdin))
		typed[0] = '\0';
	typed[strcspn(typed, "\n")] = '\0';
	return strcmp(typed, wanted) ?
		error_set(err, "that is not the end of the serial number: nothing was changed") :
		0;
}

/* One UUID a line: file systems that hib made on devices, whichever result they were for. */
static char *known_path(void)
{
	char *root = store_root(), *path = file_join(root, ".volumes");

	free(root);
	return path;
}

int device_remember(const char *uuid, struct error *err)
{
	char *path = known_path(), *line = mem_printf("%s\n", uuid), *slash = strrchr(path, '/');
	int fd, rc;

	*slash = '\0';
	rc = file_make_folders(path, 0755, err);
	*slash = '/';
	if (!rc) {
		fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
		if (fd < 0 || file_write_all(fd, line, strlen(line)) || fsync(fd))
			rc = error_set_errno(err, "cannot write '%s'", path);
		if (fd >= 0)
			close(fd);
	}
	free(line);
	free(path);
	return rc ? error_code(err, EXIT_WRITE) : 0;
}

bool device_is_ours(const char *label, const char *uuid)
{
	char *path = known_path();
	FILE *stream;
	char line[64];
	bool found = false;

	stream = text_starts(label, LABEL) && *uuid ? fopen(path, "re") : NULL;
	while (stream && !found && fgets(line, sizeof line, stream)) {
		line[strcspn(line, "\n")] = '\0';
		found = !strcmp(line, uuid);
	}
	if (stream)
		fclose(stream);
	free(path);
	return found;
}
