#include "report/article/page.h"

#include <string.h>

#include "report/picture/picture.h"
#include "share/page/page.h"
#include "share/base/banned.h"

void html_add(struct text *out, const char *words)
{
	struct text clean = TEXT_INIT;

	if (!words[strcspn(words, "<>&\"'")]) {
		text_add_clean(out, words, strlen(words));
		return;
	}
	text_add_clean(&clean, words, strlen(words));
	for (const char *p = text_string(&clean); *p; p++)
		switch (*p) {
		case '<':
			text_adds(out, "&lt;");
			break;
		case '>':
			text_adds(out, "&gt;");
			break;
		case '&':
			text_adds(out, "&amp;");
			break;
		case '"':
			text_adds(out, "&quot;");
			break;
		case '\'':
			text_adds(out, "&#39;");
			break;
		default:
			text_addc(out, *p);
		}
	text_release(&clean);
}

void page_begin(struct text *out, const char *title, const char *lead)
{
	text_adds(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	html_add(out, title);
	text_adds(out, "</title>\n<style>\n");
	text_adds(out, page_style);
	text_adds(out, "</style>\n<style id=\"chart-style\">\n");
	svg_add_style(out);
	text_adds(out,
		"\n</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#_main\">To the content</a>\n<header>\n<h1>");
	html_add(out, title);
	text_adds(out, "</h1>\n");
	if (*lead) {
		text_adds(out, "<p class=\"meta\">");
		html_add(out, lead);
		text_adds(out, "</p>\n");
	}
	text_adds(out, "</header>\n<main id=\"_main\">\n");
}

void page_end(struct text *out, const char *foot, bool scripted)
{
	text_adds(out, "</main>\n<footer><p class=\"meta\">");
	html_add(out, foot);
	text_adds(out, "</p></footer>\n");
	if (scripted) {
		text_adds(out, "<script>\n");
		text_adds(out, page_script);
		text_adds(out, "</script>\n");
	}
	text_adds(out, "</body>\n</html>\n");
}

static void add_cell(struct text *out, const struct grid *grid, size_t column, const struct grid_cell *cell)
{
	static const char *const marks[] = { "", "good", "bad", "best" };
	bool head = !column, numeric = grid->numeric[column];

	text_adds(out, head ? "<th scope=\"row\"" : "<td");
	if (numeric || cell->mark)
		text_printf(out, " class=\"%s%s%s\"", numeric ? "n" : "", numeric && cell->mark ? " " : "",
			marks[cell->mark]);
	text_addc(out, '>');
	html_add(out, cell->words);
	text_adds(out, head ? "</th>" : "</td>");
}

void page_grid(struct text *out, const struct grid *grid, const char *caption)
{
	text_adds(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
	html_add(out, caption ? caption : "table");
	text_adds(out, "\"><table>\n<thead><tr>");
	for (size_t i = 0; i < grid->n_columns; i++) {
		text_printf(out, "<th scope=\"col\"%s>", grid->numeric[i] ? " class=\"n\"" : "");
		html_add(out, grid->heads[i]);
		text_adds(out, "</th>");
	}
	text_adds(out, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < grid->n_rows; i++) {
		text_adds(out, grid->marked[i] ? "<tr class=\"differs\">" : "<tr>");
		for (size_t k = 0; k < grid->n_columns; k++)
			add_cell(out, grid, k, &grid->cells[i * grid->n_columns + k]);
		text_adds(out, "</tr>\n");
	}
	text_adds(out, "</tbody></table></div>\n");
}

void page_figure(struct text *out, const char *id, const struct layout *layout, const struct text *after)
{
	text_printf(out, "<figure id=\"%s\">\n", id);
	svg_add(out, layout, true);
	text_printf(out,
		"<figcaption>\n<div class=\"copy\" data-name=\"%s\" hidden>Save as <button type=\"button\" data-as=\"png\">PNG</button>"
		"<button type=\"button\" data-as=\"svg\">SVG</button><button type=\"button\" data-as=\"txt\">text</button>"
		"</div>\n",
		id);
	if (after)
		text_add(out, after->bytes ? after->bytes : "", after->size);
	text_adds(out, "</figcaption>\n</figure>\n");
}
