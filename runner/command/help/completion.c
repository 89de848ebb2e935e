/* Shell completion from the same tables that print the help. */
#include "runner/command/help/completion.h"

#include <string.h>

#include "report/exchange/exchange.h"
#include "runner/command/command.h"
#include "runner/profile/library.h"
#include "runner/store/store.h"
#include "share/base/banned.h"

/* What stands in a place of a command line. */
enum filling { FILL_NOTHING, FILL_FILES, FILL_CHOICES };

static enum filling filling_of(const struct option_spec *o)
{
	if (o->choices)
		return FILL_CHOICES;
	return o->value && (strstr(o->value, "DIR") || strstr(o->value, "FILE") || strstr(o->value, "RESULT")) ?
		FILL_FILES :
		FILL_NOTHING;
}

/* Kinds of words that a command's operands may be: "tests", "results", "formats", or only files. */
static const char *operand_words(const struct command *c)
{
	if (strstr(c->operands, "FORMAT"))
		return strstr(c->operands, "RESULT") ? "formats results" : "formats";
	if (strstr(c->operands, "TEST") || strstr(c->operands, "SUITE") || strstr(c->operands, "PROFILE"))
		return strstr(c->operands, "RESULT") ? "tests results" : "tests";
	if (strstr(c->operands, "RESULT") || strstr(c->operands, "NAME") || !strcmp(c->name, "diff"))
		return "results";
	return "";
}

/* A text between single quotes of a shell; `more` are further characters that need a backslash. */
static void quote(const char *text, const char *more, FILE *out)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr(more, *text))
			fprintf(out, "\\%c", *text);
		else
			putc(*text == '\n' ? ' ' : *text, out);
	}
}

static void bash_options(const struct command *c, FILE *out)
{
	fprintf(out, "\t%s)\n\t\toptions='", c->name);
	for (const struct option_spec *o = c->options; o && o->name; o++) {
		fprintf(out, "--%s ", o->name);
		if (o->letter)
			fprintf(out, "-%c ", o->letter);
	}
	fprintf(out, "--help -h' words='%s'\n\t\tcase $before in\n", operand_words(c));
	for (const struct option_spec *o = c->options; o && o->name; o++) {
		if (o->type == OPTION_FLAG)
			continue;
		fprintf(out, "\t\t--%s", o->name);
		if (o->letter)
			fprintf(out, "|-%c", o->letter);
		if (filling_of(o) == FILL_CHOICES)
			fprintf(out, ") choices='%s' value=1 ;;\n", o->choices);
		else
			fprintf(out, ") value=1%s ;;\n", filling_of(o) == FILL_FILES ? " files=1" : "");
	}
	fprintf(out, "\t\tesac ;;\n");
}

static void bash(FILE *out)
{
	fputs("# bash completion of hib, made from its tables\n_hib() {\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "\tlocal options='' words='' choices='' value='' files='' kind\n"
	      "\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\tmapfile -t COMPREPLY < <(compgen -W '",
		out);
	for (const struct command *const *c = commands; *c; c++)
		fprintf(out, "%s ", (*c)->name);
	fputs("help --help --version' -- \"$word\")\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n", out);
	for (const struct command *const *c = commands; *c; c++)
		bash_options(*c, out);
	fputs("\thelp) words=commands ;;\n\tesac\n"
	      "\tif [ -n \"$value\" ]; then\n"
	      "\t\tif [ -n \"$files\" ]; then mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); else\n"
	      "\t\t\tmapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$word\"); fi\n"
	      "\telif [ \"${word#-}\" != \"$word\" ]; then mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
	      "\telse\n"
	      "\t\tfor kind in $words; do choices+=\" $(\"${COMP_WORDS[0]}\" help --words \"$kind\" 2>/dev/null)\"; done\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$word\"; compgen -f -- \"$word\")\n"
	      "\tfi\n}\ncomplete -o filenames -F _hib hib\n",
		out);
}

static void zsh_option(const struct option_spec *o, FILE *out)
{
	if (o->letter)
		fprintf(out, "\t\t\t%s'(-%c --%s)'{-%c,--%s}'[", o->type == OPTION_LIST ? "'*'" : "", o->letter,
			o->name, o->letter, o->name);
	else
		fprintf(out, "\t\t\t'%s--%s[", o->type == OPTION_LIST ? "*" : "", o->name);
	quote(o->help, "[]:\\", out);
	putc(']', out);
	if (o->type != OPTION_FLAG) {
		putc(':', out);
		quote(o->value ? o->value : o->name, "[]:\\", out);
		if (filling_of(o) == FILL_CHOICES)
			fprintf(out, ":(%s)", o->choices);
		else
			fputs(filling_of(o) == FILL_FILES ? ":_files" : ": ", out);
	}
	fputs("' \\\n", out);
}

