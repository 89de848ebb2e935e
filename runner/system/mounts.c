#include "runner/system/mounts.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "runner/observe/kernel_log.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define UNMOUNT_TRIES 10
#define MOST_HOLDERS  5

/*
 * In a chroot "/" is a folder and no mount point, and only a mount can be told to pass nothing on. Entering the
 * mount namespace anew leads to its true root; from there the chroot and the working folder are taken up again.
 */
static int change_from_chroot(unsigned long how)
{
	int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC),
	    here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC),
	    own = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
	int rc = root < 0 || here < 0 || own < 0 || setns(own, CLONE_NEWNS) ||
			mount(NULL, "/", NULL, MS_REC | how, NULL) || fchdir(root) || chroot(".") ||
			fchdir(here) ?
		-1 :
		0;

	if (root >= 0)
		close(root);
	if (here >= 0)
		close(here);
	if (own >= 0)
		close(own);
	return rc;
}

/* How all mounts of this namespace pass events on, and take them. */
static int change_all(unsigned long how)
{
	if (!mount(NULL, "/", NULL, MS_REC | how, NULL))
		return 0;
	return errno == EINVAL ? change_from_chroot(how) : -1;
}

int mounts_receive(void)
{
	return change_all(MS_SLAVE);
}

int mounts_make_private(struct error *err)
{
	static bool done;
	bool failed;

	if (done)
		return 0;
	/* nothing goes up to the machine; what hib mounts goes down to the namespace of the trials */
	failed = unshare(CLONE_NEWNS) || change_all(MS_SLAVE) || change_all(MS_SHARED);
	if (failed)
		return error_set_errno(err, "cannot get mounts of its own (a mount namespace)");
	done = true;
	return 0;
}

/* What a mount is about: lines of the kernel name the type or the device. */
struct mounting {
	const char *type, *device;
};

static bool is_about(void *context, const char *line)
{
	const struct mounting *mounting = context;

	return (strcasestr(line, mounting->type) || strstr(line, mounting->device)) &&
		!strcasestr(line, "unmounting");
}

int mounts_mount(struct steps *steps, const char *type, const char *options, const char *device,
	const char *point, struct error *err)
{
	const char *with[] = { "mount", "-t", type, "-o", options, device, point, NULL };
	const char *without[] = { "mount", "-t", type, device, point, NULL };
	const char *slash = strrchr(device, '/');
	struct mounting mounting = { type, slash ? slash + 1 : device };
	struct text said = TEXT_INIT;
	struct kernel_log log;
	int rc;

	kernel_log_start(&log);
	rc = steps_run(steps, "mount", options && *options ? with : without, err);
	if (kernel_log_find(&log, is_about, &mounting, &said) && rc && !steps->stopped) {
		char *whole = mem_printf("%s; the kernel says: %s", err->message, text_string(&said));

		error_set(err, "%s", whole);
		free(whole);
	}
	text_release(&said);
	return rc;
}

/* Does this link of /proc lead below the mount point? */
static bool leads_below(const char *link, const char *point)
{
	char target[4096];
	ssize_t size = readlink(link, target, sizeof target - 1);
	size_t length = strlen(point);

	if (size < 0)
		return false;
	target[size] = '\0';
	return !strncmp(target, point, length) && (target[length] == '/' || !target[length]);
}

static bool holds(const char *process, const char *point)
{
	static const char *const own[] = { "cwd", "root", "exe", NULL };
	char *folder = mem_printf("%s/fd", process);
	DIR *stream = opendir(folder);
	struct dirent *entry;
	bool found = false;

	for (int i = 0; own[i] && !found; i++) {
		char *link = file_join(process, own[i]);

		found = leads_below(link, point);
		free(link);
	}
	while (!found && stream && (entry = readdir(stream))) {
		char *link = file_join(folder, entry->d_name);

		found = leads_below(link, point);
		free(link);
	}
	if (stream)
		closedir(stream);
	free(folder);
	return found;
}

void mounts_add_holders(struct text *out, const char *point)
{
	DIR *stream = opendir("/proc");
	struct dirent *entry;
	int n = 0;

	while (stream && n < MOST_HOLDERS && (entry = readdir(stream))) {
		char *process, *comm;
		struct text name = TEXT_INIT;

		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		process = file_join("/proc", entry->d_name);
		if (holds(process, point)) {
			comm = file_join(process, "comm");
			file_first_line(&name, comm);
			text_printf(out, "%s%s (%s)", n++ ? ", " : "", text_string(&name), entry->d_name);
			text_release(&name);
			free(comm);
		}
		free(process);
	}
	if (stream)
		closedir(stream);
}

int mounts_unmount(struct steps *steps, const char *point, struct error *err)
{
	const char *argv[] = { "umount", point, NULL };
	struct text holders = TEXT_INIT;

	for (int i = 0; i < UNMOUNT_TRIES; i++) {
		error_release(err);
		if (!steps_run(steps, "umount", argv, err))
			return 0;
		if (steps->stopped)
			break;
		signals_wait(1);
	}
	mounts_add_holders(&holders, point);
	if (holders.size) {
		error_context(err, "held by %s", text_string(&holders));
		text_release(&holders);
	}
	return -1;
}

void mounts_detach(const char *point)
{
	while (!umount2(point, MNT_DETACH))
		;
}

int mounts_sync(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int failed = fd < 0 || syncfs(fd) ? errno : 0;

	if (fd >= 0)
		close(fd);
	return failed;
}

int mounts_drop_caches(struct steps *steps)
{
	double start = steps_clock();
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
	int failed = fd < 0 || write(fd, "3\n", 2) != 2 ? errno : 0;

	if (fd >= 0)
		close(fd);
	steps_note(steps, "drop_caches", failed, steps_clock() - start, "%s",
		failed ? strerror(failed) : "page cache, names and inodes");
	return failed;
}
