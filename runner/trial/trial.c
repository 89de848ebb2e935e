#include "runner/trial/trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "parsers/findings.h"
#include "report/result/flags.h"
#include "runner/process/memory_limit.h"
#include "runner/system/mounts.h"
#include "runner/trial/under_way.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define GRACE_SECONDS   5.0
#define PREPARE_SECONDS 3600.0

/* A step of the system under test: what failed or was stopped is the trial's state. */
static int judge_step(struct under_way *w, int rc, struct error *err)
{
	struct trial_record *record = w->record;

	if (w->place->stop && *w->place->stop)
		record->interrupted = true;
	else if (rc)
		trial_fail(record, ST_FAILED, "%s", err->message);
	error_release(err);
	return rc || record->interrupted ? -1 : 0;
}

static int make_fresh(struct under_way *w)
{
	struct error err = ERROR_INIT;

	return judge_step(w, volume_fresh(w->place->volume, &w->record->steps, &err), &err);
}

/* What was laid out is on the disk before the clock starts, and not in memory. */
static int make_cold(struct under_way *w)
{
	bool folder = spec_kind(w->place->volume->spec) == VOLUME_FOLDER;
	struct error err = ERROR_INIT;
	bool laid_out = w->test->profile->prepare.n > 0 || w->test->profile->pts.identifier;

	if (judge_step(w, volume_cold(w->place->volume, laid_out, &w->record->steps, &err), &err))
		return -1;
	return folder ? 0 : trial_make_ruleset(w);
}

/* Progress for the user, sensors for the record. */
static void tick(void *context, double seconds)
{
	struct under_way *w = context;

	sensors_tick(&w->record->sensors, seconds);
	if (w->place->tick)
		w->place->tick(w->place->context, seconds);
}

/* Run one argument list under supervision; -1 when it could not be started. */
static int run_command(struct under_way *w, char **argv, const char *stem, double time_limit, bool linger,
	struct supervised *got, struct error *err)
{
	const struct places places = { w->target, w->work };
	struct text directory = TEXT_INIT;
	struct supervision how = { .log_stem = stem,
		.time_limit = time_limit,
		.grace = GRACE_SECONDS,
		.cgroup = w->place->cgroup,
		.stop = w->place->stop,
		.tick = w->place->tick || w->record->sensors.n ? tick : NULL,
		.context = w,
		.linger = linger };
	char *program = program_path(argv[0], trial_path());
	int rc = 0;

	if (!program)
		rc = error_set(err, "program '%s' not found", argv[0]);
	if (!rc)
		rc = test_expand(w->test, &places, w->test->profile->directory, &directory, err);
	how.launch = (struct launch){ argv, w->environment, program, text_string(&directory), -1, -1, -1,
		&w->confinement };
	if (!rc)
		rc = supervise(got, &how, err);
	free(program);
	text_release(&directory);
	return rc;
}

/* Everything to the disk; seconds that took. Data that does not reach it voids the trial. */
static double sync_target(struct trial_record *record, const char *folder)
{
	double start = steps_clock();
	int failed = mounts_sync(folder);

	if (failed == ENOENT)
		trial_fail(record, ST_FAILED, "'%s' is gone: %s", folder, strerror(failed));
	else if (failed)
		trial_fail(record, ST_FAILED, "the data did not reach the disk: %s", strerror(failed));
	return steps_clock() - start;
}

int trial_run_beside(struct under_way *w, char **argv, const char *name, bool linger)
{
	struct error err = ERROR_INIT;
	struct supervised got = { 0 };
	char *stem = mem_printf("%s.%s", w->stem, name), words[80];
	int rc = run_command(w, argv, stem, PREPARE_SECONDS, linger, &got, &err);
	const char *how = rc ? NULL : ending_words(&got.ending, words);

	if (rc)
		trial_fail_error(w->record, &err);
	else if (got.stopped)
		w->record->interrupted = true;
	else if (how)
		trial_fail(w->record, ST_FAILED, "'%s' (%s) failed: %s (%s.err)", argv[0], name, how, stem);
	free(stem);
	return rc || how || got.stopped ? -1 : 0;
}

/* Commands of the profile, one after the other. */
static int run_list(struct under_way *w, const struct rows *commands, const char *what)
{
	const struct places places = { w->target, w->work };
	int rc = 0;

	for (size_t i = 0; i < commands->n && !rc; i++) {
		struct error err = ERROR_INIT;
		char *name = mem_printf("%s%zu", what, i + 1);
		char **argv = test_argv(w->test, &places, (const struct strings *)commands->items + i, &err);

		rc = argv ? trial_run_beside(w, argv, name, false) : -1;
		if (!argv)
			trial_fail_error(w->record, &err);
		argv_free(argv);
		free(name);
	}
	return rc;
}

