/* Which results of the sides are one test, and what each side has of it. */
#include "report/compare/comparison_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart/chart.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* "fs_mark" of "hib/fs_mark-1.0.0", else the title. */
static const char *short_name(struct arena *arena, const struct result *r)
{
	const char *slash = strrchr(r->profile, '/'), *name = slash ? slash + 1 : r->profile,
		   *dash = strrchr(name, '-');

	return *name ? arena_bytes(arena, name, dash ? (size_t)(dash - name) : strlen(name)) : r->title;
}

/* Bytes of the profile without its version: what the same test has in common through the versions. */
static size_t stem_size(const char *profile)
{
	const char *dash = strrchr(profile, '-');

	return dash && strpbrk(dash, "0123456789") == dash + 1 ? (size_t)(dash - profile) : strlen(profile);
}

/* May they be the same test, whatever their versions, units and options are? */
static bool is_akin(const struct result *a, const struct result *b)
{
	size_t size;

	if (strcmp(a->description, b->description) != 0)
		return false;
	size = stem_size(a->profile);
	if (size != stem_size(b->profile) || memcmp(a->profile, b->profile, size) != 0)
		return false;
	return size || !strcmp(a->title, b->title);
}

static const struct system *system_of(const struct side *side)
{
	return &side->file->systems[side->system];
}

/* Merged files hold systems of one name: the n-th of them has the n-th entry of that name. */
static struct entry *entry_of(const struct side *side, struct result *result)
{
	const char *identifier = system_of(side)->identifier;
	size_t ordinal = 0;

	for (int i = 0; i < side->system; i++)
		ordinal += !strcmp(side->file->systems[i].identifier, identifier);
	for (size_t i = 0; i < result->n_entries; i++)
		if (!strcmp(result->entries[i].identifier, identifier) && !ordinal--)
			return &result->entries[i];
	return NULL;
}

static bool is_same(const struct result *a, const struct result *b)
{
	return is_akin(a, b) && result_same_chart(a, b) && a->proportion == b->proportion;
}

static bool has_same(const struct result_file *file, const struct result *result)
{
	for (size_t i = 0; i < file->n_results; i++)
		if (is_same(&file->results[i], result))
			return true;
	return false;
}

/* The result of a side's file that is this test: the same chart, else an akin one; NULL none. `hint`: where to
 * look first. */
static struct result *match(
	const struct side *side, const struct result *wanted, size_t hint, const struct result_file *owner)
{
	struct result *akin = NULL;

	if (wanted >= side->file->results && wanted < side->file->results + side->file->n_results)
		return &side->file->results[wanted - side->file->results];
	if (hint < side->file->n_results && is_same(&side->file->results[hint], wanted))
		return &side->file->results[hint];
	for (size_t i = 0; i < side->file->n_results; i++) {
		struct result *r = &side->file->results[i];

		if (is_same(r, wanted))
			return r;
		if (!akin && is_akin(r, wanted) && !has_same(owner, r))
			akin = r;
	}
	return akin;
}

static const char *fixed(struct arena *arena, double value, int decimals)
{
	char buffer[NUMBER_TEXT_SIZE];

	return isfinite(value) ? arena_text(arena, number_fixed(value, decimals, buffer)) : "";
}

static const char *state_words(struct arena *arena, const struct cell *cell)
{
	const struct summary *s = &cell->summary;
	const char *word = s->state == ST_WARMUP ? "warm-up only" : state_word(s->state);

	if (s->n > 1 && s->state != ST_MISSING)
		word = arena_printf(arena, "%s in %zu of %zu", word, s->n, s->n);
	return s->reason ? arena_printf(arena, "%s: %s", word, s->reason) : word;
}

/* The samples that count: all of them, or those of undisturbed trials. */
static void summarize_cell(struct cell *cell, struct arena *arena, bool exclude_flagged)
{
	const struct entry *entry = cell->entry;
	struct sample *kept;
	size_t n = 0;

	summarize(&cell->summary, entry->samples, entry->n_samples);
	if (!exclude_flagged || !cell->summary.n_ok)
		return;
	kept = arena_take(arena, (entry->n_samples + 1) * sizeof *kept);
	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].state != ST_OK || !entry->samples[i].flags || !*entry->samples[i].flags)
			kept[n++] = entry->samples[i];
	summarize(&cell->summary, kept, n);
	cell->left_out = !cell->summary.n_ok;
}

/* Is the one value there perhaps the mean of several trials? hib and newer files tell the trials. */
static bool is_n_unknown(const struct entry *entry)
{
	return entry->n_samples == 1 && !(entry->raw && *entry->raw) &&
		!(entry->json && strstr(entry->json, "\"hib\""));
}

/* Digits behind the point so that four or more digits are shown, and no more than the result has. */
static int shown_decimals(double value, int decimals)
{
	int wanted = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : value >= 1 ? 3 : decimals;

	return wanted < decimals ? wanted : decimals;
}

