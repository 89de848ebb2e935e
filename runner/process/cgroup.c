#include "runner/process/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_PROCESSES         "20000"
#define KILL_PASSES            3
#define KILL_PASS_MICROSECONDS 500

/* Mount point of cgroup v2, by /proc/self/mountinfo; NULL when there is none. */
static char *mount_point(void)
{
	FILE *stream = fopen("/proc/self/mountinfo", "re");
	char line[4096], *point = NULL;

	while (stream && !point && fgets(line, sizeof line, stream)) {
		char *field = line;

		if (!strstr(line, " - cgroup2 "))
			continue;
		for (int i = 0; i < 4 && field; i++) {
			field = strchr(field, ' ');
			field = field ? field + 1 : NULL;
		}
		if (field)
			point = mem_bytes(field, strcspn(field, " "));
	}
	if (stream)
		fclose(stream);
	return point;
}

/* hib's own cgroup: the line "0::/PATH" of /proc/self/cgroup. */
static char *own_path(void)
{
	FILE *stream = fopen("/proc/self/cgroup", "re");
	char line[4096], *path = NULL;

	while (stream && !path && fgets(line, sizeof line, stream))
		if (text_starts(line, "0::"))
			path = mem_bytes(line + 3, strcspn(line + 3, "\n"));
	if (stream)
		fclose(stream);
	return path;
}

static const char *const v1_names[] = { "memory", "blkio", "cpuacct" };

/* Does the group of version 2 count this already? */
static bool v2_counts(const struct cgroup *cgroup, int controller)
{
	static const char *const files[] = { "memory.peak", "io.stat", "cpu.stat" };

	return cgroup->folder >= 0 && !faccessat(cgroup->folder, files[controller], R_OK, 0);
}

/* Is `name` one of the words of a comma list? */
static bool has_word(const char *list, size_t size, const char *name)
{
	size_t length = strlen(name);

	for (const char *p = list; p < list + size; p += strcspn(p, ",") + 1) {
		size_t word = strcspn(p, ",");

		if (p + word > list + size)
			word = (size_t)(list + size - p);
		if (word == length && !strncmp(p, name, word))
			return true;
	}
	return false;
}

/* Where a controller of version 1 is mounted; owned by the caller, NULL nowhere. */
static char *v1_mount(const char *name)
{
	FILE *stream = fopen("/proc/self/mountinfo", "re");
	char line[4096], point[2048], *found = NULL;

	while (stream && !found && fgets(line, sizeof line, stream)) {
		char *type = strstr(line, " - cgroup "), *options;

		if (!type || sscanf(line, "%*s %*s %*s %*s %2047s", point) != 1)
			continue;
		options = strrchr(line, ' ') + 1;
		options[strcspn(options, "\n")] = '\0';
		if (has_word(options, strlen(options), name))
			found = mem_text(point);
	}
	if (stream)
		fclose(stream);
	return found;
}

/* hib's own group of a controller: "4:memory:/path"; owned by the caller. */
static char *v1_own(const char *name)
{
	FILE *stream = fopen("/proc/self/cgroup", "re");
	char line[4096], *found = NULL;

	while (stream && !found && fgets(line, sizeof line, stream)) {
		char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;

		line[strcspn(line, "\n")] = '\0';
		if (path && has_word(names + 1, (size_t)(path - names - 1), name))
			found = mem_text(strcmp(path + 1, "/") ? path + 1 : "");
	}
	if (stream)
		fclose(stream);
	return found;
}

/* Into a group of version 1; -1 when that may not be. */
static int v1_join(const char *group)
{
	char *procs = mem_printf("%s/cgroup.procs", group);
	int fd = open(procs, O_WRONLY | O_CLOEXEC), rc = fd >= 0 && write(fd, "0", 1) == 1 ? 0 : -1;

	if (fd >= 0)
		close(fd);
	free(procs);
	return rc;
}

static void v1_plan(struct cgroup_v1_group *group, const char *name, const char *token)
{
	char *point = v1_mount(name), *own = point ? v1_own(name) : NULL;

	if (own) {
		group->home = mem_printf("%s%s", point, own);
		group->path = mem_printf("%s/hib-%s", group->home, token);
	}
	free(point);
	free(own);
}

