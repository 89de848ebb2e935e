#include "runner/process/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "share/base/memory.h"
#include "share/base/text.h"
#include "share/base/banned.h"

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

void cgroup_open(struct cgroup *cgroup, const char *token)
{
	char *point = mount_point(), *own = own_path(), *path;

	*cgroup = (struct cgroup){ NULL, -1 };
	if (point && own) {
		path = mem_printf("%s%s/hib-%s", point, strcmp(own, "/") ? own : "", token);
		if (!mkdir(path, 0755))
			cgroup->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (cgroup->folder >= 0)
			cgroup->path = path;
		else
			free(path);
	}
	free(point);
	free(own);
}

int cgroup_kill(const struct cgroup *cgroup)
{
	int fd = cgroup->folder < 0 ? -1 : openat(cgroup->folder, "cgroup.kill", O_WRONLY | O_CLOEXEC);
	int rc = fd < 0 || write(fd, "1", 1) != 1 ? -1 : 0;

	if (fd >= 0)
		close(fd);
	return rc;
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

void cgroup_close(struct cgroup *cgroup)
{
	if (cgroup->folder >= 0) {
		close(cgroup->folder);
		rmdir(cgroup->path);
	}
	free(cgroup->path);
	*cgroup = (struct cgroup){ NULL, -1 };
}

void cgroup_remove_stale(const char *path)
{
	struct cgroup cgroup = { NULL, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };

	if (cgroup.folder < 0)
		return;
	cgroup_kill(&cgroup);
	close(cgroup.folder);
	/* what was killed takes a moment to go; a cgroup that stays is harmless */
	for (int i = 0; i < 100 && rmdir(path) && errno == EBUSY; i++)
		usleep(10000);
}
