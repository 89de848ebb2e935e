#include <stdlib.h>
#include <string.h>

#include "report/layout/terminal.h"
#include "runner/command/command.h"
#include "runner/profile/detect.h"
#include "runner/profile/packages.h"
#include "runner/profile/library.h"
#include "runner/profile/test.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LONGEST_NAME 20

struct list_options {
	bool json;
};

static const struct option_spec list_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct list_options, json), NULL, "a JSON list on stdout", 0, 0,
		NULL },
	{ 0 },
};

/* One row: a profile with its default test. */
struct row {
	struct tests tests;
	const struct test *test;
	struct installed installed;
};

static int load_row(struct row *row, const char *name, struct error *err)
{
	struct settings none = { 0 };
	char *path = library_path(name, err);
	struct profile *profile = path ? profile_load(path, err) : NULL;
	int rc = profile ? 0 : -1;

	*row = (struct row){ 0 };
	free(path);
	if (!rc)
		rc = tests_add(&row->tests, profile, NULL, &none, false, err);
	if (!rc) {
		row->test = &row->tests.items[0];
		rc = profile_installed(&row->installed, profile, err);
	}
	return rc;
}

static void print_row(const struct row *row, int names, int width)
{
	const struct profile *p = row->test->profile;
	const struct metric *m = p->metrics.items;
	char duration[48], space[32];
	const char *program = row->installed.missing ? "missing" : "installed";

	width -= names + 39;
	printf("%-*s %-*.*s %7s %9s %8s  %s", names, p->name, width, width,
		p->measures ? p->measures : p->title, m->scale,
		number_duration_text(row->test->cost.seconds, duration),
		number_size_text(row->test->cost.space, space), row->installed.missing ? program : "");
	if (!row->installed.missing)
		printf("%s", *row->installed.version ? row->installed.version : program);
	putchar('\n');
}

static void print_json(const struct row *row, bool first)
{
	const struct profile *p = row->test->profile;
	struct package package;
	struct text out = TEXT_INIT;

	text_adds(&out, first ? "\n {" : ",\n {");
	json_add_key(&out, "name");
	json_add_string(&out, p->name);
	json_add_key(&out, "title");
	json_add_string(&out, p->title);
	json_add_key(&out, "measures");
	json_add_string(&out, p->measures);
	json_add_key(&out, "scale");
	json_add_string(&out, ((const struct metric *)p->metrics.items)->scale);
	json_add_key(&out, "seconds");
	json_add_number(&out, row->test->cost.seconds);
	json_add_key(&out, "space");
	json_add_number(&out, (double)row->test->cost.space);
	json_add_key(&out, "installed");
	text_adds(&out, row->installed.missing ? "false" : "true");
	json_add_key(&out, "version");
	json_add_string(&out, *row->installed.version ? row->installed.version : NULL);
	json_add_key(&out, "package");
	json_add_string(&out, profile_package(p, &package) ? package.name : NULL);
	text_addc(&out, '}');
	fputs(text_string(&out), stdout);
	text_release(&out);
}

static void print_suites(int width)
{
	struct library_names names;
	struct text line = TEXT_INIT;
	struct terminal t = { .width = width };

	library_names(&names, "suite");
	for (size_t i = 0; i < names.n; i++) {
		struct error err = ERROR_INIT;
		char *path = library_path(names.items[i], &err);
		struct suite *suite = path ? suite_load(path, &err) : NULL;

		if (suite)
			text_printf(&line, "%s%s (%zu test%s)", line.size ? ", " : "Suites: ", suite->name,
				suite->tests.n, suite->tests.n == 1 ? "" : "s");
		suite_free(suite);
		free(path);
		error_release(&err);
	}
	if (line.size)
		terminal_wrap(stdout, &t, text_string(&line), 0);
	text_release(&line);
	library_names_release(&names);
}

static void print_experiments(int width)
{
	struct library_names names;
	struct text line = TEXT_INIT;
	struct terminal t = { .width = width };

	library_names(&names, "experiment");
	for (size_t i = 0; i < names.n; i++)
		text_printf(&line, "%s%s", i ? ", " : "Experiments: ", names.items[i]);
	if (line.size)
		terminal_wrap(stdout, &t, text_string(&line), 0);
	text_release(&line);
	library_names_release(&names);
}

static void print_foot(size_t n, size_t ready, const struct text *missing, const struct text *ways, int width)
{
	putchar('\n');
	print_suites(width);
	print_experiments(width);
	if (missing->size)
		printf("%zu of %zu ready. Get the others: hib install%s\n", ready, n, text_string(missing));
	else
		printf("%zu of %zu ready.\n", ready, n);
	fputs(text_string(ways), stdout);
	printf("Options of a test: hib info fs_mark          Saved results: hib results\n");
}

/* A package that a plain command installs. */
static bool is_plain(const struct profile *profile)
{
	struct package package;

	return profile_package(profile, &package) && !*package.part;
}

/* How to get a program that no plain command installs: a line of its own. */
static void add_way(struct text *ways, const struct profile *profile)
{
	text_printf(ways, "%s: ", profile->name);
	profile_add_package(ways, profile);
	text_addc(ways, '\n');
}

static int longest_name(const struct library_names *names)
{
	size_t longest = strlen("TEST");

	for (size_t i = 0; i < names->n; i++)
		longest = strlen(names->items[i]) > longest ? strlen(names->items[i]) : longest;
	return (int)(longest < LONGEST_NAME ? longest : LONGEST_NAME);
}

static int list(const struct list_options *options)
{
	struct library_names names;
	struct text missing = TEXT_INIT, ways = TEXT_INIT;
	int width = terminal_for(stdout, 0, false).width, code = EXIT_OK;
	size_t ready = 0, shown = 0;
	int longest;

	if (width > 100)
		width = 100;
	if (width < 76)
		width = 76;
	library_names(&names, "profile");
	longest = longest_name(&names);
	if (!options->json)
		printf("%-*s %-*s %7s %9s %8s  %s\n", longest, "TEST", width - longest - 39, "WHAT IT MEASURES",
			"", "ONE TRIAL", "SPACE", "PROGRAM");
	else
		putchar('[');
	for (size_t i = 0; i < names.n; i++) {
		struct error err = ERROR_INIT;
		struct row row;

		if (load_row(&row, names.items[i], &err)) {
			code = command_fail(&err);
		} else {
			if (options->json)
				print_json(&row, !shown);
			else
				print_row(&row, longest, width);
			shown++;
			ready += !row.installed.missing;
			if (row.installed.missing && !is_plain(row.test->profile))
				add_way(&ways, row.test->profile);
			else if (row.installed.missing)
				text_printf(&missing, " %s", row.test->profile->name);
		}
		tests_release(&row.tests);
	}
	if (options->json)
		puts("]");
	else
		print_foot(shown, ready, &missing, &ways, width);
	library_names_release(&names);
	text_release(&missing);
	text_release(&ways);
	return code;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct list_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc != first)
		return command_usage(command, "list takes no names: hib info TEST tells about one");
	return list(&options);
}

const struct command command_list = {
	.name = "list",
	.operands = "",
	.summary = "the tests there are, what each needs, what is missing",
	.text = "",
	.options = list_options,
	.run = run,
};
