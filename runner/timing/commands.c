#include "runner/timing/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_COMMANDS 1000
#define MOST_VALUES   1000

/* A parameter and the values it takes. */
struct parameter {
	const char *name;
	const char **values;
	size_t n;
};

static void add_value(struct arena *arena, struct parameter *p, const char *value)
{
	p->values = arena_more(arena, p->values, p->n, sizeof *p->values);
	p->values[p->n++] = value;
}

/* "1..8" and "1..8/2"; false when it is a list. */
static bool take_range(struct arena *arena, struct parameter *p, const char *text)
{
	const char *dots = strstr(text, ".."), *slash = strrchr(text, '/');
	double from, to, step = 1;
	int decimals;

	if (!dots || !number_double(text, (size_t)(dots - text), &from) ||
		!number_double(
			dots + 2, slash && slash > dots ? (size_t)(slash - dots - 2) : strlen(dots + 2), &to) ||
		(slash && slash > dots && !number_double(slash + 1, strlen(slash + 1), &step)) || step <= 0)
		return false;
	decimals = number_decimals(text) > 0 || (slash && number_decimals(slash + 1) > 0) ? 6 : 0;
	for (int i = 0; from + i * step <= to * (1 + 1e-12) && p->n <= MOST_VALUES; i++) {
		char buffer[NUMBER_TEXT_SIZE];

		add_value(arena, p,
			arena_text(arena,
				decimals ? number_shortest(from + i * step, buffer) :
					   number_fixed(from + i * step, 0, buffer)));
	}
	return true;
}

