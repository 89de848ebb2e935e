#include "runner/system/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parsers/findings.h"
#include "runner/process/descendants.h"
#include "runner/process/helper.h"
#include "runner/process/supervise.h"
#include "runner/process/telling.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define STEP_SECONDS  3600.0 /* mkfs of a large disk may write for long */
#define GRACE_SECONDS 5.0

double steps_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void add(struct steps *steps, const char *name, int code, double seconds, const char *said)
{
	steps->items = arena_more(steps->arena, steps->items, steps->n, sizeof *steps->items);
	steps->items[steps->n++] = (struct step){ arena_text(steps->arena, name), code, seconds, said };
}

void steps_note(struct steps *steps, const char *name, int code, double seconds, const char *format, ...)
{
	char said[1000];
	va_list ap;

	va_start(ap, format);
	vsnprintf(said, sizeof said, format, ap);
	va_end(ap);
	add(steps, name, code, seconds, arena_text(steps->arena, said));
}

static int supervised_run(struct steps *steps, const char *stem, const char *const *argv,
	struct supervised *got, struct error *err)
{
	static const struct cgroup none = CGROUP_NONE;
	char *program = program_path(argv[0], trial_path());
	char *path = mem_printf("PATH=%s", trial_path()),
	     *mark = mem_printf("%s=%s", TRIAL_MARK, steps->token ? steps->token : "");
	char *environment[] = { path, mark, (char[]){ "LC_ALL=C" }, (char[]){ "TZ=UTC" }, NULL };
	struct supervision how = { .log_stem = stem,
		.time_limit = STEP_SECONDS,
		.grace = GRACE_SECONDS,
		.cgroup = steps->cgroup ? steps->cgroup : &none,
		.stop = steps->stop };
	int rc = program ? 0 : error_set(err, "program '%s' not found", argv[0]);

	how.launch = (struct launch){ (char *const *)(const void *)argv, environment, program, "/", -1, -1, -1,
		NULL };
	if (!rc)
		rc = supervise(got, &how, err);
	free(program);
	free(path);
	free(mark);
	return rc;
}

/* What became of it: 0, or -1 with the program's own words. */
static int judge(struct steps *steps, const char *stem, const char *const *argv, const struct supervised *got,
	struct error *err)
{
	char words[80];
	const char *how = ending_words(&got->ending, words), *said;

	if (got->stopped) {
		steps->stopped = true;
		return error_set(err, "'%s' was stopped", argv[0]);
	}
	if (!how)
		return 0;
	said = telling_line(steps->arena, stem, "err");
	if (!said)
		said = telling_line(steps->arena, stem, "out");
	return error_set(err, "'%s' failed: %s%s%s", argv[0], how, said ? ": " : "", said ? said : "");
}

int steps_run(struct steps *steps, const char *name, const char *const *argv, struct error *err)
{
	char *stem = mem_printf("%s.%s", steps->log_stem, name);
	struct supervised got = { 0 };
	struct text command = TEXT_INIT;
	double start = steps_clock();
	int rc = supervised_run(steps, stem, argv, &got, err), code = got.ending.code;

	if (!rc)
		rc = judge(steps, stem, argv, &got, err);
	else
		code = 127;
	if (got.ending.how == END_SIGNAL)
		code += 128;
	helper_add_words(&command, argv);
	steps_note(steps, name, code, steps_clock() - start, "%s%s%s", text_string(&command), rc ? ": " : "",
		rc ? err->message : "");
	text_release(&command);
	free(stem);
	return rc;
}
