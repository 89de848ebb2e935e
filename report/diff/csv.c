/* A diff as CSV: a line for each test and side (RFC 4180). */
#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static void add_field(struct text *line, const char *field)
{
	bool quoted = strpbrk(field, ",\"\r\n") != NULL;

	if (quoted)
		text_addc(line, '"');
	for (; *field; field++) {
		if (*field == '"')
			text_addc(line, '"');
		text_addc(line, *field);
	}
	text_adds(line, quoted ? "\"," : ",");
}

static void add_number(struct text *line, double value)
{
	char buffer[NUMBER_TEXT_SIZE];

	add_field(line, isfinite(value) ? number_shortest(value, buffer) : "");
}

static void add_row(struct text *line, const struct comparison *c, const struct row *row, size_t side)
{
	const struct change *change = &row->changes[side];
	const struct difference *d = &change->difference;
	const struct cell *a = &row->cells[0], *b = &row->cells[side + 1];
	double none = NAN;

	add_field(line, row->label);
	add_field(line, row->result->scale);
	add_field(line, proportion_name(row->result->proportion));
	add_field(line, c->sides[0].label);
	add_field(line, c->sides[side + 1].label);
	add_field(line, state_name(a->summary.state));
	add_field(line, state_name(b->summary.state));
	add_number(line, a->summary.median);
	add_number(line, b->summary.median);
	add_number(line, change->compared ? change_percent(d->ratio) : none);
	add_number(line, change->compared ? change_percent(d->interval.low) : none);
	add_number(line, change->compared ? change_percent(d->interval.high) : none);
	add_number(line, change->compared ? d->p : none);
	add_number(line, change->compared ? (double)d->n : none);
	add_number(line, change->compared ? (double)d->m : none);
	add_field(line, !change->compared ? "" : d->paired ? "yes" : "no");
	add_field(line, change->compared ? proven_name(d->proven) : "");
	add_field(line, change->why ? change->why : "");
	line->bytes[line->size - 1] = '\n'; /* in place of the last comma */
}

int diff_csv(const struct comparison *c, bool first, FILE *out, struct error *err)
{
	struct text line = TEXT_INIT;

	if (first)
		fputs("test,unit,proportion,baseline,other,baseline_state,other_state,baseline_median,other_median,"
		      "change_percent,interval_low_percent,interval_high_percent,p,n_baseline,n_other,common_blocks,"
		      "verdict,why_none\n",
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
