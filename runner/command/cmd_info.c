#include <stdlib.h>
#include <string.h>

#include "report/layout/terminal.h"
#include "runner/command/command.h"
#include "runner/profile/detect.h"
#include "runner/profile/packages.h"
#include "runner/experiment/experiment.h"
#include "runner/profile/library.h"
#include "runner/profile/test.h"
#include "runner/sandbox/sandbox.h"
#include "share/base/number.h"
#include "share/base/banned.h"

struct info_options {
	bool keys;
};

static const struct option_spec info_options[] = {
	{ "keys", 0, OPTION_FLAG, offsetof(struct info_options, keys), NULL,
		"the keys that a profile, a suite or an experiment may have", 0, 0, NULL },
	{ 0 }
};

static void print_cost(const struct cost *cost)
{
	char duration[48], space[32];

	if (cost->seconds > 0)
		printf("  %s", number_duration_text(cost->seconds, duration));
	if (cost->space)
		printf(", %s", number_size_text(cost->space, space));
}

static void print_option(const struct option *option)
{
	static const char *const frees[] = { "", ", or any text", ", or any whole number", ", or any size",
		", or a file", ": auto, generated, or a tarball" };
	int width = 0;

	printf("\n  --set %s=...   %s; %s%s%s\n", option->name, option->title,
		*option->standard ? "default " : "no default", option->standard, frees[option->free]);
	for (size_t i = 0; i < option->values.n; i++) {
		const struct option_value *v = (const struct option_value *)option->values.items + i;

		if ((int)strlen(v->name) > width)
			width = (int)strlen(v->name);
	}
	for (size_t i = 0; i < option->values.n; i++) {
		const struct option_value *v = (const struct option_value *)option->values.items + i;

		printf("    %-*s  %s", width, v->name, v->title ? v->title : "");
		print_cost(&v->cost);
		putchar('\n');
	}
}

/* Of a program that hib builds: is it there, and if not, what gets it? */
static void print_built(const struct profile *p, const struct installed *installed)
{
	struct text package = TEXT_INIT;

	if (p->packages.debian)
		profile_add_package(&package, p);
	printf("program   %s", installed->why ? installed->why : "installed");
	if (installed->why && strstr(installed->why, "installed"))
		printf(": hib install %s", p->path);
	printf("%s%s\n", package.size ? "\nbuilt by  " : "", text_string(&package));
	text_release(&package);
}

static void print_program(const struct profile *p, const struct installed *installed)
{
	struct text package = TEXT_INIT;

	if (installed->why || p->pts.identifier) {
		print_built(p, installed);
		return;
	}

	profile_add_package(&package, p);
	printf("program   ");
	for (size_t i = 0; i < p->programs.n; i++)
		printf("%s%s", i ? ", " : "", p->programs.items[i]);
	if (installed->missing)
		printf(": '%s' is missing%s%s", installed->missing, package.size ? "; " : "",
			text_string(&package));
	else
		printf(": installed%s%s", *installed->version ? ", version " : "", installed->version);
	putchar('\n');
	text_release(&package);
}

/* An option that has no default stands there as VALUE. */
static struct pairs stand_ins(struct profile *profile)
{
	struct pairs set = { 0 };

	set.names = arena_take(&profile->arena, (profile->options.n + 1) * sizeof *set.names);
	set.values = arena_take(&profile->arena, (profile->options.n + 1) * sizeof *set.values);
	for (size_t i = 0; i < profile->options.n; i++) {
		const struct option *option = (const struct option *)profile->options.items + i;

		if (*option->standard)
			continue;
		set.names[set.n] = option->name;
		set.values[set.n++] = option->free == FREE_WHOLE ? "1" : "VALUE";
	}
	return set;
}

static int print_command(struct profile *profile, struct error *err)
{
	const struct places places = { "TARGET", "WORK" };
	struct settings none = { 0 };
	struct tests tests = { 0 };
	struct text line = TEXT_INIT;
	char **argv = NULL;
	struct pairs set = stand_ins(profile);
	int rc = tests_add(&tests, profile, &set, &none, false, err);

	if (!rc && profile->shell) {
		text_adds(&line, "/bin/sh -c '");
		rc = test_expand(&tests.items[0], &places, profile->shell, &line, err);
		text_addc(&line, '\'');
	}
	if (!rc && !profile->shell)
		argv = test_argv(&tests.items[0], &places, &profile->command, err);
	for (char **p = argv; p && *p; p++) {
		if (line.size)
			text_addc(&line, ' ');
		text_add_quoted(&line, *p);
	}
	if (!rc) {
		struct terminal t = terminal_for(stdout, 0, false);

		printf("command   with the default values, in its own folder TARGET:\n");
		terminal_wrap(stdout, &t, text_string(&line), 4);
	}
	argv_free(argv);
	text_release(&line);
	tests.n_profiles = 0; /* borrowed */
	tests_release(&tests);
	return rc;
}

static void print_metrics(const struct profile *p)
{
	printf("measures  ");
	for (size_t i = 0; i < p->metrics.n; i++) {
		const struct metric *m = (const struct metric *)p->metrics.items + i;

		printf("%s%s (%s, %s)", i ? "\n          " : "", m->title ? m->title : "the headline", m->scale,
			proportion_words(metric_proportion(m)));
	}
	putchar('\n');
}

