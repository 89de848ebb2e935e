#ifndef RUNNER_OPTIONS_H
#define RUNNER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "share/base/error.h"

enum option_type {
	OPTION_FLAG, /* bool */
	OPTION_TEXT, /* const char * */
	OPTION_WHOLE, /* int within low..high */
	OPTION_CHOICE, /* const char *, one of `choices` */
	OPTION_LIST /* struct text_list: may be given several times */
};

/* Values of a repeated option, in order. The strings are those of argv. */
struct text_list {
	const char **items;
	size_t n;
};

/* One option of a command; from a table of these come parsing, --help, the manual and completion. */
struct option_spec {
	const char *name; /* long name without dashes; NULL ends a table */
	char letter; /* short name, or 0 */
	enum option_type type;
	size_t offset; /* in the command's struct of values */
	const char *value; /* what the value is called in the help; NULL for flags and choices */
	const char *help;
	int low, high; /* OPTION_WHOLE */
	const char *choices; /* OPTION_CHOICE: "normal article" */
};

struct command {
	const char *name;
	const char *operands; /* "RESULT [TEST ...]" */
	const char *summary; /* one line */
	const char *text; /* paragraphs for help and manual; may be "" */
	const struct option_spec *options;
	/* argv holds the operands only; returns the exit code */
	int (*run)(const struct command *command, int argc, char **argv);
};

/*
 * Parse the options of `command` from argv[1..] into `values`, a zeroed struct that the table's
 * offsets describe. The operands stay in argv from *first on. Returns 0; 1 when --help was asked
 * for and printed; -1 with a message that names the nearest option. Lists are released with
 * text_list_release().
 */
int options_parse(
	const struct command *command, int argc, char **argv, void *values, int *first, struct error *err);

void text_list_release(struct text_list *list);

void options_help(const struct command *command, FILE *out);

/* "--width N" or "-o, --output DIR": how an option is written in help and manual. */
void option_form(const struct option_spec *option, char buffer[120]);
/* What its value is called: "N", "run|change"; "" for a flag. */
const char *option_value(const struct option_spec *option, char buffer[80]);

#endif
