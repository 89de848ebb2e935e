#include <stdlib.h>
#include <string.h>

#include "report/result/merge.h"
#include "runner/command/command.h"
#include "runner/store/store.h"
#include "share/base/banned.h"

struct merge_options {
	const char *out, *title;
	struct text_list rename;
	bool force, as_pts;
};

static const struct option_spec merge_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct merge_options, out), "NAME|DIR|FILE.xml",
		"where the joined result goes: a name among the saved results, or a path", 0, 0, NULL },
	{ "rename", 0, OPTION_LIST, offsetof(struct merge_options, rename), "OLD=NEW",
		"another name for a system of the results behind the first; may be given several times", 0, 0,
		NULL },
	{ "as-pts", 0, OPTION_FLAG, offsetof(struct merge_options, as_pts), NULL,
		"append as the Phoronix Test Suite does: every system again, equal ones too, and its entries beside those "
		"that are there",
		0, 0, NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct merge_options, title), "TITLE",
		"of the joined result; default that of the first", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct merge_options, force), NULL, "replace an existing result",
		0, 0, NULL },
	{ 0 }
};

/* "OLD=NEW" split up; the texts are in the arena. */
static int take_renames(
	struct arena *arena, const struct text_list *list, struct renames *renames, struct error *err)
{
	struct rename *items = arena_take(arena, (list->n + 1) * sizeof *items);

	for (size_t i = 0; i < list->n; i++) {
		const char *equals = strrchr(list->items[i], '=');

		if (!equals || equals == list->items[i] || !equals[1])
			return error_set(err, "--rename: '%s' is not OLD=NEW", list->items[i]);
		if (result_identifier_check(equals + 1, err))
			return -1;
		items[i] = (struct rename){
			arena_bytes(arena, list->items[i], (size_t)(equals - list->items[i])), equals + 1
		};
	}
	*renames = (struct renames){ items, list->n };
	return 0;
}

/* A rename that names no system is a slip of the pen. */
static int check_renames(const struct renames *renames, const struct loaded *loaded, int n, struct error *err)
{
	for (size_t i = 0; i < renames->n; i++) {
		bool found = false;

		for (int k = 1; k < n && !found; k++)
			found = result_file_system(&loaded[k].file, renames->items[i].from, 0) >= 0;
		if (!found)
			return error_set(err, "--rename: no result behind the first has a system '%s'",
				renames->items[i].from);
	}
	return 0;
}

static int merge_all(
	struct loaded *loaded, char **names, int n, const struct merge_options *options, struct error *err)
{
	struct arena arena = { 0 };
	struct renames renames;
	char *path = NULL;
	int rc = take_renames(&arena, &options->rename, &renames, err), opened = 0;

	if (!rc && options->as_pts && renames.n)
		rc = error_set(
			err, "--as-pts appends systems as they are called: --rename does not go with it");

	while (!rc && opened < n) {
		rc = result_open(&loaded[opened], names[opened], err);
		opened += !rc;
	}
	if (!rc)
		rc = check_renames(&renames, loaded, n, err);
	for (int i = 1; i < n && !rc; i++) {
		if (options->as_pts)
			result_file_append(&loaded[0].file, &loaded[i].file);
		else
			rc = result_file_merge(&loaded[0].file, &loaded[i].file, &renames, err);
		if (rc)
			error_context(err, "'%s' and '%s'", names[0], names[i]);
	}
	if (!rc && options->title)
		loaded[0].file.meta.title = arena_text(&loaded[0].file.arena, options->title);
	if (!rc)
		path = result_place(options->out, options->force, err);
	if (!rc)
		rc = path ? result_save(&loaded[0].file, path, err) : -1;
	if (!rc)
		fprintf(stderr, "saved %s: %zu systems, %zu results\n", options->out, loaded[0].file.n_systems,
			loaded[0].file.n_results);
	for (int i = 0; i < opened; i++)
		loaded_release(&loaded[i]);
	arena_release(&arena);
	free(path);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct merge_options options = { 0 };
	struct error err = ERROR_INIT;
	struct loaded *loaded;
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc) {
		text_list_release(&options.rename);
		return rc > 0 ? EXIT_OK : command_fail(&err);
	}
	argc -= first;
	if (argc < 2) {
		code = command_usage(command, "merge needs two results or more");
	} else if (!options.out) {
		code = command_usage(command, "merge needs -o: where the joined result goes");
	} else {
		loaded = mem_zero((size_t)argc, sizeof *loaded);
		code = merge_all(loaded, argv + first, argc, &options, &err) ? command_fail(&err) : EXIT_OK;
		free(loaded);
	}
	text_list_release(&options.rename);
	return code;
}

const struct command command_merge = {
	.name = "merge",
	.operands = "RESULT RESULT ... -o OUT",
	.summary = "one result of several",
	.text = "Systems and results are joined. Samples of a system that is the same in both are further samples of it; one "
		"that only has the same name must be renamed. RESULT:SYSTEM is one system of a result. What was not "
		"measured in common blocks is not paired by being joined.",
	.options = merge_options,
	.run = run,
};
