#include <stdlib.h>
#include <string.h>

#include "report/result/edit.h"
#include "runner/command/command.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

struct edit_options {
	const char *out, *title, *about;
	struct text_list rename, remove, first, remove_result, first_result;
	bool force;
};

static const struct option_spec edit_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct edit_options, out), "NAME|DIR|FILE.xml",
		"where the changed result goes: a name among the saved results, or a path", 0, 0, NULL },
	{ "rename", 0, OPTION_LIST, offsetof(struct edit_options, rename), "OLD=NEW",
		"another name for a system; may be given several times, as those below", 0, 0, NULL },
	{ "remove", 0, OPTION_LIST, offsetof(struct edit_options, remove), "SYSTEM", "a system goes", 0, 0,
		NULL },
	{ "first", 0, OPTION_LIST, offsetof(struct edit_options, first), "SYSTEM",
		"a system becomes the first; of several the first that is named", 0, 0, NULL },
	{ "remove-result", 0, OPTION_LIST, offsetof(struct edit_options, remove_result), "RESULT",
		"a result goes: its number from 1 on, or its title and description, in which * is any text", 0,
		0, NULL },
	{ "first-result", 0, OPTION_LIST, offsetof(struct edit_options, first_result), "RESULT",
		"a result becomes the first; of several the first that is named", 0, 0, NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct edit_options, title), "TITLE", "another title", 0, 0, NULL },
	{ "description", 0, OPTION_TEXT, offsetof(struct edit_options, about), "TEXT", "another description", 0,
		0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct edit_options, force), NULL, "replace an existing result",
		0, 0, NULL },
	{ 0 }
};

static int rename_systems(struct result_file *file, const struct text_list *list, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < list->n && !rc; i++) {
		char *old = mem_text(list->items[i]), *equals = strrchr(old, '=');

		if (!equals || equals == old || !equals[1]) {
			rc = error_set(err, "--rename: '%s' is not OLD=NEW", list->items[i]);
		} else {
			*equals = '\0';
			rc = edit_rename_system(file, old, equals + 1, err);
		}
		free(old);
	}
	return rc;
}

/* Give the results that are named this place in the order; those that have one already keep it. */
static int place(const struct result_file *file, const char *name, int at, int *order, struct error *err)
{
	bool *chosen = mem_zero(file->n_results, sizeof *chosen);
	int rc = edit_find_results(file, name, chosen, err);

	for (size_t i = 0; i < file->n_results && rc >= 0; i++)
		if (chosen[i] && (at < 0 || order[i] > at))
			order[i] = at;
	free(chosen);
	return rc < 0 ? -1 : 0;
}

/* All numbers are those of the file as it was: the choices are made before anything moves. */
static int change_results(struct result_file *file, const struct edit_options *o, struct error *err)
{
	int *order = mem_zero(file->n_results, sizeof *order), rc = 0;
	size_t left = 0;

	for (size_t i = 0; i < file->n_results; i++)
		order[i] = (int)o->first_result.n;
	for (size_t i = 0; i < o->first_result.n && !rc; i++)
		rc = place(file, o->first_result.items[i], (int)i, order, err);
	for (size_t i = 0; i < o->remove_result.n && !rc; i++)
		rc = place(file, o->remove_result.items[i], -1, order, err);
	for (size_t i = 0; i < file->n_results; i++)
		left += order[i] >= 0;
	if (!rc && o->remove_result.n && !left)
		rc = error_set(err, "--remove-result: nothing would be left");
	if (!rc)
		edit_arrange_results(file, order);
	free(order);
	return rc;
}

static int change(struct result_file *file, const struct edit_options *o, struct error *err)
{
	int rc = rename_systems(file, &o->rename, err);

	for (size_t i = 0; i < o->remove.n && !rc; i++)
		rc = edit_remove_system(file, o->remove.items[i], err);
	for (size_t i = o->first.n; i-- > 0 && !rc;)
		rc = edit_move_system(file, o->first.items[i], 0, err);
	if (!rc)
		rc = change_results(file, o, err);
	if (!rc && o->title)
		file->meta.title = arena_text(&file->arena, o->title);
	if (!rc && o->about)
		file->meta.description = arena_text(&file->arena, o->about);
	return rc;
}

static int edit(const char *name, const struct edit_options *options, struct error *err)
{
	struct loaded loaded = { 0 };
	char *path = NULL;
	int rc = result_open(&loaded, name, err);

	if (!rc)
		rc = change(&loaded.file, options, err);
	if (!rc)
		path = result_place(options->out, options->force, err);
	if (!rc)
		rc = path ? result_save(&loaded.file, path, err) : -1;
	if (!rc)
		fprintf(stderr, "saved %s: %zu systems, %zu results\n", options->out, loaded.file.n_systems,
			loaded.file.n_results);
	loaded_release(&loaded);
	free(path);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct edit_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		code = rc > 0 ? EXIT_OK : command_fail(&err);
	else if (argc - first != 1)
		code = command_usage(command, "edit needs one result");
	else if (!options.out)
		code = command_usage(command, "edit needs -o: where the changed result goes");
	else
		code = edit(argv[first], &options, &err) ? command_fail(&err) : EXIT_OK;
	text_list_release(&options.rename);
	text_list_release(&options.remove);
	text_list_release(&options.first);
	text_list_release(&options.remove_result);
	text_list_release(&options.first_result);
	return code;
}

const struct command command_edit = {
	.name = "edit",
	.operands = "RESULT -o OUT",
	.summary = "rename, remove and reorder systems and results",
	.text = "The result itself stays as it is; without options the copy has the same content. Everything of an entry "
		"goes along: raw samples, states, what the Phoronix Test Suite keeps there.",
	.options = edit_options,
	.run = run,
};
