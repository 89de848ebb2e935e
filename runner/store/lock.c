#include "runner/store/lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)64 << 10)

static const struct flock whole_file = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

static char *lock_path(const char *folder)
{
	return file_join(folder, "run.lock");
}

/* A registration is a file named by the process that holds the folder's path. */
static char *register_run(const char *folder)
{
	char *root = store_root(), *running = file_join(root, ".running");
	char *path = mem_printf("%s/%ld", running, (long)getpid()), *absolute = file_absolute(folder);
	struct error ignored = ERROR_INIT;
	int fd = -1;

	if (file_make_folders(running, 0755, &ignored))
		error_release(&ignored);
	else
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || file_write_all(fd, absolute, strlen(absolute))) {
		free(path);
		path = NULL;
	}
	if (fd >= 0)
		close(fd);
	free(root);
	free(running);
	free(absolute);
	return path;
}

/* The registration of a process that was killed here goes with its lock. */
static void forget_killed(const char *folder)
{
	struct run_holder holder;
	char *root = store_root(), *absolute = file_absolute(folder), *path;
	struct text registered = TEXT_INIT;

	run_lock_holder(folder, &holder);
	path = mem_printf("%s/.running/%ld", root, holder.pid);
	file_first_line(&registered, path);
	if (holder.pid && !strcmp(text_string(&registered), absolute))
		unlink(path);
	text_release(&registered);
	run_holder_release(&holder);
	free(root);
	free(absolute);
	free(path);
}

int run_lock_take(struct run_lock *lock, const char *folder, struct error *err)
{
	char *path = lock_path(folder);
	struct flock range = whole_file;
	struct run_holder holder;

	*lock = (struct run_lock){ open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644), NULL };
	if (lock->fd < 0) {
		error_set_errno(err, "cannot make '%s'", path);
		error_code(err, EXIT_WRITE);
	} else if (fcntl(lock->fd, F_OFD_SETLK, &range)) {
		run_lock_holder(folder, &holder);
		error_set(err, "'%s' is in use by hib, process %ld on %s (hib status, hib stop)", folder,
			holder.pid, holder.host ? holder.host : "another machine");
		run_holder_release(&holder);
		close(lock->fd);
		lock->fd = -1;
	}
	free(path);
	if (lock->fd < 0)
		return -1;
	forget_killed(folder);
	/* whoever finds the lock taken must find who holds it */
	if (run_lock_note(lock, NULL, "", "", err)) {
		close(lock->fd);
		lock->fd = -1;
		return -1;
	}
	lock->registered = register_run(folder);
	return 0;
}

int run_lock_note(
	struct run_lock *lock, const char *cgroup, const char *token, const char *folders, struct error *err)
{
	char host[256] = "";
	char *text;
	int rc = 0;

	gethostname(host, sizeof host - 1);
	text = mem_printf("%ld\n%s\n%s\n%s\n%s", (long)getpid(), host, cgroup ? cgroup : "", token, folders);
	if (ftruncate(lock->fd, 0) || lseek(lock->fd, 0, SEEK_SET) < 0 ||
		file_write_all(lock->fd, text, strlen(text))) {
		rc = error_set_errno(err, "cannot write run.lock");
		error_code(err, EXIT_WRITE);
	}
	free(text);
	return rc;
}

void run_lock_leave(struct run_lock *lock)
{
	free(lock->registered);
	if (lock->fd >= 0)
		close(lock->fd);
	*lock = (struct run_lock)RUN_LOCK_INIT;
}

void run_lock_release(struct run_lock *lock)
{
	if (lock->registered)
		unlink(lock->registered);
	/* empty: nothing is left to clean */
	if (lock->fd >= 0 && ftruncate(lock->fd, 0))
		lseek(lock->fd, 0, SEEK_SET);
	run_lock_leave(lock);
}

static char *take_line(const char **p)
{
	size_t size = strcspn(*p, "\n");
	char *line = mem_bytes(*p, size);

	*p += size + ((*p)[size] == '\n');
	return line;
}

