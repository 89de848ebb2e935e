#include <string.h>

#include "report/layout/terminal.h"
#include "runner/command/command.h"
#include "runner/machine/disturbances.h"
#include "share/base/json.h"
#include "share/base/banned.h"

struct doctor_options {
	bool json, strict;
};

static const struct option_spec doctor_options[] = {
	{ "strict", 0, OPTION_FLAG, offsetof(struct doctor_options, strict), NULL,
		"exit status 1 when something is bad", 0, 0, NULL },
	{ "json", 0, OPTION_FLAG, offsetof(struct doctor_options, json), NULL, "one JSON object on stdout", 0,
		0, NULL },
	{ 0 },
};

static const char *const severities[] = { "bad", "note", "ok" };

static size_t count(const struct disturbances *d, enum severity severity)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		n += d->items[i].severity == severity;
	return n;
}

/* "bad   on battery                    plug it in": the remedy goes below where both do not fit. */
static void print_one(const struct disturbance *item, int column, int width)
{
	int what = text_width(item->what, strlen(item->what)),
	    remedy = text_width(item->remedy, strlen(item->remedy));

	printf("%-5s %s", severities[item->severity], item->what);
	if (!*item->remedy)
		putchar('\n');
	else if (what + 2 <= column && 6 + column + remedy <= width)
		printf("%*s%s\n", column - what, "", item->remedy);
	else
		printf("\n      %s%s\n", 6 + 2 + remedy <= width ? "  " : "", item->remedy);
}

static void print_text(const struct disturbances *d)
{
	struct terminal terminal = terminal_for(stdout, 0, false);
	size_t bad = count(d, SEVERITY_BAD);
	int column = 0;

	printf("%s\n", d->machine);
	for (size_t i = 0; i < d->n; i++) {
		int what = text_width(d->items[i].what, strlen(d->items[i].what)) + 2;

		if (what > column && what <= 34 && *d->items[i].remedy)
			column = what;
	}
	for (enum severity severity = SEVERITY_BAD; severity <= SEVERITY_OK; severity++)
		for (size_t i = 0; i < d->n; i++)
			if (d->items[i].severity == severity)
				print_one(&d->items[i], column, terminal.width);
	if (bad)
		printf("%zu thing%s to mend. A run is possible: what remains is noted beside each trial.\n",
			bad, bad == 1 ? "" : "s");
	else
		printf("Nothing to mend. What is noted above is noted in results, too.\n");
}

static void print_json(const struct disturbances *d)
{
	struct text out = TEXT_INIT;

	text_addc(&out, '{');
	json_add_key(&out, "machine");
	json_add_string(&out, d->machine);
	json_add_key(&out, "findings");
	text_addc(&out, '[');
	for (size_t i = 0; i < d->n; i++) {
		text_adds(&out, i ? ",{" : "{");
		json_add_key(&out, "severity");
		json_add_string(&out, severities[d->items[i].severity]);
		json_add_key(&out, "what");
		json_add_string(&out, d->items[i].what);
		json_add_key(&out, "remedy");
		json_add_string(&out, d->items[i].remedy);
		text_addc(&out, '}');
	}
	text_adds(&out, "]}\n");
	fputs(text_string(&out), stdout);
	text_release(&out);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct doctor_options options = { 0 };
	struct error err = ERROR_INIT;
	struct disturbances found;
	struct filesystem fs;
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);
	const char *folder;

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	folder = argv[first] ? argv[first] : ".";
	if (filesystem_of(&fs, folder, &err))
		return command_fail(&err);
	disturbances_find(&found, folder, &fs);
	if (options.json)
		print_json(&found);
	else
		print_text(&found);
	code = options.strict && count(&found, SEVERITY_BAD) ? EXIT_THRESHOLD : EXIT_OK;
	disturbances_release(&found);
	filesystem_release(&fs);
	return code;
}

const struct command command_doctor = {
	.name = "doctor",
	.operands = "[DIR]",
	.summary = "what disturbs measurements here, and the remedy",
	.text = "Looks at power, load, frequencies, swap, memory, virtual machine and disk, space and rights, without root. Exit "
		"status 0; with --strict 1 when something is bad.",
	.options = doctor_options,
	.run = run,
};
