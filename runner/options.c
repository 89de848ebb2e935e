#include "runner/options.h"

#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/memory.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_OPTIONS 40
#define HELP_CODE    1000 /* above every table index */
#define HELP_WIDTH   79
#define HELP_COLUMN  26 /* where what an option does begins */

static int count(const struct option_spec *options)
{
	int n = 0;

	while (options && options[n].name)
		n++;
	if (n > MOST_OPTIONS)
		BUG("too many options");
	return n;
}

const char *option_value(const struct option_spec *option, char buffer[80])
{
	snprintf(buffer, 80, "%s", option->choices ? option->choices : option->value ? option->value : "");
	for (char *p = buffer; option->choices && *p; p++)
		*p = *p == ' ' ? '|' : *p;
	return buffer;
}

void option_form(const struct option_spec *option, char buffer[120])
{
	char value[80];
	int n = 0;

	if (option->letter)
		n = snprintf(buffer, 120, "-%c, ", option->letter);
	option_value(option, value);
	snprintf(buffer + n, (size_t)(120 - n), "--%s%s%s", option->name, *value ? " " : "", value);
}

/* Words from column `indent` on, where the first line stands already; any white space is a blank. */
static void put_words(const char *words, int indent, FILE *out)
{
	int column = indent;

	for (words += strspn(words, " \n"); *words; words += strspn(words, " \n")) {
		int size = (int)strcspn(words, " \n");

		if (column > indent && column + 1 + size > HELP_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		}
		column += fprintf(out, "%s%.*s", column > indent ? " " : "", size, words);
		words += size;
	}
	fprintf(out, "\n");
}

void options_help(const struct command *command, FILE *out)
{
	fprintf(out, "usage: hib %s%s%s%s\n%s\n", command->name, command->options ? " [OPTION ...]" : "",
		*command->operands ? " " : "", command->operands, command->summary);
	if (*command->text) {
		fprintf(out, "\n");
		put_words(command->text, 0, out);
	}
	fprintf(out, "\n");
	for (const struct option_spec *o = command->options; o && o->name; o++) {
		char form[120];

		option_form(o, form);
		fprintf(out, "  %-24s", form);
		if (strlen(form) > 23)
			fprintf(out, "\n%*s", HELP_COLUMN, "");
		put_words(o->help, HELP_COLUMN, out);
	}
	fprintf(out, "  %-24sthis help\n", "-h, --help");
}

void text_list_release(struct text_list *list)
{
	free(list->items);
	*list = (struct text_list){ 0 };
}

static bool is_choice(const char *choices, const char *value)
{
	size_t size = strlen(value);

	for (const char *p = choices; size && (p = strstr(p, value)); p++)
		if ((p == choices || p[-1] == ' ') && (p[size] == ' ' || !p[size]))
			return true;
	return false;
}

__attribute__((nonnull(1))) static int store(
	const struct option_spec *option, const char *value, void *values, struct error *err)
{
	void *place = (char *)values + option->offset;
	struct text_list *list = place;
	int64_t number;

	switch (option->type) {
	case OPTION_FLAG:
		*(bool *)place = true;
		return 0;
	case OPTION_TEXT:
		*(const char **)place = value;
		return 0;
	case OPTION_WHOLE:
		if (!number_whole(value, strlen(value), option->low, option->high, &number))
			return error_set(err, "--%s: '%s' is not a whole number from %d to %d", option->name,
				value, option->low, option->high);
		*(int *)place = (int)number;
		return 0;
	case OPTION_CHOICE:
		if (!is_choice(option->choices, value))
			return error_set(
				err, "--%s: '%s' is not one of: %s", option->name, value, option->choices);
		*(const char **)place = value;
		return 0;
	case OPTION_LIST:
		list->items = mem_resize(list->items, list->n + 1, sizeof *list->items);
		list->items[list->n++] = value;
		return 0;
	}
	BUG("unknown option type");
}

static int unknown(const struct command *command, const char *given, struct error *err)
{
	const char *names[MOST_OPTIONS + 2];
	const char *nearest;
	int n = 0;

	for (const struct option_spec *o = command->options; o && o->name; o++)
		names[n++] = o->name;
	names[n++] = "help";
	names[n] = NULL;
	nearest = text_starts(given, "--") ? text_nearest(given + 2, names) : NULL;
	error_set(err, "unknown or incomplete option '%s'%s%s%s (hib %s --help)", given,
		nearest ? ": did you mean --" : "", nearest ? nearest : "", nearest ? "?" : "", command->name);
	return -1;
}

/* '?' : an option that there is not, ':' : one whose value is missing. */
static int wrong(const struct command *command, int code, char **argv, struct error *err)
{
	char letter[3] = { '-', (char)optopt, '\0' };

	if (code == ':')
		return error_set(
			err, "the option '%s' needs a value (hib %s --help)", argv[optind - 1], command->name);
	return unknown(command, optopt && optopt < HELP_CODE ? letter : argv[optind - 1], err);
}

int options_parse(
	const struct command *command, int argc, char **argv, void *values, int *first, struct error *err)
{
	int n = count(command->options), code;
	struct option longs[MOST_OPTIONS + 2];
	char shorts[MOST_OPTIONS * 2 + 4];
	char *p = shorts;

	memset(longs, 0, sizeof longs);
	*p++ = ':';
	*p++ = 'h';
	for (int i = 0; i < n; i++) {
		const struct option_spec *o = &command->options[i];

		longs[i] = (struct option){ o->name, o->type != OPTION_FLAG, NULL, HELP_CODE + 1 + i };
		if (o->letter) {
			*p++ = o->letter;
			if (o->type != OPTION_FLAG)
				*p++ = ':';
		}
	}
	longs[n] = (struct option){ "help", no_argument, NULL, 'h' };
	*p = '\0';
	optind = 0;
	while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct option_spec *o = NULL;

		if (code == 'h') {
			options_help(command, stdout);
			return 1;
		}
		if (code == '?' || code == ':')
			return wrong(command, code, argv, err);
		for (int i = 0; i < n && !o; i++)
			if (code == HELP_CODE + 1 + i || code == command->options[i].letter)
				o = &command->options[i];
		if (!o || store(o, optarg, values, err))
			return -1;
	}
	*first = optind;
	return 0;
}
