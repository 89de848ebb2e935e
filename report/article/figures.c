#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/article/article.h"
#include "report/layout/charts.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define LONGEST_NAME 80
#define MOST_LINES   16 /* systems of one picture */
#define LEAST_SHARE  0.1 /* of the longest bar that the longest of another setting has */
#define MOST_GROUPED 60 /* bars of one picture */

const char *figure_kind_name(enum figure_kind kind)
{
	static const char *const names[FIGURE_KINDS] = { "overview", "lines", "groups", "bars", "runs" };

	return names[kind];
}

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

static bool is_taken(const struct article *a, const char *name)
{
	for (size_t i = 0; i < a->n_figures; i++)
		if (!strcmp(a->figures[i].name, name))
			return true;
	return false;
}

/* Names tell the test and its options; further ones of the same name get a number. */
static const char *figure_name(
	const struct article *a, const char *title, const char *subtitle, const char *kind)
{
	struct text text = TEXT_INIT;
	const char *wanted, *name;

	add_name(&text, title);
	add_name(&text, " ");
	add_name(&text, subtitle);
	while (text.size && text.bytes[text.size - 1] == '-')
		text.bytes[--text.size] = '\0';
	wanted = arena_printf(
		a->arena, "%s%s%s", text.size ? text_string(&text) : "chart", *kind ? "-" : "", kind);
	text_release(&text);
	name = wanted;
	for (size_t k = 2; is_taken(a, name); k++)
		name = arena_printf(a->arena, "%s-%zu", wanted, k);
	return name;
}

static void add_figure(struct article *a, enum figure_kind kind, size_t chart, const struct sweep *sweep)
{
	const struct result *r = a->n ? &a->file->results[a->chosen[chart]] : NULL;
	const char *name = kind == FIGURE_OVERVIEW ?
		"overview" :
		figure_name(a, r->title, sweep ? sweep->subtitle : result_subtitle(r),
			kind == FIGURE_BARS ? "" : figure_kind_name(kind));

	a->figures = arena_more(a->arena, a->figures, a->n_figures, sizeof *a->figures);
	a->figures[a->n_figures++] = (struct figure){ kind, name, chart, sweep };
}

static bool holds(const struct sweep *sweep, const struct chart *chart)
{
	for (size_t i = 0; i < sweep->n; i++)
		if (sweep->charts[i] == chart)
			return true;
	return false;
}

/* The sweep of a chart, or NULL. */
static const struct sweep *sweep_of(const struct article *a, size_t chart)
{
	for (size_t i = 0; i < a->n_sweeps; i++)
		if (holds(&a->sweeps[i], &a->charts[chart]))
			return &a->sweeps[i];
	return NULL;
}

/* Can a sweep be read as one picture: are its bars not too many, and not far shorter in one setting than in
 * another? */
static bool is_readable(const struct sweep *sweep)
{
	size_t bars = 0, most = 0;
	double longest = 0, shortest = INFINITY;

	for (size_t i = 0; i < sweep->n; i++) {
		const struct chart *chart = sweep->charts[i];
		double length = 0;

		for (size_t k = 0; k < chart->n_bars; k++)
			if (chart->bars[k].summary.n_ok)
				length = fmax(length, fabs(chart->bars[k].summary.median));
		bars += chart->n_bars;
		most = chart->n_bars > most ? chart->n_bars : most;
		longest = fmax(longest, length);
		shortest = fmin(shortest, length);
	}
	return sweep->numeric ? most <= MOST_LINES : bars <= MOST_GROUPED && shortest >= longest * LEAST_SHARE;
}

void figures_build(struct article *a)
{
	if (a->compared && a->comparison.n_rows > 1)
		add_figure(a, FIGURE_OVERVIEW, 0, NULL);
	for (size_t i = 0; i < a->n; i++) {
		const struct sweep *sweep = sweep_of(a, i);
		bool first = sweep && is_readable(sweep);

		for (size_t k = 0; k < i && first; k++)
			first = !holds(sweep, &a->charts[k]);
		if (first)
			add_figure(a, sweep->numeric ? FIGURE_LINES : FIGURE_GROUPS, i, sweep);
		add_figure(a, FIGURE_BARS, i, NULL);
		if (chart_has_slots(&a->charts[i]))
			add_figure(a, FIGURE_RUNS, i, NULL);
	}
}

void figure_layout(struct layout *layout, struct arena *arena, const struct article *a,
	const struct figure *figure, double width)
{
	switch (figure->kind) {
	case FIGURE_OVERVIEW:
		layout_overview(layout, arena, &a->comparison, ALL_SIDES, width);
		break;
	case FIGURE_LINES:
		layout_lines(layout, arena, figure->sweep, width);
		break;
	case FIGURE_GROUPS:
		layout_groups(layout, arena, figure->sweep, width);
		break;
	case FIGURE_BARS:
		layout_bars(layout, arena, &a->charts[figure->chart], width);
		break;
	case FIGURE_RUNS:
		layout_runs(layout, arena, &a->charts[figure->chart], width);
		break;
	case FIGURE_KINDS:
		break;
	}
}