static void v1_make(struct cgroup_v1_group *group)
{
	if (!group->path)
		return;
	if (mkdir(group->path, 0755))
		return;
	group->folder = open(group->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (group->folder >= 0 && !v1_join(group->path))
		return;
	if (group->folder >= 0)
		close(group->folder);
	group->folder = -1;
	rmdir(group->path);
}

static void v1_close(struct cgroup_v1_group *group)
{
	if (group->folder >= 0) {
		close(group->folder);
		v1_join(group->home);
		rmdir(group->path);
	}
	free(group->path);
	free(group->home);
}

static int write_to(int folder, const char *name, const char *text)
{
	int fd = folder < 0 ? -1 : openat(folder, name, O_WRONLY | O_CLOEXEC);
	int rc = fd < 0 || write(fd, text, strlen(text)) < 0 ? -1 : 0;

	if (fd >= 0)
		close(fd);
	return rc;
}

/* Do the groups below this one get the controller of memory? */
static bool passes_memory(const char *folder)
{
	char *path = mem_printf("%s/cgroup.subtree_control", folder);
	struct text line = TEXT_INIT;
	bool passes;

	file_first_line(&line, path);
	passes = strstr(text_string(&line), "memory") != NULL;
	text_release(&line);
	free(path);
	return passes;
}

/*
 * Where a group can be made: below hib's own, or nearest to it where memory is counted and limited, which is
 * beside it when hib is in the scope of a login. Owned by the caller.
 */
static char *place_for_group(const char *point, const char *own)
{
	char *folder = mem_printf("%s%s", point, strcmp(own, "/") ? own : "");
	size_t least = strlen(point);

	for (;;) {
		char *end;

		if (passes_memory(folder) && !access(folder, W_OK))
			return folder;
		end = strrchr(folder, '/');
		if (!end || (size_t)(end - folder) < least)
			break;
		*end = '\0';
	}
	free(folder);
	return mem_printf("%s%s", point, strcmp(own, "/") ? own : "");
}

void cgroup_plan(struct cgroup *cgroup, const char *token)
{
	char *point = mount_point(), *own = own_path(), *folder;

	*cgroup = (struct cgroup)CGROUP_NONE;
	if (point && own) {
		folder = place_for_group(point, own);
		cgroup->path = mem_printf("%s/hib-%s", folder, token);
		free(folder);
	}
	for (int i = 0; i < V1_COUNT; i++)
		v1_plan(&cgroup->v1[i], v1_names[i], token);
	free(point);
	free(own);
}

void cgroup_add_note(struct text *out, const struct cgroup *cgroup)
{
	for (int i = 0; i < V1_COUNT; i++)
		if (cgroup->v1[i].path)
			text_printf(out, "group %s\n", cgroup->v1[i].path);
}

void cgroup_make(struct cgroup *cgroup)
{
	if (!cgroup->path || mkdir(cgroup->path, 0755))
		return;
	cgroup->folder = open(cgroup->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (cgroup->folder < 0)
		rmdir(cgroup->path);
	/* where it is there; a crowd that grows without end stops growing */
	write_to(cgroup->folder, "pids.max", MOST_PROCESSES);
}

void cgroup_make_v1(struct cgroup *cgroup)
{
	for (int i = 0; i < V1_COUNT; i++)
		if (!v2_counts(cgroup, i))
			v1_make(&cgroup->v1[i]);
}

int cgroup_signal(const struct cgroup *cgroup, int number)
{
	int fd = cgroup->folder < 0 ? -1 : openat(cgroup->folder, "cgroup.procs", O_RDONLY | O_CLOEXEC);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");
	long pid;
	int n = 0;

	while (stream && fscanf(stream, "%ld", &pid) == 1) {
		n++;
		if (pid > 1)
			kill((pid_t)pid, number);
	}
	if (stream)
		fclose(stream);
	else if (fd >= 0)
		close(fd);
	return n;
}

int cgroup_kill(const struct cgroup *cgroup)
{
	/* whoever forks while it is killed must not outrun that */
	if (write_to(cgroup->folder, "cgroup.freeze", "1"))
		return -1;
	for (int i = 0; i < KILL_PASSES && cgroup_signal(cgroup, SIGKILL); i++)
		usleep(KILL_PASS_MICROSECONDS);
	return write_to(cgroup->folder, "cgroup.freeze", "0");
}

void cgroup_close(struct cgroup *cgroup)
{
	if (cgroup->folder >= 0) {
		close(cgroup->folder);
		rmdir(cgroup->path);
	}
	free(cgroup->path);
	for (int i = 0; i < V1_COUNT; i++)
		v1_close(&cgroup->v1[i]);
	*cgroup = (struct cgroup)CGROUP_NONE;
}

/* What was killed takes a moment to go; a cgroup that stays is harmless. */
static void remove_soon(const char *path)
{
	for (int i = 0; i < 100 && rmdir(path) && errno == EBUSY; i++)
		usleep(10000);
}

void cgroup_kill_stale(const char *path)
{
	struct cgroup cgroup = { .folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };

	if (cgroup.folder < 0)
		return;
	/* for good: into a group that was killed so once, some kernels (6.18) let no program start any more */
	if (write_to(cgroup.folder, "cgroup.kill", "1"))
		cgroup_kill(&cgroup);
	close(cgroup.folder);
}

void cgroup_remove_stale(const char *path)
{
	remove_soon(path);
}