static int print_profile(const char *path, struct error *err)
{
	struct profile *p = profile_load(path, err);
	struct installed installed;
	struct text words = TEXT_INIT;
	int rc = p ? profile_installed(&installed, p, err) : -1;

	if (rc) {
		profile_free(p);
		return -1;
	}
	command_warnings(&p->warnings);
	printf("%s %s: %s\n", p->name, p->version, p->title);
	if (p->description)
		printf("%s\n", p->description);
	printf("file      %s\n", p->path);
	print_program(p, &installed);
	print_metrics(p);
	if (p->cost.seconds > 0 || p->cost.space) {
		printf("trial   ");
		print_cost(&p->cost);
		putchar('\n');
	}
	sandbox_add_words(&words, &p->sandbox);
	printf("sandbox   %s\n",
		words.size ? text_string(&words) : "writes only to its target; no network; no exceptions");
	if (p->same_as)
		printf("same as   %s of the Phoronix Test Suite\n", p->same_as);
	rc = print_command(p, err);
	for (size_t i = 0; i < p->options.n && !rc; i++)
		print_option((const struct option *)p->options.items + i);
	text_release(&words);
	profile_free(p);
	return rc;
}

static void print_suite_tests(const struct rows *tests)
{
	for (size_t i = 0; i < tests->n; i++) {
		const struct suite_test *t = (const struct suite_test *)tests->items + i;

		printf("test      %s", t->profile);
		for (size_t k = 0; k < t->set.n; k++)
			printf("  %s=%s", t->set.names[k], t->set.values[k]);
		putchar('\n');
	}
}

static int print_suite(const char *path, struct error *err)
{
	struct suite *s = suite_load(path, err);

	if (!s)
		return -1;
	printf("%s: %s%s%s\nfile      %s\n", s->name, s->title, s->description ? "\n" : "",
		s->description ? s->description : "", s->path);
	if (s->quick || s->blocks)
		printf("plan      %s%lld blocks (-b N: other numbers)\n",
			s->quick ? "small sizes as with --quick, " : "", (long long)s->blocks);
	print_suite_tests(&s->tests);
	suite_free(s);
	return 0;
}

static int print_experiment(const char *path, struct error *err)
{
	struct experiment *e = experiment_load(path, err);

	if (!e)
		return -1;
	printf("%s: %s%s%s\nfile      %s\n", e->name, e->title, e->description ? "\n" : "",
		e->description ? e->description : "", e->path);
	for (size_t i = 0; i < e->systems.n; i++) {
		const struct system_spec *spec = (const struct system_spec *)e->systems.items + i;
		struct text words = TEXT_INIT;

		if (spec_kind(spec) == VOLUME_FOLDER)
			text_printf(&words, "a folder as it is%s%s", spec->directory ? ": " : "",
				spec->directory ? spec->directory : "");
		else
			spec_add_words(&words, spec);
		printf("system    %s: %s%s%s\n", spec->name, text_string(&words),
			spec->kernel ? ", kernel " : "", spec->kernel ? spec->kernel : "");
		text_release(&words);
	}
	if (e->suite)
		printf("suite     %s\n", e->suite);
	print_suite_tests(&e->tests);
	experiment_free(e);
	return 0;
}

/* What a document of that kind is. */
static int print_document(const char *kind, const char *path, struct error *err)
{
	if (!strcmp(kind, "experiment"))
		return print_experiment(path, err);
	return strcmp(kind, "suite") ? print_profile(path, err) : print_suite(path, err);
}

static void print_keys(const struct key_table *table, int indent)
{
	for (const struct key *key = table->keys; key->name; key++) {
		printf("%*s%-*s %s", indent, "", 22 - indent, key->name, key_type_words(key));
		for (int i = 0; key->choices && key->choices[i]; i++)
			printf("%s%s", i ? ", " : " ", key->choices[i]);
		if (key->required)
			printf("; needed");
		else if (key->standard)
			printf("; default %s", key->standard);
		printf("\n%*s%s\n", indent + 4, "", key->help);
		if (key->table)
			print_keys(key->table, indent + 2);
	}
}

static int run(const struct command *command, int argc, char **argv)
{
	struct info_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);
	const char *kind;
	char *path;

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (options.keys) {
		puts("keys of a test profile\n");
		print_keys(&profile_keys, 2);
		puts("\nkeys of a suite\n");
		print_keys(&suite_keys, 2);
		puts("\nkeys of an experiment\n");
		print_keys(&experiment_keys, 2);
		return EXIT_OK;
	}
	if (argc - first != 1)
		return command_usage(command, "info needs the name of one test, suite or experiment");
	path = library_path(argv[first], &err);
	kind = path ? document_kind(path, &err) : NULL;
	if (!kind)
		rc = -1;
	else
		rc = print_document(kind, path, &err);
	free(path);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_info = {
	.name = "info",
	.operands = "TEST|SUITE|EXPERIMENT|FILE.yaml|pts:DIR",
	.summary = "options, command and needs of a test",
	.text = "",
	.options = info_options,
	.run = run,
};
