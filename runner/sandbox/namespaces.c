#include "runner/sandbox/namespaces.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/system/mounts.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define MOST_KEPT 512

/* What is hidden from trials, and what stands there instead: a folder of the run's, or new memory. */
static const struct hidden {
	const char *path, *instead;
} hidden[] = {
	{ "/tmp", "tmp" },
	{ "/var/tmp", "var-tmp" },
	{ "/run", NULL },
	{ "/dev/shm", NULL },
};

static bool is_below(const char *path, const char *folder)
{
	size_t size = strlen(folder);

	return !strncmp(path, folder, size) && (path[size] == '/' || !path[size]);
}

/* Is this hidden folder to stay, because it, or one above it, is to be seen? */
static bool must_stay(const char *folder, const char *const *kept)
{
	for (; *kept; kept++)
		if (is_below(folder, *kept))
			return true;
	return false;
}

/* The place at which what was there before shows again: made in the new folder, of the same kind. */
static int make_place(const char *path, int original)
{
	struct error ignored = ERROR_INIT;
	struct stat st;
	char *copy = mem_text(path);
	int rc = fstat(original, &st), fd;

	*strrchr(copy, '/') = '\0';
	rc = rc || file_make_folders(copy, 0755, &ignored) ||
		(S_ISDIR(st.st_mode) && mkdir(path, 0755) && errno != EEXIST);
	if (!rc && !S_ISDIR(st.st_mode)) {
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
		rc = fd < 0 || close(fd);
	}
	error_release(&ignored);
	free(copy);
	return rc ? -1 : 0;
}

static int show_again(const char *path, int original)
{
	char from[40];

	snprintf(from, sizeof from, "/proc/self/fd/%d", original);
	return mount(from, path, NULL, MS_BIND | MS_REC, NULL);
}

/* "/tmp/a" of "/tmp/a/b/c": the way to what is kept begins there; NULL when it is kept itself. */
static char *way_to(const char *path, const char *folder)
{
	const char *first = path + strlen(folder) + 1;

	return strchr(first, '/') ? mem_bytes(path, (size_t)(first - path) + strcspn(first, "/")) : NULL;
}

