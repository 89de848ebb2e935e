/* What keeps a device's content safe: the one way to an mkfs on it leads through device_guard(). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/signals.h"
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
	static const char *const types[] = { "crypto_LUKS", "bcache", "ceph_bluestore", "drbd", "jbd",
		"xfs_external_log", "DM_snapshot_cow", "DM_integrity", "stratis", "BitLocker", NULL };

	for (int i = 0; types[i]; i++)
		if (!strcmp(type, types[i]))
			return true;
	return text_ends(type, "_member");
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

int device_usable(const struct device *d, struct text *why)
{
	/* an image that some program made and unlinked: between its mounts only that program holds it */
	if (text_starts(d->name, "loop") && text_ends(d->model, "(deleted)")) {
		text_adds(why, "is the image of a program that runs");
		return -1;
	}
	if (any_entry("/sys/class/block/%s", d->name, "partition") ||
		text_starts(d->content, "a partition table"))
		text_adds(why, "has partitions");
	else if (d->mixed)
		text_adds(why, "holds signs of more than one thing (wipefs shows them)");
	else if (is_member(d->fs))
		text_printf(why, "holds a part of something larger (%s)", d->fs);
	else
		device_in_use(d, why);
	return why->size ? -1 : 0;
}

/* "/dev/loop7", "/dev/pmem0": the node itself, and no link. */
static bool is_fixed(const char *path)
{
	static const char *const names[] = { "/dev/loop", "/dev/pmem", NULL };
	struct stat st;

	for (int i = 0; names[i]; i++)
		if (text_starts(path, names[i]) && path[strlen(names[i])] >= '0' &&
			path[strlen(names[i])] <= '9')
			return !strchr(path + strlen(names[i]), '/') && !lstat(path, &st) &&
				S_ISBLK(st.st_mode);
	return false;
}

/* Does the name lie in that very folder, not somewhere that it leads to by "..", or by a link? */
static bool lies_in(const char *path, const char *folder)
{
	size_t size = strlen(folder);
	char *real;
	bool there;

	if (strncmp(path, folder, size) != 0 || path[size] != '/' || !path[size + 1] ||
		strchr(path + size + 1, '/') || path[size + 1] == '.')
		return false;
	real = realpath(folder, NULL);
	there = real && !strcmp(real, folder);
	free(real);
	return there;
}

/* Names that mean the same device after the next boot; a loop or pmem device has no other than its own. */
static bool is_stable(const char *path, const char *name)
{
	static const char *const folders[] = { "/dev/disk/by-id", "/dev/disk/by-path", "/dev/disk/by-partuuid",
		"/dev/mapper", "/dev/md", NULL };
	const char *slash = strrchr(path, '/');
	char *group;
	bool is_volume;

	for (int i = 0; folders[i]; i++)
		if (lies_in(path, folders[i]))
			return true;
	if (is_fixed(path))
		return true;
	/* /dev/VG/LV */
	group = mem_bytes(path, (size_t)(slash - path));
	is_volume = text_starts(name, "dm-") && strcmp(group, "/dev/block") != 0 &&
		text_starts(group, "/dev/") && !strchr(group + strlen("/dev/"), '/') && !strchr(group, '.') &&
		lies_in(path, group);
	free(group);
	return is_volume;
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
	if (erase_foreign && *erase_foreign && !strcmp(erase_foreign, d->serial))
		return 0;
	remedy = mem_printf("If all of it may be lost, add to the command:   --erase-foreign %s", d->serial);
	refuse(err, d, "hib did not make that file system", remedy);
	free(remedy);
	return -1;
}

/* A run goes on with the device that it began with, whatever its name leads to now. */
static int check_identity(const struct device *d, const char *began_with, struct error *err)
{
	char *why;

	if (!began_with || !strcmp(began_with, d->identity))
		return 0;
	why = mem_printf("The run began with another device (%s)", began_with);
	refuse(err, d, why, "");
	free(why);
	return -1;
}

int device_guard(const struct system_spec *spec, const struct device_leave *leave, struct error *err)
{
	struct device d;
	struct text why = TEXT_INIT;
	int rc = device_examine(&d, spec->device, err);

	if (!rc && device_usable(&d, &why)) {
		char *sentence = mem_printf("It %s", text_string(&why));

		rc = refuse(err, &d, sentence, "");
		free(sentence);
	}
	if (!rc)
		rc = check_name(spec, &d, err);
	if (!rc)
		rc = check_identity(&d, leave->identity, err);
	if (!rc && !spec->erase)
		rc = refuse(err, &d, "The experiment does not say that its content may be lost",
			"If it may:   erase: true   beside 'device'");
	if (!rc)
		rc = check_content(&d, leave->erase_foreign, err);
	device_release(&d);
	text_release(&why);
	return rc ? at_place(spec, err) : 0;
}

int device_ask(const struct device *d, struct error *err)
{
	struct text words = TEXT_INIT;
	size_t least = strlen(d->serial) < 4 ? strlen(d->serial) : 4;
	char typed[128] = "";

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
	/* signals are blocked but for here */
	if (!signals_wait_input(STDIN_FILENO))
		return error_set(err, "stopped: nothing was changed");
	if (!fgets(typed, sizeof typed, stdin))
		typed[0] = '\0';
	typed[strcspn(typed, "\n")] = '\0';
	/* four characters, or more of it */
	return strlen(typed) < least || !text_ends(d->serial, typed) ?
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
