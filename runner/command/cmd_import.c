#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/openbenchmarking.h"
#include "runner/command/command.h"
#include "runner/command/import_document.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)64 << 20)

struct import_options {
	const char *title, *out, *systems;
	bool force;
};

static const struct option_spec import_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct import_options, out), "RESULT",
		"folder or file to write; without it the result is saved under a name made of its title", 0, 0,
		NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct import_options, title), "TEXT",
		"the document's title, where the text does not tell it", 0, 0, NULL },
	{ "systems", 0, OPTION_TEXT, offsetof(struct import_options, systems), "A,B,...",
		"names for the systems, in the order in which the document shows them", 0, 0, NULL },
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

/* Formats, in the order in which they are tried when none is named. */
enum format { FORMAT_OPENBENCHMARKING, FORMAT_DOCUMENT, FORMAT_UNKNOWN };

static const char *const format_names[] = { "openbenchmarking-text", "document", NULL };

static enum format format_named(const char *name)
{
	for (int i = 0; format_names[i]; i++)
		if (!strcmp(format_names[i], name))
			return (enum format)i;
	return FORMAT_UNKNOWN;
}

/* The classic chart text says of each chart in which direction better is. */
static enum format recognise(const struct text *content)
{
	const char *bytes = text_string(content);

	return strstr(bytes, " > Higher Is Better") || strstr(bytes, " < Lower Is Better") ?
		FORMAT_OPENBENCHMARKING :
		FORMAT_DOCUMENT;
}

static int import_file(struct result_file *file, enum format format, const char *name,
	struct document_options *options, struct error *err)
{
	struct text content = TEXT_INIT, notes = TEXT_INIT;
	int rc = file_read(&content, strcmp(name, "-") ? name : "/dev/stdin", LARGEST, err);

	if (!rc && format == FORMAT_UNKNOWN)
		format = recognise(&content);
	if (!rc && format == FORMAT_DOCUMENT)
		rc = import_document(file, strcmp(name, "-") ? name : "stdin", text_string(&content),
			content.size, options, &notes, err);
	else if (!rc && file->n_results)
		rc = error_set(
			err, "%s: chart text cannot be joined with another document: import it alone", name);
	else if (!rc)
		rc = openbenchmarking_read(
			file, name, text_string(&content), content.size, options->title, &notes, err);
	command_notes(&notes);
	text_release(&content);
	return rc;
}

/* Do two of the files have the same name, in different folders? */
static bool have_one_name(char **names, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++) {
			const char *a = strrchr(names[i], '/'), *b = strrchr(names[k], '/');

			if (!strcmp(a ? a + 1 : names[i], b ? b + 1 : names[k]))
				return true;
		}
	return false;
}

static int import_files(
	enum format format, char **names, int n, const struct import_options *options, struct error *err)
{
	struct result_file file = { .meta = { "", "", "", "", NULL, NULL, NULL, NULL, NULL } };
	struct document_options document = { .title = options->title, .systems = options->systems };
	int rc = 0;

	document.by_folder = have_one_name(names, n);
	for (int i = 0; i < n && !rc; i++)
		rc = import_file(&file, format, names[i], &document, err);
	if (!rc)
		rc = import_check_names(&document, err);
	if (!rc) {
		result_file_settle(&file);
		stamp(&file);
		rc = save(&file, options, err);
	}
	result_file_release(&file);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct import_options options = { 0 };
	struct error err = ERROR_INIT;
	enum format format = FORMAT_UNKNOWN;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	argc -= first;
	argv += first;
	if (argc && (argc > 1 || access(argv[0], F_OK))) {
		format = format_named(argv[0]);
		if (format == FORMAT_UNKNOWN && access(argv[0], F_OK) && strcmp(argv[0], "-") != 0)
			return command_usage(command,
				"'%s' is no file and no format: there are openbenchmarking-text and document",
				argv[0]);
	}
	if (format != FORMAT_UNKNOWN) {
		argc--;
		argv++;
	}
	if (!argc)
		return command_usage(command, "import needs a file");
	return import_files(format, argv, argc, &options, &err) ? command_fail(&err) : EXIT_OK;
}

const struct command command_import = {
	.name = "import",
	.operands = "[FORMAT] FILE|- ...",
	.summary = "a result file from other material",
	.text = "FORMAT is openbenchmarking-text, the classic chart text as OpenBenchmarking.org and the "
		"Phoronix Test Suite export it, with its line breaks or flattened to one line; or "
		"document: a mail, an article, a shell session or a log in which benchmark programs' "
		"output stands, of one system or of several; tables of accounting and matrices of rates "
		"too. Without FORMAT it is recognised. The line above an output names its system, else "
		"the file's name does. Several documents become one result. What had to be guessed is "
		"said on stderr.",
	.options = import_options,
	.run = run,
};
