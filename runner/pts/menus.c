#include "runner/pts/menus.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_THREADS_LISTED 4096

/* What an identifier is as a word of --set and of a placeholder. */
static const char *option_name(const struct profile *p, const struct pts_option *o, struct arena *arena)
{
	const char *from = o->identifier && *o->identifier ? o->identifier : o->display_name;
	char *name = arena_text(arena, from && *from ? from : "option");

	for (char *c = name; *c; c++)
		*c = isalnum((unsigned char)*c) || *c == '_' ? (char)tolower((unsigned char)*c) : '-';
	for (int n = 2; profile_option(p, name); n++)
		name = arena_printf(arena, "%s-%d", from && *from ? from : "option", n);
	return name;
}

/* "Fast (the quick one)" is "Fast". */
static const char *shown_name(const char *name, struct arena *arena)
{
	const char *bracket = strchr(name, '(');
	size_t size = bracket && bracket != name && strchr(bracket, ')') ? (size_t)(bracket - name) :
									   strlen(name);

	while (size && isspace((unsigned char)name[size - 1]))
		size--;
	name += strspn(name, " \t\r\n") < size ? strspn(name, " \t\r\n") : 0;
	return arena_bytes(arena, name, size);
}

static void add_value(struct option *option, const struct pts_option *o, const char *name, const char *value,
	struct arena *arena)
{
	struct option_value *v;
	const char *unique = name;

	/* two entries of one name are told apart by what they stand for */
	if (!*unique || option_value_named(option, unique))
		unique = *value && !option_value_named(option, value) ?
			value :
			arena_printf(arena, "entry %zu", option->values.n + 1);
	option->values.items = arena_more(
		arena, option->values.items, option->values.n, sizeof(struct option_value));
	v = (struct option_value *)option->values.items + option->values.n++;
	*v = (struct option_value){ .name = unique,
		.title = *option->title ? shown_name(name, arena) : "",
		.value = arena_printf(
			arena, "%s%s%s", o->prefix ? o->prefix : "", value, o->postfix ? o->postfix : "") };
}

static const char *with_size(const char *text, const char *width, const char *height, struct arena *arena)
{
	char *wide = text_replaced(text, "$VIDEO_WIDTH", width),
	     *both = text_replaced(wide, "$VIDEO_HEIGHT", height);
	const char *kept = arena_text(arena, both);

	free(wide);
	free(both);
	return kept;
}

/* One entry that speaks of a screen's size stands for all sizes. */
static void add_resolutions(struct option *option, const struct pts_option *o, struct arena *arena)
{
	static const char *const sizes[][2] = { { "800", "600" }, { "1024", "768" }, { "1280", "800" },
		{ "1280", "1024" }, { "1400", "1050" }, { "1680", "1050" }, { "1600", "1200" },
		{ "1920", "1080" }, { "2560", "1440" }, { "2560", "1600" }, { "3840", "2160" } };
	const char *name = o->n && o->menu[0].name ? o->menu[0].name : "$VIDEO_WIDTH x $VIDEO_HEIGHT",
		   *value = o->n && o->menu[0].value ? o->menu[0].value : name;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		add_value(option, o, with_size(name, sizes[i][0], sizes[i][1], arena),
			with_size(value, sizes[i][0], sizes[i][1], arena), arena);
	option->standard = with_size(name, "1920", "1080", arena);
}

/* 1, 2, 4, ... and as many as there are; all is the default. */
static void add_threads(struct option *option, const struct pts_option *o, long most, struct arena *arena)
{
	const char *count = arena_printf(arena, "%ld", most);

	for (long n = 1; n < most && n <= MOST_THREADS_LISTED; n *= 2) {
		const char *text = arena_printf(arena, "%ld", n);

		add_value(option, o, text, text, arena);
	}
	add_value(option, o, count, count, arena);
	option->standard = count;
	option->free = FREE_WHOLE;
}

/* Entries for what a Linux does not have. */
static bool is_elsewhere(const struct pts_choice *choice)
{
	static const char *const words[] = { "Direct3D", "DirectX", "Windows", "macOS", "Metal" };

	for (size_t i = 0; choice->name && i < sizeof words / sizeof *words; i++)
		if (strstr(choice->name, words[i]))
			return true;
	return false;
}

static void add_menu(struct option *option, const struct pts_option *o, struct arena *arena)
{
	int64_t standard = 0;
	size_t left = 0;

	for (size_t i = 0; i < o->n; i++)
		left += !is_elsewhere(&o->menu[i]);
	for (size_t i = 0; i < o->n; i++)
		if (!left || !is_elsewhere(&o->menu[i]))
			add_value(option, o, o->menu[i].name ? o->menu[i].name : "",
				o->menu[i].value ? o->menu[i].value : "", arena);
	if (o->default_entry &&
		!number_whole(o->default_entry, strlen(o->default_entry), 0, INT32_MAX, &standard))
		standard = 0;
	/* none and 0 are the first one, one behind the last is the last one */
	if (standard > (int64_t)option->values.n)
		standard = (int64_t)option->values.n;
	option->standard =
		((const struct option_value *)option->values.items + (standard ? standard - 1 : 0))->name;
}

static void add_option(struct profile *p, const struct pts_option *o, struct arena *arena)
{
	const char *id = o->identifier ? o->identifier : "", *name = option_name(p, o, arena);
	struct option *option;

	p->options.items = arena_more(arena, p->options.items, p->options.n, sizeof *option);
	option = (struct option *)p->options.items + p->options.n++;
	*option = (struct option){
		.name = name, .title = o->display_name ? o->display_name : "", .standard = ""
	};
	if (text_starts(id, "auto-resolution"))
		add_resolutions(option, o, arena);
	else if (!strcmp(id, "cpu-threads") || !strcmp(id, "cpu-physical-threads"))
		add_threads(option, o, sysconf(_SC_NPROCESSORS_ONLN), arena);
	else if (!strcmp(id, "auto-disk-mount-points")) {
		/* what is under test is hib's business */
		add_value(option, o, "Default Test Directory", "", arena);
		option->standard = "Default Test Directory";
		option->free = FREE_TEXT;
	} else if (o->n)
		add_menu(option, o, arena);
	else
		option->free = !strcmp(id, "positive-number") ? FREE_WHOLE : FREE_TEXT;
	/* a text that is given freely stands between the same words */
	option->prefix = option->free != FREE_NONE && o->prefix && *o->prefix ? o->prefix : NULL;
	option->postfix = option->free != FREE_NONE && o->postfix && *o->postfix ? o->postfix : NULL;
}

void pts_add_options(struct profile *profile, const struct pts_definition *definition, struct arena *arena)
{
	for (size_t i = 0; i < definition->n_options; i++)
		add_option(profile, &definition->options[i], arena);
}
