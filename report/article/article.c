#include "report/article/article.h"

#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

/* As the charts name it: further systems of one name have a number. */
static const char *label_of(const struct article *a, size_t system)
{
	const char *identifier = a->file->systems[system].identifier;
	size_t before = 0;

	for (size_t i = 0; i < system; i++)
		before += !strcmp(a->file->systems[i].identifier, identifier);
	return before ? arena_printf(a->arena, "%s (%zu)", identifier, before + 1) : identifier;
}

/* The systems of the file as sides, the baseline first. */
static int make_sides(struct article *a, struct side *sides, struct error *err)
{
	const struct result_file *file = a->file;
	const char *wanted = a->options.baseline;
	int base = wanted ? result_file_system(file, wanted, 0) : 0;
	size_t n = 0;

	if (base < 0) {
		struct text known = TEXT_INIT;

		for (size_t i = 0; i < file->n_systems; i++)
			text_printf(&known, "%s%s", i ? ", " : "", file->systems[i].identifier);
		error_set(err, "--baseline: no system is called '%s' (there are: %s)", wanted,
			text_string(&known));
		text_release(&known);
		return -1;
	}
	for (size_t i = 0; i < file->n_systems; i++) {
		size_t system = !i ? (size_t)base : i <= (size_t)base ? i - 1 : i;

		sides[n++] = (struct side){ a->file, (int)system, label_of(a, system), a->options.source,
			a->options.logs };
	}
	return 0;
}

static int compare(struct article *a, struct error *err)
{
	const struct comparison_options options = {
		.threshold = USUAL_THRESHOLD, .alpha = USUAL_ALPHA, .floors = a->options.floors
	};
	size_t n = a->file->n_systems;
	struct side *sides = arena_take(a->arena, (n + 1) * sizeof *sides);

	if (n && make_sides(a, sides, err))
		return -1;
	if (n < 2 || a->options.uncompared)
		return 0;
	a->compared = true;
	return comparison_build(&a->comparison, a->arena, sides, n, &options, err);
}

static void find_facts(struct article *a)
{
	const struct system **systems = arena_take(a->arena, (a->file->n_systems + 1) * sizeof *systems);

	for (size_t i = 0; i < a->file->n_systems; i++)
		systems[i] = &a->file->systems[i];
	facts_build(&a->facts, a->arena, systems, a->file->n_systems);
}

static void find_sweeps(struct article *a)
{
	const struct result **results = arena_take(a->arena, (a->n + 1) * sizeof *results);

	for (size_t i = 0; i < a->n; i++)
		results[i] = &a->file->results[a->chosen[i]];
	sweeps_build(&a->sweeps, &a->n_sweeps, a->arena, a->charts, results, a->n);
}

int article_build(struct article *a, struct arena *arena, struct result_file *file, const size_t *chosen,
	size_t n, const struct article_options *options, struct error *err)
{
	*a = (struct article){ .arena = arena, .file = file, .options = *options, .chosen = chosen, .n = n };
	a->title = options->title ? options->title : file->meta.title;
	if (!*a->title)
		a->title = "Benchmark results";
	a->charts = arena_take(arena, (n + 1) * sizeof *a->charts);
	for (size_t i = 0; i < n; i++)
		if (chart_build(&a->charts[i], arena, file, &file->results[chosen[i]], err))
			return -1;
	charts_settle(a->charts, n);
	for (size_t i = 0; i < n && options->sorted; i++)
		chart_sort(&a->charts[i]);
	find_sweeps(a);
	find_facts(a);
	if (compare(a, err))
		return -1;
	figures_build(a);
	return 0;
}
