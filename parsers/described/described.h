#ifndef PARSERS_DESCRIBED_DESCRIBED_H
#define PARSERS_DESCRIBED_DESCRIBED_H

#include "parsers/findings.h"

/*
 * Parsers for programs that hib does not know: a profile describes where the values stand, as
 * regular expressions (parser: pattern), as columns of CSV (parser: csv) or as paths of JSON
 * (parser: json). They are in no list and have no probe: only a profile chooses them.
 */
extern const struct parser parser_pattern, parser_csv, parser_json;

struct described {
	const char *const *patterns; /* of parser_pattern */
	size_t n_patterns;
	const struct described_value {
		const char *metric;
		const char *where; /* csv: a column's name, or its number from 1; json: a path */
	} * values;
	size_t n_values;
	char separator; /* of csv */
	/* Unit and direction of what is found: the first entry whose pattern (* and ?) fits the metric. */
	const struct described_metric {
		const char *pattern, *unit;
		enum proportion proportion;
	} * metrics;
	size_t n_metrics;
};

/*
 * Add a value for `metric` from its text, which is a whole decimal number or makes the value invalid.
 * `unit`: as printed, to be one of unit_exact(); NULL: the metric's own.
 */
void described_add(struct findings *findings, const struct described *described, const char *metric,
	struct scan text, const char *unit, unsigned long line);

/* Add, as missing, each of the described values that nothing was found for; then send everything. */
void described_send(struct findings *findings, const struct described *described, const struct ending *ending,
	struct sink *sink);

/*
 * Is it a regular expression (PCRE2) in which a group has a name? Named groups are metrics; NAME_unit
 * holds the unit of NAME. -1 with a message otherwise.
 */
int pattern_check(const char *pattern, struct error *err);

/* Has the expression a group that is a metric of that name (* and ? allowed)? */
bool pattern_gives(const char *pattern, const char *metric);

/* Is it a path: "jobs[0].read.iops", "results[*].rate", "[2]", "a[\"a name.with dots\"]"? */
int json_path_check(const char *path, struct error *err);

#endif
