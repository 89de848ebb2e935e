#include "runner/command/diff_sides.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

/* One operand: the result it names, and the system in it, or -1 for all. */
struct operand {
	const char *text; /* as typed */
	const char *source; /* without the system */
	size_t opened;
	const char *system; /* NULL: none was named */
};

static void list_systems(struct text *out, const struct result_file *file, const char *source)
{
	for (size_t i = 0; i < file->n_systems; i++)
		text_printf(out, "%s%s:%s", i ? ", " : "", source, file->systems[i].identifier);
}

/* The place that a result was read from, to know it again. */
static char *place_of(const struct loaded *loaded, const char *source)
{
	char *place = realpath(loaded->folder ? loaded->folder : source, NULL);

	return place ? place : mem_text(source);
}

static int open_operand(
	struct diff_sides *sides, struct operand *operand, const char *text, char **places, struct error *err)
{
	struct loaded *loaded = &sides->opened[sides->n_opened];
	char *place;

	operand->text = text;
	if (result_open_whole(loaded, text, &operand->system, err))
		return -1;
	text = text ? text : loaded->name;
	operand->text = arena_text(&sides->arena, text);
	operand->source = operand->system ?
		arena_bytes(&sides->arena, text, strlen(text) - strlen(operand->system) - 1) :
		operand->text;
	place = place_of(loaded, operand->source);
	for (operand->opened = 0; operand->opened < sides->n_opened; operand->opened++)
		if (!strcmp(places[operand->opened], place)) {
			loaded_release(loaded);
			free(place);
			return 0;
		}
	places[sides->n_opened++] = place;
	return 0;
}

/* The index of the `nth` system of that name, counted from 0, or -1. */
static int nth_system(const struct result_file *file, const char *identifier, size_t nth)
{
	for (size_t i = 0; i < file->n_systems; i++)
		if (!strcmp(file->systems[i].identifier, identifier) && !nth--)
			return (int)i;
	return -1;
}

static struct side side_of(const struct diff_sides *sides, const struct operand *operand, int system)
{
	const struct loaded *loaded = &sides->opened[operand->opened];

	return (struct side){ &sides->opened[operand->opened].file, system,
		loaded->file.systems[system].identifier, operand->source, loaded->folder != NULL };
}

/* The side of a system, or -1 with a message that names those there are. */
static int find_side(struct diff_sides *sides, struct side *side, const struct operand *operand,
	const char *identifier, struct error *err)
{
	struct result_file *file = &sides->opened[operand->opened].file;
	struct text known = TEXT_INIT;
	int system = nth_system(file, identifier, 0);

	if (system >= 0) {
		*side = side_of(sides, operand, system);
		return 0;
	}
	list_systems(&known, file, operand->source);
	error_set(err, "no system '%s' in '%s' (there are: %s)", identifier, operand->source,
		text_string(&known));
	text_release(&known);
	return -1;
}

static struct diff_set *add_set(struct diff_sides *sides, const char *system, size_t room)
{
	struct diff_set *set;

	sides->sets = arena_more(&sides->arena, sides->sets, sides->n_sets, sizeof *sides->sets);
	set = &sides->sets[sides->n_sets++];
	*set = (struct diff_set){ system, arena_take(&sides->arena, room * sizeof *set->sides), 0 };
	return set;
}

/* All systems of one result. */
static int take_systems(struct diff_sides *sides, const struct operand *operand, struct error *err)
{
	const struct result_file *file = &sides->opened[operand->opened].file;
	struct diff_set *set;
	struct side named;

	if (operand->system && find_side(sides, &named, operand, operand->system, err))
		return -1;
	if (operand->system || file->n_systems < 2)
		return error_set(
			err, "'%s' is one system: name a second one to compare it with", operand->text);
	set = add_set(sides, NULL, file->n_systems);
	for (size_t i = 0; i < file->n_systems; i++)
		set->sides[set->n++] = side_of(sides, operand, (int)i);
	return 0;
}

