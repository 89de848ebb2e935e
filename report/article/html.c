#include "report/article/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/article/findings.h"
#include "report/article/html_parts.h"
#include "report/article/page.h"
#include "report/layout/charts.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define MOST_SWITCHES  16 /* systems that can be hidden one by one */
#define MOST_OVERVIEWS 8 /* systems that one overview holds */

static void add_paragraph(void *context, const char *words)
{
	struct text *out = context;

	text_adds(out, "<p>");
	html_add(out, words);
	text_adds(out, "</p>\n");
}

static void add_item(void *context, const char *words)
{
	struct text *out = context;

	text_adds(out, "<li>");
	html_add(out, words);
	text_adds(out, "</li>\n");
}

size_t html_count_values(const struct article *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++)
			n += a->charts[i].bars[k].summary.n;
	return n;
}

static int by_number(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* Trials by their numbers, for one has several values; 0 where the result does not tell them. */
static size_t count_trials(const struct article *a)
{
	int *numbers = mem_zero(html_count_values(a) + 1, sizeof *numbers);
	size_t n = 0, trials = 0;

	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++) {
			const struct entry *entry = a->charts[i].bars[k].entry;

			for (size_t s = 0; entry && s < entry->n_samples; s++)
				if (entry->samples[s].state != ST_WARMUP && entry->samples[s].slot > 0)
					numbers[n++] = entry->samples[s].slot;
		}
	qsort(numbers, n, sizeof *numbers, by_number);
	for (size_t i = 0; i < n; i++)
		trials += !i || numbers[i] != numbers[i - 1];
	free(numbers);
	return trials;
}

/* "5 systems, 19 charts, 95 values; measured 2012-09-20" */
static const char *lead_of(const struct article *a)
{
	size_t n = a->file->n_systems, values = html_count_values(a), trials = count_trials(a);
	const char *time = n && a->file->systems[0].time_stamp ? a->file->systems[0].time_stamp : "";

	return arena_printf(a->arena, "%zu system%s, %zu chart%s, %zu value%s%s%s%s", n, n == 1 ? "" : "s",
		a->n, a->n == 1 ? "" : "s", values, values == 1 ? "" : "s",
		trials ? arena_printf(a->arena, " of %zu trials", trials) : "", *time ? "; measured " : "",
		time);
}

/* Controls that only the script makes useful: it shows them. */
static void add_tools(struct text *out, const struct article *a)
{
	const struct result_file *file = a->file;

	text_adds(out,
		"<form class=\"tools\" hidden onsubmit=\"return false\">\n"
		"<label>Per cent of <select id=\"t-base\"><option value=\"\">the best</option>");
	for (size_t i = 0; i < file->n_systems; i++) {
		text_printf(out, "<option value=\"%zu\">", i);
		html_add(out, file->systems[i].identifier);
		text_adds(out, "</option>");
	}
	text_adds(out,
		"</select></label>\n<label><input type=\"checkbox\" id=\"t-sort\"> best first</label>\n"
		"<label><input type=\"checkbox\" id=\"t-raw\" checked> trials as dots</label>\n");
	if (file->n_systems > 1 && file->n_systems <= MOST_SWITCHES) {
		text_adds(out, "<fieldset><legend>Systems</legend>");
		for (size_t i = 0; i < file->n_systems; i++) {
			text_printf(out, "<label><input type=\"checkbox\" data-hide=\"%zu\" checked> ", i);
			html_add(out, file->systems[i].identifier);
			text_adds(out, "</label>");
		}
		text_adds(out, "</fieldset>\n");
	}
	text_adds(out, "</form>\n");
}

static void add_findings(struct text *out, const struct article *a)
{
	text_adds(out, "<section id=\"_findings\">\n<h2>What was found</h2>\n<div class=\"lead\">\n");
	findings_each(a, add_paragraph, out);
	text_adds(out, "</div>\n</section>\n");
}

