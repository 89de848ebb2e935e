#include <stdlib.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "runner/command/command.h"
#include "runner/store/store.h"
#include "share/base/banned.h"

struct export_options {
	const char *out;
	bool force;
};

static const struct option_spec export_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct export_options, out), "FILE",
		"where it goes; without it to stdout", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct export_options, force), NULL, "replace an existing file",
		0, 0, NULL },
	{ 0 }
};

static int export_result(const struct exchange *exchange, const char *name,
	const struct export_options *options, struct error *err)
{
	struct text content = TEXT_INIT, notes = TEXT_INIT;
	struct loaded loaded = { 0 };
	int rc = result_open(&loaded, name, err);

	if (!rc)
		rc = exchange->write(&loaded.file, &content, &notes, err);
	command_notes(&notes);
	if (!rc)
		rc = command_place(&content, options->out, options->force, err);
	loaded_release(&loaded);
	text_release(&content);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct export_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);
	const struct exchange *exchange;

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first < 1 || argc - first > 2)
		return command_usage(command, "export needs a format and a result");
	exchange = exchange_named(argv[first]);
	if (!exchange || !exchange->write) {
		const char *names[16], *nearest;
		int n = 0;

		for (const struct exchange *const *e = exchanges; *e && n < 15; e++)
			names[n++] = (*e)->name;
		names[n] = NULL;
		nearest = text_nearest(argv[first], names);
		return command_usage(command,
			"'%s' is no format%s%s%s (there are csv, hyperfine, google-benchmark, go, mmtests)",
			argv[first], nearest ? ": did you mean '" : "", nearest ? nearest : "",
			nearest ? "'?" : "");
	}
	return export_result(exchange, argc - first == 2 ? argv[first + 1] : NULL, &options, &err) ?
		command_fail(&err) :
		EXIT_OK;
}

const struct command command_export = {
	.name = "export",
	.operands = "FORMAT [RESULT]",
	.summary = "a result as the file of another benchmark program",
	.text = "FORMAT is csv, a row for each sample; hyperfine, the JSON of hyperfine --export-json: times only; "
		"google-benchmark, its JSON: times of one system; go, the text of go test -bench, of one system; mmtests, "
		"rows of operation, iteration and value, of one system. RESULT:SYSTEM is one system of a result. What a "
		"format has no place for is told on stderr. hib import reads all of them.",
	.options = export_options,
	.run = run,
};
