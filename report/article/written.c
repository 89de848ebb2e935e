/* The article in Markdown and in plain text. */
#include "report/article/written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/article/findings.h"
#include "report/article/grid.h"
#include "report/export/markdown.h"
#include "report/text/rich.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define MARKDOWN_COLUMNS 80

/* One chart as the terminal shows it. */
static int add_chart(struct text *out, const struct chart *chart, int width, struct error *err)
{
	const struct terminal t = { width, false, false };
	char *bytes = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&bytes, &size);
	int rc;

	if (!stream)
		mem_exhausted();
	rc = text_rich(chart, &t, stream, err);
	fclose(stream);
	text_add(out, bytes, size);
	free(bytes);
	return rc;
}

static void add_paragraph(void *context, const char *words)
{
	markdown_add(context, words);
	text_adds(context, "\n\n");
}

static void add_item(void *context, const char *words)
{
	text_adds(context, "- ");
	markdown_add(context, words);
	text_addc(context, '\n');
}

static void add_grid(struct text *out, const struct grid *grid)
{
	for (size_t i = 0; i < grid->n_columns; i++) {
		text_adds(out, "| ");
		markdown_add(out, grid->heads[i]);
		text_addc(out, ' ');
	}
	text_adds(out, "|\n");
	for (size_t i = 0; i < grid->n_columns; i++)
		text_adds(out, grid->numeric[i] ? "|---:" : "|---");
	text_adds(out, "|\n");
	for (size_t i = 0; i < grid->n_rows; i++) {
		for (size_t k = 0; k < grid->n_columns; k++) {
			const struct grid_cell *cell = &grid->cells[i * grid->n_columns + k];

			text_adds(out, cell->mark ? "| **" : "| ");
			markdown_add(out, cell->words);
			text_adds(out, cell->mark ? "** " : " ");
		}
		text_adds(out, "|\n");
	}
	text_addc(out, '\n');
}

static void add_heading(struct text *out, const char *level, const char *words)
{
	text_printf(out, "%s ", level);
	markdown_add(out, words);
	text_adds(out, "\n\n");
}

static void add_systems(struct text *out, const struct article *a)
{
	struct grid grid;

	add_heading(out, "##", "The systems");
	grid_of_systems(&grid, a->arena, a, true);
	if (grid.n_rows && a->facts.n)
		add_grid(out, &grid);
	else if (a->file->n_systems > 1)
		text_adds(out, "Nothing that the result tells of them differs.\n\n");
	grid_of_systems(&grid, a->arena, a, false);
	if (!grid.n_rows)
		return;
	text_adds(out, "<details><summary>What is alike on all of them</summary>\n\n");
	add_grid(out, &grid);
	text_adds(out, "</details>\n\n");
}

static void add_picture(
	struct text *out, const struct article *a, const struct figure *figure, const char *pictures)
{
	const struct chart *chart = &a->charts[figure->chart];

	text_adds(out, "![");
	if (figure->kind == FIGURE_OVERVIEW) {
		text_adds(out, "All tests against the baseline");
	} else {
		markdown_add(out, chart->title);
		text_adds(out, ", ");
		markdown_add(out, figure->sweep ? figure->sweep->subtitle : chart->subtitle);
	}
	text_printf(out, "](%s/%s.svg)\n\n", pictures, figure->name);
}

/* A chart of characters between fences that are longer than any row of backticks within. */
static int add_block(struct text *out, const struct chart *chart, struct error *err)
{
	struct text block = TEXT_INIT, fence = TEXT_INIT;
	int rc = add_chart(&block, chart, MARKDOWN_COLUMNS, err);
	size_t most = 2;

	for (const char *p = text_string(&block); *p; p++) {
		size_t n = strspn(p, "`");

		most = n > most ? n : most;
		p += n ? n - 1 : 0;
	}
	for (size_t i = 0; i <= most; i++)
		text_addc(&fence, '`');
	text_printf(out, "%s\n", text_string(&fence));
	text_add(out, text_string(&block), block.size);
	text_printf(out, "%s\n\n", text_string(&fence));
	text_release(&fence);
	text_release(&block);
	return rc;
}

