#include "runner/command/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runner/command/list_of_commands.h"
#include "runner/keys/keys.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define ENTRY(name) &command_##name,
const struct command *const commands[] = { COMMANDS(ENTRY) NULL };
#undef ENTRY

const struct command *command_named(const char *name)
{
	for (const struct command *const *c = commands; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

/* Lines for people: names from files stand in them, and must not speak to the terminal. */
static void write_lines(const char *lines, const char *before_first, const char *before_others)
{
	const char *before = before_first;

	while (*lines) {
		size_t size = strcspn(lines, "\n");
		struct text clean = TEXT_INIT;

		text_add_clean(&clean, lines, size);
		fprintf(stderr, "%s%s\n", before, text_string(&clean));
		text_release(&clean);
		before = before_others;
		lines += size + (lines[size] == '\n');
	}
}

int command_fail(struct error *err)
{
	int code = err->code;

	/* what stands on stdout so far must come first where both go to one place */
	fflush(stdout);
	write_lines(err->message && *err->message ? err->message : "unknown error", "hib: ", "");
	error_release(err);
	return code;
}

void command_notes(struct text *notes)
{
	fflush(stdout);
	write_lines(text_string(notes), "hib: ", "hib: ");
	text_release(notes);
}

void command_warnings(const struct strings *warnings)
{
	struct text lines = TEXT_INIT;

	for (size_t i = 0; i < warnings->n; i++)
		text_printf(&lines, "%swarning: %s", i ? "\n" : "", warnings->items[i]);
	command_notes(&lines);
}

int command_place(const struct text *content, const char *path, bool force, struct error *err)
{
	if (!path) {
		fwrite(text_string(content), 1, content->size, stdout);
		return file_check_stream(stdout, "standard output", err);
	}
	if (!force && file_exists(path))
		return error_set(err, "'%s' exists: --force replaces it", path);
	return file_replace(path, content, err);
}

int command_usage(const struct command *command, const char *format, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "hib: ");
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, "\nusage: hib %s%s%s%s (hib %s --help)\n", command->name,
		command->options ? " [OPTION ...]" : "", *command->operands ? " " : "", command->operands,
		command->name);
	return EXIT_USAGE;
}