static int take_parameter(struct arena *arena, struct parameter *p, const char *text, struct error *err)
{
	const char *equals = strchr(text, '=');

	if (!equals || equals == text || !equals[1])
		return error_set(
			err, "--parameter '%s': the form is NAME=VALUE,VALUE or NAME=FROM..TO[/STEP]", text);
	*p = (struct parameter){ .name = arena_bytes(arena, text, (size_t)(equals - text)) };
	if (!take_range(arena, p, equals + 1))
		for (const char *at = equals + 1; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
			add_value(arena, p, arena_bytes(arena, at, strcspn(at, ",")));
	return p->n && p->n <= MOST_VALUES ?
		0 :
		error_set(err, "--parameter '%s': no values, or more than %d", text, MOST_VALUES);
}

/* A line with each {NAME} replaced. */
static const char *filled(
	struct arena *arena, const char *line, const struct parameter *parameters, size_t n, const size_t *at)
{
	for (size_t i = 0; i < n; i++) {
		char *word = mem_printf("{%s}", parameters[i].name),
		     *with = text_replaced(line, word, parameters[i].values[at[i]]);

		line = arena_text(arena, with);
		free(word);
		free(with);
	}
	return line;
}

static void add_word(struct arena *arena, char ***argv, size_t *n, const char *word)
{
	*argv = arena_more(arena, *argv, *n, sizeof **argv);
	(*argv)[(*n)++] = word ? arena_text(arena, word) : NULL;
}

/* One word of a line from *at on, quotes and backslashes taken away. */
static int take_word(const char **at, struct text *word, const char *line, struct error *err)
{
	char quote = '\0';

	for (; **at && (quote || !strchr(" \t\n", **at)); ++*at) {
		char c = **at;

		if (quote && c == quote)
			quote = '\0';
		else if (!quote && (c == '\'' || c == '"'))
			quote = c;
		else if (c == '\\' && quote != '\'' && (*at)[1])
			text_addc(word, *++*at);
		else if (!quote && strchr("|&;<>()$`*?[~", c))
			return error_set(err,
				"'%s': '%c' means something to a shell only: --shell runs the line by one, quotes keep it",
				line, c);
		else
			text_addc(word, c);
	}
	return quote ? error_set(err, "'%s': a quote does not end", line) : 0;
}

static int split(struct arena *arena, const char *line, char ***argv, struct error *err)
{
	struct text word = TEXT_INIT;
	size_t n = 0;
	int rc = 0;

	*argv = NULL;
	for (const char *at = line + strspn(line, " \t\n"); *at && !rc; at += strspn(at, " \t\n")) {
		text_clear(&word);
		rc = take_word(&at, &word, line, err);
		if (!rc)
			add_word(arena, argv, &n, text_string(&word));
	}
	text_release(&word);
	if (!rc && !n)
		rc = error_set(err, "a command is empty");
	add_word(arena, argv, &n, NULL);
	return rc;
}

static int make_argv(struct arena *arena, const char *line, bool shell, char ***argv, struct error *err)
{
	size_t n = 0;

	if (!shell)
		return split(arena, line, argv, err);
	*argv = NULL;
	add_word(arena, argv, &n, "/bin/sh");
	add_word(arena, argv, &n, "-c");
	add_word(arena, argv, &n, line);
	add_word(arena, argv, &n, NULL);
	return 0;
}

/* One command out of a line or of all words, with these values of the parameters. */
static int add(struct arena *arena, char *const *lines, size_t n_lines, const struct timing_options *o,
	const struct parameter *parameters, const size_t *at, struct timed_command *command, struct error *err)
{
	struct text name = TEXT_INIT;
	size_t n = 0;
	int rc = 0;

	*command = (struct timed_command){ 0 };
	for (size_t i = 0; i < n_lines; i++) {
		const char *line = filled(arena, lines[i], parameters, o->parameters.n, at);

		if (o->whole)
			add_word(arena, &command->argv, &n, line);
		else
			rc = make_argv(arena, line, o->shell, &command->argv, err);
		text_adds(&name, i ? " " : "");
		if (o->whole)
			text_add_quoted(&name, line);
		else
			text_adds(&name, line);
	}
	if (o->whole)
		add_word(arena, &command->argv, &n, NULL);
	if (o->prepare)
		command->prepare = filled(arena, o->prepare, parameters, o->parameters.n, at);
	command->name = arena_text(arena, text_string(&name));
	text_release(&name);
	return rc;
}

static bool next(size_t *at, const struct parameter *parameters, size_t n)
{
	while (n--) {
		if (++at[n] < parameters[n].n)
			return true;
		at[n] = 0;
	}
	return false;
}

static int check_names(const struct timed_command *commands, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(commands[i].name, commands[k].name))
				return error_set(err, "two commands are called '%s': --name names each",
					commands[i].name);
	return 0;
}

int timing_commands(struct arena *arena, char *const *lines, size_t n, const struct timing_options *options,
	struct timed_command **commands, size_t *n_commands, struct error *err)
{
	struct parameter *parameters = arena_take(arena, (options->parameters.n + 1) * sizeof *parameters);
	size_t each = options->whole ? n : 1, *at = arena_take(arena, (options->parameters.n + 1) * sizeof *at);
	int rc = 0;

	*commands = NULL;
	*n_commands = 0;
	for (size_t i = 0; i < options->parameters.n && !rc; i++)
		rc = take_parameter(arena, &parameters[i], options->parameters.items[i], err);
	for (size_t i = 0; i < n && !rc; i += each)
		do {
			if (*n_commands == MOST_COMMANDS)
				return error_set(err, "more than %d commands", MOST_COMMANDS);
			*commands = arena_more(arena, *commands, *n_commands, sizeof **commands);
			rc = add(arena, lines + i, each, options, parameters, at, &(*commands)[(*n_commands)++],
				err);
		} while (!rc && next(at, parameters, options->parameters.n));
	if (!rc && options->names.n > *n_commands)
		rc = error_set(err, "there are %zu names for %zu commands", options->names.n, *n_commands);
	for (size_t i = 0; i < options->names.n && !rc; i++)
		(*commands)[i].name = options->names.items[i];
	return rc ? rc : check_names(*commands, *n_commands, err);
}