static int fill_cell(struct cell *cell, struct comparison *c, struct arena *arena, const struct side *side,
	struct result *result, int decimals, struct error *err)
{
	cell->entry = result ? entry_of(side, result) : NULL;
	cell->value = cell->low = cell->high = "";
	if (!cell->entry) {
		summarize(&cell->summary, NULL, 0);
		cell->words = cell->word = "not run";
		return 0;
	}
	if (entry_load_samples(side->file, cell->entry, err))
		return error_context(err, "%s, %s", result->title, result->description);
	summarize_cell(cell, arena, c->options.exclude_flagged);
	if (cell->left_out) {
		cell->words = "all trials were disturbed, and are left out";
		cell->word = "left out";
		return 0;
	}
	if (!cell->summary.n_ok) {
		if (!*cell->entry->value && !cell->entry->n_samples)
			cell->summary.state = ST_FAILED;
		cell->words = result_special(arena, result, cell->entry);
		cell->special = cell->words != NULL;
		cell->word = cell->special ? "no number" : state_word(cell->summary.state);
		if (!cell->special)
			cell->words = *cell->entry->value && !cell->summary.n ? "no number" :
										state_words(arena, cell);
		return 0;
	}
	cell->n_unknown = is_n_unknown(cell->entry);
	decimals = shown_decimals(cell->summary.median, decimals);
	cell->value = fixed(arena, cell->summary.median, decimals);
	if (cell->summary.interval != INTERVAL_NONE) {
		cell->low = fixed(arena, cell->summary.low, decimals);
		cell->high = fixed(arena, cell->summary.high, decimals);
	}
	return 0;
}

/* Why two results that are akin must not be compared, or NULL. */
static const char *mismatch(
	struct arena *arena, const struct result *a, const struct result *b, bool allow_version_mix)
{
	if (strcmp(a->scale, b->scale))
		return arena_printf(arena, "the units differ: %s and %s", *a->scale ? a->scale : "none",
			*b->scale ? b->scale : "none");
	if (a->proportion != b->proportion)
		return arena_printf(arena, "one says %s, the other %s", proportion_words(a->proportion),
			proportion_words(b->proportion));
	if (strcmp(a->version, b->version) && !allow_version_mix)
		return arena_printf(arena,
			"other versions of the program: %s and %s (--allow-version-mix compares them)",
			*a->version ? a->version : "unknown", *b->version ? b->version : "unknown");
	if (strcmp(a->arguments, b->arguments) && !strcmp(a->profile, b->profile))
		return arena_printf(arena, "run with other options: '%s' and '%s'", a->arguments, b->arguments);
	if (!result_same_chart(a, b) && !allow_version_mix)
		return arena_printf(arena,
			"other versions of the test profile: %s and %s (--allow-version-mix compares them)",
			a->profile, b->profile);
	return NULL;
}

static int add_row(struct comparison *c, struct arena *arena, struct result *result, size_t hint,
	const struct result_file *owner, struct error *err)
{
	struct row row = { .result = result, .decimals = result_decimals(result) };

	row.label = arena_printf(arena, "%s%s%s", short_name(arena, result), *result->description ? " " : "",
		result_subtitle(result));
	row.cells = arena_take(arena, c->n_sides * sizeof *row.cells);
	row.changes = arena_take(arena, c->n_sides * sizeof *row.changes);
	for (size_t i = 0; i < c->n_sides; i++) {
		struct result *own = match(&c->sides[i], result, hint, owner);

		if (fill_cell(&row.cells[i], c, arena, &c->sides[i], own, row.decimals, err))
			return -1;
		if (i && own && row.cells[0].entry)
			row.changes[i - 1].why = mismatch(arena, result, own, c->options.allow_version_mix);
	}
	c->rows = arena_more(arena, c->rows, c->n_rows, sizeof *c->rows);
	c->rows[c->n_rows++] = row;
	return 0;
}

/* Does an earlier side have this test, so that it has a row? */
static bool is_seen(const struct comparison *c, size_t side, const struct result *result, size_t hint)
{
	const struct result_file *owner = c->sides[side].file;

	for (size_t i = 0; i < side; i++) {
		struct result *found = match(&c->sides[i], result, hint, owner);

		if (found && entry_of(&c->sides[i], found))
			return true;
	}
	return false;
}

static bool has_label(const struct comparison *c, size_t but, const char *label)
{
	for (size_t i = 0; i < c->n_rows; i++)
		if (i != but && !strcmp(c->rows[i].label, label))
			return true;
	return false;
}

/* Rows that would look alike tell what they differ in. */
static void tell_apart(struct comparison *c, struct arena *arena)
{
	const char **longer = arena_take(arena, (c->n_rows + 1) * sizeof *longer);

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct row *row = &c->rows[i];

		longer[i] = has_label(c, i, row->label) ?
			arena_printf(arena, "%s [%s%s%s%s%s]", row->label, row->result->title,
				*row->result->version ? " " : "", row->result->version,
				*row->result->scale ? ", " : "", row->result->scale) :
			row->label;
	}
	for (size_t i = 0; i < c->n_rows; i++)
		c->rows[i].label = longer[i];
}

/* " (Quick)" behind every label is said once. */
static void take_shared_mark(struct comparison *c, struct arena *arena)
{
	const char *mark = c->n_rows ? strrchr(c->rows[0].label, '(') : NULL;

	c->shared = "";
	if (!mark || mark == c->rows[0].label || mark[-1] != ' ' || !text_ends(mark, ")"))
		return;
	for (size_t i = 0; i < c->n_rows; i++)
		if (!text_ends(c->rows[i].label, mark - 1))
			return;
	c->shared = arena_bytes(arena, mark + 1, strlen(mark) - 2);
	for (size_t i = 0; i < c->n_rows; i++)
		c->rows[i].label = arena_bytes(
			arena, c->rows[i].label, strlen(c->rows[i].label) - strlen(c->shared) - 3);
}

int rows_build(struct comparison *c, struct arena *arena, struct error *err)
{
	for (size_t side = 0; side < c->n_sides; side++) {
		struct result_file *file = c->sides[side].file;

		for (size_t i = 0; i < file->n_results; i++) {
			struct result *result = &file->results[i];

			if (!entry_of(&c->sides[side], result) || is_seen(c, side, result, i))
				continue;
			if (add_row(c, arena, result, i, file, err))
				return -1;
		}
	}
	take_shared_mark(c, arena);
	tell_apart(c, arena);
	return 0;
}
