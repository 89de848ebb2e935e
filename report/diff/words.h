#ifndef REPORT_DIFF_WORDS_H
#define REPORT_DIFF_WORDS_H

#include "report/diff/diff.h"

/* The words that all formats of a diff share. */

/* "+7.0 %", "-0.4 %", "12.3x" for a large one; "-" where there is none. */
void words_change(struct text *out, double ratio);
/* "+5.2 .. +8.8" in per cent, or "-" when no interval exists at that level. */
void words_interval(struct text *out, struct range ratio);
/* "0.0078", "<0.0001", "" for NaN. */
void words_p(struct text *out, double p);
/* "BETTER", "small, worse", "(SAME)" without common blocks; "-" without a verdict. */
void words_verdict(struct text *out, const struct change *change);
/* ' ', '+', '-', '=', '~', '?'. */
char words_sign(const struct change *change);
/* "8", "8/7" for sides of different counts. */
void words_n(struct text *out, const struct change *change);

/* "1 BETTER, 9 WORSE of 10 tests". */
void words_found(struct text *out, const struct tally *tally);
/* "95 % interval", by the error that is allowed. */
void words_interval_name(struct text *out, const struct comparison *c);
/* What the change is and what its interval allows for; "" when nothing is compared. */
void words_change_means(struct text *out, const struct comparison *c, size_t side);

/* How the order of trials protects against drift, or that it does not. */
void words_order(struct text *out, const struct comparison *c, const struct diff_head *head);
/* "limit 2 %" and where it comes from. */
void words_limit(struct text *out, const struct comparison *c);

/* "Kernel 6.1 -> 6.12 (the factor)": one fact. */
void words_fact(struct text *out, const struct system_fact *fact, size_t n_sides);
/* All of them, or that nothing differs. */
void words_facts(struct text *out, const struct comparison *c);

/*
 * Remarks below a table, one line each, for side `side` + 1: why there is no verdict, what would settle it,
 * flags, outliers, drifts, rows on one side, what the verdicts allow for. Calls `each` with the line.
 */
void words_remarks(
	const struct comparison *c, size_t side, void (*each)(void *context, const char *line), void *context);

#endif
