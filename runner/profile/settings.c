/* What --set says, and whether every one of them met an option. */
#include <stdlib.h>
#include <string.h>

#include "runner/profile/test.h"
#include "share/base/banned.h"

int settings_parse(struct settings *settings, const char *const *texts, size_t n, struct error *err)
{
	settings->items = mem_zero(n, sizeof *settings->items);
	for (size_t i = 0; i < n; i++) {
		char *text = arena_text(&settings->arena, texts[i]), *equals = strchr(text, '='), *dot;
		struct setting *s = &settings->items[settings->n];

		if (!equals || equals == text || !equals[1])
			return error_set(err,
				"--set '%s': the form is [PROFILE.]OPTION=VALUE[,VALUE] or "
				"OPTION=all",
				texts[i]);
		*equals = '\0';
		dot = strchr(text, '.');
		if (dot)
			*dot = '\0';
		*s = (struct setting){ dot ? text : NULL, dot ? dot + 1 : text, equals + 1, false };
		settings->n++;
	}
	return 0;
}

void settings_release(struct settings *settings)
{
	free(settings->items);
	arena_release(&settings->arena);
	*settings = (struct settings){ 0 };
}

/* A bare OPTION that several named profiles share must say which it means. */
static int check_ambiguous(const struct setting *s, const struct tests *tests, struct error *err)
{
	const struct profile *first = NULL;

	for (size_t i = 0; i < tests->n_profiles && !s->profile; i++) {
		const struct profile *p = tests->profiles[i];

		if (!profile_option(p, s->option) || (first && !strcmp(first->name, p->name)))
			continue;
		if (first)
			return error_set(err,
				"--set %s=...: both %s and %s have this option; say which: "
				"--set %s.%s=%s",
				s->option, first->name, p->name, first->name, s->option, s->values);
		first = p;
	}
	return 0;
}

int settings_check(const struct settings *settings, const struct tests *tests, struct error *err)
{
	for (size_t i = 0; i < settings->n; i++) {
		const struct setting *s = &settings->items[i];
		const char *names[128], *nearest;
		int n = 0;

		if (s->used) {
			if (check_ambiguous(s, tests, err))
				return -1;
			continue;
		}
		for (size_t k = 0; k < tests->n_profiles; k++)
			for (size_t o = 0; o < tests->profiles[k]->options.n && n < 127; o++)
				names[n++] =
					((const struct option *)tests->profiles[k]->options.items + o)->name;
		names[n] = NULL;
		nearest = text_nearest(s->option, names);
		return error_set(err,
			"--set %s%s%s=...: no test of this run has this option%s%s%s "
			"(hib info TEST shows them)",
			s->profile ? s->profile : "", s->profile ? "." : "", s->option,
			nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
	}
	return 0;
}
