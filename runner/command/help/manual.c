#include "runner/command/help/manual.h"

#include <ctype.h>
#include <string.h>

#include "runner/command/command.h"
#include "runner/experiment/experiment.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)1 << 20)

#define LINE_COLUMNS 72
#define MANUAL_DATE  "December 1, 2026"

static void write_word(const char *word, size_t size, FILE *out)
{
	if (*word == '.' || *word == '\'')
		fputs("\\&", out);
	for (size_t i = 0; i < size; i++) {
		if (word[i] == '\\')
			fputs("\\e", out);
		else if (word[i] == '-' && (i == 0 || word[i - 1] == '-'))
			fputs("\\-", out);
		else
			putc(word[i], out);
	}
}

/* Words as mdoc likes them: lines of moderate length, each sentence on lines of its own. */
static void write_words(const char *words, FILE *out)
{
	size_t column = 0;

	while (*words) {
		size_t size = strcspn(words, " \n");
		bool ends = size > 2 && words[size - 1] == '.';

		if (column && column + 1 + size > LINE_COLUMNS) {
			putc('\n', out);
			column = 0;
		}
		if (column)
			putc(' ', out);
		write_word(words, size, out);
		column += size + (column > 0);
		words += size;
		words += strspn(words, " \n");
		if (ends && *words) {
			putc('\n', out);
			column = 0;
		}
	}
	putc('\n', out);
}

static void write_option(const struct option_spec *o, FILE *out)
{
	char value[80];

	fprintf(out, ".It Fl \\-%s", o->name);
	if (o->letter)
		fprintf(out, " , Fl %c", o->letter);
	if (*option_value(o, value))
		fprintf(out, " Ar %s", value);
	putc('\n', out);
	write_words(o->help, out);
}

static void write_command(const struct command *c, FILE *out)
{
	fprintf(out, ".Ss hib %s", c->name);
	if (*c->operands) {
		putc(' ', out);
		write_word(c->operands, strlen(c->operands), out);
		fputs("\\&", out);
	}
	fprintf(out, "\n%c%s.\n", toupper((unsigned char)c->summary[0]), c->summary + 1);
	if (*c->text)
		write_words(c->text, out);
	if (!c->options || !c->options->name)
		return;
	fputs(".Bl -tag -width Ds\n", out);
	for (const struct option_spec *o = c->options; o->name; o++)
		write_option(o, out);
	fputs(".El\n", out);
}

static void write_keys(const struct key_table *table, FILE *out)
{
	fputs(".Bl -tag -width Ds\n", out);
	for (const struct key *key = table->keys; key->name; key++) {
		fprintf(out, ".It Cm %s\n", key->name);
		fputs(key_type_words(key), out);
		for (int i = 0; key->choices && key->choices[i]; i++)
			fprintf(out, "%s%s", i ? ", " : " ", key->choices[i]);
		if (key->required)
			fputs(" (needed)", out);
		else if (key->standard)
			fprintf(out, " (default %s)", key->standard);
		fputs(":\n", out);
		write_words(key->help, out);
		if (key->table)
			write_keys(key->table, out);
	}
	fputs(".El\n", out);
}

static void write_line(const char *line, size_t size, FILE *out)
{
	static const char mark[] = ".\\\" @";

	if (size < sizeof mark || strncmp(line, mark, sizeof mark - 1)) {
		fwrite(line, 1, size, out);
		putc('\n', out);
	} else if (!strncmp(line + sizeof mark - 1, "commands@", 9)) {
		for (const struct command *const *c = commands; *c; c++)
			write_command(*c, out);
	} else if (!strncmp(line + sizeof mark - 1, "profile-keys@", 13)) {
		write_keys(&profile_keys, out);
	} else if (!strncmp(line + sizeof mark - 1, "suite-keys@", 11)) {
		write_keys(&suite_keys, out);
	} else if (!strncmp(line + sizeof mark - 1, "experiment-keys@", 16)) {
		write_keys(&experiment_keys, out);
	}
}

/* Which of the other pages tell more. */
static void write_see_also(const struct command *c, FILE *out)
{
	fputs(".Sh SEE ALSO\n.Xr hib 1 ,\n", out);
	if (strstr(c->operands, "EXPERIMENT") || strstr(c->operands, "SUITE"))
		fputs(".Xr hib-experiment 5 ,\n.Xr hib-profile 5 ,\n", out);
	fputs(".Xr hib-result 5 ,\n.Xr hib-methods 7\n", out);
}

int manual_write_command(const char *name, FILE *out, struct error *err)
{
	const struct command *c = command_named(name);
	char title[40];

	if (!c)
		return error_set(err, "there is no command '%s'", name);
	snprintf(title, sizeof title, "hib-%s", name);
	for (char *p = title; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	fprintf(out, ".Dd " MANUAL_DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm hib-%s\n.Nd %s\n", title, name,
		c->summary);
	fprintf(out, ".Sh SYNOPSIS\n.Nm hib Cm %s\n.Op Ar option ...\n", name);
	if (*c->operands)
		write_words(c->operands, out);
	fputs(".Sh DESCRIPTION\n", out);
	if (*c->text)
		write_words(c->text, out);
	else
		fprintf(out, "%c%s.\n", toupper((unsigned char)c->summary[0]), c->summary + 1);
	fputs(".Sh OPTIONS\n.Bl -tag -width Ds\n", out);
	for (const struct option_spec *o = c->options; o && o->name; o++)
		write_option(o, out);
	fputs(".It Fl \\-help , Fl h\nThis help.\n.El\n", out);
	fputs(".Sh EXIT STATUS\n0 for success; the others stand in\n.Xr hib 1 .\n", out);
	write_see_also(c, out);
	return 0;
}

int manual_write(const char *path, FILE *out, struct error *err)
{
	struct text all = TEXT_INIT;
	int rc = file_read(&all, path, LARGEST, err);

	for (const char *p = text_string(&all); !rc && *p;) {
		size_t size = strcspn(p, "\n");

		write_line(p, size, out);
		p += size + (p[size] == '\n');
	}
	text_release(&all);
	return rc;
}
