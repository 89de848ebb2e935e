#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/store/lock.h"
#include "runner/store/store.h"
#include "share/base/json.h"
#include "share/base/banned.h"

struct status {
	bool json;
	int n;
};

static const struct option_spec status_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct status, json), NULL, "a JSON list on stdout", 0, 0, NULL },
	{ 0 },
};

static void print_last_line(const char *folder)
{
	char *path = mem_printf("%s/run.log", folder), line[512], last[512] = "";
	FILE *stream = fopen(path, "re");

	while (stream && fgets(line, sizeof line, stream))
		if (*line != ' ')
			snprintf(last, sizeof last, "%.*s", (int)strcspn(line, "\n"), line);
	if (*last)
		printf("  last    %s\n", last);
	if (stream)
		fclose(stream);
	free(path);
}

static int print_run(void *context, const char *folder, const struct run_holder *holder)
{
	struct status *status = context;
	struct error err = ERROR_INIT;
	struct loaded loaded;
	int done = 0, planned = 0;

	if (!result_open(&loaded, folder, &err)) {
		done = loaded.n_done;
		planned = loaded.n_planned;
		loaded_release(&loaded);
	}
	error_release(&err);
	if (status->json) {
		struct text out = TEXT_INIT;

		text_adds(&out, status->n ? ",{" : "{");
		json_add_key(&out, "folder");
		json_add_string(&out, folder);
		json_add_key(&out, "pid");
		text_printf(&out, "%ld", holder->pid);
		json_add_key(&out, "host");
		json_add_string(&out, holder->host);
		json_add_key(&out, "trials_done");
		text_printf(&out, "%d", done);
		json_add_key(&out, "trials_planned");
		text_printf(&out, "%d}", planned);
		fputs(text_string(&out), stdout);
		text_release(&out);
	} else {
		printf("%s\n  %d of %d trials, process %ld on %s\n", folder, done, planned, holder->pid,
			holder->host);
		print_last_line(folder);
	}
	status->n++;
	return 0;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct status status = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &status, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (status.json)
		putchar('[');
	running_each(print_run, &status);
	if (status.json)
		puts("]");
	else if (!status.n)
		puts("nothing runs now");
	return EXIT_OK;
}

const struct command command_status = {
	.name = "status",
	.operands = "",
	.summary = "what runs now",
	.text = "Works from another login too: a run goes on when its terminal is closed, and writes run.log.",
	.options = status_options,
	.run = run,
};

struct stop {
	const char *name;
	int n, failed;
};

/* Until the lock is free; a stubborn program takes its grace. */
static void wait_for_end(const char *folder)
{
	const struct timespec moment = { 0, 50000000 };
	bool held = true;

	for (int i = 0; held && i < 60 * 20; i++) {
		struct run_holder holder;

		nanosleep(&moment, NULL);
		held = run_lock_holder(folder, &holder);
		run_holder_release(&holder);
	}
	if (held)
		printf("it has not ended yet (hib status)\n");
}

static int stop_run(void *context, const char *folder, const struct run_holder *holder)
{
	struct stop *stop = context;
	const char *slash = strrchr(folder, '/');
	char host[256] = "";

	if (stop->name && strcmp(stop->name, folder) && (!slash || strcmp(stop->name, slash + 1)))
		return 0;
	stop->n++;
	gethostname(host, sizeof host - 1);
	if (holder->pid < 2 || strcmp(holder->host, host)) {
		fprintf(stderr, "hib: cannot stop '%s' from here: it runs on %s\n", folder, holder->host);
		stop->failed++;
	} else if (kill((pid_t)holder->pid, SIGTERM)) {
		fprintf(stderr, "hib: cannot stop process %ld: %s\n", holder->pid, strerror(errno));
		stop->failed++;
	} else {
		printf("stopping %s: the trial that runs is ended, what is finished is saved\n", folder);
		fflush(stdout);
		wait_for_end(folder);
	}
	return 0;
}

static int run_stop(const struct command *command, int argc, char **argv)
{
	struct stop stop = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, NULL, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first > 1)
		return command_usage(command, "stop takes one name at most");
	stop.name = argv[first];
	running_each(stop_run, &stop);
	if (!stop.n) {
		if (stop.name)
			error_set(&err, "'%s' does not run (hib status)", stop.name);
		else
			error_set(&err, "nothing runs now");
		return command_fail(&err);
	}
	return stop.failed ? EXIT_USAGE : EXIT_OK;
}

const struct command command_stop = {
	.name = "stop",
	.operands = "[NAME]",
	.summary = "end a run cleanly",
	.text = "Without a name it stops every run there is. hib resume goes on with the plan later.",
	.options = NULL,
	.run = run_stop,
};
