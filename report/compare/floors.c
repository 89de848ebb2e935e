#include "report/compare/floors.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/json.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static const char *text_of(struct arena *arena, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return arena_text(arena, text ? text : "");
}

static int read_floor(struct floors *floors, const json_t *item, const char *path, struct error *err)
{
	struct arena *arena = &floors->arena;
	const struct floor floor = { text_of(arena, item, "test"), text_of(arena, item, "title"),
		text_of(arena, item, "machine"), text_of(arena, item, "file_system"),
		json_number_value(json_object_get(item, "floor")),
		json_number_value(json_object_get(item, "spread")),
		(int)json_integer_value(json_object_get(item, "blocks")), text_of(arena, item, "date") };

	if (strlen(floor.test) != 40 || !*floor.machine || !(floor.floor >= 0 && floor.floor < FLOORS_MOST))
		return error_set(err,
			"%s: a floor without test, machine or a number: hib calibrate makes the file again",
			path);
	floors_set(floors, &floor);
	return 0;
}

int floors_read(struct floors *floors, const char *path, struct error *err)
{
	json_error_t problem;
	const json_t *list, *item;
	json_t *document;
	FILE *file = fopen(path, "re");
	size_t i;
	int rc = 0;

	if (!file && errno == ENOENT)
		return 0;
	if (!file)
		return error_set_errno(err, "cannot open '%s'", path);
	document = json_loadf(file, JSON_REJECT_DUPLICATES, &problem);
	fclose(file);
	if (!document)
		return error_set(err, "%s:%d:%d: %s", path, problem.line, problem.column, problem.text);
	list = json_object_get(document, "floors");
	json_array_foreach (list, i, item)
		rc = rc ? rc : read_floor(floors, item, path, err);
	json_decref(document);
	return rc;
}

void floors_set(struct floors *floors, const struct floor *floor)
{
	struct arena *arena = &floors->arena;
	size_t i = 0;

	while (i < floors->n &&
		(strcmp(floors->items[i].test, floor->test) != 0 ||
			strcmp(floors->items[i].machine, floor->machine) != 0 ||
			strcmp(floors->items[i].file_system, floor->file_system) != 0))
		i++;
	if (i == floors->n)
		floors->items = arena_more(arena, floors->items, floors->n++, sizeof *floors->items);
	floors->items[i] = (struct floor){ arena_text(arena, floor->test), arena_text(arena, floor->title),
		arena_text(arena, floor->machine), arena_text(arena, floor->file_system), floor->floor,
		floor->spread, floor->blocks, arena_text(arena, floor->date) };
}

char *floors_text(const struct floors *floors)
{
	struct text out = TEXT_INIT;

	text_adds(&out, "{\"floors\":[");
	for (size_t i = 0; i < floors->n; i++) {
		const struct floor *floor = &floors->items[i];

		text_adds(&out, i ? ",\n{" : "\n{");
		json_add_text(&out, "test", floor->test);
		json_add_text(&out, "title", floor->title);
		json_add_text(&out, "machine", floor->machine);
		json_add_text(&out, "file_system", floor->file_system);
		json_add_key(&out, "floor");
		json_add_number(&out, floor->floor);
		json_add_key(&out, "spread");
		json_add_number(&out, floor->spread);
		json_add_whole(&out, "blocks", floor->blocks);
		json_add_text(&out, "date", floor->date);
		text_addc(&out, '}');
	}
	text_adds(&out, "\n]}\n");
	return text_take(&out);
}

void floors_release(struct floors *floors)
{
	arena_release(&floors->arena);
	*floors = (struct floors){ 0 };
}

const struct floor *floors_find(
	const struct floors *floors, const struct result *result, const char *machine, const char *file_system)
{
	char hash[41];

	if (!floors || !floors->n || !*machine)
		return NULL;
	if (result->measured_as)
		memcpy(hash, result->measured_as, sizeof hash);
	else
		result_hash(result, hash);
	for (size_t i = 0; i < floors->n; i++)
		if (!strcmp(floors->items[i].test, hash) && !strcmp(floors->items[i].machine, machine) &&
			!strcmp(floors->items[i].file_system, file_system))
			return &floors->items[i];
	return NULL;
}
