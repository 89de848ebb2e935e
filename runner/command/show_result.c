#include "runner/command/show_result.h"

#include <stdlib.h>
#include <string.h>

#include "report/text/metrics.h"
#include "report/text/rich.h"
#include "share/base/banned.h"

/* In the profile's name, or in the heading that the chart has. */
static bool has_word(const struct result *r, const char *word)
{
	char *heading = mem_printf("%s%s%s%s%s", r->title, *r->version ? " " : "", r->version,
		*r->description ? ", " : "", result_subtitle(r));
	bool has = strcasestr(heading, word) || strcasestr(r->description, word) ||
		strcasestr(r->profile, word);

	free(heading);
	return has;
}

const char *missing_word(const struct result_file *file, char **words, int n_words)
{
	for (int k = 0; k < n_words; k++) {
		bool found = false;

		for (size_t i = 0; i < file->n_results && !found; i++)
			found = has_word(&file->results[i], words[k]);
		if (!found)
			return words[k];
	}
	return NULL;
}

size_t choose_results(const struct result_file *file, char **words, int n_words, size_t *chosen)
{
	size_t n = 0;

	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		bool wanted = !n_words;

		for (int k = 0; k < n_words && !wanted; k++)
			wanted = has_word(r, words[k]);
		if (wanted)
			chosen[n++] = i;
	}
	return n;
}

static const char *table_head(struct loaded *loaded, struct arena *arena)
{
	const struct system *system = &loaded->file.systems[0];
	const char *title = loaded->file.meta.title;

	return arena_printf(arena, "%s: %s%s%s", *title ? title : loaded->name, system->identifier,
		loaded->file.meta.description[0] ? ", " : "", loaded->file.meta.description);
}

int show_rich(struct loaded *loaded, const struct terminal *terminal, bool sorted, const size_t *chosen,
	size_t n, struct error *err)
{
	struct chart *charts = mem_zero(n, sizeof *charts);
	struct arena arena = { 0 };
	int rc = 0;

	for (size_t i = 0; i < n && !rc; i++)
		rc = chart_build(&charts[i], &arena, &loaded->file, &loaded->file.results[chosen[i]], err);
	if (!rc)
		charts_settle(charts, n);
	for (size_t i = 0; i < n && sorted && !rc; i++)
		chart_sort(&charts[i]);
	if (!rc && loaded->file.n_systems == 1)
		rc = text_table(charts, n, table_head(loaded, &arena), terminal, stdout, err);
	for (size_t i = 0; i < n && !rc && loaded->file.n_systems > 1; i++) {
		if (i)
			putchar('\n');
		rc = text_rich(&charts[i], terminal, stdout, err);
	}
	free(charts);
	arena_release(&arena);
	return rc;
}

int show_tables(struct loaded *loaded, const struct terminal *terminal, bool accounting, const size_t *chosen,
	size_t n, struct error *err)
{
	struct arena arena = { 0 };
	struct table *tables;
	size_t n_tables;
	int rc = tables_build(&tables, &n_tables, &arena, &loaded->file, chosen, n, err);

	for (size_t i = 0; i < n_tables && !rc; i++) {
		if (i && !accounting)
			putchar('\n');
		rc = accounting ? text_accounting(&tables[i], terminal, stdout, err) :
				  text_metrics(&tables[i], terminal, stdout, err);
	}
	arena_release(&arena);
	return rc;
}
