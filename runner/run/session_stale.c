/* What a hib that was killed left behind: processes, control groups, mounts, settings, folders. */
#include "runner/run/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/cgroup.h"
#include "runner/process/descendants.h"
#include "runner/profile/trust.h"
#include "runner/system/mounts.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* A setting that hib changes, of a disk or of the one a partition is on. */
static bool is_setting(const char *path)
{
	static const char *const files[] = { "/queue/read_ahead_kb", "/queue/scheduler",
		"/../queue/read_ahead_kb", "/../queue/scheduler" };
	const char *folder = "/sys/class/block/", *rest;

	if (!text_starts(path, folder) || path[strlen(folder)] == '.')
		return false;
	rest = strchr(path + strlen(folder), '/');
	for (size_t i = 0; rest && i < sizeof files / sizeof *files; i++)
		if (!strcmp(rest, files[i]))
			return true;
	return false;
}

/* "restore PATH VALUE": a setting of a device as it was before the run. */
static void restore_setting(const char *line)
{
	char path[256], value[64];
	int fd;

	if (sscanf(line, "restore %255s %63[^\n]", path, value) != 2 || !is_setting(path))
		return;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		fprintf(stderr, "hib: '%s' could not be set back to '%s'\n", path, value);
	close(fd);
}

/* Is the last part of the path "hib-TOKEN", or "hib-TOKEN-7" or "hib-TOKEN-probe"? A lock that names anything
 * else is not hib's. */
static bool is_of_run(const char *path, const char *token)
{
	const char *name = strrchr(path, '/');
	size_t size = strlen(token);

	if (!name || !size || !text_starts(name, "/hib-") || strncmp(name + 5, token, size))
		return false;
	name += 5 + size;
	return !*name || !strcmp(name, "-probe") ||
		(*name == '-' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1));
}

/* A folder with what is mounted in it. */
static void remove_folder(const char *path)
{
	char *point;

	point = file_join(path, "mount");
	mounts_detach(point);
	free(point);
	file_remove_tree(path);
}

static void clean_noted(const char *notes, const char *token)
{
	for (const char *p = notes; *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n')) {
		char *line = mem_bytes(p, strcspn(p, "\n"));

		if (text_starts(line, "restore "))
			restore_setting(line);
		else if (text_starts(line, "group ") && is_of_run(line + 6, token))
			cgroup_remove_stale(line + 6);
		else if (is_of_run(line, token))
			remove_folder(line);
		free(line);
	}
}

/* What it names is on this machine, not on the one that a folder was copied from. */
static bool is_here(const struct run_holder *holder)
{
	char host[256] = "";

	gethostname(host, sizeof host - 1);
	return !strcmp(holder->host, host);
}

/* What a stranger's file names is not removed. */
static bool is_own_lock(const char *folder)
{
	char *path = file_join(folder, "run.lock");
	struct stat st;
	bool own = !stat(path, &st) && trust_is_own(st.st_uid, st.st_mode);

	free(path);
	return own;
}

int session_clean_stale(const char *folder, struct error *err)
{
	struct run_holder holder;
	int left = 0;

	if (!run_lock_holder(folder, &holder) && is_here(&holder) && is_own_lock(folder)) {
		if (is_of_run(holder.cgroup, holder.token))
			cgroup_kill_stale(holder.cgroup);
		/* where there was no cgroup, the environment tells whose a process is */
		if (*holder.token)
			left = marked_processes_kill(TRIAL_MARK, holder.token);
		if (left)
			error_set(err,
				"%d processes of the interrupted run cannot be ended: a trial beside them would "
				"measure them too",
				left);
		if (is_of_run(holder.cgroup, holder.token))
			cgroup_remove_stale(holder.cgroup);
		clean_noted(holder.folders, holder.token);
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
