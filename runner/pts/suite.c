#include "runner/pts/suite.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parsers/template/definition.h"
#include "runner/pts/folder.h"
#include "share/base/file.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define DEEPEST 8 /* suites within suites */

struct information {
	const char *title, *version, *type, *about, *maintainer, *before, *behind, *mode, *least, *most,
		*status;
};

struct execute {
	const char *test, *arguments, *description, *mode, *select;
};

/* clang-format off */
#define IN(type, member) offsetof(struct type, member)
static const struct definition_element information_elements[] = {
	{ "Title", IN(information, title) }, { "Version", IN(information, version) },
	{ "TestType", IN(information, type) }, { "Description", IN(information, about) },
	{ "Maintainer", IN(information, maintainer) }, { "PreRunMessage", IN(information, before) },
	{ "PostRunMessage", IN(information, behind) }, { "RunMode", IN(information, mode) },
	{ "RequiresCoreVersionMin", IN(information, least) }, { "RequiresCoreVersionMax", IN(information, most) },
	{ "Status", IN(information, status) }, { NULL, 0 }
};
static const struct definition_element execute_elements[] = {
	{ "Test", IN(execute, test) }, { "Arguments", IN(execute, arguments) },
	{ "Description", IN(execute, description) }, { "Mode", IN(execute, mode) },
	{ "OptionSelect", IN(execute, select) }, { NULL, 0 }
};
/* clang-format on */

struct loading {
	struct suite *suite;
	struct error *err;
	int depth;
};

static int load(struct loading *l, const char *folder);

/* "pts:/folder" of a test or suite that a suite names: in the known places, then beside the suite. */
static char *find(const char *folder, const char *name, struct error *err)
{
	static const char *const beside[] = { "%s/../../../test-profiles/%s", "%s/../%s", "%s/../../%s",
		"%s/../../../test-profiles/local/%s", "%s/../../../test-profiles/pts/%s",
		"%s/../../../test-suites/%s" };
	char *plain = mem_printf(PTS_PREFIX "%s", name), *found = pts_find(plain, err);

	for (size_t i = 0; i < sizeof beside / sizeof *beside && !found; i++) {
		char *place = mem_printf(beside[i], folder, name);
		struct error ignored = ERROR_INIT;

		found = pts_find_below(place, &ignored);
		error_release(&ignored);
		free(place);
	}
	if (found)
		error_release(err);
	free(plain);
	return found;
}

static void choose(struct suite *suite, struct pairs *set, const char *option, const char *value)
{
	set->names = arena_more(&suite->arena, set->names, set->n, sizeof *set->names);
	set->values = arena_more(&suite->arena, set->values, set->n, sizeof *set->values);
	set->names[set->n] = arena_text(&suite->arena, option);
	set->values[set->n++] = arena_text(&suite->arena, value);
}

/* The values, one for each option from `index` on, whose arguments joined by blanks are `rest`. */
static bool fit(const struct profile *p, size_t index, const char *rest, const struct option_value **chosen)
{
	const struct option *option = (const struct option *)p->options.items + index;

	rest += strspn(rest, " ");
	if (index == p->options.n)
		return !*rest;
	for (size_t i = 0; i < option->values.n; i++) {
		const struct option_value *value = (const struct option_value *)option->values.items + i;
		const char *text = value->value ? value->value : value->name;
		size_t size;

		text += strspn(text, " ");
		size = strlen(text);
		while (size && text[size - 1] == ' ')
			size--;
		if (strncmp(rest, text, size) || (size && rest[size] && rest[size] != ' '))
			continue;
		chosen[index] = value;
		if (fit(p, index + 1, rest + size, chosen))
			return true;
	}
	return false;
}

static int choose_arguments(
	struct loading *l, const struct profile *p, const char *arguments, struct pairs *set)
{
	const struct option_value **chosen = mem_zero(p->options.n + 1, sizeof *chosen);
	bool found = fit(p, 0, arguments, chosen);

	for (size_t i = 0; found && i < p->options.n; i++)
		choose(l->suite, set, ((const struct option *)p->options.items + i)->name, chosen[i]->name);
	free(chosen);
	return found ? 0 :
		       error_set(l->err, "no choice of the options of '%s' gives the arguments '%s'", p->name,
			       arguments);
}

/* "run-type=Copy,size=Big": option by its identifier. */
static void choose_selected(struct suite *suite, const char *select, struct pairs *set)
{
	while (*select) {
		size_t size = strcspn(select, ",");
		char *one = arena_bytes(&suite->arena, select, size), *equals = strchr(one, '=');

		if (equals) {
			*equals = '\0';
			choose(suite, set, one + strspn(one, " "), equals + 1);
		}
		select += size + (select[size] == ',');
	}
}

static int choose_options(struct loading *l, const char *path, const struct execute *e, struct pairs *set)
{
	struct profile *p = profile_load(path, l->err);
	bool stated = e->arguments && *e->arguments, all;
	int rc = p ? 0 : -1;

	/* nothing said about the options means all of them there */
	all = e->mode ? !strcasecmp(e->mode, "BATCH") :
			!stated && !(e->description && *e->description) && !e->select;
	if (!rc && stated)
		rc = choose_arguments(l, p, e->arguments, set);
	else if (!rc && e->select)
		choose_selected(l->suite, e->select, set);
	for (size_t i = 0; !rc && all && !set->n && i < p->options.n; i++)
		if (((const struct option *)p->options.items + i)->values.n)
			choose(l->suite, set, ((const struct option *)p->options.items + i)->name, "all");
	profile_free(p);
	return rc;
}

