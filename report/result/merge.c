#include "report/result/merge.h"
#include "report/result/merge_parts.h"

#include <math.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* One merge under way: numbers of `from` are shifted behind those of `into`. */
struct merging {
	struct result_file *into, *from;
	const struct renames *renames;
	int blocks, slots, trials; /* highest ones that `into` has */
};

static const char *copied(struct merging *m, const char *text)
{
	return text ? arena_text(&m->into->arena, text) : NULL;
}

struct system *merge_copy_system(struct result_file *into, const struct system *system, const char *identifier)
{
	struct system *added = result_file_add_system(into, arena_text(&into->arena, identifier));
	const char **to[] = { &added->hardware, &added->software, &added->user, &added->time_stamp,
		&added->client_version, &added->notes, &added->json, &added->cost, &added->extra };
	const char *const from[] = { system->hardware, system->software, system->user, system->time_stamp,
		system->client_version, system->notes, system->json, system->cost, system->extra };

	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		*to[i] = from[i] ? arena_text(&into->arena, from[i]) : NULL;
	return added;
}

static const char *new_name(const struct merging *m, const char *identifier)
{
	for (size_t i = 0; i < m->renames->n; i++)
		if (!strcmp(m->renames->items[i].from, identifier))
			return m->renames->items[i].to;
	return identifier;
}

static int load_all(struct result_file *file, struct error *err)
{
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++)
			if (entry_load_samples(file, &file->results[i].entries[k], err))
				return -1;
	return 0;
}

static void find_highest(struct merging *m)
{
	for (size_t i = 0; i < m->into->n_results; i++)
		for (size_t k = 0; k < m->into->results[i].n_entries; k++) {
			const struct entry *entry = &m->into->results[i].entries[k];

			for (size_t s = 0; s < entry->n_samples; s++) {
				const struct sample *sample = &entry->samples[s];

				m->blocks = sample->block > m->blocks ? sample->block : m->blocks;
				m->slots = sample->slot > m->slots ? sample->slot : m->slots;
				m->trials = sample->trial > m->trials ? sample->trial : m->trials;
			}
		}
}

static bool same_text(const char *a, const char *b)
{
	return text_equal(a ? a : "", b ? b : "");
}

/* What differs between two systems of one name, in a word; NULL: nothing. */
static const char *difference(const struct system *a, const struct system *b)
{
	if (!same_text(a->hardware, b->hardware))
		return "hardware";
	if (!same_text(a->software, b->software))
		return "software";
	if (!same_text(a->json, b->json))
		return "settings";
	return same_text(a->notes, b->notes) ? NULL : "notes";
}

static int merge_system(struct merging *m, const struct system *system, struct error *err)
{
	const char *identifier = new_name(m, system->identifier), *differs;
	int there = result_file_system(m->into, identifier, 0);

	if (there >= 0) {
		differs = difference(&m->into->systems[there], system);
		if (!differs)
			return 0;
		return error_set(err,
			"both have a system '%s', and its %s is not the same: --rename '%s=OTHER' keeps the second one "
			"under another name",
			identifier, differs, system->identifier);
	}
	merge_copy_system(m->into, system, identifier);
	return 0;
}

struct result *merge_copy_result(struct result_file *into, const struct result *r)
{
	struct result *added = result_file_add_result(into);
	const char **to[] = { &added->profile, &added->title, &added->version, &added->arguments,
		&added->description, &added->scale, &added->proportion_text, &added->display_format,
		&added->annotation, &added->parent, &added->extra };
	const char *const from[] = { r->profile, r->title, r->version, r->arguments, r->description, r->scale,
		r->proportion_text, r->display_format, r->annotation, r->parent, r->extra };

	for (size_t i = 0; i < sizeof from / sizeof *from; i++)
		*to[i] = from[i] ? arena_text(&into->arena, from[i]) : NULL;
	added->proportion = r->proportion;
	added->decimals = r->decimals;
	return added;
}

static struct entry *entry_of(struct result *result, const char *identifier)
{
	for (size_t i = 0; i < result->n_entries; i++)
		if (!strcmp(result->entries[i].identifier, identifier))
			return &result->entries[i];
	return NULL;
}

/* Numbers behind those of the other file. */
static struct sample shifted(struct merging *m, const struct sample *of)
{
	struct sample sample = *of;

	sample.text = copied(m, sample.text);
	sample.reason = copied(m, sample.reason);
	sample.flags = copied(m, sample.flags);
	sample.block += sample.block > 0 ? m->blocks : 0;
	sample.slot += sample.slot > 0 ? m->slots : 0;
	sample.trial += sample.trial > 0 ? m->trials : 0;
	return sample;
}