static int run_prepare(struct under_way *w)
{
	return run_list(w, &w->test->profile->prepare, "prepare");
}

/* Whatever became of the trial: what was begun is ended. */
static void run_finish(struct under_way *w)
{
	struct trial_record *record = w->record;
	const enum state state = record->state;
	const char *reason = record->reason;

	if (w->test->profile->pts.identifier)
		trial_pts_behind(w);
	else
		run_list(w, &w->test->profile->finish, "finish");
	/* the first cause is the one that is told */
	if (state != ST_OK) {
		record->state = state;
		record->reason = reason;
	}
}

/* Is the time until the data is on the disk a metric of this test? */
static bool measures_sync(const struct test *test)
{
	for (size_t i = 0; i < test->profile->metrics.n; i++)
		if (!strcmp(((const struct metric *)test->profile->metrics.items + i)->pattern, "elapsed_sync"))
			return true;
	return false;
}

/* Are the figures of this trial those of all its work, done later or not? */
static bool keeps_accounts(const struct under_way *w)
{
	return w->place->accounting || spec_kind(w->place->volume->spec) != VOLUME_FOLDER;
}

static char **command_argv(struct under_way *w, struct error *err)
{
	const struct places places = { w->target, w->work };
	struct text line = TEXT_INIT;
	char **argv;

	if (!w->test->profile->shell)
		return test_argv(w->test, &places, &w->test->profile->command, err);
	if (test_expand(w->test, &places, w->test->profile->shell, &line, err)) {
		text_release(&line);
		return NULL;
	}
	argv = mem_zero(4, sizeof *argv);
	argv[0] = mem_text("/bin/sh");
	argv[1] = mem_text("-c");
	argv[2] = text_take(&line);
	return argv;
}

static void hold_memory(struct under_way *w)
{
	uint64_t limit = w->test->profile->memory_limit;

	if (!limit)
		limit = memory_limit_usual();
	w->record->memory_limit = memory_limit_set(w->place->cgroup, limit) ? limit : 0;
}

/* What the kernel ended for want of memory did not do its work. */
static void judge_memory(struct under_way *w, uint64_t kills)
{
	struct trial_record *record = w->record;
	char limit[32];

	if (!kills)
		return;
	record->flags |= FLAG_OUT_OF_MEMORY;
	if (record->memory_limit && record->state == ST_OK)
		trial_fail(record, ST_FAILED,
			"out of memory: its limit is %s, and the kernel ended %llu of its processes",
			number_size_text(record->memory_limit, limit), (unsigned long long)kills);
}

/* There the exit status says nothing: a file does. */
static bool ends_by_file(const struct under_way *w)
{
	return w->test->profile->pts.identifier && w->record->supervised.ending.how == END_EXIT;
}

static int run_measured(struct under_way *w)
{
	struct trial_record *record = w->record;
	struct error err = ERROR_INIT;
	char **argv = command_argv(w, &err), words[80];
	const char *how;
	struct account account;
	struct kernel_log log;
	uint64_t kills = memory_kills(w->place->cgroup);
	int rc;

	hold_memory(w);
	sensors_start(&record->sensors, w->test, &record->arena);
	kernel_log_start(&log);
	account_start(&account, w->place->volume->disk, w->place->volume->below, w->place->cgroup);
	rc = argv ? run_command(w, argv, w->stem, w->test->profile->time_limit,
			    w->test->profile->pts.post != NULL, &record->supervised, &err) :
		    -1;
	argv_free(argv);
	if (rc) {
		account_drop(&account);
		trial_take_complaint(w, &log);
		trial_fail_error(record, &err);
		return -1;
	}
	record->seconds = record->supervised.seconds;
	if (measures_sync(w->test) || keeps_accounts(w))
		record->sync_seconds = sync_target(record, w->target);
	record->flags |= account_stop(
		&account, &record->supervised, keeps_accounts(w) ? w->target : NULL, &record->accounting);
	trial_take_complaint(w, &log);
	record->interrupted = record->supervised.stopped;
	judge_memory(w, memory_kills(w->place->cgroup) - kills);
	how = ending_words(&record->supervised.ending, words);
	if (record->state != ST_OK)
		return -1;
	if (record->supervised.write_error)
		trial_fail(record, ST_FAILED, "its log could not be written: %s",
			strerror(record->supervised.write_error));
	else if (record->supervised.unkillable)
		trial_fail(record, ST_FAILED, "%d of its processes cannot be ended",
			record->supervised.unkillable);
	else if (!w->test->profile->parser && how && !ends_by_file(w))
		trial_fail(record, ST_FAILED, "%s", how);
	return record->state == ST_OK && !record->interrupted ? 0 : -1;
}

