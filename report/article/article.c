#include "report/article/article.h"

#include <ctype.h>
#include <string.h>

#include "share/base/text.h"
#include "share/base/banned.h"

#define LONGEST_NAME 80

/* Letters and digits in lower case, one '-' for everything between them. */
static void add_name(struct text *out, const char *words)
{
	for (; *words && out->size < LONGEST_NAME; words++) {
		if (isalnum((unsigned char)*words) && (unsigned char)*words < 0x80)
			text_addc(out, (char)tolower((unsigned char)*words));
		else if (*words == '.' && out->size && isdigit((unsigned char)out->bytes[out->size - 1]) &&
			isdigit((unsigned char)words[1]))
			text_addc(out, '.');
		else if (out->size && out->bytes[out->size - 1] != '-')
			text_addc(out, '-');
	}
}

static bool is_taken(const struct article *a, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(a->names[i], name))
			return true;
	return false;
}

/* Names tell the test and its options; further ones of the same name get a number. */
static void name_charts(struct article *a)
{
	a->names = arena_take(a->arena, (a->n + 1) * sizeof *a->names);
	for (size_t i = 0; i < a->n; i++) {
		const struct result *r = &a->file->results[a->chosen[i]];
		struct text name = TEXT_INIT;
		const char *wanted;

		add_name(&name, r->title);
		add_name(&name, " ");
		add_name(&name, result_subtitle(r));
		while (name.size && name.bytes[name.size - 1] == '-')
			name.bytes[--name.size] = '\0';
		wanted = arena_text(a->arena, name.size ? text_string(&name) : "chart");
		a->names[i] = wanted;
		for (size_t k = 2; is_taken(a, i, a->names[i]); k++)
			a->names[i] = arena_printf(a->arena, "%s-%zu", wanted, k);
		text_release(&name);
	}
}

/* The systems of the file as sides, the baseline first. */
static int make_sides(struct article *a, struct side *sides, struct error *err)
{
	const struct result_file *file = a->file;
	const char *wanted = a->options.baseline;
	int base = wanted ? result_file_system(file, wanted, 0) : 0;
	size_t n = 0;

	if (base < 0) {
		struct text known = TEXT_INIT;

		for (size_t i = 0; i < file->n_systems; i++)
			text_printf(&known, "%s%s", i ? ", " : "", file->systems[i].identifier);
		error_set(err, "--baseline: no system is called '%s' (there are: %s)", wanted,
			text_string(&known));
		text_release(&known);
		return -1;
	}
	for (size_t i = 0; i < file->n_systems; i++) {
		size_t system = !i ? (size_t)base : i <= (size_t)base ? i - 1 : i;

		sides[n++] = (struct side){ a->file, (int)system, file->systems[system].identifier,
			a->options.source, a->options.logs };
	}
	return 0;
}

static int compare(struct article *a, struct error *err)
{
	const struct comparison_options options = {
		.threshold = USUAL_THRESHOLD, .alpha = USUAL_ALPHA, .floors = a->options.floors
	};
	size_t n = a->file->n_systems;
	struct side *sides = arena_take(a->arena, (n + 1) * sizeof *sides);

	if (n && make_sides(a, sides, err))
		return -1;
	if (n < 2)
		return 0;
	a->compared = true;
	return comparison_build(&a->comparison, a->arena, sides, n, &options, err);
}

int article_build(struct article *a, struct arena *arena, struct result_file *file, const size_t *chosen,
	size_t n, const struct article_options *options, struct error *err)
{
	*a = (struct article){ .arena = arena, .file = file, .options = *options, .chosen = chosen, .n = n };
	a->title = options->title ? options->title : file->meta.title;
	if (!*a->title)
		a->title = options->source;
	a->charts = arena_take(arena, (n + 1) * sizeof *a->charts);
	for (size_t i = 0; i < n; i++)
		if (chart_build(&a->charts[i], arena, file, &file->results[chosen[i]], err))
			return -1;
	name_charts(a);
	return compare(a, err);
}
