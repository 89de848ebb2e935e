/* A diff as plain text for a mail: ASCII, at most 72 columns, with what is needed to measure it again. */
#include <string.h>

#include "report/diff/words.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define MAIL_WIDTH 72

static void write_words(FILE *out, const struct terminal *t, const char *name, const char *words)
{
	struct text clean = TEXT_INIT;
	int column = fprintf(out, "%-9s", name);

	terminal_label(&clean, t, words, 1 << 20, false);
	terminal_wrap_from(out, t, text_string(&clean), column, column);
	text_release(&clean);
}

/* One fact of each side; once where they agree. */
static void write_fact(
	FILE *out, const struct terminal *t, const struct comparison *c, const char *name, const char *fact)
{
	struct arena arena = { 0 };
	struct text words = TEXT_INIT;
	const char *first = NULL;
	bool alike = true, any = false;

	for (size_t i = 0; i < c->n_sides; i++) {
		const char *value = fact_of(&arena, &c->sides[i].file->systems[c->sides[i].system], fact);

		alike = alike && (!first || !strcmp(first, value));
		any = any || *value;
		first = first ? first : value;
	}
	for (size_t i = 0; any && i < (alike ? 1 : c->n_sides); i++) {
		const char *value = fact_of(&arena, &c->sides[i].file->systems[c->sides[i].system], fact);

		text_clear(&words);
		if (!alike)
			text_printf(&words, "%s: ", c->sides[i].label);
		text_adds(&words, *value ? value : "not told");
		write_words(out, t, i ? "" : name, text_string(&words));
	}
	text_release(&words);
	arena_release(&arena);
}

int diff_mail(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err)
{
	static const char *const facts[][2] = { { "kernel", "Kernel" }, { "system", "OS" },
		{ "machine", "Processor" }, { "memory", "Memory" }, { "device", "Disk" }, { "place", "place" },
		{ "fs", "File-System" }, { "mkfs", "mkfs" }, { "mount", "mount options" } };
	const struct terminal t = { MAIL_WIDTH, true, false };

	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		write_fact(out, &t, c, facts[i][0], facts[i][1]);
	if (diff_text(c, head, &t, out, err))
		return -1;
	write_words(out, &t, "again", head->command);
	return 0;
}
