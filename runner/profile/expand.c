/* Placeholders in the texts of a profile. */
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/profile/test.h"
#include "runner/profile/prefix.h"
#include "runner/process/spawn.h"
#include "share/base/banned.h"

#define NAME_LONGEST 80

static const char *variable(const struct test *test, const char *name)
{
	const struct pairs *lists[] = { test->quick ? &test->profile->quick.variables : NULL,
		&test->profile->variables };

	for (int k = 0; k < 2; k++)
		for (size_t i = 0; lists[k] && i < lists[k]->n; i++)
			if (!strcmp(lists[k]->names[i], name))
				return lists[k]->values[i];
	return NULL;
}

static const struct option_value *chosen_value(const struct test *test, const char *option)
{
	for (size_t i = 0; i < test->profile->options.n; i++)
		if (!strcmp(((const struct option *)test->profile->options.items + i)->name, option))
			return test->values[i];
	return NULL;
}

/* The name of the user that the programs run as; its number where it has none. */
static void add_user(struct text *out)
{
	const struct passwd *user = getpwuid(geteuid());

	if (user)
		text_adds(out, user->pw_name);
	else
		text_printf(out, "%ld", (long)geteuid());
}

/* Where the first program in truth lies: some bring data beside them. "." while it is not there. */
static void add_program_folder(struct text *out, const struct profile *profile)
{
	char *found = profile->programs.n ? program_path(profile->programs.items[0], trial_path()) : NULL;
	char *real = found ? realpath(found, NULL) : NULL;

	if (real)
		*strrchr(real, '/') = '\0';
	text_adds(out, real ? (*real ? real : "/") : ".");
	free(real);
	free(found);
}

static void add_prefix(struct text *out, const struct profile *profile)
{
	char *prefix = prefix_of(profile);

	text_adds(out, prefix);
	free(prefix);
}

static int unknown(const struct test *test, const char *name, struct error *err)
{
	const char *names[160], *nearest;
	struct arena arena = { 0 };
	int n = 0;

	names[n++] = "target";
	names[n++] = "work";
	names[n++] = "install";
	names[n++] = "cpus";
	names[n++] = "memory";
	names[n++] = "user";
	names[n++] = "program_folder";
	for (size_t i = 0; i < test->profile->variables.n && n < 150; i++)
		names[n++] = test->profile->variables.names[i];
	for (size_t i = 0; i < test->profile->options.n && n < 150; i++)
		names[n++] = arena_printf(
			&arena, "option.%s", ((const struct option *)test->profile->options.items + i)->name);
	names[n] = NULL;
	nearest = text_nearest(name, names);
	error_set(err, "unknown placeholder {%s}%s%s%s", name, nearest ? " (did you mean {" : "",
		nearest ? nearest : "", nearest ? "}?)" : "");
	arena_release(&arena);
	return -1;
}

static int replace(const struct test *test, const struct places *places, const char *name, struct text *out,
	struct error *err)
{
	const char *text = variable(test, name);
	const struct option_value *value;

	if (!strcmp(name, "target"))
		text_adds(out, places->target);
	else if (!strcmp(name, "work"))
		text_adds(out, places->work);
	else if (!strcmp(name, "cpus"))
		text_printf(out, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
	else if (!strcmp(name, "memory"))
		text_printf(out, "%ld", sysconf(_SC_PHYS_PAGES) / 1024 * (sysconf(_SC_PAGESIZE) / 1024));
	else if (!strcmp(name, "install"))
		add_prefix(out, test->profile);
	else if (!strcmp(name, "program_folder"))
		add_program_folder(out, test->profile);
	else if (!strcmp(name, "user"))
		add_user(out);
	else if (text)
		text_adds(out, text);
	else if (text_starts(name, "option.") && (value = chosen_value(test, name + 7)))
		text_adds(out,
			test->quick && value->quick.value ? value->quick.value :
				value->value              ? value->value :
							    value->name);
	else
		return unknown(test, name, err);
	return 0;
}

/* Length of a placeholder's name at "{name}", 0 when the brace begins none. */
static size_t placeholder(const char *p)
{
	size_t size = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz0123456789_.-");

	return *p == '{' && size && size < NAME_LONGEST && p[size + 1] == '}' ? size : 0;
}

int test_expand(const struct test *test, const struct places *places, const char *template, struct text *out,
	struct error *err)
{
	char name[NAME_LONGEST];

	while (*template) {
		size_t plain = strcspn(template, "{"), size;

		text_add(out, template, plain);
		template += plain;
		if (!*template)
			break;
		size = placeholder(template);
		if (!size) {
			text_addc(out, *template ++);
			continue;
		}
		memcpy(name, template + 1, size);
		name[size] = '\0';
		if (replace(test, places, name, out, err))
			return -1;
		template += size + 2;
	}
	return 0;
}

/* The list that an element which is {option.NAME} alone stands for, or NULL. */
static const struct strings *whole_list(const struct test *test, const char *element)
{
	char name[NAME_LONGEST];
	size_t size = *element == '{' ? placeholder(element) : 0;
	const struct option_value *value;

	if (!size || element[size + 2] || !text_starts(element, "{option."))
		return NULL;
	memcpy(name, element + 8, size - 7);
	name[size - 7] = '\0';
	value = chosen_value(test, name);
	if (!value)
		return NULL;
	if (test->quick && value->quick.args.n)
		return &value->quick.args;
	return value->args.n ? &value->args : NULL;
}

static int add_argument(const struct test *test, const struct places *places, const char *template,
	char ***argv, size_t *n, struct error *err)
{
	struct text argument = TEXT_INIT;

	if (test_expand(test, places, template, &argument, err)) {
		text_release(&argument);
		return -1;
	}
	*argv = mem_resize(*argv, *n + 2, sizeof **argv);
	(*argv)[(*n)++] = text_take(&argument);
	(*argv)[*n] = NULL;
	return 0;
}

char **test_argv(
	const struct test *test, const struct places *places, const struct strings *list, struct error *err)
{
	char **argv = mem_zero(1, sizeof *argv);
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < list->n && !rc; i++) {
		const struct strings *more = whole_list(test, list->items[i]);

		if (!more)
			rc = add_argument(test, places, list->items[i], &argv, &n, err);
		for (size_t k = 0; more && k < more->n && !rc; k++)
			rc = add_argument(test, places, more->items[k], &argv, &n, err);
	}
	if (!rc)
		return argv;
	argv_free(argv);
	return NULL;
}

void argv_free(char **argv)
{
	for (char **p = argv; p && *p; p++)
		free(*p);
	free(argv);
}