static void add_overview(struct text *out, const struct article *a)
{
	if (!a->compared || a->comparison.n_rows < 2)
		return;
	text_adds(out, "<section id=\"_overview\">\n<h2 class=\"vh\">All tests at a glance</h2>\n");
	for (size_t side = 0; side + 1 < a->comparison.n_sides; side++) {
		bool together = a->comparison.n_sides > 2 && a->comparison.n_sides <= MOST_OVERVIEWS;
		struct arena arena = { 0 };
		struct layout layout;
		char id[32];

		/* many systems would not be told apart: only their means are drawn then */
		if (a->comparison.n_sides > MOST_OVERVIEWS)
			break;
		layout_overview(&layout, &arena, &a->comparison, together ? ALL_SIDES : side, HTML_WIDTH);
		snprintf(id, sizeof id, "_overview-%zu", side);
		page_figure(out, id, &layout, NULL);
		arena_release(&arena);
		if (together)
			break;
	}
	if (a->comparison.n_sides > MOST_OVERVIEWS)
		text_printf(out, "<p>%zu systems do not fit into one picture: the findings tell each.</p>\n",
			a->comparison.n_sides);
	text_adds(out, "</section>\n");
}

static void add_systems(struct text *out, const struct article *a)
{
	struct arena arena = { 0 };
	struct grid grid;

	text_adds(out, "<section id=\"_systems\">\n<h2>The systems</h2>\n");
	grid_of_systems(&grid, &arena, a, true);
	if (a->facts.n) {
		text_adds(out, "<p>What differs between them:</p>\n");
		page_grid(out, &grid, "What differs between the systems");
	} else if (a->file->n_systems > 1) {
		text_adds(out, "<p>Nothing that the result tells of them differs.</p>\n");
	}
	text_adds(out, "</section>\n");
	arena_release(&arena);
}

static void add_failures(struct text *out, const struct article *a)
{
	struct arena arena = { 0 };
	struct grid grid;

	grid_of_failures(&grid, &arena, a);
	if (grid.n_rows) {
		text_adds(out, "<section id=\"_failures\">\n<h2>What failed</h2>\n");
		page_grid(out, &grid, "What failed");
		text_adds(out, "</section>\n");
	}
	arena_release(&arena);
}

static void add_alike(struct text *out, const struct article *a)
{
	struct arena arena = { 0 };
	struct grid grid;

	grid_of_systems(&grid, &arena, a, false);
	if (grid.n_rows) {
		text_printf(out, "<details%s><summary>%s</summary>\n", a->file->n_systems > 1 ? "" : " open",
			a->file->n_systems > 1 ? "What is alike on all systems" : "What it is");
		page_grid(out, &grid, "What is alike on all systems");
		text_adds(out, "</details>\n");
	}
	arena_release(&arena);
}

static void add_medians(struct text *out, const struct article *a)
{
	struct arena arena = { 0 };
	struct grid grid;

	grid_of_medians(&grid, &arena, a);
	if (grid.n_columns && grid.n_rows > 1) {
		text_adds(out, "<section id=\"_medians\">\n<h2>All medians</h2>\n");
		page_grid(out, &grid, "All medians");
		text_adds(out, "</section>\n");
	}
	arena_release(&arena);
}

static void add_method(struct text *out, const struct article *a, const char *const *files)
{
	text_adds(out, "<section id=\"_method\">\n<h2>How it was measured</h2>\n<ul>\n");
	method_each(a, add_item, out);
	doubts_each(a, add_item, out);
	text_adds(out, "</ul>\n");
	add_alike(out, a);
	if (*files) {
		text_adds(out, "<p>The data of this article: ");
		for (size_t i = 0; files[i]; i++) {
			text_printf(out, "%s<a href=\"%s\">", i ? ", " : "", files[i]);
			html_add(out, files[i]);
			text_adds(out, "</a>");
		}
		text_adds(out, ".</p>\n");
	}
	text_adds(out, "</section>\n");
}

void article_html(struct text *out, const struct article *a, const char *const *files)
{
	page_begin(out, a->title, lead_of(a));
	if (*a->file->meta.description) {
		text_adds(out, "<p>");
		html_add(out, a->file->meta.description);
		text_adds(out, "</p>\n");
	}
	add_tools(out, a);
	add_findings(out, a);
	html_contents(out, a);
	add_overview(out, a);
	add_medians(out, a);
	add_systems(out, a);
	html_charts(out, a);
	add_failures(out, a);
	add_method(out, a, files);
	page_end(out, "Made by hib " HIB_VERSION ". Bars begin at zero; values are medians.", true);
}
