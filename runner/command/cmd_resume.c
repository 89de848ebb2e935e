#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/command/run/begin.h"
#include "runner/command/run/end.h"
#include "runner/run/preflight.h"
#include "runner/run/session.h"
#include "runner/store/lock.h"
#include "runner/store/store.h"
#include "runner/process/helper.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* The folder that NAME means: a saved name or a path. */
static char *find_folder(const char *name, struct error *err)
{
	char *folder = store_find(name);

	if (!folder && file_exists(name))
		folder = mem_text(name);
	if (!folder)
		error_set(err, "no result '%s' (hib results lists them)", name);
	return folder;
}

static int resume(struct session *session, const char *folder, struct error *err)
{
	struct preflight checks;
	struct run_holder holder;
	bool held = run_lock_holder(folder, &holder);
	size_t left = 0;
	int code;

	if (held) {
		error_set(err, "'%s' is running: hib, process %ld on %s (hib status, hib stop)", folder,
			holder.pid, holder.host);
		run_holder_release(&holder);
		return command_fail(err);
	}
	run_holder_release(&holder);
	if (session_clean_stale(folder, err) || session_load(session, folder, err))
		return command_fail(err);
	for (size_t i = 0; i < session->plan.n_slots; i++)
		left += !session->done[i];
	if (!left) {
		if (session_finish(session, err))
			return command_fail(err);
		fprintf(stderr, "hib: nothing is left to do in '%s'\n", session->name);
		return session->n_failed ? EXIT_TRIALS : EXIT_OK;
	}
	fprintf(stderr, "plan  %zu of %zu trials are left; order and seed %llu as before\n", left,
		session->plan.n_slots, (unsigned long long)session->plan.seed);
	/* the schedule stands in the journal: only what stops a run is looked for */
	if (preflight_again(&checks, &session->plan, 0, session->erase_foreign, err))
		return command_fail(err);
	if (!preflight_is_good(&checks)) {
		preflight_print(&checks, session->name, stderr);
		preflight_release(&checks);
		return EXIT_USAGE;
	}
	preflight_release(&checks);
	run_begin_quietly();
	if (session_look(session, err))
		return command_fail(err);
	code = session_run(session, err);
	return run_end(session, code, err);
}

/* Boot the kernel that is needed next, by the experiment's own command. */
static int boot_next(const struct session *session, struct error *err)
{
	const struct strings *command = &session->plan.reboot;
	const char **argv = mem_zero(command->n + 1, sizeof *argv);
	char **owned = mem_zero(command->n + 1, sizeof *owned);
	int status;

	for (size_t i = 0; i < command->n; i++)
		argv[i] = owned[i] = text_replaced(command->items[i], "{kernel}", session->next_kernel);
	status = helper_run(argv, NULL, err);
	if (!status)
		fprintf(stderr, "hib: booting %s\n", session->next_kernel);
	else if (status > 0)
		error_set(err, "the experiment's 'reboot:' command ended with exit status %d", status);
	for (size_t i = 0; i < command->n; i++)
		free(owned[i]);
	free(owned);
	free(argv);
	return status ? -1 : 0;
}

struct resume_options {
	bool at_boot;
	const char *erase_foreign;
};

static const struct option_spec resume_options[] = {
	{ "at-boot", 0, OPTION_FLAG, offsetof(struct resume_options, at_boot), NULL,
		"for a service or a line of crontab (@reboot root hib resume NAME --at-boot): when another kernel is "
		"needed next, run the experiment's 'reboot:' command",
		0, 0, NULL },
	{ "erase-foreign", 0, OPTION_TEXT, offsetof(struct resume_options, erase_foreign), "SERIAL",
		"the device of this serial number may lose a file system that hib did not make", 0, 0, NULL },
	{ 0 }
};

static int run(const struct command *command, int argc, char **argv)
{
	struct session session = SESSION_INIT;
	struct resume_options options = { 0 };
	struct error err = ERROR_INIT;
	char *folder;
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first != 1)
		return command_usage(command, "resume needs the name of one result");
	folder = find_folder(argv[first], &err);
	if (!folder)
		return command_fail(&err);
	session.erase_foreign = options.erase_foreign;
	code = resume(&session, folder, &err);
	if (options.at_boot && session.incomplete && session.next_kernel && session.plan.reboot.n &&
		!signals_stop && boot_next(&session, &err))
		code = command_fail(&err);
	free(folder);
	session_release(&session);
	if (signals_stop)
		signals_raise(signals_stop);
	return code;
}

const struct command command_resume = {
	.name = "resume",
	.operands = "NAME",
	.summary = "finish an interrupted run",
	.text = "Goes on with exactly the plan that the run's journal holds: finished trials stay, a trial that "
		"was interrupted runs again. What the killed run left on the system under test is removed.",
	.options = resume_options,
	.run = run,
};
