#include "runner/process/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "share/base/banned.h"

extern char **environ;

static int start(
	pid_t *pid, const char *const *argv, const posix_spawn_file_actions_t *actions, struct error *err)
{
	int failed = posix_spawnp(pid, argv[0], actions, NULL, (char *const *)(const void *)argv, environ);

	if (!failed)
		return 0;
	errno = failed;
	return error_set_errno(err, "cannot start '%s'", argv[0]);
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int helper_run(const char *const *argv, const char *directory, struct error *err)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int rc;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	if (directory)
		posix_spawn_file_actions_addchdir_np(&actions, directory);
	rc = start(&pid, argv, &actions, err);
	posix_spawn_file_actions_destroy(&actions);
	return rc ? -1 : wait_for(pid);
}

static void read_all(struct text *out, int fd)
{
	char buffer[4096];
	ssize_t n;

	while ((n = read(fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			text_add(out, buffer, (size_t)n);
}

int helper_output(const char *const *argv, struct text *out, struct error *err)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int ends[2], rc;

	if (pipe2(ends, O_CLOEXEC))
		return error_set_errno(err, "cannot make a pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	rc = start(&pid, argv, &actions, err);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!rc)
		read_all(out, ends[0]);
	close(ends[0]);
	return rc ? -1 : wait_for(pid);
}

void helper_add_words(struct text *out, const char *const *argv)
{
	for (size_t i = 0; argv[i]; i++) {
		text_adds(out, i ? " " : "");
		text_add_quoted(out, argv[i]);
	}
}
