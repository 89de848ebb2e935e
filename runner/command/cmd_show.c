#include <stdlib.h>
#include <string.h>

#include "report/text/classic.h"
#include "runner/command/command.h"
#include "runner/command/show_result.h"
#include "runner/journal/replay.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

struct show {
	const char *style, *form, *sort;
	int width;
	bool ascii;
};

static const struct option_spec show_options[] = {
	{ "style", 0, OPTION_CHOICE, offsetof(struct show, style), NULL,
		"rich (bars with intervals), table (the metrics of each test side by side, a row a system) or "
		"classic (the text of the Phoronix Test Suite, byte for byte)",
		0, 0, "rich table classic" },
	{ "form", 0, OPTION_CHOICE, offsetof(struct show, form), NULL,
		"of a table: aligned, or accounting (REAL UTIME STIME READ WRITTEN DETAILS, as kernel "
		"developers publish it)",
		0, 0, "aligned accounting" },
	{ "sort", 0, OPTION_CHOICE, offsetof(struct show, sort), NULL,
		"bars in the order of the file, or the best first", 0, 0, "file best" },
	{ "width", 0, OPTION_WHOLE, offsetof(struct show, width), "N",
		"columns; without it the terminal's, 80 in a pipe, 79 for the classic style", 20, 1000, NULL },
	{ "ascii", 0, OPTION_FLAG, offsetof(struct show, ascii), NULL, "no character outside ASCII", 0, 0,
		NULL },
	{ 0 }
};

static int show_classic(
	struct loaded *loaded, const struct show *show, const size_t *chosen, size_t n, struct error *err)
{
	const struct classic_options options = { show->width ? show->width : 79, chosen, n };
	struct text notes = TEXT_INIT;
	int rc = text_classic(&loaded->file, &options, stdout, &notes, err);

	command_notes(&notes);
	return rc;
}

static bool wants_accounting(const struct show *show)
{
	return show->form && !strcmp(show->form, "accounting");
}

static bool has_accounting(const struct result_file *file)
{
	for (size_t i = 0; i < file->n_results; i++)
		if (!strcmp(file->results[i].scale, "ticks"))
			return true;
	return false;
}

/* A run keeps its accounting in the journal; the form asks for it. */
static int add_accounting(struct loaded *loaded, const struct show *show, struct error *err)
{
	char *journal = loaded->folder ? file_join(loaded->folder, "journal.jsonl") : NULL;
	int rc = 0;

	if (journal && wants_accounting(show) && file_exists(journal))
		rc = replay_accounting(loaded, journal, err);
	else if (wants_accounting(show) && !has_accounting(&loaded->file))
		fprintf(stderr, "hib: no accounting stands in this result: a run keeps it in its own folder\n");
	free(journal);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct show show = { 0 };
	struct terminal terminal;
	struct loaded loaded;
	struct error err = ERROR_INIT;
	size_t *chosen, n;
	int first, rc = options_parse(command, argc, argv, &show, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (result_open(&loaded, argv[first], &err))
		return command_fail(&err);
	if (add_accounting(&loaded, &show, &err)) {
		loaded_release(&loaded);
		return command_fail(&err);
	}
	argv += first + (argv[first] != NULL);
	argc -= first + (first < argc);
	if (loaded.note)
		fprintf(stderr, "hib: %s\n", loaded.note);
	terminal = terminal_for(stdout, show.width, show.ascii);
	chosen = mem_zero(loaded.file.n_results, sizeof *chosen);
	n = choose_results(&loaded.file, argv, argc, chosen);
	if (missing_word(&loaded.file, argv, argc))
		rc = error_set(&err, "no test of '%s' has '%s' in its name", loaded.name,
			missing_word(&loaded.file, argv, argc));
	else if (show.style && !strcmp(show.style, "classic"))
		rc = show_classic(&loaded, &show, chosen, n, &err);
	else if (show.form || (show.style && !strcmp(show.style, "table")))
		rc = show_tables(&loaded, &terminal, wants_accounting(&show), chosen, n, &err);
	else
		rc = show_rich(&loaded, &terminal, show.sort && !strcmp(show.sort, "best"), chosen, n, &err);
	if (!rc && loaded.unfinished)
		fprintf(stderr, "hib: INCOMPLETE %d of %d trials: hib resume %s\n", loaded.n_done,
			loaded.n_planned, loaded.name);
	free(chosen);
	loaded_release(&loaded);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_show = {
	.name = "show",
	.operands = "[RESULT [TEST ...]]",
	.summary = "bars in the terminal",
	.text = "RESULT is a saved name, a folder or a composite.xml; RESULT:SYSTEM is one system of it; "
		"without one it is the newest. TEST chooses results by a part of their name.",
	.options = show_options,
	.run = run,
};