static bool is_whole(const struct diff_sides *sides, const struct operand *operand)
{
	return !operand->system && sides->opened[operand->opened].file.n_systems > 1;
}

/* One side an operand. */
static int take_operands(struct diff_sides *sides, const struct operand *operands, size_t n, struct error *err)
{
	struct diff_set *set = add_set(sides, NULL, n);

	for (size_t i = 0; i < n; i++) {
		const struct result_file *file = &sides->opened[operands[i].opened].file;
		const char *system = operands[i].system;

		if (!file->n_systems)
			return error_set(err, "'%s' holds no system", operands[i].text);
		if (find_side(sides, &set->sides[set->n++], &operands[i],
			    system ? system : file->systems[0].identifier, err))
			return -1;
	}
	return 0;
}

/* Results with the same several systems: each system is compared with itself elsewhere. */
static int take_each_system(
	struct diff_sides *sides, const struct operand *operands, size_t n, struct error *err)
{
	const struct result_file *first = &sides->opened[operands[0].opened].file;

	for (size_t i = 0; i < n; i++)
		if (!is_whole(sides, &operands[i]) && n > 1) {
			struct text known = TEXT_INIT;

			for (size_t k = 0; k < n; k++)
				if (is_whole(sides, &operands[k])) {
					text_adds(&known, known.size ? ", " : "");
					list_systems(&known, &sides->opened[operands[k].opened].file,
						operands[k].source);
				}
			error_set(err,
				"one side is a single system, the other several: say which one is meant (%s)",
				text_string(&known));
			text_release(&known);
			return -1;
		}
	for (size_t s = 0; s < first->n_systems; s++) {
		const char *identifier = first->systems[s].identifier;
		struct diff_set set = { identifier, arena_take(&sides->arena, n * sizeof *set.sides), 0 };
		size_t nth = 0;

		/* systems of one name are told apart by their order */
		for (size_t i = 0; i < s; i++)
			nth += !strcmp(first->systems[i].identifier, identifier);
		for (size_t i = 0; i < n; i++) {
			int system = nth_system(&sides->opened[operands[i].opened].file, identifier, nth);

			if (system >= 0)
				set.sides[set.n++] = side_of(sides, &operands[i], system);
		}
		if (set.n == n)
			*add_set(sides, identifier, 1) = set;
	}
	return sides->n_sets ? 0 :
			       error_set(err, "the results have no system in common: name them, RESULT:SYSTEM");
}

static bool has_label(const struct diff_set *set, size_t but, const char *label)
{
	for (size_t i = 0; i < set->n; i++)
		if (i != but && !strcmp(set->sides[i].label, label))
			return true;
	return false;
}

/* The last part of a path. */
static const char *short_source(const char *source)
{
	const char *slash = strrchr(source, '/');

	return slash && slash[1] ? slash + 1 : source;
}

/* The how manieth system of its name is it in its file, from 1; 0: it is the only one. */
static size_t ordinal_of(const struct side *side)
{
	const struct result_file *file = side->file;
	size_t n = 0, own = 0;

	for (size_t i = 0; i < file->n_systems; i++) {
		if (strcmp(file->systems[i].identifier, file->systems[side->system].identifier))
			continue;
		n++;
		if ((int)i == side->system)
			own = n;
	}
	return n > 1 ? own : 0;
}

/* Systems of one name in one file get a number; those of several files are told apart by these, else by both.
 */
