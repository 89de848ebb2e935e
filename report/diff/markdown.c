/* A diff as Markdown, fit for a comment on a pull request. */
#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "report/export/markdown.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static void add_cell(struct text *out, const struct cell *cell)
{
	text_adds(out, " | ");
	markdown_add(out, cell->words ? cell->words : cell->value);
}

static void add_row(struct text *out, const struct row *row, size_t side)
{
	const struct change *change = &row->changes[side];
	bool strong = change->compared && change->difference.paired &&
		(change->difference.proven == PROVEN_BETTER || change->difference.proven == PROVEN_WORSE);
	struct text verdict = TEXT_INIT;

	text_adds(out, "| ");
	markdown_add(out, row->label);
	text_adds(out, " | ");
	markdown_add(out, row->result->scale);
	text_adds(out, row->result->proportion == PROPORTION_LIB ? " (less is better)" : "");
	add_cell(out, &row->cells[0]);
	add_cell(out, &row->cells[side + 1]);
	text_adds(out, " | ");
	if (change->compared)
		words_change(out, change->difference.ratio);
	text_adds(out, " | ");
	if (change->compared)
		words_interval(out, change->difference.interval);
	text_adds(out, " | ");
	if (change->compared)
		words_p(out, change->difference.p);
	text_adds(out, " | ");
	words_n(out, change);
	words_verdict(&verdict, change);
	text_printf(out, " | %s%s%s |\n", strong ? "**" : "", text_string(&verdict), strong ? "**" : "");
	text_release(&verdict);
}

static void add_total(struct text *out, const struct total *total)
{
	if (total->k < 2)
		return;
	text_printf(out, "| geometric mean of %zu of %zu (higher is better) | | | | ", total->k, total->n);
	words_change(out, total->ratio);
	text_adds(out, " | ");
	if (!isnan(total->interval.low))
		words_interval(out, total->interval);
	text_adds(out, " | | | |\n");
}

static void add_remark(void *context, const char *line)
{
	struct text *out = context;

	text_adds(out, "- ");
	markdown_add(out, line);
	text_addc(out, '\n');
}

static void add_table(struct text *out, const struct comparison *c, size_t side)
{
	struct text words = TEXT_INIT;

	words_found(&words, &c->tallies[side]);
	text_printf(out, "Found: %s.\n\n| test | unit | ", text_string(&words));
	text_clear(&words);
	markdown_add(out, c->sides[0].label);
	text_adds(out, " | ");
	markdown_add(out, c->sides[side + 1].label);
	text_adds(out, " | change | ");
	words_interval_name(out, c);
	text_adds(out, ", % | p | n | verdict |\n|---|---|---:|---:|---:|---:|---:|---:|---|\n");
	for (size_t i = 0; i < c->n_rows; i++)
		add_row(out, &c->rows[i], side);
	add_total(out, &c->totals[side]);
	text_addc(out, '\n');
	words_remarks(c, side, add_remark, out);
	words_change_means(&words, c, side);
	if (words.size)
		add_remark(out, text_string(&words));
	text_release(&words);
}

int diff_markdown(const struct comparison *c, const struct diff_head *head, FILE *stream, struct error *err)
{
	struct text out = TEXT_INIT, words = TEXT_INIT;

	for (size_t side = 0; side + 1 < c->n_sides; side++) {
		text_adds(&out, "### ");
		if (head->system) {
			markdown_add(&out, head->system);
			text_adds(&out, ": ");
		}
		markdown_add(&out, c->sides[side + 1].label);
		text_adds(&out, " against ");
		markdown_add(&out, c->sides[0].label);
		text_adds(&out, "\n\n");
		if (!side) {
			text_adds(&words, "Differs: ");
			words_facts(&words, c);
			text_adds(&words, ". Order: ");
			words_order(&words, c, head);
			text_adds(&words, "; ");
			words_limit(&words, c);
			markdown_add(&out, text_string(&words));
			text_adds(&out, ".\n\n");
		}
		add_table(&out, c, side);
		text_addc(&out, '\n');
	}
	markdown_add_code(&out, head->command);
	text_addc(&out, '\n');
	fwrite(out.bytes, 1, out.size, stream);
	text_release(&out);
	text_release(&words);
	return file_check_stream(stream, "the comparison", err);
}
