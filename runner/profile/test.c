#include "runner/profile/test.h"

#include <stdlib.h>
#include <string.h>

#include "runner/machine/tarball.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_TESTS 1000
#define QUICK_MARK " (Quick)"

static const struct option *option_at(const struct profile *profile, size_t i)
{
	return (const struct option *)profile->options.items + i;
}

/* Which values were asked for: by --set, by the suite, or the default. */
static const char *asked(const struct profile *profile, const struct option *option, const struct pairs *set,
	struct settings *settings)
{
	const char *values = NULL;

	for (size_t i = 0; set && i < set->n; i++)
		if (!strcmp(set->names[i], option->name))
			values = set->values[i];
	for (size_t i = 0; i < settings->n; i++) {
		struct setting *s = &settings->items[i];

		if (strcmp(s->option, option->name) || (s->profile && strcmp(s->profile, profile->name)))
			continue;
		s->used = true;
		values = s->values;
	}
	return values ? values : option->standard;
}

static int unknown_value(
	const struct profile *profile, const struct option *option, const char *value, struct error *err)
{
	struct text known = TEXT_INIT;
	const char **names = mem_zero(option->values.n + 1, sizeof *names), *nearest;

	for (size_t i = 0; i < option->values.n; i++) {
		const struct option_value *v = (const struct option_value *)option->values.items + i;

		names[i] = v->name;
		text_printf(&known, "%s%s", i ? ", " : "", v->name);
	}
	nearest = text_nearest(value, names);
	error_set(err, "%s.%s has no value '%s'%s%s%s (there are: %s, and all)", profile->name, option->name,
		value, nearest ? ": did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "",
		text_string(&known));
	free(names);
	text_release(&known);
	return -1;
}

/* A value that is given freely, checked by what the option allows. */
static const struct option_value *free_value(struct tests *tests, const struct profile *profile,
	const struct option *option, const char *text, bool quick, struct error *err)
{
	struct option_value *value = arena_take(&tests->arena, sizeof *value);
	int64_t whole;
	uint64_t size;

	value->name = value->title = value->value = text;
	if (option->prefix || option->postfix)
		value->value = arena_printf(&tests->arena, "%s%s%s", option->prefix ? option->prefix : "", text,
			option->postfix ? option->postfix : "");
	if (option->free == FREE_WHOLE && !number_whole(text, strlen(text), 0, INT64_MAX, &whole))
		error_set(err, "%s.%s: '%s' is not a whole number", profile->name, option->name, text);
	else if (option->free == FREE_SIZE && !number_size(text, &size))
		error_set(err, "%s.%s: '%s' is not a size", profile->name, option->name, text);
	else if (option->free == FREE_TARBALL &&
		tarball_resolve(&tests->arena, text, quick, &value->value, &value->title, err))
		error_context(err, "%s.%s", profile->name, option->name);
	else
		return value;
	return NULL;
}

static int add_value(struct tests *tests, const struct profile *profile, const struct option *option,
	const char *name, bool quick, const struct option_value ***list, size_t *n, struct error *err)
{
	const struct option_value *value = option_value_named(option, name);

	if (!value && option->free == FREE_NONE)
		return unknown_value(profile, option, name, err);
	if (!value)
		value = free_value(tests, profile, option, name, quick, err);
	if (!value)
		return -1;
	for (size_t i = 0; i < *n; i++)
		if (!strcmp((*list)[i]->name, value->name))
			return 0;
	*list = arena_more(&tests->arena, *list, *n, sizeof **list);
	(*list)[(*n)++] = value;
	return 0;
}

static int choose(struct tests *tests, const struct profile *profile, const struct option *option,
	const char *values, bool quick, const struct option_value ***list, size_t *n, struct error *err)
{
	if (!strcmp(values, "all")) {
		for (size_t i = 0; i < option->values.n; i++)
			if (add_value(tests, profile, option,
				    ((const struct option_value *)option->values.items + i)->name, quick, list,
				    n, err))
				return -1;
		return 0;
	}
	/* a value may itself hold commas: the whole text goes first */
	if (option_value_named(option, values))
		return add_value(tests, profile, option, values, quick, list, n, err);
	while (*values) {
		size_t size, end;

		values += strspn(values, " ");
		end = size = strcspn(values, ",");
		while (size && values[size - 1] == ' ')
			size--;
		if (size &&
			add_value(tests, profile, option, arena_bytes(&tests->arena, values, size), quick, list,
				n, err))
			return -1;
		values += end + (values[end] == ',');
	}
	return *n ? 0 :
		    error_set(err, "%s.%s (%s) has no default: --set %s.%s=VALUE gives it", profile->name,
			    option->name, option->title, profile->name, option->name);
}

