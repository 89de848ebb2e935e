#include "runner/trial/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "parsers/findings.h"
#include "runner/process/descendants.h"
#include "runner/trial/sandbox.h"
#include "share/base/file.h"
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

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

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

static int make_places(struct under_way *w)
{
	struct error err = ERROR_INIT;

	if (mkdir(w->target, 0755))
		fail(w->record, ST_FAILED, "cannot make the folder '%s': %s", w->target, strerror(errno));
	w->ruleset = sandbox_ruleset(
		&w->test->profile->sandbox, w->target, w->work, &w->record->sandbox_abi, &err);
	if (err.message)
		fail_error(w->record, &err);
	return w->record->state == ST_OK ? 0 : -1;
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

/* Everything on the file system of `folder` to the disk; seconds that took. Data that does not
 * reach it voids the trial. */
static double sync_target(struct trial_record *record, const char *folder)
{
	double start = now();
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		fail(record, ST_FAILED, "'%s' is gone: %s", folder, strerror(errno));
	else if (syncfs(fd))
		fail(record, ST_FAILED, "the data did not reach the disk: %s", strerror(errno));
	if (fd >= 0)
		close(fd);
	return now() - start;
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
	/* what was laid out is on the disk before the clock starts */
	if (commands->n) {
		int folder = open(w->target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		sync_target(w->record, w->target);
		if (folder >= 0) {
			file_drop_cache_below(folder);
			close(folder);
		}
	}
	return w->record->state == ST_OK ? 0 : -1;
}

/* Is the time until the data is on the disk a metric of this test? */
static bool measures_sync(const struct test *test)
{
	for (size_t i = 0; i < test->profile->metrics.n; i++)
		if (!strcmp(((const struct metric *)test->profile->metrics.items + i)->pattern, "elapsed_sync"))
			return true;
	return false;
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

static int run_measured(struct under_way *w)
{
	struct trial_record *record = w->record;
	struct error err = ERROR_INIT;
	char **argv = command_argv(w, &err), words[80];
	const char *how;
	int rc;

	rc = argv ? run_command(w, argv, w->stem, w->test->profile->time_limit, &record->supervised, &err) : -1;
	argv_free(argv);
	if (rc) {
		fail_error(record, &err);
		return -1;
	}
	record->seconds = record->supervised.seconds;
	if (measures_sync(w->test))
		record->sync_seconds = sync_target(record, w->target);
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

	record->said = trial_telling_line(&record->arena, w->stem, "err");
	if (!record->said)
		record->said = trial_telling_line(&record->arena, w->stem, "out");
	for (size_t i = 0; record->said && i < record->n_samples; i++) {
		struct trial_sample *s = &record->samples[i];

		if (s->state == ST_FAILED && s->reason && !strstr(s->reason, record->said))
			s->reason = arena_printf(&record->arena, "%s (%s)", s->reason, record->said);
	}
}

int trial_run(struct trial_record *record, const struct test *test, const struct trial_place *place,
	struct error *err)
{
	struct under_way w = { .record = record, .test = test, .place = place, .ruleset = -1 };
	int left;

	record->state = ST_OK;
	record->log = arena_printf(&record->arena, "logs/%04d", record->trial);
	w.target = mem_printf("%s/trial%04d", place->folder, record->trial);
	w.work = mem_printf("%s/trial%04d", place->work, record->trial);
	w.stem = file_join(place->result, record->log);
	stamp(record);
	/* the trial before this one leaves nothing to write back */
	sync_target(record, place->folder);
	make_environment(&w);
	if (mkdir(w.work, 0700) && errno != EEXIST) {
		fail(record, ST_FAILED, "cannot make the folder '%s': %s", w.work, strerror(errno));
		record->lost = true;
	}
	if (record->state == ST_OK && !make_places(&w) && !write_files(&w) && !run_prepare(&w) &&
		!run_measured(&w))
		parse_output(&w);
	trial_take_samples(record, test);
	if (record->state != ST_OK)
		take_words(&w);
	if (w.ruleset >= 0)
		close(w.ruleset);
	left = file_remove_tree(w.target) + file_remove_tree(w.work);
	if (record->lost) {
		error_set(err, "%s", record->reason);
		error_code(err, EXIT_WRITE);
		left++;
	} else if (left)
		error_set(err, "%d things below '%s' could not be removed", left, w.target);
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
