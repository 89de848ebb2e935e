#include <stdlib.h>

#include "runner/command/command.h"
#include "runner/pts/suite.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

struct export_options {
	const char *out;
	bool force;
};

static const struct option_spec export_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct export_options, out), "DIR",
		"folder for suite-definition.xml; without it to stdout", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct export_options, force), NULL, "replace an existing one", 0,
		0, NULL },
	{ 0 }
};

static int place(const struct text *suite, const struct export_options *options, struct error *err)
{
	char *path = options->out ? file_join(options->out, "suite-definition.xml") : NULL;
	int rc = options->out ? file_make_folders(options->out, 0755, err) : 0;

	if (!rc)
		rc = command_place(suite, path, options->force, err);
	if (!rc && path)
		fprintf(stderr, "saved %s\n", path);
	free(path);
	return rc;
}

static int export_suite(const char *name, const struct export_options *options, struct error *err)
{
	struct text suite = TEXT_INIT, left_out = TEXT_INIT;
	struct loaded loaded = { 0 };
	int rc = result_open(&loaded, name, err);

	if (!rc)
		rc = pts_suite_write(&loaded.file, &suite, &left_out, err);
	if (!rc && left_out.size)
		fprintf(stderr,
			"hib: warning: profiles of hib are left out, which the Phoronix Test Suite has not: %s\n",
			text_string(&left_out));
	if (!rc)
		rc = place(&suite, options, err);
	loaded_release(&loaded);
	text_release(&suite);
	text_release(&left_out);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct export_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first != 1)
		return command_usage(command, "export-suite needs one result");
	return export_suite(argv[first], &options, &err) ? command_fail(&err) : EXIT_OK;
}

const struct command command_export_suite = {
	.name = "export-suite",
	.operands = "RESULT",
	.summary = "the suite of the Phoronix Test Suite that runs a result's tests",
	.text = "Each test of the result once, with the arguments it had; results that are further values of one test "
		"are not tests of their own. Put into a folder below ~/.phoronix-test-suite/test-suites/local the suite is "
		"known to the Phoronix Test Suite by the folder's name, and to hib as pts:NAME.",
	.options = export_options,
	.run = run,
};
