#include "runner/journal/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runner/machine/boot.h"
#include "share/base/memory.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define LONGEST_LINE ((size_t)64 << 20)

/* What a line of the journal adds; one after the other, none is kept. */
struct reading {
	struct journal_content *content;
	journal_visitor *visit;
	void *context;
	const char *path;
	size_t number; /* of the line, from 1 */
	size_t slot_capacity, trial_capacity;
	struct skipped {
		int test, system;
	} * skips;
	size_t n_skips, skip_capacity;
};

static int whole_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static void add_slots(struct reading *r, const json_t *list)
{
	struct journal_content *c = r->content;
	const json_t *item;
	size_t i;

	json_array_foreach (list, i, item) {
		c->slots = mem_more(c->slots, c->n_slots, &r->slot_capacity, sizeof *c->slots);
		c->slots[c->n_slots++] = (struct slot){ (int)json_integer_value(json_array_get(item, 0)),
			(int)json_integer_value(json_array_get(item, 1)),
			(int)json_integer_value(json_array_get(item, 2)),
			(int)json_integer_value(json_array_get(item, 3)) };
	}
}

/* Systems that joined the run later stand behind those of the plan; some were looked at later only. */
static void join_systems(struct journal_content *content, const json_t *line)
{
	json_t *systems = json_object_get(content->plan, "systems");
	json_t *more = json_object_get(line, "systems");

	if (json_is_array(more) && json_is_array(systems))
		json_array_extend(systems, more);
	more = json_object_get(line, "looked_at");
	if (json_is_object(more))
		json_object_update(
			json_array_get(systems, (size_t)json_integer_value(json_object_get(more, "system"))),
			more);
}

/* The first trial that knows tells the version of a test whose plan does not. */
static void see_version(struct journal_content *content, const json_t *trial)
{
	json_t *test = json_array_get(json_object_get(content->plan, "tests"), (size_t)whole_of(trial, "test"));
	json_t *version = json_object_get(trial, "version");
	const char *planned = json_string_value(json_object_get(test, "app_version"));

	if (json_is_string(version) && json_is_object(test) && !(planned && *planned) &&
		!json_object_get(test, "seen_version"))
		json_object_set(test, "seen_version", version);
}

static void add_trial(struct reading *r, const json_t *line)
{
	struct journal_content *c = r->content;
	const char *state = json_string_value(json_object_get(line, "state"));

	c->trials = mem_more(c->trials, c->n_trials, &r->trial_capacity, sizeof *c->trials);
	c->trials[c->n_trials++] = (struct journal_trial){ whole_of(line, "trial"), whole_of(line, "slot"),
		whole_of(line, "block"), whole_of(line, "test"), whole_of(line, "system"),
		state && !strcmp(state, state_name(ST_OK)), state != NULL,
		text_equal(json_string_value(json_object_get(line, "boot_id")), machine_boot_id()) };
	see_version(c, line);
}

static int add_line(struct reading *r, const json_t *line, struct error *err)
{
	const json_t *skip = json_object_get(line, "skip");

	add_slots(r, json_object_get(line, "extend"));
	join_systems(r->content, line);
	if (skip) {
		r->skips = mem_more(r->skips, r->n_skips, &r->skip_capacity, sizeof *r->skips);
		r->skips[r->n_skips++] = (struct skipped){ whole_of(skip, "test"), whole_of(skip, "system") };
	}
	r->content->ends_with_trial = json_object_get(line, "trial") != NULL;
	if (!r->content->ends_with_trial)
		return 0;
	add_trial(r, line);
	return r->visit ? r->visit(r->context, r->content->plan, line, err) : 0;
}

/* 1: what is there is a torn last line. */
static int read_line(struct reading *r, const char *bytes, size_t size, bool last, struct error *err)
{
	json_error_t problem;
	json_t *object = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &problem);
	int rc;

	if (!json_is_object(object)) {
		json_decref(object);
		if (last)
			return 1;
		return error_set(
			err, "%s:%zu: the journal is damaged here: %s", r->path, r->number, problem.text);
	}
	if (r->number > 1) {
		rc = add_line(r, object, err);
		json_decref(object);
		return rc;
	}
	r->content->plan = object;
	if (json_integer_value(json_object_get(object, "journal")) != 1)
		return error_set(err, "%s:1: this is no journal of a version that hib knows", r->path);
	add_slots(r, json_object_get(object, "slots"));
	return 0;
}

static bool is_at_end(FILE *stream)
{
	int c = getc(stream);

	if (c != EOF)
		ungetc(c, stream);
	return c == EOF;
}

static int read_lines(struct reading *r, FILE *stream, struct error *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t size;
	int rc = 0;

	while (!rc && (size = getline(&line, &room, stream)) > 0) {
		r->number++;
		if ((size_t)size > LONGEST_LINE)
			rc = error_set(err, "%s:%zu: a line of more than %zu MiB", r->path, r->number,
				LONGEST_LINE >> 20);
		/* only a line with its newline is surely whole */
		else if (line[size - 1] != '\n')
			rc = 1;
		else
			rc = read_line(r, line, (size_t)size - 1, is_at_end(stream), err);
		if (!rc)
			r->content->whole += (off_t)size;
	}
	if (rc >= 0 && ferror(stream))
		rc = error_set_errno(err, "cannot read '%s'", r->path);
	free(line);
	return rc;
}

static void mark_done(const struct reading *r)
{
	struct journal_content *c = r->content;

	c->done = mem_zero(c->n_slots + 1, sizeof *c->done);
	for (size_t i = 0; i < c->n_trials; i++)
		/* slots count from 1 in their order */
		if (c->trials[i].slot > 0 && (size_t)c->trials[i].slot <= c->n_slots)
			c->done[c->trials[i].slot - 1] = true;
	for (size_t i = 0; i < r->n_skips; i++)
		for (size_t k = 0; k < c->n_slots; k++)
			if (c->slots[k].test == r->skips[i].test && c->slots[k].system == r->skips[i].system)
				c->done[k] = true;
}

int journal_read(struct journal_content *content, const char *path, journal_visitor *visit, void *context,
	struct error *err)
{
	struct reading r = { .content = content, .visit = visit, .context = context, .path = path };
	FILE *stream = fopen(path, "re");
	int rc;

	*content = (struct journal_content){ 0 };
	rc = stream ? read_lines(&r, stream, err) : error_set_errno(err, "cannot open '%s'", path);
	if (stream)
		fclose(stream);
	if (rc >= 0 && !content->plan)
		rc = error_set(err,
			"%s:1: the journal has no plan: the run ended before its first trial (hib run --force begins anew)",
			path);
	if (rc >= 0)
		mark_done(&r);
	else
		journal_content_release(content);
	free(r.skips);
	return rc < 0 ? -1 : 0;
}

void journal_content_release(struct journal_content *content)
{
	json_decref(content->plan);
	free(content->slots);
	free(content->done);
	free(content->trials);
	*content = (struct journal_content){ 0 };
}
