/* The charts of the HTML article, each with its options and figures. */
#include "report/article/html_parts.h"

#include <string.h>

#include "report/article/page.h"
#include "share/base/banned.h"

#define MOST_RUNS 4000 /* trials of the article up to which every chart has them in their order */

/* Description, command line and table of one chart. */
static void add_figures(struct text *out, const struct article *a, size_t chart)
{
	const struct result *r = &a->file->results[a->chosen[chart]];
	struct arena arena = { 0 };
	struct grid grid;

	text_adds(out, "<p class=\"meta\">");
	if (*r->arguments) {
		text_adds(out, "Options: <code>");
		html_add(out, r->arguments);
		text_adds(out, "</code>");
	}
	if (*r->profile) {
		text_adds(out, *r->arguments ? "; test profile <code>" : "Test profile <code>");
		html_add(out, r->profile);
		text_adds(out, "</code>");
	}
	text_adds(out, "</p>\n");
	grid_of_chart(&grid, &arena, a, chart);
	text_adds(out, "<details><summary>Figures</summary>\n");
	page_grid(out, &grid,
		arena_printf(&arena, "Figures of %s %s", a->charts[chart].title, a->charts[chart].subtitle));
	text_adds(out, "</details>\n");
	arena_release(&arena);
}

static void add_runs(struct text *out, const struct article *a, const struct figure *figure)
{
	struct arena arena = { 0 };
	struct layout layout;

	figure_layout(&layout, &arena, a, figure, HTML_WIDTH);
	text_adds(out, "<details class=\"runs\"><summary>Every trial in its order</summary>\n");
	page_figure(out, figure->name, &layout, NULL);
	text_adds(out, "</details>\n");
	arena_release(&arena);
}

static void add_figure(struct text *out, const struct article *a, const struct figure *figure, bool runs)
{
	struct arena arena = { 0 };
	struct text after = TEXT_INIT;
	struct layout layout;

	if (figure->kind == FIGURE_RUNS) {
		if (runs)
			add_runs(out, a, figure);
		return;
	}
	figure_layout(&layout, &arena, a, figure, HTML_WIDTH);
	if (figure->kind == FIGURE_BARS)
		add_figures(&after, a, figure->chart);
	page_figure(out, figure->name, &layout, &after);
	text_release(&after);
	arena_release(&arena);
}

static bool is_new_test(const struct article *a, const struct figure *figure, const char **last)
{
	const char *title = a->charts[figure->chart].title;
	bool is = !*last || strcmp(*last, title) != 0;

	*last = title;
	return is;
}

static const char *figure_title(const struct article *a, const struct figure *figure)
{
	const struct chart *chart = &a->charts[figure->chart];

	if (figure->sweep)
		return arena_printf(a->arena, "%s%sby %s", figure->sweep->subtitle,
			*figure->sweep->subtitle ? ", " : "",
			*figure->sweep->option && strcmp(figure->sweep->option, "Test") != 0 ?
				figure->sweep->option :
				"setting");
	return *chart->subtitle ? chart->subtitle : chart->title;
}

void html_contents(struct text *out, const struct article *a)
{
	const char *last = NULL;

	text_adds(out, "<nav aria-label=\"Contents\"><details><summary>Contents</summary>\n<ol>\n");
	for (size_t i = 0; i < a->n_figures; i++) {
		const struct figure *figure = &a->figures[i];

		if (figure->kind == FIGURE_OVERVIEW || figure->kind == FIGURE_RUNS)
			continue;
		text_printf(out, "<li><a href=\"#%s\">", figure->name);
		if (is_new_test(a, figure, &last) || figure->kind == FIGURE_BARS) {
			html_add(out, a->charts[figure->chart].title);
			text_adds(out, ": ");
		}
		html_add(out, figure_title(a, figure));
		text_adds(out, "</a></li>\n");
	}
	text_adds(out, "</ol></details></nav>\n");
}

void html_charts(struct text *out, const struct article *a)
{
	bool runs = html_count_values(a) <= MOST_RUNS;
	const char *last = NULL;

	text_adds(out, "<section id=\"_charts\">\n");
	for (size_t i = 0; i < a->n_figures; i++) {
		const struct figure *figure = &a->figures[i];

		if (figure->kind == FIGURE_OVERVIEW)
			continue;
		if (is_new_test(a, figure, &last)) {
			text_adds(out, "<h2 class=\"vh\">");
			html_add(out, *last ? last : "Test");
			text_adds(out, "</h2>\n");
		}
		add_figure(out, a, figure, runs);
	}
	text_adds(out, "</section>\n");
}
