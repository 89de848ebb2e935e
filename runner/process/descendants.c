#include "runner/process/descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/banned.h"

#define LARGEST_ENVIRONMENT ((size_t)8 << 20)

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

static bool is_marked(pid_t pid, const char *mark)
{
	char path[64];
	struct text all = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	bool found = false;

	snprintf(path, sizeof path, "/proc/%ld/environ", (long)pid);
	if (file_read(&all, path, LARGEST_ENVIRONMENT, &ignored))
		error_release(&ignored);
	for (size_t at = 0; at < all.size && !found; at += strlen(all.bytes + at) + 1)
		found = !strcmp(all.bytes + at, mark);
	text_release(&all);
	return found;
}

static int kill_marked(const char *mark)
{
	size_t n;
	struct process *list = all_processes(&n);
	int count = 0;

	for (size_t i = 0; i < n; i++) {
		if (list[i].zombie || list[i].pid == getpid() || !is_marked(list[i].pid, mark))
			continue;
		count++;
		kill(list[i].pid, SIGKILL);
	}
	free(list);
	return count;
}

int marked_processes_kill(const char *name, const char *value)
{
	const struct timespec moment = { 0, 20000000 };
	char *mark = mem_printf("%s=%s", name, value);
	int left = kill_marked(mark);

	/* what was killed takes a moment to go */
	for (int i = 0; left && i < 150; i++) {
		nanosleep(&moment, NULL);
		left = kill_marked(mark);
	}
	free(mark);
	return left;
}
