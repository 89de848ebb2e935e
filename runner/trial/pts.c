/* A trial of a profile of the Phoronix Test Suite: what stands around its command (PTS.md 3.3). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/profile/prefix.h"
#include "runner/pts/environment.h"
#include "runner/trial/under_way.h"
#include "share/base/file.h"
#include "share/base/banned.h"

struct adding {
	struct under_way *w;
	size_t *n;
};

static void add(void *context, const char *name, const char *value)
{
	const struct adding *adding = context;

	trial_add_variable(adding->w, adding->n, name, value);
}

/* Where the test runs: where it is installed, or in its copy on the system under test. */
static char *home_of(const struct under_way *w)
{
	return w->test->profile->pts.own_folder ? prefix_of(w->test->profile) : mem_text(w->target);
}

void trial_pts_environment(struct under_way *w, size_t *n)
{
	struct adding adding = { w, n };
	char *home = home_of(w), *log = file_join(w->work, "log"), *number = mem_printf("%d", w->record->trial);

	pts_environment(w->test->profile, home, add, &adding);
	trial_add_variable(w, n, "LOG_FILE", log);
	trial_add_variable(w, n, "THIS_RUN_TIME", number);
	free(number);
	free(home);
	free(log);
}

static int copy_program(struct under_way *w)
{
	char *prefix = prefix_of(w->test->profile), *from = mem_printf("%s/.", prefix);
	char *argv[] = { (char[]){ "cp" }, (char[]){ "-a" }, (char[]){ "--reflink=auto" }, (char[]){ "--" },
		from, w->target, NULL };
	int rc = trial_run_beside(w, argv, "copy", false);

	free(prefix);
	free(from);
	return rc;
}

/* First line of a file that a script left in its folder, the file being taken away; "" without one. */
static char *take_left(struct under_way *w, const char *name)
{
	char *home = home_of(w), *path = file_join(home, name);
	struct text line = TEXT_INIT;

	if (file_is_plain(path))
		file_first_line(&line, path);
	unlink(path);
	free(path);
	free(home);
	return text_take(&line);
}

/* Of a trial before this one nothing is to be read. */
static void remove_left(struct under_way *w)
{
	static const char *const names[] = { "test-exit-status", "pre-test-exit-status",
		"post-test-exit-status", "pts-test-version", "pts-results-scale", "pts-results-proportion",
		"pts-results-quantifier", "pts-test-description", "pts-footnote", NULL };

	for (int i = 0; names[i]; i++)
		free(take_left(w, names[i]));
}

/* A script with the test's arguments; what it says of itself in `status` decides. */
static int run_script(
	struct under_way *w, const char *script, const char *name, const char *status, bool linger)
{
	char *path = mem_printf("%s/%s.sh", w->work, name), *line, *left;
	struct text content = TEXT_INIT, quoted = TEXT_INIT;
	struct error err = ERROR_INIT;
	char *argv[4] = { (char[]){ "sh" }, (char[]){ "-c" }, NULL, NULL };
	int rc;

	text_adds(&content, script);
	rc = file_replace(path, &content, &err);
	if (rc)
		trial_fail_error(w->record, &err);
	/* its exit status is nobody's business there */
	text_add_quoted(&quoted, path);
	line = mem_printf("bash %s %s; :", text_string(&quoted), w->test->all_arguments);
	text_release(&quoted);
	argv[2] = line;
	if (!rc)
		rc = trial_run_beside(w, argv, name, linger);
	left = take_left(w, status);
	if (!rc && *left && strcmp(left, "0")) {
		trial_fail(w->record, ST_FAILED, "its script %s.sh wrote the exit status %.20s", name, left);
		rc = -1;
	}
	free(left);
	free(line);
	free(path);
	text_release(&content);
	return rc;
}

int trial_pts_before(struct under_way *w)
{
	const struct profile_pts *pts = &w->test->profile->pts;

	if (!pts->own_folder && copy_program(w))
		return -1;
	remove_left(w);
	if (pts->pre && run_script(w, pts->pre, "pre", "pre-test-exit-status", true))
		return -1;
	/* a fresh copy has seen no trial */
	if (pts->interim && pts->own_folder && w->place->again)
		return run_script(w, pts->interim, "interim", "pre-test-exit-status", true);
	return 0;
}

/* What the test's own files say about the trial. */
static void read_left(struct under_way *w)
{
	struct trial_record *record = w->record;
	const struct profile_pts *pts = &w->test->profile->pts;
	char *status = take_left(w, "test-exit-status"), *version = take_left(w, "pts-test-version");

	if (*status && strcmp(status, "0") && record->state == ST_OK)
		trial_fail(record, ST_FAILED, "the test wrote the exit status %.20s to ~/test-exit-status",
			status);
	else if (record->state == ST_OK && pts->least_seconds > 0 && record->seconds < pts->least_seconds)
		trial_fail(record, ST_TOOFAST, "it took %.1f s, and its profile counts %g s or more",
			record->seconds, pts->least_seconds);
	else if (record->state == ST_OK && pts->most_seconds > 0 && record->seconds > pts->most_seconds)
		trial_fail(record, ST_INVALID, "it took %.1f s, and its profile counts %g s or less",
			record->seconds, pts->most_seconds);
	if (*version)
		record->version = arena_text(&record->arena, version);
	free(status);
	free(version);
}

void trial_pts_behind(struct under_way *w)
{
	const struct profile_pts *pts = &w->test->profile->pts;

	read_left(w);
	if (pts->post)
		run_script(w, pts->post, "post", "post-test-exit-status", false);
}
