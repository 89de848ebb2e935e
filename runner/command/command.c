#include "runner/command/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runner/command/list_of_commands.h"
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

int command_fail(struct error *err)
{
	int code = err->code;

	/* what stands on stdout so far must come first where both go to one place */
	fflush(stdout);
	fprintf(stderr, "hib: %s\n", err->message ? err->message : "unknown error");
	error_release(err);
	return code;
}

void command_notes(struct text *notes)
{
	const char *p = text_string(notes);

	fflush(stdout);
	while (*p) {
		size_t size = strcspn(p, "\n");
		struct text clean = TEXT_INIT;

		text_add_clean(&clean, p, size);
		fprintf(stderr, "hib: %s\n", text_string(&clean));
		text_release(&clean);
		p += size + (p[size] == '\n');
	}
	text_release(notes);
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
