#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report/exchange/exchange.h"
#include "report/exchange/openbenchmarking.h"
#include "runner/command/command.h"
#include "runner/command/import/document.h"
#include "runner/command/import/fio_plot.h"
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
	{ "output", 'o', OPTION_TEXT, offsetof(struct import_options, out), "NAME|DIR|FILE.xml",
		"where the result goes: a name among the saved results, or a path; default a name made of its title",
		0, 0, NULL },
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

/* A name among the saved results. */
static char *default_name(const struct result_file *file)
{
	struct text name = TEXT_INIT;
	char *copy;

	text_add_slug(&name, *file->meta.title ? file->meta.title : "imported");
	copy = mem_text(text_string(&name));
	text_release(&name);
	return copy;
}

static int save(const struct result_file *file, const struct import_options *options, struct error *err)
{
	char *out = options->out ? mem_text(options->out) : default_name(file);
	char *path = result_place(out, options->force, err);
	int rc = path ? result_save(file, path, err) : -1;

	if (!rc)
		fprintf(stderr, "saved %s: %zu systems, %zu results\n", out, file->n_systems, file->n_results);
	free(path);
	free(out);
	return rc;
}

/* What reads a file: the classic chart text, a document with output in it, or a neighbour's format. */
enum kind { KIND_OPENBENCHMARKING, KIND_DOCUMENT, KIND_FIO_PLOT, KIND_EXCHANGE, KIND_UNKNOWN };

struct format {
	enum kind kind;
	const struct exchange *exchange; /* KIND_EXCHANGE */
};

static struct format format_named(const char *name)
{
	static const char *const names[] = { "openbenchmarking-text", "document", "fio-plot", NULL };
	const struct exchange *exchange = exchange_named(name);

	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], name))
			return (struct format){ (enum kind)i, NULL };
	return exchange && exchange->read ? (struct format){ KIND_EXCHANGE, exchange } :
					    (struct format){ KIND_UNKNOWN, NULL };
}

/* The classic chart text says of each chart in which direction better is. */
static struct format recognise(const char *name, const struct text *content)
{
	const char *bytes = text_string(content);
	const struct exchange *exchange = exchange_recognise(bytes, content->size);

	(void)name;
	if (exchange)
		return (struct format){ KIND_EXCHANGE, exchange };
	return (struct format){ strstr(bytes, " > Higher Is Better") || strstr(bytes, " < Lower Is Better") ?
			KIND_OPENBENCHMARKING :
			KIND_DOCUMENT,
		NULL };
}

/* "runs/ssd.json" is of "ssd". */
static char *system_name(const char *name)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');

	return mem_bytes(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

static int import_exchange(struct result_file *file, const struct exchange *exchange, const char *name,
	const struct text *content, struct document_options *options, struct text *notes, struct error *err)
{
	char *system = system_name(name);
	const struct exchange_source source = { name, *system ? system : "imported", text_string(content),
		content->size };
	int rc = exchange->read(file, &source, notes, err);

	if (!rc && !*file->meta.title)
		file->meta.title = arena_text(&file->arena, options->title ? options->title : system);
	free(system);
	return rc;
}

static int import_file(struct result_file *file, struct format format, const char *name,
	struct document_options *options, struct error *err)
{
	struct text content = TEXT_INIT, notes = TEXT_INIT;
	bool folder = file_is_folder(name);
	int rc = folder ? 0 : file_read(&content, strcmp(name, "-") ? name : "/dev/stdin", LARGEST, err);

	if (!rc && format.kind == KIND_UNKNOWN)
		format = folder ? (struct format){ KIND_FIO_PLOT, NULL } : recognise(name, &content);
	if (!rc && folder != (format.kind == KIND_FIO_PLOT))
		rc = error_set(err, "'%s' is %s folder: fio-plot's results are one, other formats are files",
			name, folder ? "a" : "no");
	if (!rc && format.kind == KIND_FIO_PLOT)
		rc = import_fio_plot(file, name, options->title, &notes, err);
	else if (!rc && format.kind == KIND_EXCHANGE)
		rc = import_exchange(file, format.exchange, name, &content, options, &notes, err);
	else if (!rc && format.kind == KIND_DOCUMENT)
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
	struct format format, char **names, int n, const struct import_options *options, struct error *err)
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
	struct format format = { KIND_UNKNOWN, NULL };
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	argc -= first;
	argv += first;
	if (argc && (argc > 1 || access(argv[0], F_OK))) {
		format = format_named(argv[0]);
		if (format.kind == KIND_UNKNOWN && access(argv[0], F_OK) && strcmp(argv[0], "-") != 0)
			return command_usage(command,
				"'%s' is no file and no format: there are openbenchmarking-text, document, fio-plot, hyperfine, google-benchmark, go, csv and mmtests",
				argv[0]);
	}
	if (format.kind != KIND_UNKNOWN) {
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
		"Phoronix Test Suite export it, with its line breaks or flattened to one line; "
		"hyperfine, google-benchmark: their JSON; go: text of go test -bench; csv: a row for each "
		"sample, as hib report -f csv writes it; mmtests: rows of operation, iteration and value; "
		"fio-plot: the folder that its bench-fio fills with fio's JSON; or "
		"document: a mail, an article, a shell session or a log in which benchmark programs' "
		"output stands, of one system or of several; tables of accounting and matrices of rates "
		"too. Without FORMAT it is recognised. The line above an output names its system, else "
		"the file's name does. Several documents become one result. What had to be guessed is "
		"said on stderr.",
	.options = import_options,
	.run = run,
};