static int add(struct loading *l, const char *folder, const struct execute *e, int line)
{
	struct suite_test *test;
	struct pairs set = { 0 };
	char *path = find(folder, e->test, l->err);
	int rc = path ? 0 : -1;

	if (!rc && strcmp(pts_kind(path), "profile")) {
		rc = load(l, path + strlen(PTS_PREFIX));
	} else if (!rc && !(rc = choose_options(l, path, e, &set))) {
		struct rows *tests = &l->suite->tests;

		tests->items = arena_more(&l->suite->arena, tests->items, tests->n, sizeof *test);
		test = (struct suite_test *)tests->items + tests->n++;
		*test = (struct suite_test){ .profile = arena_text(&l->suite->arena, path),
			.set = set,
			.charts = 1,
			.place = { line, 1 } };
	}
	free(path);
	return rc;
}

static int add_all(struct loading *l, struct definition_reader *r, const char *folder, const xmlNode *root)
{
	for (const xmlNode *node = NULL; (node = definition_child(root, node, "Execute"));) {
		struct execute e = { 0 };

		definition_take(r, execute_elements, &e, node, NULL);
		if (!e.test || !*e.test)
			return error_set(
				l->err, "%s:%ld: an Execute without Test", r->path, xmlGetLineNo(node));
		if (add(l, folder, &e, (int)xmlGetLineNo(node)))
			return error_context(l->err, "%s:%ld", r->path, xmlGetLineNo(node));
	}
	return 0;
}

static int load(struct loading *l, const char *folder)
{
	static const char *const parts[] = { "SuiteInformation", "Execute", NULL };
	static const struct definition_element none[] = { { NULL, 0 } };
	char *path = file_join(folder, "suite-definition.xml");
	struct definition_reader r = { .path = path, .arena = &l->suite->arena };
	xmlDoc *doc = l->depth++ < DEEPEST ? definition_read(path, l->err) : NULL;
	struct information about = { 0 };
	int rc = doc ? 0 : -1;

	if (l->depth > DEEPEST)
		error_set(l->err, "%s: suites name each other without end", path);
	if (!rc) {
		const xmlNode *root = xmlDocGetRootElement(doc);

		definition_take(&r, none, l->suite, root, parts);
		definition_take(&r, information_elements, &about,
			definition_child(root, NULL, "SuiteInformation"), NULL);
		rc = add_all(l, &r, folder, root);
	}
	if (!rc && l->depth == 1) {
		l->suite->title = about.title ? about.title : l->suite->name;
		l->suite->description = about.about;
	}
	for (size_t i = 0; i < r.n_warnings; i++)
		fprintf(stderr, "hib: warning: %s\n", r.warnings[i]);
	l->depth--;
	xmlFreeDoc(doc);
	free(path);
	return rc;
}

struct suite *pts_suite_load(const char *folder, struct error *err)
{
	struct suite *suite = mem_zero(1, sizeof *suite);
	struct loading l = { suite, err, 0 };
	struct pts_names names;
	int rc;

	pts_names_of(&names, folder);
	suite->name = arena_text(&suite->arena, names.name);
	suite->path = arena_printf(&suite->arena, PTS_PREFIX "%s", folder);
	pts_names_release(&names);
	rc = load(&l, folder);
	if (!rc && !suite->tests.n)
		rc = error_set(err, "%s/suite-definition.xml: the suite has no tests", folder);
	if (!rc)
		return suite;
	suite_free(suite);
	return NULL;
}

static void add_element(struct text *out, int depth, const char *name, const char *value)
{
	text_pad(out, 2 * depth);
	text_printf(out, "<%s>", name);
	for (; *value; value++)
		if (*value == '<' || *value == '>' || *value == '&')
			text_adds(out, *value == '<' ? "&lt;" : *value == '>' ? "&gt;" : "&amp;");
		else
			text_addc(out, *value);
	text_printf(out, "</%s>\n", name);
}

/* Was the test there already, of which this result is another metric? */
static bool is_repeated(const struct result_file *file, size_t index)
{
	const struct result *r = &file->results[index];

	if (r->parent && *r->parent)
		return true;
	for (size_t i = 0; i < index; i++)
		if (!strcmp(file->results[i].profile, r->profile) &&
			!strcmp(file->results[i].arguments, r->arguments))
			return true;
	return false;
}

int pts_suite_write(const struct result_file *file, struct text *out, struct text *left_out, struct error *err)
{
	size_t n = 0;

	text_adds(out, "<?xml version=\"1.0\"?>\n<!--hib " HIB_VERSION "-->\n<PhoronixTestSuite>\n");
	text_adds(out, "  <SuiteInformation>\n");
	add_element(out, 2, "Title", file->meta.title);
	add_element(out, 2, "Version", "1.0.0");
	add_element(out, 2, "TestType", "System");
	add_element(out, 2, "Description", file->meta.description);
	add_element(out, 2, "Maintainer", "hib");
	text_adds(out, "  </SuiteInformation>\n");
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];

		if (!*r->profile || is_repeated(file, i))
			continue;
		if (text_starts(r->profile, "hib/")) {
			if (!strstr(text_string(left_out), r->profile))
				text_printf(left_out, "%s%s", left_out->size ? ", " : "", r->profile);
			continue;
		}
		text_adds(out, "  <Execute>\n");
		add_element(out, 2, "Test", r->profile);
		if (*r->arguments)
			add_element(out, 2, "Arguments", r->arguments);
		if (*r->description)
			add_element(out, 2, "Description", r->description);
		text_adds(out, "  </Execute>\n");
		n++;
	}
	text_adds(out, "</PhoronixTestSuite>\n");
	return n ? 0 :
		   error_set(err, "the result has no test that the Phoronix Test Suite knows%s%s",
			   left_out->size ? ": " : "", text_string(left_out));
}
