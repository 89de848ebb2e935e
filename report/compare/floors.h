#ifndef REPORT_COMPARE_FLOORS_H
#define REPORT_COMPARE_FLOORS_H

#include "report/result/result.h"

/*
 * The noise floor of tests on a machine, from runs of one system against itself (METHOD.md 6, A/A floor): no
 * smaller difference is worth a verdict there.
 */
struct floor {
	const char *test; /* comparison hash of the result's chart, in hex */
	const char *title; /* for people */
	const char *machine; /* Hardware of the system, as in the result file */
	const char *file_system; /* "ext4" */
	double floor; /* relative: 0.014 */
	double spread; /* standard deviation of a pair's log ratio */
	int blocks;
	const char *date;
};

/* A floor is below it; a test that spreads more has none. */
#define FLOORS_MOST 100.0

struct floors {
	struct arena arena;
	struct floor *items;
	size_t n;
};

/* Read a floors file (JSON) behind what is there; a file that does not exist is empty. */
int floors_read(struct floors *floors, const char *path, struct error *err);
/* Put one floor in, in place of an older one of the same test, machine and file system. Strings are copied. */
void floors_set(struct floors *floors, const struct floor *floor);
/* The whole document as text; owned by the caller. */
char *floors_text(const struct floors *floors);
void floors_release(struct floors *floors);

/* The floor of that result on a machine (Hardware of the system) and a file system, or NULL. */
const struct floor *floors_find(
	const struct floors *floors, const struct result *result, const char *machine, const char *file_system);

#endif
