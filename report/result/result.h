#ifndef REPORT_RESULT_RESULT_H
#define REPORT_RESULT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "share/base/error.h"
#include "share/base/memory.h"

/*
 * The model of a result file: systems, results (one chart each), entries (one system's part of a
 * result) and samples. All strings live in the file's arena and are kept as stored, so that
 * precision and rewriting stay exact. An optional text that was absent is NULL, an empty one "".
 */

enum state { ST_OK, ST_FAILED, ST_MISSING, ST_TOOFAST, ST_INVALID, ST_SKIPPED, ST_WARMUP, ST_COUNT };

const char *state_name(enum state state); /* "ok", "failed", ... */
const char *state_word(enum state state); /* as short as a table needs it: "failed", "not run" */
bool state_from_name(const char *name, enum state *state);

enum proportion { PROPORTION_NONE, PROPORTION_HIB, PROPORTION_LIB };

enum proportion proportion_from_text(const char *text); /* "HIB", "LIB", anything else: NONE */
const char *proportion_name(enum proportion proportion); /* "HIB", "LIB", "" */
const char *proportion_words(enum proportion proportion); /* "higher is better", ... or "" */

/* One measured value of one metric from one trial. */
struct sample {
	const char *text; /* the number as printed or computed; NULL unless state is ok */
	double value; /* NaN unless state is ok; NaN also where the text is sample_is_special() */
	enum state state;
	const char *reason; /* why it is not ok, or NULL */
	int trial, block, slot; /* from 1; 0 unknown */
	double seconds; /* how long the trial ran; NaN unknown */
	const char *flags; /* what may have disturbed it, "foreign_cpu,loaded"; NULL nothing known */
};

struct system {
	const char *identifier, *hardware, *software, *user, *time_stamp, *client_version, *notes;
	const char *json, *cost; /* optional; json is PTS's object of strings, as stored */
	const char *extra; /* unknown elements as XML, or NULL */
	const char *machine; /* hardware as measured where publishing changed it, else NULL; not written */
};

struct entry {
	const char *identifier; /* of the system */
	int system; /* index of that system, -1 when no system has the identifier */
	const char *value; /* number, comma list, PASS/FAIL, base64 image, or "" (failed) */
	const char *raw; /* RawString: trial values joined by ':', "" or NULL */
	const char *json; /* as stored, or NULL */
	const char *extra;
	struct sample *samples; /* filled by entry_load_samples() or result_file_add() */
	size_t n_samples;
	bool loaded; /* samples stand for raw and json */
	bool changed; /* samples were added: result_file_settle() renews value, raw and json */
	int planned; /* trials the plan foresees, 0 unknown */
};

struct result {
	const char *profile; /* Identifier: "pts/fio-1.11.2", "hib/fio-1.0.0", "" for derived results */
	const char *title, *version, *arguments, *description, *scale, *proportion_text;
	const char *display_format, *annotation, *parent, *extra;
	const char *measured_as; /* result_hash() before publishing changed it, else NULL; not written */
	enum proportion proportion;
	int decimals; /* digits the metric is shown with; -1: as many as its samples have */
	bool optional; /* see struct result_key; not written */
	struct entry *entries;
	size_t n_entries;
};

struct generated {
	const char *title, *last_modified, *client, *description;
	const char *notes, *internal_tags, *reference_id, *preset_environment; /* optional */
	const char *extra;
};

struct result_file {
	struct arena arena;
	bool is_public; /* reasons lose what is private when samples are loaded (publish.h) */
	const char *comment; /* the comment above the root element, or NULL */
	struct generated meta;
	struct system *systems;
	size_t n_systems;
	struct result *results;
	size_t n_results;
	uint64_t *chart_hashes; /* of the first n_hashed results: makes the search for a chart short */
	size_t n_hashed;
	enum {
		TWINS_UNKNOWN,
		TWINS_NONE,
		TWINS_SOME
	} twins; /* do two systems have one identifier? chart.c asks once */
	int *groups; /* of systems that share results, for each; by result_concerns() */
	size_t n_grouped, n_grouped_results; /* what they were made from */
};

void result_file_release(struct result_file *file);

/* May this be the name of a system: some text, valid UTF-8, without control characters, at most 120 bytes? */
int result_identifier_check(const char *identifier, struct error *err);

/*
 * Words for a value that is no number and no failure, in the arena: "PASS", "a line of 60 points", "an image";
 * NULL for all others.
 */
const char *result_special(struct arena *arena, const struct result *result, const struct entry *entry);

/* Is it a value that is no single number: PASS, FAIL, several of them, numbers joined by ',', or a PNG in
 * base64? */
bool sample_is_special(const char *text);

/* Index of a system or -1. `hint`: where to look first. */
int result_file_system(const struct result_file *file, const char *identifier, size_t hint);

/* A new system of which only the identifier is set; text fields that PTS always writes are "". */
struct system *result_file_add_system(struct result_file *file, const char *identifier);
/* A new empty result; the caller sets its fields. */
struct result *result_file_add_result(struct result_file *file);
/* A new empty entry at the end of `result`. */
struct entry *result_add_entry(struct result_file *file, struct result *result, const char *identifier);

/* What makes a result one chart. Strings are copied. */
struct result_key {
	const char *profile, *title, *version, *arguments, *description, *scale;
	enum proportion proportion;
	int decimals;
	int planned; /* trials the plan foresees for each system */
	const char *parent; /* comparison hash of the primary result, or NULL */
	const char *display_format; /* "LINE_GRAPH", "PASS_FAIL", ...; NULL: bars */
	bool optional; /* an output may lack it: without any value it is no chart */
};

/*
 * Put one sample where it belongs, making the result, the entry and the system as needed: the way
 * in for a run, the replay of a journal and imports. Strings are copied.
 */
void result_file_add(struct result_file *file, const struct result_key *key, const char *system,
	const struct sample *sample);

/*
 * Bring value, raw string and JSON of every changed entry up to date: Value is the median shown,
 * RawString the ok samples in order (PTS.md 2.2), JSON gets what PTS has no element for under the
 * one key "hib" and keeps everything else.
 */
void result_file_settle(struct result_file *file);

/*
 * Behind the last result_file_add(): optional results that no trial gave a value of go, but for the first one
 * of a test that has nothing else, so that its failure is seen.
 */
void result_file_drop_absent(struct result_file *file);

/*
 * Fill entry->samples from what the file stores: the "hib" key of its JSON, else the raw string,
 * else the value. Fails only on JSON that hib itself should have written but cannot read.
 */
int entry_load_samples(struct result_file *file, struct entry *entry, struct error *err);

/*
 * The hash that names a result (PTS.md 2.3) is not needed to compare: two results are one chart when
 * profile up to its last '.', arguments, description, version and scale are equal, blanks around them
 * not counted.
 */
bool result_same_chart(const struct result *a, const struct result *b);

/* The result of the file that is the same chart as `wanted`, or NULL. */
struct result *result_file_chart(struct result_file *file, const struct result *wanted);

/*
 * The comparison hash that names a result for the Phoronix Test Suite: SHA-1 of its fields in hex
 * (PTS.md 2.3).
 */
void result_hash(const struct result *result, char hash[41]);

/*
 * Does a system without an entry in this result miss there? It does when it has been compared, in
 * any result, with one of those that have. Systems of another comparison in the same file do not.
 */
bool result_concerns(struct result_file *file, const struct result *result, size_t system);

/* Digits behind the point to show values of this result with. */
int result_decimals(const struct result *result);

#endif