static void zsh(FILE *out)
{
	fputs("#compdef hib\n# zsh completion of hib, made from its tables\n"
	      "_hib_words() {\n\tlocal kind\n\tfor kind in $@; do compadd -- ${(f)\"$(hib help --words $kind 2>/dev/null)\"}; "
	      "done\n\t_files\n}\n"
	      "_hib() {\n\tlocal -a commands\n\tcommands=(\n",
		out);
	for (const struct command *const *c = commands; *c; c++) {
		fprintf(out, "\t\t'%s:", (*c)->name);
		quote((*c)->summary, ":\\", out);
		fputs("'\n", out);
	}
	fputs("\t\t'help:help about a command'\n\t)\n"
	      "\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	      "\tlocal command=${words[2]}\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n",
		out);
	for (const struct command *const *c = commands; *c; c++) {
		fprintf(out, "\t%s)\n\t\t_arguments -s \\\n", (*c)->name);
		for (const struct option_spec *o = (*c)->options; o && o->name; o++)
			zsh_option(o, out);
		fprintf(out,
			"\t\t\t'(-h --help)'{-h,--help}'[this help]' \\\n\t\t\t'*:operand:_hib_words %s' ;;\n",
			operand_words(*c));
	}
	fputs("\thelp) _hib_words commands ;;\n\tesac\n}\n_hib \"$@\"\n", out);
}

static void fish_option(const struct command *c, const struct option_spec *o, FILE *out)
{
	fprintf(out, "complete -c hib -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
	if (o->letter)
		fprintf(out, " -s %c", o->letter);
	if (filling_of(o) == FILL_CHOICES)
		fprintf(out, " -x -a '%s'", o->choices);
	else if (o->type != OPTION_FLAG)
		fputs(filling_of(o) == FILL_FILES ? " -r -F" : " -x", out);
	fputs(" -d '", out);
	for (const char *p = o->help; *p; p++) {
		if (*p == '\'' || *p == '\\')
			putc('\\', out);
		putc(*p == '\n' ? ' ' : *p, out);
	}
	fputs("'\n", out);
}

static void fish(FILE *out)
{
	fputs("# fish completion of hib, made from its tables\n", out);
	for (const struct command *const *c = commands; *c; c++) {
		fprintf(out, "complete -c hib -n __fish_use_subcommand -f -a %s -d '", (*c)->name);
		quote((*c)->summary, "\\", out);
		fputs("'\n", out);
		for (const struct option_spec *o = (*c)->options; o && o->name; o++)
			fish_option(*c, o, out);
		fprintf(out,
			"complete -c hib -n '__fish_seen_subcommand_from %s' -l help -s h -d 'this help'\n",
			(*c)->name);
		for (const char *word = operand_words(*c); *word;
			word += strcspn(word, " ") + (word[strcspn(word, " ")] == ' '))
			fprintf(out,
				"complete -c hib -n '__fish_seen_subcommand_from %s' -a '(hib help --words %.*s 2>/dev/null)'\n",
				(*c)->name, (int)strcspn(word, " "), word);
	}
	fputs("complete -c hib -n __fish_use_subcommand -f -a help -d 'help about a command'\n"
	      "complete -c hib -n '__fish_seen_subcommand_from help' -f -a '(hib help --words commands)'\n",
		out);
}

int completion_write(const char *shell, FILE *out, struct error *err)
{
	static const struct {
		const char *shell;
		void (*write)(FILE *out);
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (!strcmp(shells[i].shell, shell)) {
			shells[i].write(out);
			return 0;
		}
	return error_set(err, "there is no completion for '%s' (there is for bash, zsh and fish)", shell);
}

static int print_saved(void *out, const struct saved *saved)
{
	fprintf(out, "%s\n", saved->name);
	return 0;
}

static void print_tests(FILE *out)
{
	static const char *const kinds[] = { "profile", "suite", "experiment" };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct library_names names;

		library_names(&names, kinds[i]);
		for (size_t k = 0; k < names.n; k++)
			fprintf(out, "%s\n", names.items[k]);
		library_names_release(&names);
	}
}

int completion_words(const char *kind, FILE *out, struct error *err)
{
	if (!strcmp(kind, "commands")) {
		for (const struct command *const *c = commands; *c; c++)
			fprintf(out, "%s\n", (*c)->name);
	} else if (!strcmp(kind, "results")) {
		store_each(print_saved, out);
	} else if (!strcmp(kind, "tests")) {
		print_tests(out);
	} else if (!strcmp(kind, "formats")) {
		for (const struct exchange *const *e = exchanges; *e; e++)
			fprintf(out, "%s\n", (*e)->name);
	} else {
		return error_set(err,
			"there are no words of the kind '%s' (there are: commands, results, tests, formats)",
			kind);
	}
	return 0;
}
