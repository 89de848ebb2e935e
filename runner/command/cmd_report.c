#include <stdlib.h>
#include <string.h>

#include "runner/command/command.h"
#include "runner/command/report_write.h"
#include "runner/command/show_result.h"
#include "runner/store/floors.h"
#include "runner/store/store.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static const struct option_spec report_options[] = {
	{ "format", 'f', OPTION_LIST, offsetof(struct report_options, formats), "FORMAT[,FORMAT]",
		"html (the default): an article in one page; md: the same as Markdown; txt; svg and png: a picture of "
		"each chart; csv: a row a sample; wide: a row a test; json; xml: the result itself; dump: the charts as "
		"numbers",
		0, 0, NULL },
	{ "output", 'o', OPTION_TEXT, offsetof(struct report_options, out), "DIR",
		"folder for the files, made when it is not there; without it a single document goes to stdout",
		0, 0, NULL },
	{ "baseline", 'b', OPTION_TEXT, offsetof(struct report_options, baseline), "SYSTEM",
		"the system that the others are compared with; default the first", 0, 0, NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct report_options, title), "TITLE",
		"of the article; default the result's", 0, 0, NULL },
	{ "chart", 'c', OPTION_LIST, offsetof(struct report_options, charts), "KIND[,KIND]",
		"pictures of svg, png and dump: bars (the default), lines (over a numeric option), groups (bars of all "
		"settings of an option), runs (every trial in its order), overview (all tests against the baseline), "
		"all",
		0, 0, NULL },
	{ "sort", 0, OPTION_CHOICE, offsetof(struct report_options, sort), NULL,
		"bars in the order of the file, or the best first", 0, 0, "file best" },
	{ "width", 0, OPTION_WHOLE, offsetof(struct report_options, width), "N",
		"of pictures in pixels, default 800; of txt in columns, default 80", 20, LAYOUT_MOST_WIDTH,
		NULL },
	{ "scale", 0, OPTION_TEXT, offsetof(struct report_options, scale_text), "N",
		"pixels of a PNG for one of the picture, 0.25 to 8; default 1; 2 for screens of high density",
		0, 0, NULL },
	{ "force", 0, OPTION_FLAG, offsetof(struct report_options, force), NULL,
		"replace a composite.xml that is there (xml); the other files are replaced anyway", 0, 0,
		NULL },
	{ "private", 0, OPTION_FLAG, offsetof(struct report_options, private), NULL,
		"keep serial numbers, host and user names, MAC and mail addresses, UUIDs and home folders", 0,
		0, NULL },
	{ 0 }
};

static int take_scale(struct report_options *options, struct error *err)
{
	const char *text = options->scale_text;

	options->scale = 1;
	if (text &&
		(!number_double(text, strlen(text), &options->scale) || options->scale < 0.25 ||
			options->scale > 8))
		return error_set(err, "--scale: '%s' is no number from 0.25 to 8", text);
	return 0;
}

static int report(struct loaded *loaded, const struct report_options *options, char **words, int n_words,
	struct error *err)
{
	size_t *chosen = mem_zero(loaded->file.n_results + 1, sizeof *chosen);
	size_t n = choose_results(&loaded->file, words, n_words, chosen);
	const char *missing = missing_word(&loaded->file, words, n_words);
	struct floors floors = { 0 };
	struct text notes = TEXT_INIT;
	int rc;

	if (missing)
		rc = error_set(err, "no test of '%s' has '%s' in its name", loaded->name, missing);
	else
		rc = store_floors_load(&floors, err);
	if (!rc)
		rc = report_write(loaded, options, &floors, chosen, n, &notes, err);
	if (!rc && loaded->unfinished)
		text_printf(&notes, "INCOMPLETE %d of %d trials: hib resume %s\n", loaded->n_done,
			loaded->n_planned, loaded->name);
	command_notes(&notes);
	floors_release(&floors);
	free(chosen);
	return rc;
}

static void release(struct report_options *options)
{
	text_list_release(&options->formats);
	text_list_release(&options->charts);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct report_options options = { 0 };
	struct loaded loaded = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc) {
		release(&options);
		return rc > 0 ? EXIT_OK : command_fail(&err);
	}
	rc = take_scale(&options, &err);
	if (!rc)
		rc = result_open(&loaded, argv[first], &err);
	argv += first + (argv[first] != NULL);
	argc -= first + (first < argc);
	if (!rc && loaded.note)
		command_notes(&(struct text){ .bytes = mem_text(loaded.note), .size = strlen(loaded.note) });
	if (!rc)
		rc = report(&loaded, &options, argv, argc, &err);
	loaded_release(&loaded);
	release(&options);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_report = {
	.name = "report",
	.operands = "[RESULT [TEST ...]]",
	.summary = "an article with charts, single pictures and tables of a result",
	.text = "RESULT is a saved name, a folder or a composite.xml; RESULT:SYSTEM is one system of it; "
		"without one it is the newest. TEST chooses results by a part of their name. Pictures go to charts/ "
		"within the folder, named by test and options; the paths of the other documents are printed.",
	.options = report_options,
	.run = run,
};
