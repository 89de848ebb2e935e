/*
 * parser: json. Paths into the JSON documents of an output, of which there may be several, with text
 * around them: a document begins with a line that begins with '{' or '['. The numbers keep the
 * digits they were printed with.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/described/described.h"
#include "share/base/json_events.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LONGEST_KEY 256
#define MOST_STEPS  JSON_DEEPEST

enum { ANY_INDEX = -1, NAMED = -2 };

struct step {
	long index; /* from 0; ANY_INDEX; NAMED: a key */
	char key[LONGEST_KEY];
};

struct path {
	struct step *steps;
	size_t n;
};

/* Where the reader is: one level for each open object or array. */
struct level {
	bool is_object, long_key;
	long index;
	char key[LONGEST_KEY];
};

struct json_parser {
	struct findings findings;
	const struct described *described;
	struct path *paths;
	struct json_reader reader;
	struct level levels[JSON_DEEPEST + 1];
	bool open;
	unsigned long line, start;
	struct sink *sink;
};

static int no_probe(const char *head, size_t size)
{
	(void)head;
	(void)size;
	return 0;
}

/* "[3]", "[*]", "[\"a key\"]" behind the bracket. */
static const char *bracket_step(const char *at, struct step *step)
{
	size_t size;
	int64_t index;

	if (*at == '"') {
		size = strcspn(at + 1, "\"");
		if (at[1 + size] != '"' || at[2 + size] != ']' || size >= LONGEST_KEY)
			return NULL;
		step->index = NAMED;
		memcpy(step->key, at + 1, size);
		return at + 3 + size;
	}
	size = strcspn(at, "]");
	if (at[size] != ']')
		return NULL;
	step->index = ANY_INDEX;
	if (size == 1 && *at == '*')
		return at + 2;
	if (!number_whole(at, size, 0, 1000000000, &index))
		return NULL;
	step->index = (long)index;
	return at + size + 1;
}

/* One step of a path; NULL when it is none. */
static const char *path_step(const char *at, bool first, struct step *step)
{
	size_t size;

	*step = (struct step){ .index = NAMED };
	if (*at == '[')
		return bracket_step(at + 1, step);
	if (!first && *at++ != '.')
		return NULL;
	size = strcspn(at, ".[");
	if (!size || size >= LONGEST_KEY)
		return NULL;
	memcpy(step->key, at, size);
	return at + size;
}

static int path_read(const char *text, struct step *steps, size_t *n)
{
	*n = 0;
	for (const char *at = text; *at; (*n)++) {
		if (*n == MOST_STEPS)
			return -1;
		at = path_step(at, !*n, &steps[*n]);
		if (!at)
			return -1;
	}
	return *n ? 0 : -1;
}

int json_path_check(const char *path, struct error *err)
{
	struct step *steps = mem_zero(MOST_STEPS, sizeof *steps);
	size_t n;
	int rc = path_read(path, steps, &n);

	free(steps);
	return rc ?
		error_set(err, "'%s' is no path: jobs[0].read.iops, results[*].rate and a[\"b.c\"] are", path) :
		0;
}

static void json_open(void *state, const struct parser_options *options)
{
	struct json_parser *j = state;

	if (!options || !options->described)
		BUG("the json parser needs its paths");
	j->described = options->described;
	j->paths = arena_take(&j->findings.arena, j->described->n_values * sizeof *j->paths);
	for (size_t i = 0; i < j->described->n_values; i++) {
		struct step *steps = mem_zero(MOST_STEPS, sizeof *steps);

		if (path_read(j->described->values[i].where, steps, &j->paths[i].n))
			BUG("a path that was not checked");
		j->paths[i].steps = arena_take(&j->findings.arena, j->paths[i].n * sizeof *steps);
		memcpy(j->paths[i].steps, steps, j->paths[i].n * sizeof *steps);
		free(steps);
	}
}