static int add_figure(struct text *out, const struct article *a, const struct figure *figure,
	const char *pictures, struct error *err)
{
	const struct result *r = &a->file->results[a->chosen[figure->chart]];
	struct grid grid;
	int rc = 0;

	if (pictures) {
		add_picture(out, a, figure, pictures);
	} else if (figure->kind == FIGURE_BARS) {
		rc = add_block(out, &a->charts[figure->chart], err);
	}
	if (figure->kind != FIGURE_BARS)
		return rc;
	if (*r->arguments) {
		text_adds(out, "Options: ");
		markdown_add_code(out, r->arguments);
		text_adds(out, "\n\n");
	}
	grid_of_chart(&grid, a->arena, a, figure->chart);
	add_grid(out, &grid);
	return rc;
}

static int add_charts(
	struct text *out, const struct article *a, const char *pictures, const bool *kinds, struct error *err)
{
	const char *last = NULL;
	int rc = 0;

	for (size_t i = 0; i < a->n_figures && !rc; i++) {
		const struct figure *figure = &a->figures[i];
		const char *title = a->charts[figure->chart].title;

		if (figure->kind == FIGURE_RUNS || figure->kind == FIGURE_OVERVIEW)
			continue;
		if (!last || strcmp(last, title) != 0)
			add_heading(out, "##", *title ? title : "Test");
		last = title;
		if ((!pictures || !kinds[FIGURE_BARS]) && figure->kind == FIGURE_BARS &&
			*a->charts[figure->chart].subtitle)
			add_heading(out, "###", a->charts[figure->chart].subtitle);
		rc = add_figure(out, a, figure, pictures && kinds[figure->kind] ? pictures : NULL, err);
	}
	return rc;
}

int article_markdown(
	struct text *out, const struct article *a, const char *pictures, const bool *kinds, struct error *err)
{
	struct grid grid;

	add_heading(out, "#", a->title);
	if (*a->file->meta.description)
		add_paragraph(out, a->file->meta.description);
	add_heading(out, "##", "What was found");
	findings_each(a, add_paragraph, out);
	if (pictures && kinds[FIGURE_OVERVIEW] && a->n_figures && a->figures[0].kind == FIGURE_OVERVIEW)
		add_picture(out, a, &a->figures[0], pictures);
	grid_of_medians(&grid, a->arena, a);
	if (grid.n_columns && grid.n_rows > 1) {
		add_heading(out, "##", "All medians");
		add_grid(out, &grid);
	}
	add_systems(out, a);
	if (add_charts(out, a, pictures, kinds, err))
		return -1;
	grid_of_failures(&grid, a->arena, a);
	if (grid.n_rows) {
		add_heading(out, "##", "What failed");
		add_grid(out, &grid);
	}
	add_heading(out, "##", "How it was measured");
	method_each(a, add_item, out);
	doubts_each(a, add_item, out);
	text_adds(out, "\nMade by hib " HIB_VERSION ".\n");
	return 0;
}

/* Words in lines of the page's width. */
struct lines {
	struct text *out;
	int width, indent;
};

static void add_wrapped(void *context, const char *words)
{
	const struct lines *lines = context;
	struct text clean = TEXT_INIT;
	const char *p;
	size_t rest;

	text_add_clean(&clean, words, strlen(words));
	p = text_string(&clean);
	for (rest = clean.size; rest;) {
		size_t size = text_fit_words(p, rest, lines->width - (p > clean.bytes ? lines->indent : 0));

		if (p > clean.bytes)
			text_pad(lines->out, lines->indent);
		text_add(lines->out, p, size);
		text_addc(lines->out, '\n');
		p += size;
		rest -= size;
		while (rest && *p == ' ') {
			p++;
			rest--;
		}
	}
	text_release(&clean);
}

