#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "runner/profile/detect.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/profile/prefix.h"
#include "runner/process/spawn.h"
#include "runner/profile/trust.h"
#include "share/base/banned.h"

#define MOST_OUTPUT ((size_t)64 << 10)
#define PATIENCE_MS 5000
#define MATCH_LIMIT 100000

static long milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void read_output(struct text *out, int fd)
{
	long end = milliseconds() + PATIENCE_MS;
	char buffer[4096];

	while (out->size < MOST_OUTPUT) {
		struct pollfd poll_fd = { fd, POLLIN, 0 };
		long left = end - milliseconds();
		ssize_t n;

		if (left <= 0 || poll(&poll_fd, 1, (int)left) <= 0)
			return;
		n = read(fd, buffer, sizeof buffer);
		if (n <= 0)
			return;
		text_add(out, buffer, (size_t)n);
	}
}

/* What a command prints on both streams; it gets no input and not much time. */
static void command_output(struct text *out, const char *program, const struct strings *command)
{
	static char locale[] = "LC_ALL=C";
	char *path = mem_printf("PATH=%s", trial_path());
	char *environment[] = { path, locale, NULL };
	posix_spawn_file_actions_t actions;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC)) {
		free(path);
		return;
	}
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
	posix_spawn_file_actions_addchdir_np(&actions, "/");
	if (!posix_spawn(
		    &pid, program, &actions, NULL, (char *const *)(const void *)command->items, environment)) {
		close(ends[1]);
		ends[1] = -1;
		read_output(out, ends[0]);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	posix_spawn_file_actions_destroy(&actions);
	close(ends[0]);
	if (ends[1] >= 0)
		close(ends[1]);
	free(path);
}

static int find_version(
	struct installed *installed, const char *pattern, const struct text *output, struct error *err)
{
	int number;
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile(
		(PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_MULTILINE, &number, &offset, NULL);
	pcre2_match_context *context;
	pcre2_match_data *match;
	PCRE2_SIZE size = sizeof installed->version;

	if (!code) {
		PCRE2_UCHAR message[120];

		pcre2_get_error_message(number, message, sizeof message);
		return error_set(
			err, "pattern '%s': %s at its character %zu", pattern, (char *)message, offset + 1);
	}
	context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(context, MATCH_LIMIT);
	match = pcre2_match_data_create_from_pattern(code, NULL);
	if (pcre2_match(code, (PCRE2_SPTR)text_string(output), output->size, 0, 0, match, context) > 1)
		pcre2_substring_copy_bynumber(match, 1, (PCRE2_UCHAR *)installed->version, &size);
	pcre2_match_data_free(match);
	pcre2_match_context_free(context);
	pcre2_code_free(code);
	return 0;
}

/* Why a profile that brings its program itself cannot run now; NULL: it can. */
static const char *unfit(const struct profile *profile)
{
	const char *why = profile->unfit;

	if (!why && profile->pts.root && geteuid())
		why = "it needs root's rights";
	if (!why && profile->pts.display && !getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
		why = "it needs a screen, and there is none (DISPLAY is not set)";
	if (!why && profile->pts.identifier)
		prefix_is_ready(profile, &why);
	return why;
}

int profile_installed(struct installed *installed, const struct profile *profile, struct error *err)
{
	const struct profile_detect *detect = &profile->detect;
	struct text output = TEXT_INIT;
	char *program;
	int rc = 0;

	*installed = (struct installed){ 0 };
	if (profile->pts.identifier || profile->unfit) {
		installed->why = unfit(profile);
		installed->missing = installed->why ? profile->name : NULL;
	}
	for (size_t i = 0; i < profile->programs.n; i++) {
		program = program_path(profile->programs.items[i], trial_path());
		if (!program && !installed->missing)
			installed->missing = profile->programs.items[i];
		free(program);
	}
	if (!installed->missing && profile->command.n && !strchr(profile->command.items[0], '{')) {
		program = program_path(profile->command.items[0], trial_path());
		if (!program)
			installed->missing = profile->command.items[0];
		free(program);
	}
	/* nothing of a stranger's runs to be looked at only */
	if (installed->missing || !detect->command.n || !trust_is_given(profile->path, &profile->origin))
		return 0;
	program = program_path(detect->command.items[0], trial_path());
	if (program) {
		command_output(&output, program, &detect->command);
		rc = find_version(installed, detect->pattern, &output, err);
	}
	free(program);
	text_release(&output);
	return rc ? error_context(err, "profile '%s': detect", profile->name) : 0;
}
