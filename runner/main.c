#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/command/command.h"
#include "runner/command/help/completion.h"
#include "runner/command/help/manual.h"
#include "share/base/file.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define LINE_COLUMNS 79

static void help(FILE *out)
{
	fprintf(out,
		"usage: hib COMMAND [OPTION ...] [OPERAND ...]\n"
		"Run storage and file-system benchmarks, keep every sample, draw bars.\n\n");
	for (const struct command *const *c = commands; *c; c++)
		fprintf(out, "  %-12s %s\n", (*c)->name, (*c)->summary);
	fprintf(out,
		"\n  hib COMMAND --help shows its options; man hib, hib-profile and hib-experiment tell more.\n");
}

static int unknown_command(const char *name)
{
	const char *names[64], *nearest;
	int n = 0;

	for (const struct command *const *c = commands; *c && n < 63; c++)
		names[n++] = (*c)->name;
	names[n] = NULL;
	nearest = text_nearest(name, names);
	if (*name == '-') {
		fprintf(stderr,
			"hib: unknown option '%s' (hib --help, hib --version; other options follow a command)\n",
			name);
		return EXIT_USAGE;
	}
	fprintf(stderr, "hib: unknown command '%s'%s%s%s\ncommands:", name, nearest ? ": did you mean '" : "",
		nearest ? nearest : "", nearest ? "'?" : "");
	for (int i = 0, column = 9; i < n; i++) {
		if (column + 1 + (int)strlen(names[i]) > LINE_COLUMNS)
			column = fprintf(stderr, "\n  ") - 1;
		column += fprintf(stderr, " %s", names[i]);
	}
	fprintf(stderr, "\n");
	return EXIT_USAGE;
}

/* `hib help`, `hib help COMMAND`, and what makes manual pages and completion. */
static int help_about(int argc, char **argv)
{
	static const struct {
		const char *option;
		int (*write)(const char *what, FILE *out, struct error *err);
	} makers[] = { { "--mdoc", manual_write }, { "--man", manual_write_command },
		{ "--completion", completion_write }, { "--words", completion_words } };
	const struct command *command;
	struct error err = ERROR_INIT;

	if (!argc) {
		help(stdout);
		return EXIT_OK;
	}
	for (size_t i = 0; argc == 2 && i < sizeof makers / sizeof *makers; i++)
		if (!strcmp(argv[0], makers[i].option))
			return makers[i].write(argv[1], stdout, &err) ? command_fail(&err) : EXIT_OK;
	command = command_named(argv[0]);
	if (!command)
		return unknown_command(argv[0]);
	options_help(command, stdout);
	return EXIT_OK;
}

/* Data that did not reach its file is an error, whatever the command says. */
static int finish(int code)
{
	struct error err = ERROR_INIT;

	if (file_check_stream(stdout, "standard output", &err))
		return command_fail(&err);
	return code;
}

int main(int argc, char **argv)
{
	const struct command *command;

	/* a file that is opened must not become one of the standard streams */
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			return EXIT_USAGE;
	if (argc < 2) {
		command_welcome(stdout);
		return finish(EXIT_OK);
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V") || !strcmp(argv[1], "version")) {
		printf("hib %s\n", HIB_VERSION);
		return finish(EXIT_OK);
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		help(stdout);
		return finish(EXIT_OK);
	}
	if (!strcmp(argv[1], "help"))
		return finish(help_about(argc - 2, argv + 2));
	command = command_named(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	return finish(command->run(command, argc - 1, argv + 1));
}