static const char *value_title(const struct option_value *value, bool quick)
{
	if (quick && value->quick.title)
		return value->quick.title;
	return value->title ? value->title : value->name;
}

static const char *value_text(const struct option_value *value, bool quick)
{
	if (quick && value->quick.value)
		return value->quick.value;
	return value->value ? value->value : value->name;
}

static const struct strings *value_args(const struct option_value *value, bool quick)
{
	return quick && value->quick.args.n ? &value->quick.args : &value->args;
}

static const char *trimmed(struct arena *arena, const char *text)
{
	size_t size;

	text += strspn(text, " ");
	size = strlen(text);
	while (size && text[size - 1] == ' ')
		size--;
	return arena_bytes(arena, text, size);
}

static void describe(struct arena *arena, struct test *test)
{
	struct text description = TEXT_INIT, arguments = TEXT_INIT, name = TEXT_INIT;
	const struct profile *p = test->profile;
	const struct places nowhere = { "{target}", "{work}" };
	struct error ignored = ERROR_INIT;

	text_adds(&name, p->name);
	for (size_t i = 0; i < p->options.n; i++) {
		const struct option_value *v = test->values[i];
		const struct strings *args = value_args(v, test->quick);

		/* a value whose title is empty is what is meant when nothing is said; PTS leaves its place */
		if (*value_title(v, test->quick) || (p->pts.identifier && description.size))
			text_printf(&description, "%s%s%s%s", description.size ? " - " : "",
				*value_title(v, test->quick) ? option_at(p, i)->title : "",
				*value_title(v, test->quick) ? ": " : "", value_title(v, test->quick));
		text_printf(&name, " %s", v->name);
		if (!args->n)
			text_printf(&arguments, "%s%s", arguments.size ? " " : "", value_text(v, test->quick));
		for (size_t k = 0; k < args->n; k++) {
			if (arguments.size)
				text_addc(&arguments, ' ');
			if (test_expand(test, &nowhere, args->items[k], &arguments, &ignored))
				error_release(&ignored);
		}
	}
	if (!description.size && p->subtitle)
		text_adds(&description, p->subtitle);
	if (test->quick)
		text_adds(&description, description.size ? QUICK_MARK : &QUICK_MARK[1]);
	test->description = trimmed(arena, text_string(&description));
	test->arguments = trimmed(arena, text_string(&arguments));
	test->all_arguments = test->arguments;
	if (p->pts.identifier)
		test->all_arguments = trimmed(arena,
			arena_printf(arena, "%s %s %s", p->pts.arguments ? p->pts.arguments : "",
				test->arguments, p->pts.post_arguments ? p->pts.post_arguments : ""));
	test->name = arena_text(arena, text_string(&name));
	text_release(&description);
	text_release(&arguments);
	text_release(&name);
}

static void add_cost(struct cost *sum, const struct cost *more)
{
	sum->seconds += more->seconds;
	sum->space += more->space;
	sum->writes += more->writes ? more->writes : more->space;
}

static bool is_stated(const struct cost *cost)
{
	return cost->seconds > 0 || cost->space || cost->writes;
}

/* "64" clients at 24 MiB each: where that is more than what the profile states. */
static void add_space(struct cost *sum, const struct option *option, const struct option_value *value)
{
	int64_t n;

	if (option->space_each && number_whole(value->name, strlen(value->name), 1, INT32_MAX, &n) &&
		(uint64_t)n * option->space_each > sum->space)
		sum->space = (uint64_t)n * option->space_each;
}

static void sum_cost(struct test *test)
{
	const struct profile *p = test->profile;

	add_cost(&test->cost, test->quick && is_stated(&p->quick.cost) ? &p->quick.cost : &p->cost);
	for (size_t i = 0; i < p->options.n; i++) {
		const struct option_value *v = test->values[i];

		add_cost(&test->cost, test->quick && is_stated(&v->quick.cost) ? &v->quick.cost : &v->cost);
		add_space(&test->cost, (const struct option *)p->options.items + i, v);
	}
}