static void name_sides(struct diff_sides *sides, struct diff_set *set)
{
	const char **names = arena_take(&sides->arena, set->n * sizeof *names);

	for (size_t i = 0; i < set->n; i++)
		if (ordinal_of(&set->sides[i]) > 1)
			set->sides[i].label = arena_printf(
				&sides->arena, "%s (%zu)", set->sides[i].label, ordinal_of(&set->sides[i]));
	for (int attempt = 0; attempt < 2; attempt++) {
		bool alike = set->system && !attempt;

		for (size_t i = 0; i < set->n; i++)
			alike = alike || has_label(set, i, set->sides[i].label);
		if (!alike)
			return;
		for (size_t i = 0; i < set->n; i++) {
			const struct side *side = &set->sides[i];

			names[i] = attempt ? arena_printf(&sides->arena, "%s:%s", side->source,
						     side->file->systems[side->system].identifier) :
					     short_source(side->source);
		}
		for (size_t i = 0; i < set->n; i++)
			set->sides[i].label = names[i];
	}
}

static int check_sides(const struct diff_set *set, struct error *err)
{
	for (size_t i = 0; i < set->n; i++)
		for (size_t k = 0; k < i; k++)
			if (set->sides[i].file == set->sides[k].file &&
				set->sides[i].system == set->sides[k].system)
				return error_set(
					err, "'%s' would be compared with itself", set->sides[i].label);
	return 0;
}

/* The named side goes to the front. */
static int choose_baseline(struct diff_sides *sides, struct diff_set *set, const char *name, struct error *err)
{
	struct text known = TEXT_INIT;

	for (size_t i = 0; i < set->n; i++) {
		const struct side side = set->sides[i];
		const char *identifier = side.file->systems[side.system].identifier;
		const char *whole = arena_printf(&sides->arena, "%s:%s", side.source, identifier);

		if (strcmp(name, side.label) && strcmp(name, identifier) && strcmp(name, side.source) &&
			strcmp(name, whole))
			continue;
		memmove(set->sides + 1, set->sides, i * sizeof *set->sides);
		set->sides[0] = side;
		return 0;
	}
	for (size_t i = 0; i < set->n; i++)
		text_printf(&known, "%s%s", i ? ", " : "", set->sides[i].label);
	error_set(err, "--baseline: no side is called '%s' (there are: %s)", name, text_string(&known));
	text_release(&known);
	return -1;
}

static int open_all(
	struct diff_sides *sides, struct operand *operands, char **texts, size_t n, struct error *err)
{
	char **places = mem_zero(n, sizeof *places);
	int rc = 0;

	for (size_t i = 0; i < n && !rc; i++)
		rc = open_operand(sides, &operands[i], texts ? texts[i] : NULL, places, err);
	for (size_t i = 0; i < n; i++)
		free(places[i]);
	free(places);
	return rc;
}

int diff_sides_open(struct diff_sides *sides, char **texts, int count, const char *baseline, struct error *err)
{
	size_t n = count ? (size_t)count : 1;
	struct operand *operands;
	bool whole = false;
	int rc;

	*sides = (struct diff_sides){ 0 };
	operands = arena_take(&sides->arena, n * sizeof *operands);
	sides->opened = mem_zero(n, sizeof *sides->opened);
	rc = open_all(sides, operands, count ? texts : NULL, n, err);
	for (size_t i = 0; i < n && !rc; i++)
		whole = whole || is_whole(sides, &operands[i]);
	if (!rc)
		rc = n == 1   ? take_systems(sides, operands, err) :
			whole ? take_each_system(sides, operands, n, err) :
				take_operands(sides, operands, n, err);
	for (size_t i = 0; i < sides->n_sets && !rc; i++) {
		name_sides(sides, &sides->sets[i]);
		rc = check_sides(&sides->sets[i], err);
		if (!rc && baseline)
			rc = choose_baseline(sides, &sides->sets[i], baseline, err);
	}
	sides->order = sides->n_opened == 1 ? sides->opened[0].order : NULL;
	if (rc)
		diff_sides_release(sides);
	return rc;
}

void diff_sides_release(struct diff_sides *sides)
{
	for (size_t i = 0; i < sides->n_opened; i++)
		loaded_release(&sides->opened[i]);
	free(sides->opened);
	arena_release(&sides->arena);
	*sides = (struct diff_sides){ 0 };
}
