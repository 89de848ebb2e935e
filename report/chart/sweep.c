#include "report/chart/sweep.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define LEAST_NUMBERS 3
#define MOST_OPTIONS  16 /* of one description that are looked at */
#define BETWEEN       " - "

/* One way in which a chart may belong to a sweep: all of its description but option `at`. */
struct way {
	const char *key; /* what members share */
	size_t chart, at;
	const char *setting; /* within the description */
	size_t size;
};

struct search {
	struct arena *arena;
	const struct chart *charts;
	const struct result *const *results;
	size_t n;
	struct way *ways;
	size_t n_ways;
	bool *taken;
};

/* Bytes of the option that begins at `text`. */
static size_t option_size(const char *text)
{
	const char *end = strstr(text, BETWEEN);

	return end ? (size_t)(end - text) : strlen(text);
}

/* Bytes up to the setting of "Client Count: 12"; 0 where the option has no name. */
static size_t name_size(const char *option, size_t size)
{
	const char *colon = memchr(option, ':', size);

	return colon && colon[1] == ' ' ? (size_t)(colon + 2 - option) : 0;
}

static void add_way(struct search *s, size_t chart, size_t at, const char *option, size_t size)
{
	const struct result *r = s->results[chart];
	size_t name = name_size(option, size);
	struct way way = { NULL, chart, at, option + name, size - name };

	way.key = arena_printf(s->arena, "%s\n%s\n%s\n%s\n%d\n%s\n%.*s\n%s", r->profile, r->title, r->version,
		r->scale, r->proportion, r->parent ? "metric" : "", (int)(option + name - r->description),
		r->description, option + size);
	s->ways = arena_more(s->arena, s->ways, s->n_ways, sizeof way);
	s->ways[s->n_ways++] = way;
}

static void find_ways(struct search *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const char *p = s->results[i]->description;

		for (size_t at = 0; at < MOST_OPTIONS && *p; at++) {
			size_t size = option_size(p);

			add_way(s, i, at, p, size);
			p += size;
			p += *p ? strlen(BETWEEN) : 0;
		}
	}
}

/* A number above 0, or a size such as 64Kb. */
static bool setting_number(const struct way *way, double *number)
{
	char *text = mem_bytes(way->setting, way->size);
	uint64_t bytes;
	bool is = number_double(text, way->size, number) && *number > 0;

	if (!is) {
		/* published options write 4Kb, 64KB and 64kB for the same unit */
		for (char *p = text; *p; p++)
			*p = *p == 'b' ? 'B' : *p == 'K' ? 'k' : *p;
		is = number_size(text, &bytes) && bytes > 0;
		if (is)
			*number = (double)bytes;
	}
	free(text);
	return is;
}

static int by_key(const void *a, const void *b)
{
	const struct way *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : (x->chart > y->chart) - (x->chart < y->chart);
}

static bool same_setting(const struct way *a, const struct way *b)
{
	return a->size == b->size && !memcmp(a->setting, b->setting, a->size);
}

/* Ways that share a key, without the charts that are in a sweep already. */
struct group {
	struct way *ways[256];
	double numbers[256];
	size_t n;
	bool numeric;
};

static void gather(const struct search *s, size_t from, size_t to, struct group *g)
{
	g->n = 0;
	g->numeric = true;
	for (size_t i = from; i < to && g->n < sizeof g->ways / sizeof *g->ways; i++) {
		bool alike = false;

		for (size_t k = 0; k < g->n && !alike; k++)
			alike = same_setting(g->ways[k], &s->ways[i]);
		if (s->taken[s->ways[i].chart] || alike)
			continue;
		g->numeric = g->numeric && setting_number(&s->ways[i], &g->numbers[g->n]);
		for (size_t k = 0; k < g->n && g->numeric; k++)
			g->numeric = g->numbers[k] < g->numbers[g->n] || g->numbers[k] > g->numbers[g->n];
		g->ways[g->n++] = &s->ways[i];
	}
	g->numeric = g->numeric && g->n >= LEAST_NUMBERS;
}

static void sort_by_number(struct group *g)
{
	for (size_t i = 1; i < g->n; i++)
		for (size_t k = i; k && g->numbers[k - 1] > g->numbers[k]; k--) {
			double number = g->numbers[k];
			struct way *way = g->ways[k];

			g->numbers[k] = g->numbers[k - 1];
			g->ways[k] = g->ways[k - 1];
			g->numbers[k - 1] = number;
			g->ways[k - 1] = way;
		}
}