static bool fits(const struct json_parser *j, const struct path *path)
{
	if (path->n != (size_t)j->reader.depth)
		return false;
	for (size_t i = 0; i < path->n; i++) {
		const struct step *step = &path->steps[i];
		const struct level *level = &j->levels[i + 1];

		if (level->is_object != (step->index == NAMED))
			return false;
		if (level->is_object ? level->long_key || strcmp(level->key, step->key) != 0 :
				       step->index != ANY_INDEX && step->index != level->index)
			return false;
	}
	return true;
}

/* A value begins: the array that it stands in counts it. */
static void count_value(struct json_parser *j, int depth)
{
	if (depth && !j->levels[depth].is_object)
		j->levels[depth].index++;
}

static void take_value(struct json_parser *j, enum json_event event, const char *text, size_t size)
{
	for (size_t i = 0; i < j->described->n_values; i++) {
		const char *metric = j->described->values[i].metric;
		size_t before = j->findings.n;

		if (!fits(j, &j->paths[i]) || (event == JSON_WORD && !strcmp(text, "null")))
			continue;
		described_add(&j->findings, j->described, metric, scan_bytes(text, size), NULL, j->line);
		if (event != JSON_NUMBER)
			findings_spoil(&j->findings, &j->findings.items[before], ST_INVALID,
				"'%.60s' is %s and no number", text, event == JSON_STRING ? "text" : "a word");
	}
}

static void on_event(void *context, enum json_event event, const char *text, size_t size)
{
	struct json_parser *j = context;
	struct level *level = &j->levels[j->reader.depth];

	switch (event) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		count_value(j, j->reader.depth - 1);
		*level = (struct level){ .is_object = event == JSON_OBJECT, .index = -1 };
		break;
	case JSON_KEY:
		level->long_key = size >= LONGEST_KEY;
		snprintf(level->key, sizeof level->key, "%.*s", level->long_key ? 0 : (int)size, text);
		break;
	case JSON_STRING:
	case JSON_NUMBER:
	case JSON_WORD:
	case JSON_NO_NUMBER:
		count_value(j, j->reader.depth);
		take_value(j, event, text, size);
		break;
	case JSON_OBJECT_END:
	case JSON_ARRAY_END:
		break;
	}
}

/* A document that does not end: what was read of it stays, for it was read whole, and that is said. */
static void broken(struct json_parser *j)
{
	char message[120];

	j->open = false;
	/* a single line such as "[12:00] started" is text; more is a document that was broken off */
	if (j->line == j->start)
		return;
	snprintf(message, sizeof message, "the JSON that begins at line %lu is no JSON from its byte %zu on",
		j->start, j->reader.bytes);
	j->sink->warn(j->sink->context, j->line, message);
	findings_fault_text(&j->findings, message, j->line);
}

static void json_line(void *state, const struct line *line, struct sink *sink)
{
	struct json_parser *j = state;
	enum json_status status = JSON_MORE;

	if (line->cut)
		return;
	j->sink = sink;
	j->line = line->number;
	if (!j->open) {
		if (!line->size || (*line->bytes != '{' && *line->bytes != '['))
			return;
		json_start(&j->reader, on_event, j);
		j->open = true;
		j->start = line->number;
	} else {
		status = json_feed(&j->reader, "\n", 1);
	}
	if (status == JSON_MORE)
		status = json_feed(&j->reader, line->bytes, line->size);
	if (status == JSON_BAD)
		broken(j);
	else if (status == JSON_COMPLETE)
		j->open = false;
}

static void json_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct json_parser *j = state;

	j->sink = sink;
	if (j->open)
		broken(j);
	described_send(&j->findings, j->described, ending, sink);
}

static void json_close(void *state)
{
	struct json_parser *j = state;

	json_release(&j->reader);
	findings_release(&j->findings);
}

const struct parser parser_json = { "json", "any", sizeof(struct json_parser), no_probe, json_open, json_line,
	json_end, json_close };
