#ifndef PARSERS_FINDINGS_H
#define PARSERS_FINDINGS_H

#include "parsers/parser.h"
#include "parsers/scan.h"
#include "share/base/text.h"

/*
 * Measurements that a parser holds until it knows whether they count: a later report may replace
 * them, an error line may void them. Part of a parser's state; a zeroed struct is empty.
 */
struct findings {
	struct arena arena;
	struct measurement *items; /* on the heap */
	size_t n, capacity;
	const struct meaning *recent[8]; /* what was added last: most comes again */
	size_t last; /* of them */
	struct text name; /* made by findings_name() */
	char *fault; /* the first error line seen; owned by the arena */
	unsigned long fault_line;
};

/* What a unit as printed means: value * factor in `base`. */
struct unit {
	const char *printed;
	double factor;
	enum base_unit base;
};

void findings_append(struct findings *findings, const struct findings *more); /* which lives on as long */
void findings_clear(struct findings *findings); /* forget the values; the fault stays */
void findings_release(struct findings *findings);

/*
 * Add a value that was read. `metric` is copied, `unit` is static. A sentinel such as 2^63-1 makes
 * it invalid. Returns the measurement for further changes.
 */
struct measurement *findings_add(struct findings *findings, const char *metric, const struct digits *digits,
	const struct unit *unit, enum proportion proportion, unsigned long line);

/* A meaning of this measurement alone, to be changed: in the arena. */
struct meaning *findings_own(struct findings *findings, struct measurement *m);

/* Void the value with a reason. */
void findings_spoil(struct findings *findings, struct measurement *m, enum state state, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Remember an error line; the first one stays. */
void findings_fault(struct findings *findings, const struct line *line);
void findings_fault_text(struct findings *findings, const char *text, unsigned long number);

/* A metric's name made of parts: "job/read/iops"; valid until the next call. */
const char *findings_name(struct findings *findings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Send all in order; under VERDICT_FAILED each ok value becomes failed, with `reason`. */
void findings_send(struct findings *findings, struct sink *sink, enum verdict verdict, const char *reason);

/* The unit of that printed name in a table ended by NULL, or NULL. */
const struct unit *unit_named(const struct unit *table, const char *name, size_t size);

/* "exit status 3", "ended by signal 9 (Killed)", "time limit reached"; NULL for a good end. */
const char *ending_words(const struct ending *ending, char buffer[80]);

#endif