static void add_text_paragraph(void *context, const char *words)
{
	const struct lines *lines = context;

	add_wrapped(context, words);
	text_addc(lines->out, '\n');
}

static void add_text_heading(struct lines *lines, const char *words)
{
	text_addc(lines->out, '\n');
	add_wrapped(lines, words);
	text_addc(lines->out, '\n');
}

static void add_text_facts(struct lines *lines, const struct article *a)
{
	for (size_t i = 0; i < a->facts.n; i++) {
		struct text words = TEXT_INIT;

		text_printf(&words, "%s%s:", a->facts.items[i].name,
			a->facts.items[i].factor ? " (the factor)" : "");
		for (size_t k = 0; k < a->file->n_systems; k++)
			text_printf(&words, "%s %s: %s", k ? ";" : "", a->file->systems[k].identifier,
				*a->facts.items[i].values[k] ? a->facts.items[i].values[k] : "unknown");
		add_wrapped(lines, text_string(&words));
		text_release(&words);
	}
	if (!a->facts.n)
		add_wrapped(lines,
			a->file->n_systems > 1     ? "Nothing that the result tells of them differs." :
				a->file->n_systems ? a->file->systems[0].identifier :
						     "none");
}

/* What every reader asks of the machine, where all systems have it alike. */
static void add_text_machine(struct lines *lines, const struct article *a)
{
	static const char *const asked[] = { "Processor", "Memory", "Disk", "OS", "Kernel", "File-System",
		"place", "mkfs", "mount options" };

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		for (size_t k = 0; k < a->facts.n_alike; k++) {
			const struct system_fact *fact = &a->facts.same[k];
			const char *value = "";

			for (size_t s = 0; s < a->file->n_systems && !*value; s++)
				value = fact->values[s];
			if (!strcmp(fact->name, asked[i]))
				add_wrapped(lines, arena_printf(a->arena, "%s: %s", fact->name, value));
		}
}

static void add_text_failures(struct lines *lines, const struct article *a)
{
	struct grid grid;

	grid_of_failures(&grid, a->arena, a);
	if (grid.n_rows)
		add_text_heading(lines, "WHAT FAILED");
	for (size_t i = 0; i < grid.n_rows; i++) {
		const struct grid_cell *cells = &grid.cells[i * grid.n_columns];

		add_wrapped(lines,
			arena_printf(a->arena, "%s, %s: %s%s%s", cells[0].words, cells[1].words, cells[2].words,
				grid.n_columns > 3 && *cells[3].words ? "; " : "",
				grid.n_columns > 3 ? cells[3].words : ""));
	}
}

int article_text(struct text *out, const struct article *a, int width, struct error *err)
{
	struct lines lines = { out, width, 2 };
	int rc = 0;

	add_wrapped(&lines, a->title);
	if (a->file->n_systems && *a->file->systems[0].time_stamp)
		add_wrapped(&lines, arena_printf(a->arena, "measured %s", a->file->systems[0].time_stamp));
	text_addc(out, '\n');
	if (*a->file->meta.description)
		add_wrapped(&lines, a->file->meta.description);
	lines.indent = 0;
	add_text_heading(&lines, "WHAT WAS FOUND");
	findings_each(a, add_text_paragraph, &lines);
	lines.indent = 2;
	add_text_heading(&lines, "THE SYSTEMS");
	add_text_facts(&lines, a);
	add_text_machine(&lines, a);
	for (size_t i = 0; i < a->n && !rc; i++) {
		text_addc(out, '\n');
		rc = add_chart(out, &a->charts[i], width, err);
	}
	add_text_failures(&lines, a);
	add_text_heading(&lines, "HOW IT WAS MEASURED");
	method_each(a, add_wrapped, &lines);
	doubts_each(a, add_wrapped, &lines);
	return rc;
}