/* Nothing can be put on the way: it is memory, read-only once `places` are made. */
static int change_ways(const char *folder, const char *const *kept, const int *originals, size_t n, bool open)
{
	int rc = 0;

	for (size_t i = 0; i < n && !rc; i++) {
		char *way = originals[i] >= 0 ? way_to(kept[i], folder) : NULL;
		bool again = false;

		for (size_t k = 0; k < i && way && !again; k++)
			again = originals[k] >= 0 && is_below(kept[k], way) && strcmp(kept[k], way) != 0;
		if (way && !again && open)
			rc = (mkdir(way, 0755) && errno != EEXIST) ||
				mount("hib", way, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755");
		else if (way && !again)
			rc = mount(
				NULL, way, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL);
		free(way);
	}
	return rc;
}

static int cover(const struct hidden *h, const char *path, const char *folder)
{
	char *instead;
	int rc;

	if (!h->instead)
		return mount("hib", path, "tmpfs", MS_NOSUID | MS_NODEV,
			strcmp(h->path, "/run") ? "mode=1777" : "mode=755");
	instead = file_join(folder, h->instead);
	rc = mount(instead, path, NULL, MS_BIND, NULL);
	free(instead);
	return rc;
}

/* Put another folder over one, and what is kept of it back into its place. */
static int hide(const struct hidden *h, const char *folder, const char *const *kept)
{
	int originals[MOST_KEPT], rc = 0;
	char path[PATH_MAX];
	size_t n = 0;

	if (!realpath(h->path, path) || !file_is_folder(path) || must_stay(path, kept))
		return 0;
	for (; n < MOST_KEPT && kept[n]; n++)
		originals[n] = is_below(kept[n], path) ? open(kept[n], O_PATH | O_CLOEXEC) : -1;
	rc = cover(h, path, folder) || change_ways(path, kept, originals, n, true);
	for (size_t i = 0; i < n && !rc; i++)
		rc = originals[i] >= 0 ? make_place(kept[i], originals[i]) : 0;
	rc = rc || change_ways(path, kept, originals, n, false);
	for (size_t i = 0; i < n && !rc; i++)
		rc = originals[i] >= 0 ? show_again(kept[i], originals[i]) : 0;
	for (size_t i = 0; i < n; i++)
		if (originals[i] >= 0)
			close(originals[i]);
	return rc;
}

static int write_file(const char *path, const char *format, long first, long second)
{
	char text[80];
	int fd = open(path, O_WRONLY | O_CLOEXEC), rc;

	snprintf(text, sizeof text, format, first, second);
	rc = fd < 0 || file_write_all(fd, text, strlen(text));
	if (fd >= 0)
		close(fd);
	return rc;
}

/* Everybody is still who they were. */
static int map_user(long user, long group)
{
	return write_file("/proc/self/uid_map", "%ld %ld 1", user, user) ||
		write_file("/proc/self/setgroups", "deny", 0, 0) ||
		write_file("/proc/self/gid_map", "%ld %ld 1", group, group);
}

/* In the process that makes them: a byte for each that is there, or an errno. */
struct made {
	int user, mount, ipc, network;
};

static int new_mounts(const char *folder, const char *const *kept)
{
	if (unshare(CLONE_NEWNS) || mounts_receive())
		return errno;
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (hide(&hidden[i], folder, kept))
			return errno ? errno : EIO;
	return 0;
}

static void make(struct made *made, const char *folder, const char *const *kept)
{
	long user = (long)geteuid(), group = (long)getegid();

	*made = (struct made){ 0 };
	if (user) {
		made->user = unshare(CLONE_NEWUSER) || map_user(user, group) ? errno : 0;
		if (made->user) {
			*made = (struct made){ made->user, made->user, made->user, made->user };
			return;
		}
	}
	made->mount = new_mounts(folder, kept);
	made->ipc = unshare(CLONE_NEWIPC) ? errno : 0;
	made->network = unshare(CLONE_NEWNET) ? errno : 0;
}

/* They are made by a child, which waits until hib holds them. */
static pid_t start(int *answers, int *hold, const char *folder, const char *const *kept)
{
	int up[2], down[2];
	struct made made;
	char byte;
	pid_t pid;

	if (pipe2(up, O_CLOEXEC))
		return -1;
	if (pipe2(down, O_CLOEXEC)) {
		close(up[0]);
		close(up[1]);
		return -1;
	}
	pid = fork();
	if (!pid) {
		close(down[1]);
		make(&made, folder, kept);
		if (!file_write_all(up[1], (const char *)&made, sizeof made))
			while (read(down[0], &byte, 1) < 0 && errno == EINTR)
				;
		_exit(0);
	}
	close(up[1]);
	close(down[0]);
	*answers = up[0];
	*hold = down[1];
	return pid;
}

static int take(pid_t pid, const char *name, int failed)
{
	char path[64];

	if (failed)
		return -1;
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	return open(path, (strchr(name, '/') ? O_RDONLY : O_PATH | O_DIRECTORY) | O_CLOEXEC);
}

static void tell(struct text *why, const char *what, int failed)
{
	if (failed)
		text_printf(why, "%s%s (%s)", why->size ? ", " : "", what, strerror(failed));
}

static void hold_them(struct namespaces *n, pid_t pid, const struct made *made)
{
	struct text why = TEXT_INIT;

	n->user = take(pid, "ns/user", made->user || !geteuid());
	n->mount = take(pid, "ns/mnt", made->mount);
	n->ipc = take(pid, "ns/ipc", made->ipc);
	n->network = take(pid, "ns/net", made->network);
	n->root = take(pid, "root", made->mount);
	tell(&why, "no /tmp of their own", made->mount);
	tell(&why, "no shared memory of their own", made->ipc);
	tell(&why, "no namespace without network", made->network);
	n->why = why.size ? text_take(&why) : NULL;
	text_release(&why);
}

static void keep(struct namespaces *n, const char *const *kept)
{
	size_t size = 0;

	while (kept[size])
		size++;
	n->kept = mem_zero(size + 1, sizeof *n->kept);
	for (size_t i = 0; i < size; i++)
		n->kept[i] = mem_text(kept[i]);
}

void namespaces_open(struct namespaces *n, const char *folder, const char *const *kept)
{
	struct made made;
	int answers = -1, hold = -1;
	pid_t pid;
	ssize_t got = -1;

	*n = (struct namespaces)NAMESPACES_NONE;
	keep(n, kept);
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
		char *path = hidden[i].instead ? file_join(folder, hidden[i].instead) : NULL;

		/* a trial's program may run as another user */
		if (path && !mkdir(path, 0700))
			chmod(path, 01777);
		free(path);
	}
	pid = start(&answers, &hold, folder, kept);
	if (pid > 0)
		got = TEMP_FAILURE_RETRY(read(answers, &made, sizeof made));
	if (got == (ssize_t)sizeof made)
		hold_them(n, pid, &made);
	else
		n->why = mem_printf("no namespaces (%s)", strerror(pid < 0 ? errno : EIO));
	if (answers >= 0)
		close(answers);
	if (hold >= 0)
		close(hold);
	/* it waits for `hold` to close; it is not to be waited for when that fails */
	if (pid > 0) {
		kill(pid, SIGKILL);
		TEMP_FAILURE_RETRY(waitpid(pid, NULL, 0));
	}
}

static void drop(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void namespaces_close(struct namespaces *n)
{
	drop(&n->user);
	drop(&n->mount);
	drop(&n->ipc);
	drop(&n->network);
	drop(&n->root);
	for (size_t i = 0; n->kept && n->kept[i]; i++)
		free(n->kept[i]);
	free(n->kept);
	free(n->why);
	n->kept = NULL;
	n->why = NULL;
}

/* The name leads to something that is kept: a mount point, which must not go. */
static bool leads_to_kept(const struct namespaces *n, const char *hidden_path, const char *name)
{
	char *path = file_join(hidden_path, name);
	bool leads = false;

	for (size_t i = 0; n->kept && n->kept[i] && !leads; i++)
		leads = is_below(n->kept[i], path);
	free(path);
	return leads;
}

static void empty(const struct namespaces *n, const char *hidden_path, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char *path;

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
			leads_to_kept(n, hidden_path, entry->d_name))
			continue;
		path = file_join(folder, entry->d_name);
		if (unlink(path))
			file_remove_tree(path);
		free(path);
	}
	if (dir)
		closedir(dir);
}

void namespaces_empty(const struct namespaces *n, const char *folder)
{
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
		char real[PATH_MAX], *path;

		if (!hidden[i].instead || !realpath(hidden[i].path, real))
			continue;
		path = file_join(folder, hidden[i].instead);
		empty(n, real, path);
		free(path);
	}
}
