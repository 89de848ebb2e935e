#ifndef REPORT_DIFF_DIFF_H
#define REPORT_DIFF_DIFF_H

#include <stdio.h>

#include "report/compare/comparison.h"
#include "report/layout/terminal.h"

/* A comparison, written: one file a format. The caller owns the stream. */

/* What a comparison cannot know itself. */
struct diff_head {
	const char *command; /* that prints it again: "hib diff base patched" */
	const char *system; /* of several systems that are compared one by one, this one's name; or NULL */
	const char *order; /* "by block, seed 4711", as far as the run tells; or NULL */
	bool sequential; /* --allow-sequential: verdicts without common blocks count, too */
};

int diff_text(const struct comparison *c, const struct diff_head *head, const struct terminal *t, FILE *out,
	struct error *err);
int diff_markdown(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err);
/* ASCII, at most 72 columns: fit for a mail to a kernel list. */
int diff_mail(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err);
/* A section of a page with an interval plot; `index` is the how manieth from 0. The page stands around. */
int diff_html(
	const struct comparison *c, const struct diff_head *head, size_t index, FILE *out, struct error *err);
void diff_html_begin(const char *title, const struct diff_head *head, FILE *out);
void diff_html_end(FILE *out);
/* One object; the caller puts several into an array. */
int diff_json(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err);
/* A line for each test and side, after the heading when `first`. */
int diff_csv(const struct comparison *c, bool first, FILE *out, struct error *err);
/* A <testsuite>; WORSE is a failure. The caller writes <testsuites> around. */
int diff_junit(const struct comparison *c, const struct diff_head *head, FILE *out, struct error *err);

#endif
