/* How it was measured, as far as the result tells. */
#include "report/article/findings.h"

#include <string.h>

#include "report/diff/words.h"
#include "share/base/banned.h"

static void send(struct text *words, void (*each)(void *context, const char *sentence), void *context)
{
	if (words->size)
		each(context, text_string(words));
	text_clear(words);
}

/* "fio 3.33, dbench 4.0": each program once. */
static void add_programs(struct text *words, const struct article *a)
{
	size_t said = 0;

	for (size_t i = 0; i < a->n; i++) {
		bool seen = !*a->charts[i].title;

		for (size_t k = 0; k < i && !seen; k++)
			seen = !strcmp(a->charts[k].title, a->charts[i].title);
		if (!seen)
			text_printf(words, "%s%s", said++ ? ", " : "Programs: ", a->charts[i].title);
	}
	text_adds(words, said ? "." : "");
}

static const char *note_of(const struct system *system)
{
	return system->notes ? system->notes : "";
}

/* Do all systems' notes hold these words? */
static bool all_note(const struct article *a, const char *words)
{
	size_t n = 0;

	for (size_t i = 0; i < a->file->n_systems; i++)
		n += strstr(note_of(&a->file->systems[i]), words) != NULL;
	return n && n == a->file->n_systems;
}

static void add_state(struct text *words, const struct article *a)
{
	if (all_note(a, "fresh for each trial: "))
		text_adds(words,
			"Every trial had a file system of its own, made and mounted for it: fresh, empty and with cold "
			"caches. Full or aged ones may rank differently.");
	else if (all_note(a, "fresh folder") || all_note(a, "on "))
		text_adds(words,
			"The trials ran in folders of file systems that were in use: their age and filling, and warm caches, "
			"are part of what was measured.");
	else
		text_adds(words,
			"Whether the file systems were fresh, and the caches cold, the result does not tell.");
}

/* The most of what all systems tell, or "". */
static const char *alike(const struct article *a, const char *name)
{
	for (size_t i = 0; i < a->facts.n_alike; i++)
		if (!strcmp(a->facts.same[i].name, name))
			return *a->facts.same[i].values[0] ? a->facts.same[i].values[0] : "";
	return "";
}

/* Marks of the descriptions that a reader cannot know. */
static void add_marks(struct text *words, const struct article *a)
{
	for (size_t i = 0; i < a->n; i++)
		if (text_ends(a->charts[i].subtitle, "(Quick)")) {
			text_adds(words,
				"(Quick) marks small sizes and short trials: a first look, not a measurement of record.");
			return;
		}
}

static void add_memory(struct text *words, const struct article *a)
{
	const char *memory = alike(a, "Memory");

	if (*memory)
		text_printf(words,
			"Memory: %s. Data that fits into it may be read from there instead of the disk.",
			memory);
}

static void add_trials(struct text *words, const struct article *a)
{
	size_t least = 0, most = 0;

	for (size_t i = 0; i < a->n; i++) {
		if (!a->charts[i].n_max)
			continue;
		most = a->charts[i].n_max > most ? a->charts[i].n_max : most;
		least = !least || a->charts[i].n_min < least ? a->charts[i].n_min : least;
	}
	if (most == 1)
		text_adds(
			words, "Each value stands by itself: how far it may be from another try is not known.");
	else if (most)
		text_printf(words,
			"Values are medians of %zu%s%s trials; intervals are those of the median, at 95 %%, by order statistics%s.",
			least, most > least ? " to " : "",
			most > least ? arena_printf(a->arena, "%zu", most) : "",
			least < 6 ? " where there are 6 trials or more, else smallest and largest value" : "");
}

void method_each(const struct article *a, void (*each)(void *context, const char *sentence), void *context)
{
	const struct diff_head head = { .order = a->options.order };
	struct text words = TEXT_INIT;

	if (a->compared) {
		text_adds(&words, "Order of the trials: ");
		words_order(&words, &a->comparison, &head);
		text_adds(&words, "; ");
		words_limit(&words, &a->comparison);
		text_addc(&words, '.');
		send(&words, each, context);
	}
	add_trials(&words, a);
	send(&words, each, context);
	if (a->compared)
		words_change_means(&words, &a->comparison, 0);
	if (words.size) {
		words.bytes[0] = 'C';
		text_addc(&words, '.');
	}
	send(&words, each, context);
	add_marks(&words, a);
	send(&words, each, context);
	add_state(&words, a);
	send(&words, each, context);
	add_memory(&words, a);
	send(&words, each, context);
	add_programs(&words, a);
	send(&words, each, context);
	text_release(&words);
}
