#include "runner/install/workshop.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parsers/findings.h"
#include "runner/process/signals.h"
#include "runner/process/supervise.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define TIME_LIMIT    (24 * 3600.0)
#define GRACE_SECONDS 5.0

int workshop_open(struct workshop *w, const struct profile *profile, const char *prefix, const char *log,
	struct error *err)
{
	const char *kept[2];
	struct tests none = { 0 };
	struct profile shut = *profile;
	struct test test = { .profile = &shut };

	*w = (struct workshop){ .profile = profile,
		.prefix = prefix,
		.log = log,
		.sandbox = RUN_SANDBOX_NONE,
		.confinement = CONFINEMENT_NONE,
		.cgroup = CGROUP_NONE };
	w->work = mem_printf("%s.work", prefix);
	if (file_exists(w->work))
		file_remove_tree(w->work);
	if (file_make_folders(w->work, 0700, err))
		return -1;
	kept[0] = prefix;
	kept[1] = w->work;
	run_sandbox_open(&w->sandbox, &none, w->work, kept, 2);
	/* no test is chosen: nothing of its options matters here */
	shut.options.n = 0;
	shut.sandbox.network = profile->source.network;
	w->confinement.user = w->sandbox.namespaces.user;
	w->confinement.mount = w->sandbox.namespaces.mount;
	w->confinement.root = w->sandbox.namespaces.root;
	w->confinement.ipc = w->sandbox.namespaces.ipc;
	w->confinement.network = profile->source.network ? -1 : w->sandbox.namespaces.network;
	w->confinement.ruleset = run_sandbox_ruleset(&w->sandbox, &test, prefix, w->work, err);
	return err->message ? -1 : 0;
}

void workshop_close(struct workshop *w)
{
	if (w->confinement.ruleset >= 0)
		close(w->confinement.ruleset);
	run_sandbox_close(&w->sandbox);
	if (w->work)
		file_remove_tree(w->work);
	free(w->work);
	w->work = NULL;
}

int workshop_run(struct workshop *w, char *const *argv, char *const *environment, const char *directory,
	struct error *err)
{
	char *program = program_path(argv[0], trial_path()), words[80];
	struct supervision how = { .log_stem = w->log,
		.time_limit = TIME_LIMIT,
		.grace = GRACE_SECONDS,
		.cgroup = &w->cgroup,
		.stop = &signals_stop };
	struct supervised got;
	int rc;

	if (!program)
		return error_set(err, "program '%s' not found", argv[0]);
	how.launch = (struct launch){ argv, environment, program, directory, -1, -1, -1, &w->confinement };
	rc = supervise(&got, &how, err);
	free(program);
	if (rc)
		return -1;
	if (got.stopped)
		return error_set(err, "stopped");
	if (got.ending.how == END_EXIT)
		return got.ending.code;
	return error_set(err, "'%s': %s", argv[0], ending_words(&got.ending, words));
}