static void stamp(struct trial_record *record)
{
	time_t seconds = time(NULL);
	struct tm tm;
	char text[32];

	localtime_r(&seconds, &tm);
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	record->at = arena_text(&record->arena, text);
}

/* Commands of the experiment behind the measured one, then the file system goes. Returns what is left. */
static int take_away(struct under_way *w, struct error *err)
{
	struct volume *volume = w->place->volume;
	struct error trouble = ERROR_INIT;
	int left = file_remove_tree(w->work);

	namespaces_empty(&w->place->sandbox->namespaces, w->place->work);

	/* what the commands before it changed is to be put back, stopped or not */
	w->record->steps.stop = NULL;
	if (volume->spec && (volume->mounted || spec_kind(volume->spec) == VOLUME_FOLDER) &&
		volume_commands(volume, "after", &volume->spec->after, &w->record->steps, err))
		left++;
	if (spec_kind(volume->spec) == VOLUME_FOLDER)
		left += file_remove_tree(w->target);
	if (left && !err->message)
		error_set(err, "%d things below '%s' could not be removed", left, w->target);
	if (volume_remove(volume, &w->record->steps, err->message ? &trouble : err))
		left++;
	error_release(&trouble);
	w->record->flags |= volume->flags;
	return left;
}

/* The namespaces that hold for this test; its ruleset comes with its places. */
static void shut_in(struct under_way *w)
{
	const struct run_sandbox *sandbox = w->place->sandbox;
	const struct sandbox *exceptions = &w->test->profile->sandbox;
	struct text words = TEXT_INIT;

	w->confinement.user = sandbox->namespaces.user;
	w->confinement.mount = sandbox->namespaces.mount;
	w->confinement.root = sandbox->namespaces.root;
	w->confinement.ipc = sandbox->namespaces.ipc;
	w->confinement.network = exceptions->network ? -1 : sandbox->namespaces.network;
	run_sandbox_add_words(&words, sandbox, exceptions);
	w->record->landlock = sandbox->abi;
	w->record->sandbox = arena_text(&w->record->arena, text_string(&words));
	text_release(&words);
}

int trial_run(struct trial_record *record, const struct test *test, const struct trial_place *place,
	struct error *err)
{
	struct under_way w = {
		.record = record, .test = test, .place = place, .confinement = CONFINEMENT_NONE
	};
	int left;

	record->state = ST_OK;
	record->log = arena_printf(&record->arena, "logs/%04d", record->trial);
	w.target = mem_printf("%s/trial%04d", place->volume->point, record->trial);
	w.work = mem_printf("%s/trial%04d", place->work, record->trial);
	w.stem = file_join(place->result, record->log);
	record->steps = (struct steps){ .arena = &record->arena,
		.log_stem = w.stem,
		.token = place->token,
		.cgroup = place->cgroup,
		.stop = place->stop };
	stamp(record);
	shut_in(&w);
	/* the trial before this one leaves nothing to write back */
	if (spec_kind(place->volume->spec) == VOLUME_FOLDER)
		sync_target(record, place->volume->folder);
	trial_make_environment(&w);
	if (mkdir(w.work, 0700) && errno != EEXIST) {
		trial_fail(record, ST_FAILED, "cannot make the folder '%s': %s", w.work, strerror(errno));
		record->lost = true;
	}
	if (record->state == ST_OK && !make_fresh(&w) && !trial_make_places(&w) && !trial_write_files(&w) &&
		!run_prepare(&w) && !(test->profile->pts.identifier && trial_pts_before(&w)) &&
		!make_cold(&w)) {
		bool measured = !run_measured(&w);

		run_finish(&w);
		if (measured && record->state == ST_OK)
			trial_parse_output(&w);
		else
			trial_keep_file(&w);
	}
	trial_take_samples(record, test);
	if (record->state != ST_OK) {
		trial_take_words(&w);
		trial_take_space(&w);
	}
	trial_close_ruleset(&w);
	left = take_away(&w, err);
	if (record->lost) {
		error_set(err, "%s", record->reason);
		error_code(err, EXIT_WRITE);
		left++;
	}
	argv_free(w.environment);
	free(w.target);
	free(w.work);
	free(w.stem);
	return left ? -1 : 0;
}

void trial_release(struct trial_record *record)
{
	measurements_release(&record->measurements);
	arena_release(&record->arena);
	*record = (struct trial_record){ 0 };
}
