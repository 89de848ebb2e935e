/* A diff as CSV: a line for each test and side (RFC 4180). */
#include <math.h>

#include "report/diff/words.h"
#include "report/export/export.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static void add_row(struct text *line, const struct comparison *c, const struct row *row, size_t side)
{
	const struct change *change = &row->changes[side];
	const struct difference *d = &change->difference;
	const struct cell *a = &row->cells[0], *b = &row->cells[side + 1];
	double none = NAN;

	csv_add(line, row->label);
	csv_add(line, row->result->scale);
	csv_add(line, proportion_name(row->result->proportion));
	csv_add(line, c->sides[0].label);
	csv_add(line, c->sides[side + 1].label);
	csv_add(line, state_name(a->summary.state));
	csv_add(line, state_name(b->summary.state));
	csv_add_number(line, a->summary.median);
	csv_add_number(line, b->summary.median);
	csv_add_number(line, change->compared ? change_percent(d->ratio) : none);
	csv_add_number(line, change->compared ? change_percent(d->interval.low) : none);
	csv_add_number(line, change->compared ? change_percent(d->interval.high) : none);
	csv_add_number(line, change->compared ? d->p : none);
	csv_add_number(line, change->compared ? (double)d->n : none);
	csv_add_number(line, change->compared ? (double)d->m : none);
	csv_add(line, !change->compared ? "" : d->paired ? "yes" : "no");
	csv_add(line, change->compared ? proven_name(d->proven) : "");
	csv_add(line, change->why ? change->why : "");
	csv_end(line);
}

int diff_csv(const struct comparison *c, bool first, FILE *out, struct error *err)
{
	struct text line = TEXT_INIT;

	if (first)
		fputs("test,unit,proportion,baseline,other,baseline_state,other_state,baseline_median,other_median,"
		      "change_percent,interval_low_percent,interval_high_percent,p,n_baseline,n_other,common_blocks,"
		      "verdict,why_none\r\n",
			out);
	for (size_t side = 0; side + 1 < c->n_sides; side++)
		for (size_t i = 0; i < c->n_rows; i++) {
			add_row(&line, c, &c->rows[i], side);
			fwrite(line.bytes, 1, line.size, out);
			text_clear(&line);
		}
	text_release(&line);
	return file_check_stream(out, "the comparison", err);
}
