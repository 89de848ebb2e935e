#include "runner/trial/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "parsers/findings.h"
#include "runner/process/descendants.h"
#include "runner/process/telling.h"
#include "runner/system/flags.h"
#include "runner/system/kernel_log.h"
#include "runner/system/mounts.h"
#include "runner/trial/sandbox.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define GRACE_SECONDS   5.0
#define PREPARE_SECONDS 3600.0
#define MOST_PADDING    4096 /* bytes: the environment's size shifts the stack (METHOD.md 1) */

/* One trial under way. */
struct under_way {
	struct trial_record *record;
	const struct test *test;
	const struct trial_place *place;
	char *target, *work, *stem;
	char **environment;
	int ruleset;
};

static void fail(struct trial_record *record, enum state state, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void fail(struct trial_record *record, enum state state, const char *format, ...)
{
	char reason[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(reason, sizeof reason, format, ap);
	va_end(ap);
	record->state = state;
	record->reason = arena_text(&record->arena, reason);
}

static void fail_error(struct trial_record *record, struct error *err)
{
	fail(record, ST_FAILED, "%s", err->message);
	error_release(err);
}

static void add_variable(struct under_way *w, size_t *n, const char *name, const char *value)
{
	w->environment = mem_resize(w->environment, *n + 2, sizeof *w->environment);
	w->environment[(*n)++] = mem_printf("%s=%s", name, value);
	w->environment[*n] = NULL;
}

static void make_environment(struct under_way *w)
{
	const struct pairs *own = &w->test->profile->environment;
	char padding[MOST_PADDING + 1];
	struct random random;
	size_t n = 0;

	add_variable(w, &n, "PATH", trial_path());
	add_variable(w, &n, "HOME", w->work);
	add_variable(w, &n, "TMPDIR", w->work);
	add_variable(w, &n, "LC_ALL", "C");
	add_variable(w, &n, "LANG", "C");
	add_variable(w, &n, "LANGUAGE", "");
	add_variable(w, &n, "TZ", "UTC");
	add_variable(w, &n, TRIAL_MARK, w->place->token);
	for (size_t i = 0; i < own->n; i++)
		add_variable(w, &n, own->names[i], own->values[i]);
	random_seed(&random, w->place->seed ^ ((uint64_t)w->record->slot.slot << 32));
	w->record->padding = random_below(&random, MOST_PADDING);
	memset(padding, 'x', w->record->padding);
	padding[w->record->padding] = '\0';
	add_variable(w, &n, "HIB_PADDING", padding);
}

/* Landlock's rules are for what is mounted now: a ruleset is made anew after each mount. */
static int make_ruleset(struct under_way *w)
{
	struct error err = ERROR_INIT;

	if (w->ruleset >= 0)
		close(w->ruleset);
	w->ruleset = sandbox_ruleset(
		&w->test->profile->sandbox, w->target, w->work, &w->record->sandbox_abi, &err);
	if (err.message)
		fail_error(w->record, &err);
	return w->record->state == ST_OK ? 0 : -1;
}

static int make_places(struct under_way *w)
{
	if (mkdir(w->target, 0755))
		fail(w->record, ST_FAILED, "cannot make the folder '%s': %s", w->target, strerror(errno));
	return w->record->state == ST_OK ? make_ruleset(w) : -1;
}

/* A step of the system under test: what failed or was stopped is the trial's state. */
static int judge_step(struct under_way *w, int rc, struct error *err)
{
	struct trial_record *record = w->record;

	if (w->place->stop && *w->place->stop)
		record->interrupted = true;
	else if (rc)
		fail(record, ST_FAILED, "%s", err->message);
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
	bool laid_out = w->test->profile->prepare.n > 0;

	if (judge_step(w, volume_cold(w->place->volume, laid_out, &w->record->steps, &err), &err))
		return -1;
	return folder ? 0 : make_ruleset(w);
}

static int write_files(struct under_way *w)
{
	const struct pairs *files = &w->test->profile->files;
	const struct places places = { w->target, w->work };
	struct error err = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < files->n && !rc; i++) {
		char *path = file_join(w->work, files->names[i]);
		struct text content = TEXT_INIT;
		FILE *stream = NULL;

		rc = test_expand(w->test, &places, files->values[i], &content, &err);
		if (!rc)
			stream = fopen(path, "wex");
		if (!rc && (!stream || fputs(text_string(&content), stream) < 0))
			rc = error_set_errno(&err, "cannot write '%s'", path);
		if (stream && fclose(stream) && !rc)
			rc = error_set_errno(&err, "cannot write '%s'", path);
		text_release(&content);
		free(path);
	}
	if (rc)
		fail_error(w->record, &err);
	return rc;
}

/* Run one argument list under supervision; -1 when it could not be started. */
static int run_command(struct under_way *w, char **argv, const char *stem, double time_limit,
	struct supervised *got, struct error *err)
{
	const struct places places = { w->target, w->work };
	struct text directory = TEXT_INIT;
	struct supervision how = { .log_stem = stem,
		.time_limit = time_limit,
		.grace = GRACE_SECONDS,
		.cgroup = w->place->cgroup,
		.stop = w->place->stop,
		.tick = w->place->tick,
		.context = w->place->context };
	char *program = program_path(argv[0], trial_path());
	int rc = 0;

	if (!program)
		rc = error_set(err, "program '%s' not found", argv[0]);
	if (!rc)
		rc = test_expand(w->test, &places, w->test->profile->directory, &directory, err);
	how.launch = (struct launch){ argv, w->environment, program, text_string(&directory), -1, -1, -1,
		w->ruleset };
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
		fail(record, ST_FAILED, "'%s' is gone: %s", folder, strerror(failed));
	else if (failed)
		fail(record, ST_FAILED, "the data did not reach the disk: %s", strerror(failed));
	return steps_clock() - start;
}

static int run_prepare(struct under_way *w)
{
	const struct rows *commands = &w->test->profile->prepare;
	const struct places places = { w->target, w->work };

	for (size_t i = 0; i < commands->n; i++) {
		struct error err = ERROR_INIT;
		struct supervised got = { 0 };
		char *stem = mem_printf("%s.prepare%zu", w->stem, i + 1), words[80];
		char **argv = test_argv(w->test, &places, (const struct strings *)commands->items + i, &err);
		int rc = argv ? run_command(w, argv, stem, PREPARE_SECONDS, &got, &err) : -1;
		const char *how = rc ? NULL : ending_words(&got.ending, words);

		if (rc)
			fail_error(w->record, &err);
		else if (got.stopped)
			w->record->interrupted = true;
		else if (how)
			fail(w->record, ST_FAILED, "preparing with '%s' failed: %s (%s.err)", argv[0], how,
				stem);
		argv_free(argv);
		free(stem);
		if (w->record->state != ST_OK || w->record->interrupted)
			return -1;
	}
	return 0;
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

static bool is_complaint(void *context, const char *line)
{
	(void)context;
	return kernel_line_is_error(line);
}

/* An error that the kernel reported meanwhile: of our disk it voids the trial, of another it is a flag. */
static void take_complaint(struct under_way *w, struct kernel_log *log)
{
	const char *disk = w->place->volume->disk;
	struct text line = TEXT_INIT;

	if (kernel_log_find(log, is_complaint, NULL, &line)) {
		w->record->flags |= FLAG_KERNEL_COMPLAINED;
		if (*disk && strstr(text_string(&line), disk) && w->record->state == ST_OK)
			fail(w->record, ST_FAILED, "the kernel reported: %s", text_string(&line));
	}
	text_release(&line);
}

static int run_measured(struct under_way *w)
{
	struct trial_record *record = w->record;
	struct error err = ERROR_INIT;
	char **argv = command_argv(w, &err), words[80];
	const char *how;
	struct account account;
	struct kernel_log log;
	int rc;

	kernel_log_start(&log);
	account_start(&account, w->place->volume->disk, w->place->volume->below, w->place->cgroup);
	rc = argv ? run_command(w, argv, w->stem, w->test->profile->time_limit, &record->supervised, &err) : -1;
	argv_free(argv);
	if (rc) {
		account_drop(&account);
		take_complaint(w, &log);
		fail_error(record, &err);
		return -1;
	}
	record->seconds = record->supervised.seconds;
	if (measures_sync(w->test) || keeps_accounts(w))
		record->sync_seconds = sync_target(record, w->target);
	record->flags |= account_stop(
		&account, &record->supervised, keeps_accounts(w) ? w->target : NULL, &record->accounting);
	take_complaint(w, &log);
	record->interrupted = record->supervised.stopped;
	how = ending_words(&record->supervised.ending, words);
	if (record->state != ST_OK)
		return -1;
	if (record->supervised.write_error)
		fail(record, ST_FAILED, "its log could not be written: %s",
			strerror(record->supervised.write_error));
	else if (record->supervised.unkillable)
		fail(record, ST_FAILED, "%d of its processes cannot be ended", record->supervised.unkillable);
	else if (!w->test->profile->parser && how)
		fail(record, ST_FAILED, "%s", how);
	return record->state == ST_OK && !record->interrupted ? 0 : -1;
}

/* A file that the program wrote is kept beside the logs. */
static int keep_file(struct under_way *w, struct error *err)
{
	const struct places places = { w->target, w->work };
	struct text path = TEXT_INIT, content = TEXT_INIT;
	char *kept = mem_printf("%s.file", w->stem);
	int fd = -1, rc = test_expand(w->test, &places, w->test->profile->parse + 5, &path, err);

	if (!rc)
		rc = file_read(&content, text_string(&path), (size_t)CAPTURE_HEAD, err);
	if (!rc) {
		fd = open(kept, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (fd < 0 || file_write_all(fd, text_string(&content), content.size) || fdatasync(fd))
			rc = error_set_errno(err, "cannot write '%s'", kept);
	}
	if (fd >= 0)
		close(fd);
	free(kept);
	text_release(&path);
	text_release(&content);
	return rc;
}

static void parse_output(struct under_way *w)
{
	const struct profile *profile = w->test->profile;
	struct trial_record *record = w->record;
	const struct parser_options options = profile_parser_options(profile, w->test, &record->arena);
	struct error err = ERROR_INIT;
	struct trial_output *output = NULL;
	int rc = 0;

	if (!profile->parser)
		return;
	if (text_starts(profile->parse, "file:"))
		rc = keep_file(w, &err);
	if (!rc)
		output = trial_output_open(w->stem, profile->parse, &err);
	if (output) {
		const struct line_source source = { output, trial_output_next };

		rc = measurements_parse(&record->measurements, profile->parser, &options, &source,
			&record->supervised.ending, &err);
		trial_output_close(output);
	}
	if (rc || !output)
		fail_error(record, &err);
	else if (record->measurements.version)
		record->version = record->measurements.version;
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

/* What the program said goes into the reason, where the reason is not that line itself. */
static void take_words(struct under_way *w)
{
	struct trial_record *record = w->record;

	record->said = telling_line(&record->arena, w->stem, "err");
	if (!record->said)
		record->said = telling_line(&record->arena, w->stem, "out");
	for (size_t i = 0; record->said && i < record->n_samples; i++) {
		struct trial_sample *s = &record->samples[i];

		if (s->state == ST_FAILED && s->reason && !strstr(s->reason, record->said))
			s->reason = arena_printf(&record->arena, "%s (%s)", s->reason, record->said);
	}
}

/* A full file system is the usual cause of what a program says: how full it was is told beside it. */
static void take_space(struct under_way *w)
{
	struct statvfs fs;
	char size[32];

	if (statvfs(w->place->volume->point, &fs) || !fs.f_blocks)
		return;
	w->record->space = arena_printf(&w->record->arena, "%.0f %% of %s used, %.0f %% of its inodes",
		100.0 * (double)(fs.f_blocks - fs.f_bfree) / (double)fs.f_blocks,
		number_size_text((uint64_t)fs.f_blocks * fs.f_frsize, size),
		fs.f_files ? 100.0 * (double)(fs.f_files - fs.f_ffree) / (double)fs.f_files : 0);
}

/* Commands of the experiment behind the measured one, then the file system goes. Returns what is left. */
static int take_away(struct under_way *w, struct error *err)
{
	struct volume *volume = w->place->volume;
	struct error trouble = ERROR_INIT;
	int left = file_remove_tree(w->work);

	if (volume->spec && !w->record->interrupted &&
		(volume->mounted || spec_kind(volume->spec) == VOLUME_FOLDER) &&
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

int trial_run(struct trial_record *record, const struct test *test, const struct trial_place *place,
	struct error *err)
{
	struct under_way w = { .record = record, .test = test, .place = place, .ruleset = -1 };
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
	/* the trial before this one leaves nothing to write back */
	if (spec_kind(place->volume->spec) == VOLUME_FOLDER)
		sync_target(record, place->volume->folder);
	make_environment(&w);
	if (mkdir(w.work, 0700) && errno != EEXIST) {
		fail(record, ST_FAILED, "cannot make the folder '%s': %s", w.work, strerror(errno));
		record->lost = true;
	}
	if (record->state == ST_OK && !make_fresh(&w) && !make_places(&w) && !write_files(&w) &&
		!run_prepare(&w) && !make_cold(&w) && !run_measured(&w))
		parse_output(&w);
	trial_take_samples(record, test);
	if (record->state != ST_OK) {
		take_words(&w);
		take_space(&w);
	}
	if (w.ruleset >= 0)
		close(w.ruleset);
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