/* All elements of the profile's lists and files must expand: tried before anything runs. */
static int try_expansion(const struct test *test, struct error *err)
{
	const struct places places = { "/target", "/work" };
	const struct profile *p = test->profile;
	struct text out = TEXT_INIT;
	char **argv = p->command.n ? test_argv(test, &places, &p->command, err) : NULL;
	int rc = p->command.n && !argv ? -1 : 0;

	argv_free(argv);
	for (size_t i = 0; i < p->prepare.n + p->finish.n && !rc; i++) {
		const struct strings *list = i < p->prepare.n ?
			(const struct strings *)p->prepare.items + i :
			(const struct strings *)p->finish.items + (i - p->prepare.n);

		argv = test_argv(test, &places, list, err);
		rc = argv ? 0 : -1;
		argv_free(argv);
	}
	for (size_t i = 0; i < p->environment.n && !rc; i++)
		rc = test_expand(test, &places, p->environment.values[i], &out, err);
	for (size_t i = 0; i < p->files.n && !rc; i++)
		rc = test_expand(test, &places, p->files.values[i], &out, err);
	if (!rc && p->shell)
		rc = test_expand(test, &places, p->shell, &out, err);
	if (!rc)
		rc = test_expand(test, &places, p->directory, &out, err);
	if (!rc && text_starts(p->parse, "file:"))
		rc = test_expand(test, &places, p->parse + 5, &out, err);
	text_release(&out);
	return rc ? error_context(err, "profile '%s'", p->name) : 0;
}

/* Does an earlier metric of the test have the title, and so the chart, or the template's value? */
static bool is_taken(const struct test *test, size_t index)
{
	const struct metric *m = (const struct metric *)test->profile->metrics.items + index;

	for (size_t i = 0; i < index; i++) {
		const struct metric *other = (const struct metric *)test->profile->metrics.items + i;
		bool same_title = !strcmp(other->title ? other->title : "", m->title ? m->title : "");

		/* one title for two units is two charts */
		if (test_has_metric(test, other) &&
			((same_title && !strcmp(other->scale, m->scale)) ||
				(m->template.output && !strcmp(other->pattern, m->pattern))))
			return true;
	}
	return false;
}

/* Two charts of one test must not have one name. */
static int check_titles(const struct test *test, struct error *err)
{
	bool headline = true;

	/* there, values of one name are trials of one chart */
	if (test->profile->pts.identifier)
		return 0;

	for (size_t i = 0; i < test->profile->metrics.n; i++) {
		const struct metric *m = (const struct metric *)test->profile->metrics.items + i;

		if (!test_has_metric(test, m))
			continue;
		if (!headline && (!m->title || !*m->title))
			return error_set(err,
				"%s:%d:%d: metric '%s' needs a 'title': '%s' has another one before it",
				test->profile->path, m->place.line, m->place.column, m->pattern, test->name);
		if (is_taken(test, i))
			return error_set(err,
				"%s:%d:%d: another metric of '%s' has the name or the title of '%s'",
				test->profile->path, m->place.line, m->place.column, test->name, m->pattern);
		headline = false;
	}
	return 0;
}

static int add_test(struct tests *tests, const struct profile *profile, const struct option_value ***lists,
	const size_t *chosen, bool quick, struct error *err)
{
	struct test *test;

	if (tests->n >= MOST_TESTS)
		return error_set(err, "more than %d tests", MOST_TESTS);
	tests->items = arena_more(&tests->arena, tests->items, tests->n, sizeof *tests->items);
	test = &tests->items[tests->n++];
	*test = (struct test){ .profile = profile, .quick = quick && !profile->pts.identifier };
	test->values = arena_take(&tests->arena, (profile->options.n + 1) * sizeof *test->values);
	for (size_t i = 0; i < profile->options.n; i++)
		test->values[i] = lists[i][chosen[i]];
	describe(&tests->arena, test);
	sum_cost(test);
	for (struct test *other = tests->items; other < test; other++) {
		/* named twice, by a suite and on the command line: it runs once */
		if (!strcmp(other->profile->origin.hash, profile->origin.hash) &&
			!strcmp(other->name, test->name)) {
			tests->n--;
			return 0;
		}
	}
	return check_titles(test, err) || try_expansion(test, err) ? -1 : 0;
}

