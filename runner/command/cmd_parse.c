#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parsers/parser.h"
#include "runner/command/command.h"
#include "runner/lines.h"
#include "runner/profile/library.h"
#include "runner/profile/test.h"
#include "runner/measurements.h"
#include "share/base/json.h"
#include "share/base/banned.h"

struct parse_options {
	bool json;
};

static const struct option_spec parse_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct parse_options, json), NULL, "one JSON object on stdout", 0, 0,
		NULL },
	{ 0 },
};

static void add_metric(struct text *out, const struct measurement *m)
{
	text_adds(out, out->bytes[out->size - 1] == '[' ? "\n  {" : ",\n  {");
	json_add_key(out, "metric");
	json_add_string(out, m->metric);
	if (m->system) {
		json_add_key(out, "system");
		json_add_string(out, m->system);
		json_add_key(out, "test");
		json_add_string(out, m->test);
	}
	json_add_key(out, "value");
	json_add_number(out, m->number.value);
	json_add_key(out, "unit");
	json_add_string(out, m->unit);
	json_add_key(out, "base_value");
	json_add_number(out, m->base_value);
	json_add_key(out, "base_unit");
	json_add_string(out, base_unit_name(m->base_unit));
	json_add_key(out, "proportion");
	json_add_string(out, proportion_name(m->proportion));
	json_add_key(out, "state");
	json_add_string(out, state_name(m->state));
	json_add_key(out, "reason");
	json_add_string(out, m->reason);
	json_add_key(out, "line");
	text_printf(out, "%lu}", m->line);
}

static void print_json(const struct parser *parser, const struct measurements *got)
{
	struct text out = TEXT_INIT;

	text_addc(&out, '{');
	json_add_key(&out, "program");
	json_add_string(&out, parser->program);
	json_add_key(&out, "version");
	json_add_string(&out, got->version);
	json_add_key(&out, "verdict");
	json_add_string(&out, verdict_name(got->verdict));
	json_add_key(&out, "reason");
	json_add_string(&out, got->reason);
	json_add_key(&out, "warnings");
	text_addc(&out, '[');
	for (size_t i = 0; i < got->n_warnings; i++) {
		text_adds(&out, i ? ",{" : "{");
		json_add_key(&out, "line");
		text_printf(&out, "%lu", got->warnings[i].line);
		json_add_key(&out, "text");
		json_add_string(&out, got->warnings[i].text);
		text_addc(&out, '}');
	}
	text_adds(&out, "]");
	json_add_key(&out, "metrics");
	text_addc(&out, '[');
	for (size_t i = 0; i < got->n; i++)
		add_metric(&out, &got->items[i]);
	text_adds(&out, "]}\n");
	fwrite(out.bytes, 1, out.size, stdout);
	text_release(&out);
}

/* Words from the output, made fit for a terminal and padded to `columns`. */
static void add_clean(struct text *out, const char *words, int columns)
{
	size_t from = out->size;

	text_add_clean(out, words, strlen(words));
	if (columns)
		text_pad(out, columns - text_width(out->bytes + from, out->size - from));
}

static void add_right(struct text *out, const char *word, int columns)
{
	size_t size = strlen(word);

	text_pad(out, columns - (int)size);
	text_add(out, word, size);
}

/* What stands around the value: the same few metrics and units come again and again. */
struct surroundings {
	struct {
		const struct measurement *of;
		struct text before, behind;
	} kept[8];
	size_t next;
	int width;
};

static void surroundings_release(struct surroundings *around)
{
	for (size_t i = 0; i < sizeof around->kept / sizeof *around->kept; i++) {
		text_release(&around->kept[i].before);
		text_release(&around->kept[i].behind);
	}
}

/* The place in `around` of this metric and unit, made where there is none. */
static size_t find_surroundings(struct surroundings *around, const struct measurement *m)
{
	enum { MOST = sizeof around->kept / sizeof *around->kept };
	size_t i;

	for (i = 0; i < MOST && around->kept[i].of; i++)
		if (around->kept[i].of->metric == m->metric && around->kept[i].of->unit == m->unit &&
			around->kept[i].of->proportion == m->proportion)
			return i;
	i = around->next++ % MOST;
	around->kept[i].of = m;
	text_clear(&around->kept[i].before);
	add_clean(&around->kept[i].before, m->metric, around->width);
	text_adds(&around->kept[i].before, "  ");
	text_clear(&around->kept[i].behind);
	text_addc(&around->kept[i].behind, ' ');
	add_clean(&around->kept[i].behind, m->unit, 8);
	text_printf(&around->kept[i].behind, " %s\n", proportion_words(m->proportion));
	return i;
}

static void add_no_value(struct text *out, const struct measurement *m)
{
	add_right(out, state_name(m->state), 12);
	text_addc(out, ' ');
	add_clean(out, m->unit, 8);
	text_printf(out, " line %lu: ", m->line);
	add_clean(out, m->reason ? m->reason : "", 0);
	text_addc(out, '\n');
}

static void add_line(struct text *out, const struct measurement *m, struct surroundings *around)
{
	size_t i = find_surroundings(around, m);

	text_add(out, around->kept[i].before.bytes, around->kept[i].before.size);
	if (m->state != ST_OK) {
		add_no_value(out, m);
		return;
	}
	add_right(out, m->number.text, 12);
	text_add(out, around->kept[i].behind.bytes, around->kept[i].behind.size);
}

static void flush(struct text *out, size_t limit)
{
	if (out->size <= limit)
		return;
	fwrite(out->bytes, 1, out->size, stdout);
	text_clear(out);
}

static void print_text(const struct parser *parser, const struct measurements *got)
{
	struct text out = TEXT_INIT;
	struct surroundings around = { 0 };
	const char *last = NULL;

	for (size_t i = 0; i < got->n; i++) {
		const char *metric = got->items[i].metric;

		if (metric != last && text_width(metric, strlen(metric)) > around.width)
			around.width = text_width(metric, strlen(metric));
		last = metric;
	}
	text_printf(&out, "%s ", parser->program);
	add_clean(&out, got->version ? got->version : "(version not told)", 0);
	text_printf(&out, ": %s%s", verdict_name(got->verdict), got->reason ? ", " : "");
	add_clean(&out, got->reason ? got->reason : "", 0);
	text_addc(&out, '\n');
	for (size_t i = 0; i < got->n; i++) {
		add_line(&out, &got->items[i], &around);
		flush(&out, (size_t)64 << 10);
	}
	flush(&out, 0);
	fflush(stdout);
	text_release(&out);
	surroundings_release(&around);
	for (size_t i = 0; i < got->n_warnings; i++)
		fprintf(stderr, "hib: line %lu: %s\n", got->warnings[i].line, got->warnings[i].text);
	if (got->n_unsaid)
		fprintf(stderr, "hib: and %zu further remarks\n", got->n_unsaid);
}

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
		print_json(origin->parser, &got);
	else if (!rc)
		print_text(origin->parser, &got);
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
