#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parsers/parser.h"
#include "runner/command/command.h"
#include "runner/command/parse_print.h"
#include "runner/lines.h"
#include "runner/profile/library.h"
#include "runner/profile/test.h"
#include "share/base/banned.h"

struct parse_options {
	bool json;
};

static const struct option_spec parse_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct parse_options, json), NULL, "one JSON object on stdout", 0, 0,
		NULL },
	{ 0 },
};

/* Whose output it is: a program's parser, or what a profile says; neither: to be recognised. */
struct origin {
	const struct parser *parser;
	struct profile *profile;
	struct parser_options described;
	struct arena arena;
};

static bool has_value(const struct measurements *got)
{
	for (size_t i = 0; i < got->n; i++)
		if (got->items[i].state == ST_OK)
			return true;
	return false;
}

static int parse_file(
	struct origin *origin, const char *path, const struct parse_options *options, struct error *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input", *head;
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO, rc = 0;
	const struct ending ending = { END_UNKNOWN, 0, false };
	struct measurements got = { 0 };
	const struct parser *recognised;
	struct line_reader reader;
	size_t size;

	if (fd < 0)
		return error_set_errno(err, "cannot open '%s'", path);
	line_reader_start(&reader, fd, STREAM_OUT, name);
	size = line_reader_peek(&reader, &head, PARSER_HEAD, err);
	recognised = origin->profile ? NULL : parser_recognise(head, size, err);
	if (!origin->parser) {
		origin->parser = recognised;
		if (!recognised)
			rc = error_context(err, "%s", name);
	} else {
		error_release(err);
	}
	if (!rc) {
		const struct line_source source = { &reader, line_reader_next };

		rc = measurements_parse(&got, origin->parser, origin->profile ? &origin->described : NULL,
			&source, &ending, err);
	}
	if (!rc && recognised && recognised != origin->parser && !has_value(&got))
		rc = error_set(err, "%s is output of %s, not of %s: hib parse %s %s", name, recognised->program,
			origin->parser->program, recognised->program, strcmp(path, "-") ? path : "-");
	if (!rc && options->json)
		parse_print_json(origin->parser, &got);
	else if (!rc)
		parse_print_text(origin->parser, &got);
	if (fd != STDIN_FILENO)
		close(fd);
	line_reader_release(&reader);
	measurements_release(&got);
	return rc;
}

static int no_origin(const char *name, struct error *err)
{
	struct text programs = TEXT_INIT;

	for (const struct parser *const *p = parsers; *p; p++)
		text_printf(&programs, "%s%s", programs.size ? ", " : "", (*p)->program);
	error_set(err, "no parser for '%s' (there are: %s; or a profile)", name, text_string(&programs));
	text_release(&programs);
	return -1;
}

/* A program's name, else that of a profile. */
static int find_origin(struct origin *origin, const char *name, struct error *err)
{
	char *path;

	origin->parser = parser_named(name);
	if (origin->parser)
		return 0;
	path = library_path(name, err);
	if (!path) {
		error_release(err);
		return no_origin(name, err);
	}
	origin->profile = profile_load(path, err);
	free(path);
	if (!origin->profile)
		return -1;
	origin->parser = origin->profile->parser;
	if (!origin->parser)
		return error_set(err, "the profile '%s' measures time only: it reads no output", name);
	origin->described = profile_parser_options(origin->profile, NULL, &origin->arena);
	return 0;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct parse_options options = { 0 };
	struct origin origin = { 0 };
	struct error err = ERROR_INIT;
	const char *file = "-";
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	argc -= first;
	argv += first;
	if (argc > 2 || (!argc && isatty(STDIN_FILENO)))
		return command_usage(
			command, "parse needs a file, and the program's name where it is not to be guessed");
	if (argc == 2)
		file = argv[1];
	else if (argc && !parser_named(argv[0]) && !text_ends(argv[0], ".yaml"))
		file = argv[0];
	if (argc == 2 || (argc && file != argv[0]))
		rc = find_origin(&origin, argv[0], &err);
	if (!rc)
		rc = parse_file(&origin, file, &options, &err);
	profile_free(origin.profile);
	arena_release(&origin.arena);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_parse = {
	.name = "parse",
	.operands = "[PROGRAM|PROFILE] [FILE|-]",
	.summary = "values from output you already have",
	.text = "Without PROGRAM the output is recognised by its first lines. Each value is given as it was "
		"printed, in the unit it was printed in; with --json also in base units (B/s, s, 1/s). With "
		"a profile, its parser and what it describes are used: a way to try a profile of your own.",
	.options = parse_options,
	.run = run,
};
