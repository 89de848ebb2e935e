/* What a trial finds when its command starts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/descendants.h"
#include "runner/trial/under_way.h"
#include "share/base/file.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define MOST_PADDING 4096 /* bytes: the environment's size shifts the stack (METHOD.md 1) */

void trial_add_variable(struct under_way *w, size_t *n, const char *name, const char *value)
{
	size_t size = strlen(name);

	/* what is set again takes the place of what was there */
	for (size_t i = 0; i < *n; i++)
		if (!strncmp(w->environment[i], name, size) && w->environment[i][size] == '=') {
			free(w->environment[i]);
			w->environment[i] = mem_printf("%s=%s", name, value);
			return;
		}
	w->environment = mem_resize(w->environment, *n + 2, sizeof *w->environment);
	w->environment[(*n)++] = mem_printf("%s=%s", name, value);
	w->environment[*n] = NULL;
}

void trial_make_environment(struct under_way *w)
{
	const struct pairs *own = &w->test->profile->environment;
	const struct places places = { w->target, w->work };
	char padding[MOST_PADDING + 1];
	struct random random;
	size_t n = 0;

	trial_add_variable(w, &n, "PATH", trial_path());
	trial_add_variable(w, &n, "HOME", w->work);
	trial_add_variable(w, &n, "TMPDIR", w->work);
	trial_add_variable(w, &n, "LC_ALL", "C");
	trial_add_variable(w, &n, "LANG", "C");
	trial_add_variable(w, &n, "LANGUAGE", "");
	trial_add_variable(w, &n, "TZ", "UTC");
	trial_add_variable(w, &n, TRIAL_MARK, w->place->token);
	if (w->test->profile->pts.identifier)
		trial_pts_environment(w, &n);
	for (size_t i = 0; i < own->n; i++) {
		struct text value = TEXT_INIT;
		struct error ignored = ERROR_INIT; /* that it expands was tried before the run */

		if (test_expand(w->test, &places, own->values[i], &value, &ignored))
			error_release(&ignored);
		trial_add_variable(w, &n, own->names[i], text_string(&value));
		text_release(&value);
	}
	random_seed(&random, w->place->seed ^ ((uint64_t)w->record->slot.slot << 32));
	w->record->padding = random_below(&random, MOST_PADDING);
	memset(padding, 'x', w->record->padding);
	padding[w->record->padding] = '\0';
	trial_add_variable(w, &n, "HIB_PADDING", padding);
}

void trial_close_ruleset(struct under_way *w)
{
	if (w->confinement.ruleset >= 0 && w->confinement.ruleset != *w->place->ruleset)
		close(w->confinement.ruleset);
	w->confinement.ruleset = -1;
}

/* Landlock's rules are for what is mounted now: a ruleset is made anew after each mount. */
int trial_make_ruleset(struct under_way *w)
{
	bool folder = spec_kind(w->place->volume->spec) == VOLUME_FOLDER;
	struct error err = ERROR_INIT;

	trial_close_ruleset(w);
	/* in a folder as it is: for the run's own folders there, which hold nothing but the trial's */
	if (folder && *w->place->ruleset < 0)
		*w->place->ruleset = run_sandbox_ruleset(
			w->place->sandbox, w->test, w->place->volume->point, w->place->work, &err);
	w->confinement.ruleset = folder ?
		*w->place->ruleset :
		run_sandbox_ruleset(w->place->sandbox, w->test, w->target, w->work, &err);
	if (err.message)
		trial_fail_error(w->record, &err);
	return w->record->state == ST_OK ? 0 : -1;
}

int trial_make_places(struct under_way *w)
{
	if (mkdir(w->target, 0755))
		trial_fail(w->record, ST_FAILED, "cannot make the folder '%s': %s", w->target, strerror(errno));
	return w->record->state == ST_OK ? trial_make_ruleset(w) : -1;
}

int trial_write_files(struct under_way *w)
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
		trial_fail_error(w->record, &err);
	return rc;
}
