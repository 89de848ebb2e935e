#include "runner/store/journal.h"

#include <stdlib.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)4 << 30)

static int read_line(struct journal_content *content, const char *path, const char *line, size_t size,
	size_t number, bool last, struct error *err)
{
	json_error_t problem;
	json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &problem);

	if (!json_is_object(object)) {
		json_decref(object);
		if (last)
			return 1;
		return error_set(err, "%s:%zu: the journal is damaged here: %s", path, number, problem.text);
	}
	if (number == 1) {
		content->plan = object;
		if (json_integer_value(json_object_get(object, "journal")) == 1)
			return 0;
		return error_set(err, "%s:1: this is no journal of a version that hib knows", path);
	}
	content->lines = mem_resize(content->lines, content->n + 1, sizeof *content->lines);
	content->lines[content->n++] = object;
	return 0;
}

/* Systems that joined the run later stand behind those of the plan; some were looked at later only. */
static void join_systems(struct journal_content *content)
{
	json_t *systems = json_object_get(content->plan, "systems");

	for (size_t i = 0; i < content->n; i++) {
		json_t *more = json_object_get(content->lines[i], "systems");

		if (json_is_array(more) && json_is_array(systems))
			json_array_extend(systems, more);
		more = json_object_get(content->lines[i], "looked_at");
		if (json_is_object(more))
			json_object_update(json_array_get(systems,
						   (size_t)json_integer_value(json_object_get(more, "system"))),
				more);
	}
}

int journal_read(struct journal_content *content, const char *path, struct error *err)
{
	struct text all = TEXT_INIT;
	const char *p, *end;
	size_t number = 0;
	int rc;

	*content = (struct journal_content){ 0 };
	rc = file_read(&all, path, LARGEST, err);
	p = text_string(&all);
	end = p + all.size;
	while (!rc && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((newline ? newline : end) - p);

		/* only a line with its newline is surely whole */
		rc = newline ? read_line(content, path, p, size, ++number, newline + 1 == end, err) : 1;
		if (!rc)
			content->whole += (off_t)size + 1;
		p += size + 1;
	}
	text_release(&all);
	if (rc >= 0 && !content->plan)
		rc = error_set(err,
			"%s:1: the journal has no plan: the run ended before its first trial (hib run --force begins anew)",
			path);
	if (rc < 0)
		journal_content_release(content);
	else
		join_systems(content);
	return rc < 0 ? -1 : 0;
}

void journal_content_release(struct journal_content *content)
{
	json_decref(content->plan);
	for (size_t i = 0; i < content->n; i++)
		json_decref(content->lines[i]);
	free(content->lines);
	*content = (struct journal_content){ 0 };
}

static struct slot *add_slots(struct slot *slots, size_t *n, const json_t *list)
{
	const json_t *item;
	size_t i;

	json_array_foreach (list, i, item) {
		slots = mem_resize(slots, *n + 1, sizeof *slots);
		slots[(*n)++] = (struct slot){ (int)json_integer_value(json_array_get(item, 0)),
			(int)json_integer_value(json_array_get(item, 1)),
			(int)json_integer_value(json_array_get(item, 2)),
			(int)json_integer_value(json_array_get(item, 3)) };
	}
	return slots;
}

struct slot *journal_slots(const struct journal_content *content, size_t *n)
{
	struct slot *slots = mem_zero(1, sizeof *slots);

	*n = 0;
	slots = add_slots(slots, n, json_object_get(content->plan, "slots"));
	for (size_t i = 0; i < content->n; i++)
		slots = add_slots(slots, n, json_object_get(content->lines[i], "extend"));
	return slots;
}

bool *journal_done(const struct journal_content *content, const struct slot *slots, size_t n)
{
	bool *done = mem_zero(n, sizeof *done);

	for (size_t i = 0; i < content->n; i++) {
		json_int_t slot = json_integer_value(json_object_get(content->lines[i], "slot"));
		const json_t *skip = json_object_get(content->lines[i], "skip");

		/* slots count from 1 in their order */
		if (slot > 0 && (size_t)slot <= n)
			done[slot - 1] = true;
		for (size_t k = 0; skip && k < n; k++)
			if (slots[k].test == (int)json_integer_value(json_object_get(skip, "test")) &&
				slots[k].system == (int)json_integer_value(json_object_get(skip, "system")))
				done[k] = true;
	}
	return done;
}