/* The next combination, last option fastest; false behind the last one. */
static bool next_combination(size_t *chosen, const size_t *counts, size_t n)
{
	while (n--) {
		if (++chosen[n] < counts[n])
			return true;
		chosen[n] = 0;
	}
	return false;
}

int tests_add(struct tests *tests, struct profile *profile, const struct pairs *set, struct settings *settings,
	bool quick, struct error *err)
{
	size_t n = profile->options.n, *counts, *chosen;
	const struct option_value ***lists;
	int rc = 0;

	tests->profiles = mem_resize(tests->profiles, tests->n_profiles + 1, sizeof *tests->profiles);
	tests->profiles[tests->n_profiles++] = profile;
	for (size_t i = 0; set && i < set->n; i++)
		if (!profile_option(profile, set->names[i]))
			return error_set(err, "profile '%s' has no option '%s'", profile->name, set->names[i]);
	counts = arena_take(&tests->arena, (n + 1) * sizeof *counts);
	chosen = arena_take(&tests->arena, (n + 1) * sizeof *chosen);
	lists = arena_take(&tests->arena, (n + 1) * sizeof *lists);
	for (size_t i = 0; i < n && !rc; i++)
		rc = choose(tests, profile, option_at(profile, i),
			asked(profile, option_at(profile, i), set, settings), quick, &lists[i], &counts[i],
			err);
	while (!rc) {
		rc = add_test(tests, profile, lists, chosen, quick, err);
		if (!next_combination(chosen, counts, n))
			break;
	}
	return rc;
}

void tests_release(struct tests *tests)
{
	for (size_t i = 0; i < tests->n_profiles; i++)
		profile_free(tests->profiles[i]);
	free(tests->profiles);
	arena_release(&tests->arena);
	*tests = (struct tests){ 0 };
}

/* Is `name` one of the words of "a, b, c"? */
static bool list_has(const char *list, const char *name)
{
	while (*list) {
		size_t size;

		list += strspn(list, ", ");
		size = strcspn(list, ", ");
		if (size && size == strlen(name) && !strncmp(list, name, size))
			return true;
		list += size;
	}
	return false;
}

bool test_has_metric(const struct test *test, const struct metric *metric)
{
	const char *part = metric->template.match_arguments;

	if (part && *part && !strstr(test->all_arguments, part))
		return false;
	for (size_t i = 0; i < metric->when.n; i++) {
		bool found = false;

		for (size_t k = 0; k < test->profile->options.n; k++)
			if (!strcmp(option_at(test->profile, k)->name, metric->when.names[i]))
				found = list_has(metric->when.values[i], test->values[k]->name);
		if (!found)
			return false;
	}
	return true;
}

/* As PTS does it: replaced, or " - X" of any value taken away and this one's put behind (PTS.md 3.4, 12). */
static char *pts_description(const struct test *test, const struct metric *metric)
{
	char *words = mem_text(metric->template.description ? metric->template.description : test->description);

	for (size_t i = 0; metric->title && i < test->profile->metrics.n; i++) {
		const struct metric *other = (const struct metric *)test->profile->metrics.items + i;
		char *suffix = mem_printf(" - %s", other->title ? other->title : ""), *without;

		without = other->title ? text_replaced(words, suffix, "") : mem_text(words);
		free(suffix);
		free(words);
		words = without;
	}
	if (metric->title) {
		char *longer = mem_printf("%s - %s", words, metric->title);

		free(words);
		words = longer;
	}
	return words;
}

char *test_metric_description(const struct test *test, size_t index)
{
	const struct metric *metric = (const struct metric *)test->profile->metrics.items + index;
	const char *description = test->description;
	size_t size = strlen(description), mark = strlen(QUICK_MARK);

	if (test->profile->pts.identifier)
		return pts_description(test, metric);
	if (!metric->title)
		return mem_text(description);
	if (test->quick && text_ends(description, QUICK_MARK))
		return mem_printf("%.*s - %s%s", (int)(size - mark), description, metric->title, QUICK_MARK);
	return mem_printf("%s%s%s", description, size ? " - " : "", metric->title);
}

char *test_identifier(const struct test *test)
{
	const struct profile *p = test->profile;

	if (p->pts.identifier)
		return mem_text(p->pts.identifier);
	/* another version of the program is another benchmark */
	if (p->same_as && !test->quick && (!test->version || text_equal(test->version, p->app_version)))
		return mem_text(p->same_as);
	return mem_printf("hib/%s-%s", p->name, p->version);
}
