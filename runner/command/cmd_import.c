#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/openbenchmarking.h"
#include "runner/command/command.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)64 << 20)

struct import_options {
	const char *title, *out;
	bool force;
};

static const struct option_spec import_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct import_options, out), "RESULT",
		"folder or file to write; without it the result is saved under a name made of its title", 0, 0,
		NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct import_options, title), "TEXT",
		"the document's title, where the text does not tell where it ends", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct import_options, force), NULL, "replace an existing result",
		0, 0, NULL },
	{ 0 }
};

static void stamp(struct result_file *file)
{
	time_t now = time(NULL);
	struct tm tm;
	char text[32];

	localtime_r(&now, &tm);
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	file->meta.last_modified = arena_text(&file->arena, text);
	file->meta.client = "hib " HIB_VERSION;
	for (size_t i = 0; i < file->n_systems; i++)
		if (!*file->systems[i].time_stamp)
			file->systems[i].time_stamp = file->meta.last_modified;
	for (size_t i = 0; i < file->n_systems; i++)
		file->systems[i].client_version = HIB_VERSION;
}

static char *output_folder(const struct result_file *file)
{
	struct text name = TEXT_INIT;
	char *root = store_root(), *folder;

	text_add_slug(&name, *file->meta.title ? file->meta.title : "imported");
	folder = file_join(root, text_string(&name));
	text_release(&name);
	free(root);
	return folder;
}

static int save(const struct result_file *file, const struct import_options *options, struct error *err)
{
	char *out = options->out ? mem_text(options->out) : output_folder(file);
	char *path = result_output(out, options->force, err);
	int rc = path ? result_save(file, path, err) : -1;

	if (!rc)
		fprintf(stderr, "saved %s: %zu systems, %zu results\n", out, file->n_systems, file->n_results);
	free(path);
	free(out);
	return rc;
}

static int import_file(const char *name, const struct import_options *options, struct error *err)
{
	struct result_file file = { 0 };
	struct text content = TEXT_INIT, warnings = TEXT_INIT;
	int rc = file_read(&content, strcmp(name, "-") ? name : "/dev/stdin", LARGEST, err);

	if (!rc)
		rc = openbenchmarking_read(
			&file, name, text_string(&content), content.size, options->title, &warnings, err);
	command_notes(&warnings);
	if (!rc) {
		stamp(&file);
		rc = save(&file, options, err);
	}
	text_release(&content);
	result_file_release(&file);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct import_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first != 2)
		return command_usage(command, "import needs a format and one file");
	if (strcmp(argv[first], "openbenchmarking-text"))
		return command_usage(
			command, "unknown format '%s': there is openbenchmarking-text", argv[first]);
	return import_file(argv[first + 1], &options, &err) ? command_fail(&err) : EXIT_OK;
}

const struct command command_import = {
	.name = "import",
	.operands = "openbenchmarking-text FILE|-",
	.summary = "a result file from other material",
	.text = "openbenchmarking-text is the classic chart text as OpenBenchmarking.org and the Phoronix "
		"Test Suite export it, with its line breaks or flattened to one line. What had to be "
		"guessed is said on stderr.",
	.options = import_options,
	.run = run,
};
