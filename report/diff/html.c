/* A diff as one HTML page: intervals as a picture, the table, and what they rest on. */
#include <math.h>
#include <string.h>

#include "report/article/page.h"
#include "report/diff/words.h"
#include "report/layout/charts.h"
#include "share/base/file.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define WIDTH 860

static void add_line(struct text *out, const char *name, struct text *words)
{
	text_printf(out, "<p><strong>%s</strong> ", name);
	html_add(out, text_string(words));
	text_adds(out, "</p>\n");
	text_clear(words);
}

static void add_head(struct text *out, const struct comparison *c, const struct diff_head *head)
{
	struct text words = TEXT_INIT;

	words_facts(&words, c);
	add_line(out, "Differs:", &words);
	words_order(&words, c, head);
	text_adds(&words, "; ");
	words_limit(&words, c);
	add_line(out, "Order:", &words);
	text_release(&words);
}

static void add_cell(struct text *out, const char *class, const char *words)
{
	text_printf(out, "<td class=\"%s\">", class);
	html_add(out, words);
	text_adds(out, "</td>");
}

static void add_value(struct text *out, const struct cell *cell)
{
	text_adds(out, "<td class=\"n\">");
	html_add(out, cell->words ? cell->words : cell->value);
	if (!cell->words && *cell->low)
		text_printf(out, "<br><small>%s .. %s</small>", cell->low, cell->high);
	text_adds(out, "</td>");
}

static void add_row(struct text *out, const struct row *row, size_t side)
{
	const struct change *change = &row->changes[side];
	const struct difference *d = &change->difference;
	struct text words = TEXT_INIT;
	enum proven proven = change->compared ? d->proven : PROVEN_NOTHING;

	text_adds(out, "<tr><th scope=\"row\">");
	html_add(out, row->label);
	text_adds(out, "</th><td>");
	html_add(out, row->result->scale);
	text_printf(out, "%s</td>", row->result->proportion == PROPORTION_LIB ? ", less is better" : "");
	add_value(out, &row->cells[0]);
	add_value(out, &row->cells[side + 1]);
	if (change->compared)
		words_change(&words, d->ratio);
	add_cell(out, "n", text_string(&words));
	text_clear(&words);
	if (change->compared)
		words_interval(&words, d->interval);
	add_cell(out, "n", text_string(&words));
	text_clear(&words);
	if (change->compared)
		words_p(&words, d->p);
	add_cell(out, "n", text_string(&words));
	text_clear(&words);
	words_n(&words, change);
	add_cell(out, "n", text_string(&words));
	text_clear(&words);
	text_printf(&words, "%c ", words_sign(change));
	words_verdict(&words, change);
	add_cell(out,
		proven == PROVEN_BETTER        ? "v good" :
			proven == PROVEN_WORSE ? "v bad" :
						 "v",
		text_string(&words));
	text_adds(out, "</tr>\n");
	text_release(&words);
}

static void add_table(struct text *out, const struct comparison *c, size_t side)
{
	struct text interval = TEXT_INIT;

	words_interval_name(&interval, c);
	text_adds(out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of changes\"><table>\n<thead><tr>"
		"<th scope=\"col\">test</th><th scope=\"col\">unit</th><th scope=\"col\" class=\"n\">");
	html_add(out, c->sides[0].label);
	text_adds(out, "</th><th scope=\"col\" class=\"n\">");
	html_add(out, c->sides[side + 1].label);
	text_printf(out,
		"</th><th scope=\"col\" class=\"n\">change</th><th scope=\"col\" class=\"n\">%s, %%</th>"
		"<th scope=\"col\" class=\"n\">p</th><th scope=\"col\" class=\"n\">n</th><th scope=\"col\">verdict</th>"
		"</tr></thead>\n<tbody>\n",
		text_string(&interval));
	for (size_t i = 0; i < c->n_rows; i++)
		add_row(out, &c->rows[i], side);
	text_adds(out, "</tbody></table></div>\n");
	text_release(&interval);
}

static void add_remark(void *context, const char *line)
{
	struct text *out = context;

	text_adds(out, "<li>");
	html_add(out, line);
	text_adds(out, "</li>\n");
}

static void add_side(struct text *out, const struct comparison *c, size_t side, const char *prefix)
{
	struct arena arena = { 0 };
	struct layout layout;
	struct text words = TEXT_INIT;
	char *id = arena_printf(&arena, "%schanges-%zu", prefix, side + 1);

	text_adds(out, "<h2>");
	html_add(out, c->sides[side + 1].label);
	text_adds(out, " against ");
	html_add(out, c->sides[0].label);
	text_adds(out, "</h2>\n<p class=\"lead\">");
	words_found(&words, &c->tallies[side]);
	html_add(out, text_string(&words));
	text_adds(out, "</p>\n");
	if (c->n_rows) {
		layout_overview(&layout, &arena, c, side, WIDTH);
		page_figure(out, id, &layout, NULL);
		add_table(out, c, side);
	}
	text_adds(out, "<ul class=\"note\">\n");
	words_remarks(c, side, add_remark, out);
	text_clear(&words);
	words_change_means(&words, c, side);
	if (words.size)
		add_remark(out, text_string(&words));
	text_adds(out, "</ul>\n");
	text_release(&words);
	arena_release(&arena);
}

void diff_html_begin(const char *title, const struct diff_head *head, FILE *stream)
{
	struct text out = TEXT_INIT;

	page_begin(&out, title, head->command);
	fwrite(out.bytes, 1, out.size, stream);
	text_release(&out);
}

int diff_html(
	const struct comparison *c, const struct diff_head *head, size_t index, FILE *stream, struct error *err)
{
	struct text out = TEXT_INIT;
	char prefix[32];

	snprintf(prefix, sizeof prefix, "set-%zu-", index + 1);
	text_adds(&out, "<section>\n");
	if (head->system) {
		text_adds(&out, "<h2>");
		html_add(&out, head->system);
		text_adds(&out, "</h2>\n");
	}
	add_head(&out, c, head);
	for (size_t side = 0; side + 1 < c->n_sides; side++)
		add_side(&out, c, side, prefix);
	text_adds(&out, "</section>\n");
	fwrite(out.bytes, 1, out.size, stream);
	text_release(&out);
	return file_check_stream(stream, "the comparison", err);
}

void diff_html_end(FILE *stream)
{
	struct text out = TEXT_INIT;

	page_end(&out, "Made by hib " HIB_VERSION ".", false);
	fwrite(out.bytes, 1, out.size, stream);
	text_release(&out);
}