/* The description without the option, and without " - " left at its ends. */
static const char *rest_of(struct arena *arena, const char *description, const struct way *way)
{
	const char *option = way->setting, *after = way->setting + way->size;
	const char *rest;
	size_t before;

	while (option > description && !(option - description >= 3 && !memcmp(option - 3, BETWEEN, 3)))
		option--;
	before = (size_t)(option - description);
	if (text_starts(after, BETWEEN))
		after += strlen(BETWEEN);
	else if (before >= strlen(BETWEEN))
		before -= strlen(BETWEEN);
	rest = arena_printf(arena, "%.*s%s", (int)before, description, after);
	return text_starts(rest, "Test: ") ? rest + strlen("Test: ") : rest;
}

static const char *option_name(struct arena *arena, const char *description, const struct way *way)
{
	const char *end = way->setting, *start;

	while (end > description && (end[-1] == ' ' || end[-1] == ':'))
		end--;
	start = end;
	while (start > description && !(start - description >= 3 && !memcmp(start - 3, BETWEEN, 3)))
		start--;
	return way->setting > end && way->setting[-1] == ' ' && way->setting[-2] == ':' ?
		arena_bytes(arena, start, (size_t)(end - start)) :
		"";
}

static void make_sweep(struct search *s, struct group *g, struct sweep *sweep)
{
	const char *description;

	if (g->numeric)
		sort_by_number(g);
	description = s->results[g->ways[0]->chart]->description;
	*sweep = (struct sweep){ .title = s->charts[g->ways[0]->chart].title,
		.subtitle = rest_of(s->arena, description, g->ways[0]),
		.charts = arena_take(s->arena, g->n * sizeof *sweep->charts),
		.settings = arena_take(s->arena, g->n * sizeof *sweep->settings),
		.numbers = g->numeric ? arena_take(s->arena, g->n * sizeof *sweep->numbers) : NULL,
		.n = g->n,
		.numeric = g->numeric };
	sweep->option = option_name(s->arena, description, g->ways[0]);
	for (size_t i = 0; i < g->n; i++) {
		sweep->charts[i] = &s->charts[g->ways[i]->chart];
		sweep->settings[i] = arena_bytes(s->arena, g->ways[i]->setting, g->ways[i]->size);
		if (g->numeric)
			sweep->numbers[i] = g->numbers[i];
		s->taken[g->ways[i]->chart] = true;
	}
}

/* All sweeps of numbers, or of other settings. */
static void take_groups(struct search *s, bool numeric, struct sweep **sweeps, size_t *n)
{
	struct group *g = mem_zero(1, sizeof *g);

	for (size_t from = 0, to; from < s->n_ways; from = to) {
		for (to = from + 1; to < s->n_ways && !strcmp(s->ways[to].key, s->ways[from].key); to++)
			;
		gather(s, from, to, g);
		if (g->n < 2 || g->numeric != numeric)
			continue;
		*sweeps = arena_more(s->arena, *sweeps, *n, sizeof **sweeps);
		make_sweep(s, g, &(*sweeps)[(*n)++]);
	}
	free(g);
}

void sweeps_build(struct sweep **sweeps, size_t *n_sweeps, struct arena *arena, const struct chart *charts,
	const struct result *const *results, size_t n)
{
	struct search s = { arena, charts, results, n, NULL, 0, mem_zero(n + 1, sizeof *s.taken) };

	*sweeps = NULL;
	*n_sweeps = 0;
	find_ways(&s);
	if (s.n_ways)
		qsort(s.ways, s.n_ways, sizeof *s.ways, by_key);
	take_groups(&s, true, sweeps, n_sweeps);
	take_groups(&s, false, sweeps, n_sweeps);
	free(s.taken);
}

struct chart sweep_whole(const struct sweep *sweep, struct arena *arena)
{
	struct chart all = *sweep->charts[0];

	all.bars = NULL;
	all.n_bars = all.n_min = all.n_max = 0;
	all.provable = false;
	for (size_t i = 0; i < sweep->n; i++) {
		const struct chart *chart = sweep->charts[i];

		for (size_t k = 0; k < chart->n_bars; k++) {
			all.bars = arena_more(arena, all.bars, all.n_bars, sizeof *all.bars);
			all.bars[all.n_bars++] = chart->bars[k];
		}
		all.provable = all.provable || chart->provable;
		if (!chart->n_max)
			continue;
		all.n_max = chart->n_max > all.n_max ? chart->n_max : all.n_max;
		all.n_min = !all.n_min || chart->n_min < all.n_min ? chart->n_min : all.n_min;
	}
	return all;
}