static void add_samples(struct merging *m, struct entry *entry, const struct entry *more)
{
	for (size_t i = 0; i < more->n_samples; i++) {
		entry->samples = arena_more(
			&m->into->arena, entry->samples, entry->n_samples, sizeof *entry->samples);
		entry->samples[entry->n_samples++] = shifted(m, &more->samples[i]);
	}
	entry->changed = true;
	entry->loaded = true;
}

/* What has no samples stored has no numbers stored: they follow from the order. */
static bool has_numbers(const struct entry *entry)
{
	if (!entry->json || !strstr(entry->json, "\"hib\""))
		return entry->changed;
	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].block > 0 || entry->samples[i].slot > 0 || entry->samples[i].trial > 0)
			return true;
	return false;
}

void merge_copy_entry(struct result_file *into, struct entry *to, const struct entry *from)
{
	struct arena *arena = &into->arena;

	to->value = arena_text(arena, from->value);
	to->raw = from->raw ? arena_text(arena, from->raw) : NULL;
	to->json = from->json ? arena_text(arena, from->json) : NULL;
	to->extra = from->extra ? arena_text(arena, from->extra) : NULL;
	to->planned = from->planned;
}

/* As it is stored; written anew only where numbers of its samples are shifted. */
static void copy_entry(
	struct merging *m, struct result *result, const struct entry *entry, const char *identifier)
{
	struct entry *added = result_add_entry(m->into, result, copied(m, identifier));

	merge_copy_entry(m->into, added, entry);
	if (has_numbers(entry))
		add_samples(m, added, entry);
}

/* Values that are no samples (pictures, lines, PASS or FAIL) cannot be more of the same. */
static bool is_single(const struct entry *entry)
{
	double value;

	return *entry->value && !number_double(entry->value, strlen(entry->value), &value);
}

/* Are they the very trials that are there? Joining a result with itself makes nothing surer. */
static bool is_repeated(const struct entry *entry, const struct entry *more)
{
	if (!more->n_samples || entry->n_samples < more->n_samples)
		return false;
	for (size_t i = 0; i < more->n_samples; i++) {
		const struct sample *a = &entry->samples[i], *b = &more->samples[i];

		if (!b->trial || a->trial != b->trial || a->slot != b->slot || !same_text(a->text, b->text) ||
			(isfinite(b->seconds) && (a->seconds > b->seconds || a->seconds < b->seconds)))
			return false;
	}
	return true;
}

/* Digits that the file shows a chart with, where its samples have more: those were asked for. -1: as many as
 * there are. */
static int shown_decimals(const struct result *r)
{
	int shown = result_decimals(r), most = 0;

	for (size_t i = 0; i < r->n_entries; i++)
		for (size_t k = 0; k < r->entries[i].n_samples; k++) {
			const char *text = r->entries[i].samples[k].text;

			if (text && number_decimals(text) > most)
				most = number_decimals(text);
		}
	return shown < most ? shown : -1;
}

static int merge_result(struct merging *m, const struct result *r, struct error *err)
{
	struct result *mine = result_file_chart(m->into, r);

	if (!mine)
		mine = merge_copy_result(m->into, r);
	if (mine->decimals < 0)
		mine->decimals = shown_decimals(r);
	for (size_t i = 0; i < r->n_entries; i++) {
		const struct entry *more = &r->entries[i];
		const char *identifier = new_name(m, more->identifier);
		struct entry *entry = entry_of(mine, identifier);

		if (entry && (is_single(entry) || is_single(more)))
			return error_set(err,
				"'%s' has '%s, %s' in both, which is no number of which there could be more",
				identifier, r->title, r->description);
		if (entry && is_repeated(entry, more))
			return error_set(err, "the trials of '%s, %s' on '%s' are the same ones in both",
				r->title, r->description, identifier);
		/* one that was copied as it is stored has its samples still to be read */
		if (entry && entry_load_samples(m->into, entry, err))
			return -1;
		if (entry) {
			entry->planned += more->planned;
			add_samples(m, entry, more);
		} else {
			copy_entry(m, mine, more, identifier);
		}
	}
	return 0;
}

int result_file_merge(
	struct result_file *into, struct result_file *from, const struct renames *renames, struct error *err)
{
	struct merging m = { .into = into, .from = from, .renames = renames };

	if (load_all(into, err) || load_all(from, err))
		return -1;
	find_highest(&m);
	for (size_t i = 0; i < from->n_systems; i++)
		if (merge_system(&m, &from->systems[i], err))
			return -1;
	for (size_t i = 0; i < from->n_results; i++)
		if (merge_result(&m, &from->results[i], err))
			return -1;
	result_file_settle(into);
	return 0;
}
