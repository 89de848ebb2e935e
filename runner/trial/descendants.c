#include "runner/trial/descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

struct process {
	pid_t pid, parent;
	bool zombie, below;
};

/* "PID (NAME) STATE PPID ..."; the name may hold anything, so the last ')' counts. */
static bool read_process(const char *pid, struct process *process)
{
	char path[64], line[1024];
	FILE *stream;
	const char *end;
	char state;
	long parent;
	bool good;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	stream = fopen(path, "re");
	if (!stream)
		return false;
	good = fgets(line, sizeof line, stream) != NULL;
	fclose(stream);
	end = good ? strrchr(line, ')') : NULL;
	if (!end || sscanf(end + 1, " %c %ld", &state, &parent) != 2)
		return false;
	*process = (struct process){ (pid_t)strtol(pid, NULL, 10), (pid_t)parent, state == 'Z', false };
	return true;
}

static struct process *all_processes(size_t *n)
{
	DIR *dir = opendir("/proc");
	struct process *list = NULL;
	struct dirent *entry;
	size_t capacity = 0;

	*n = 0;
	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		list = mem_more(list, *n, &capacity, sizeof *list);
		*n += read_process(entry->d_name, &list[*n]);
	}
	if (dir)
		closedir(dir);
	return list;
}

static void mark_below(struct process *list, size_t n)
{
	pid_t self = getpid();
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = 0; i < n; i++) {
			bool below = list[i].parent == self;

			for (size_t k = 0; k < n && !below && !list[i].below; k++)
				below = list[k].below && list[k].pid == list[i].parent;
			if (below && !list[i].below)
				list[i].below = changed = true;
		}
	}
}

static int each(int number)
{
	size_t n;
	struct process *list = all_processes(&n);
	int count = 0;

	mark_below(list, n);
	for (size_t i = 0; i < n; i++) {
		if (!list[i].below || list[i].zombie)
			continue;
		count++;
		if (number)
			kill(list[i].pid, number);
	}
	free(list);
	return count;
}

int descendants_signal(int number)
{
	return each(number);
}

int descendants_count(void)
{
	return each(0);
}
