/* What a hib that was killed left behind: processes, control groups, mounts, settings, folders. */
#include "runner/run/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/process/cgroup.h"
#include "runner/process/descendants.h"
#include "runner/system/mounts.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* "restore PATH VALUE": a setting of a device as it was before the run. */
static void restore_setting(const char *line)
{
	char path[256], value[64];
	int fd;

	if (sscanf(line, "restore %255s %63[^\n]", path, value) != 2 || !text_starts(path, "/sys/"))
		return;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		fprintf(stderr, "hib: '%s' could not be set back to '%s'\n", path, value);
	close(fd);
}

/* A folder with what is mounted in it; only what hib names so itself. */
static void remove_folder(const char *path)
{
	const char *name = strrchr(path, '/');
	char *point;

	if (!name || !text_starts(name, "/hib-"))
		return;
	point = file_join(path, "mount");
	mounts_detach(point);
	free(point);
	file_remove_tree(path);
}

static void clean_noted(const char *notes)
{
	for (const char *p = notes; *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n')) {
		char *line = mem_bytes(p, strcspn(p, "\n"));

		if (text_starts(line, "restore "))
			restore_setting(line);
		else
			remove_folder(line);
		free(line);
	}
}

int session_clean_stale(const char *folder, struct error *err)
{
	struct run_holder holder;
	int left = 0;

	if (!run_lock_holder(folder, &holder)) {
		if (*holder.cgroup)
			cgroup_kill_stale(holder.cgroup);
		/* where there was no cgroup, the environment tells whose a process is */
		if (*holder.token)
			left = marked_processes_kill(TRIAL_MARK, holder.token);
		if (left)
			error_set(err,
				"%d processes of the interrupted run cannot be ended: a trial beside them would "
				"measure them too",
				left);
		cgroup_remove_stale(holder.cgroup, holder.token);
		clean_noted(holder.folders);
	}
	run_holder_release(&holder);
	return left ? -1 : 0;
}

bool session_forget_stale(const char *folder, struct error *err)
{
	struct run_lock lock = RUN_LOCK_INIT;
	char *work = file_join(folder, "work"), *path = file_join(folder, "run.lock"),
	     *journal = file_join(folder, "journal.jsonl");
	bool is_result = file_exists(journal);
	int rc = session_clean_stale(folder, err);

	if (!rc)
		rc = run_lock_take(&lock, folder, err);
	if (!rc && file_exists(work))
		file_remove_tree(work);
	run_lock_release(&lock);
	/* killed before its first line: there is no result */
	if (!rc && !is_result) {
		unlink(path);
		rmdir(folder);
	}
	free(work);
	free(path);
	free(journal);
	return is_result;
}
