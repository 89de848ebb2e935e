#include "runner/process/memory_limit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "share/base/banned.h"

#define LEAST_LEFT ((uint64_t)256 << 20)

uint64_t memory_limit_usual(void)
{
	uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t left = all / 32 > LEAST_LEFT ? all / 32 : LEAST_LEFT;

	return all > 2 * left ? all - left : all / 2;
}

/* The folder that has the file: of version 2, else of version 1; its descriptor, or -1. */
static int open_in(const struct cgroup *cgroup, const char *new, const char *old, int flags)
{
	int fd = cgroup->folder < 0 ? -1 : openat(cgroup->folder, new, flags | O_CLOEXEC);

	if (fd < 0 && cgroup->v1[V1_MEMORY].folder >= 0)
		fd = openat(cgroup->v1[V1_MEMORY].folder, old, flags | O_CLOEXEC);
	return fd;
}

bool memory_limit_set(const struct cgroup *cgroup, uint64_t bytes)
{
	int fd = open_in(cgroup, "memory.max", "memory.limit_in_bytes", O_WRONLY);
	char text[32];
	int size = snprintf(text, sizeof text, "%llu", (unsigned long long)bytes);
	bool set = fd >= 0 && write(fd, text, (size_t)size) == size;

	if (fd >= 0)
		close(fd);
	return set;
}

/* The number behind "oom_kill " in a file of such lines; 0 when there is none. */
static uint64_t kills_in(int fd)
{
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");
	char line[256];
	unsigned long long n = 0;

	while (stream && fgets(line, sizeof line, stream))
		if (sscanf(line, "oom_kill %llu", &n) == 1)
			break;
	if (stream)
		fclose(stream);
	return n;
}

uint64_t memory_kills(const struct cgroup *cgroup)
{
	int fd = open_in(cgroup, "memory.events", "memory.oom_control", O_RDONLY);

	return kills_in(fd >= 0 ? fd : open("/proc/vmstat", O_RDONLY | O_CLOEXEC));
}