bool run_lock_holder(const char *folder, struct run_holder *holder)
{
	char *path = lock_path(folder), *pid;
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct flock range = whole_file;
	struct text content = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	const char *p;
	bool held;

	*holder = (struct run_holder){ 0 };
	if (fd < 0)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (file_read(&content, path, LARGEST, &ignored))
		error_release(&ignored);
	free(path);
	p = text_string(&content);
	pid = take_line(&p);
	holder->pid = strtol(pid, NULL, 10);
	free(pid);
	holder->host = take_line(&p);
	holder->cgroup = take_line(&p);
	holder->token = take_line(&p);
	holder->folders = mem_text(p);
	text_release(&content);
	/* a read lock can be asked about with a descriptor that is open for reading only */
	range.l_type = F_RDLCK;
	held = fd >= 0 && !fcntl(fd, F_OFD_GETLK, &range) && range.l_type != F_UNLCK;
	if (fd >= 0)
		close(fd);
	return held;
}

bool run_lock_is_ours(const char *folder)
{
	char *path = lock_path(folder);
	struct text line = TEXT_INIT;
	bool ours;

	file_first_line(&line, path);
	ours = !line.size || strspn(text_string(&line), "0123456789") == line.size;
	text_release(&line);
	free(path);
	return ours;
}

void run_holder_release(struct run_holder *holder)
{
	free(holder->host);
	free(holder->cgroup);
	free(holder->token);
	free(holder->folders);
	*holder = (struct run_holder){ 0 };
}

/* What a killed hib noted, and nobody has cleaned yet. */
static bool has_leftovers(const struct run_holder *holder)
{
	return *holder->cgroup || *holder->token || *holder->folders;
}

/* Killed before it had written where it runs. */
static bool is_empty_of_dead(const char *name, const struct text *folder)
{
	char *end;
	long pid = strtol(name, &end, 10);

	return !folder->size && !*end && pid > 0 && kill((pid_t)pid, 0) && errno == ESRCH;
}

/* Visit live runs, or those that were killed and left something; registrations of neither are removed. */
static int each_in(const char *root, bool killed, int (*each)(void *, const char *, const struct run_holder *),
	void *context)
{
	char *running = file_join(root, ".running");
	DIR *dir = opendir(running);
	struct dirent *entry;
	int rc = 0;

	while (dir && !rc && (entry = readdir(dir))) {
		char *path = file_join(running, entry->d_name);
		struct text folder = TEXT_INIT;
		struct run_holder holder;

		if (*entry->d_name != '.') {
			file_first_line(&folder, path);
			if (is_empty_of_dead(entry->d_name, &folder))
				unlink(path);
		}
		if (folder.size) {
			bool held = run_lock_holder(text_string(&folder), &holder);
			bool its = holder.pid == strtol(entry->d_name, NULL, 10);

			if (held && its && !killed)
				rc = each(context, text_string(&folder), &holder);
			else if (!held && its && has_leftovers(&holder) && killed)
				rc = each(context, text_string(&folder), &holder);
			else if (!its || (!held && !has_leftovers(&holder)))
				unlink(path);
			run_holder_release(&holder);
		}
		text_release(&folder);
		free(path);
	}
	if (dir)
		closedir(dir);
	free(running);
	return rc;
}

static int each_run(bool killed, int (*each)(void *, const char *, const struct run_holder *), void *context)
{
	char *root = store_root();
	int rc = each_in(root, killed, each, context);

	if (!rc && !getenv("HIB_RESULTS") && strcmp(root, STORE_SYSTEM))
		rc = each_in(STORE_SYSTEM, killed, each, context);
	free(root);
	return rc;
}

int running_each(int (*each)(void *context, const char *folder, const struct run_holder *holder), void *context)
{
	return each_run(false, each, context);
}

int killed_each(int (*each)(void *context, const char *folder, const struct run_holder *holder), void *context)
{
	return each_run(true, each, context);
}
