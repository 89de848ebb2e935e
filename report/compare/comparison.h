#ifndef REPORT_COMPARE_COMPARISON_H
#define REPORT_COMPARE_COMPARISON_H

#include "report/compare/difference.h"
#include "report/compare/facts.h"
#include "report/compare/floors.h"
#include "report/compare/values.h"
#include "report/result/statistics.h"

/*
 * Systems compared with the first of them, the baseline: what differs between them, a row for each test, the
 * verdicts, and the mean over all tests. Every format prints this and computes nothing itself. All memory is in
 * the arena; strings of the result files are shared.
 */

/* One system of an opened result file. Sides of one run share the file. */
struct side {
	struct result_file *file;
	int system; /* index in the file */
	const char *label; /* unlike all others */
	const char *source; /* the saved result or file it comes from, as the user would type it */
	bool logs; /* is it a folder, with the logs of its trials? */
};

enum family { FAMILY_ALL, FAMILY_TEST };

struct comparison_options {
	double threshold; /* practical */
	double alpha; /* error of a family */
	enum family family; /* what verdicts allow for: all tests, or the results of one test */
	bool exclude_flagged; /* leave out samples of disturbed trials */
	bool allow_version_mix; /* compare what other versions of program or profile measured */
	const struct floors *floors; /* noise of this machine, or NULL */
};

/* What one side measured in one test. */
struct cell {
	struct entry *entry; /* NULL: the side has none */
	struct summary summary;
	const char *value, *low, *high; /* with the result's digits; "" where there is none */
	const char *words; /* instead of a value: "failed in 6 of 6: no space", "not run"; or NULL */
	const char *word; /* the same as short as a table needs it */
	bool special; /* the words are a value that is no number: no failure */
	bool left_out; /* all its values are, because something disturbed their trials */
	size_t n_flagged, n_outliers; /* samples from disturbed trials; far from the others */
	bool bimodal; /* two groups of values */
	bool n_unknown; /* one value of which nobody knows how many trials it stands for */
};

/* The comparison of one cell with the baseline's. */
struct change {
	bool compared; /* both sides have values of the same thing; else `why` says why not */
	struct difference difference;
	const char *why; /* why there is no verdict, or NULL; in full words */
	int *blocks; /* of its pairs */
	size_t n_lost; /* values without a partner in their block */
	double floor; /* noise of this test here by hib calibrate, the larger of both sides'; NaN unknown */
	bool one_floor; /* the noise of one side only is known */
	struct drift drift; /* over the session */
	enum proven without_outliers, without_flagged; /* what it would be; as it is, where nothing changes */
	size_t family; /* how many tests its verdict allows for */
};

struct row {
	struct result *result; /* the baseline's, or the first side's that has it */
	const char *label; /* "fs_mark 1000 Files, 1MB Size" */
	int decimals;
	struct cell *cells; /* one for each side */
	struct change *changes; /* of side i + 1 against side 0 */
};

/* How the mean's interval is made. */
#define TOTAL_RESAMPLES 10000
#define TOTAL_SEED      4711

/* Geometric mean of the ratios of one side to the baseline, better = above 1. */
struct total {
	size_t k, n; /* tests in it, of all there are by their headlines; NaN when k is 0 */
	bool turned; /* some of them are lower-is-better, and turned round */
	double ratio;
	struct range interval; /* 95 %, by resampling blocks; NaN where blocks are not known */
};

/* How many tests have each verdict, those that are not compared under PROVEN_NOTHING. */
struct tally {
	size_t all, counts[PROVEN_COUNT];
};

struct comparison {
	struct side *sides;
	size_t n_sides;
	struct row *rows;
	size_t n_rows, n_hidden; /* shown, and left out by comparison_only_changed() */
	struct total *totals; /* one for each side but the first */
	struct tally *tallies; /* of the same */
	struct facts facts;
	bool *interleaved; /* for each side but the first: are all its verdicts of common blocks? */
	const char *shared; /* mark that all rows have: "(Quick)", or "" */
	struct comparison_options options;
	size_t n_blocks_min, n_blocks_max; /* pairs of the rows that are paired; 0 none */
};

/* The first side is the baseline. At least two sides. */
int comparison_build(struct comparison *comparison, struct arena *arena, struct side *sides, size_t n,
	const struct comparison_options *options, struct error *err);

/* Rows by size of change, largest first; those without one last. */
void comparison_sort(struct comparison *comparison);

/* Only rows with a verdict of BETTER or WORSE, or a state that differs. */
void comparison_only_changed(struct comparison *comparison);

/* Change in per cent, other against baseline, as measured: +7.0 for a ratio of 1.07. */
double change_percent(double ratio);

#endif
