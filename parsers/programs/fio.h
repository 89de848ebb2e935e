#ifndef PARSERS_PROGRAMS_FIO_H
#define PARSERS_PROGRAMS_FIO_H

#include <stdint.h>

#include "parsers/findings.h"
#include "share/base/json_events.h"

/*
 * fio's three kinds of report, each read into findings of its own; one output may hold several.
 * What is one data direction of one job, before it becomes measurements in fio's order:
 */
struct fio_direction {
	const char *name; /* "read", "write", "trim", "mixed"; static */
	struct fio_value {
		char text[32]; /* "" : not printed */
		double value;
		const struct unit *unit;
		unsigned long line;
		bool no_number; /* nan, inf, or a unit that is not known: `text` as printed */
		char unit_text[16]; /* of an unknown unit */
	} iops, bw, runtime, clat_mean, clat_p99;
	double clat_min, clat_max; /* NaN unknown; in the unit of clat_mean */
};

extern const struct unit fio_iops, fio_msec, fio_usec, fio_nsec;

struct fio_direction fio_direction_start(const char *name);
void fio_value_set(
	struct fio_value *value, const char *text, size_t size, const struct unit *unit, unsigned long line);

/* Add "JOB/DIRECTION/iops" and so on to the findings, those that were printed. */
void fio_direction_add(struct findings *findings, const char *job, const struct fio_direction *direction);

/* Human reports of fio 1.x, 2.x and 3.x. */
struct fio_human {
	struct findings findings;
	char job[256];
	bool in_job, has_direction, started;
	struct fio_direction direction;
	int percentiles; /* whose percentile lines follow; internal */
	long group; /* of "Run status group N", -1 outside */
};
/* Returns true when the line belonged to a human report. */
bool fio_human_line(struct fio_human *human, const struct line *line, struct sink *sink);
void fio_human_end(struct fio_human *human);

/* Terse lines of versions 2 to 5. */
bool fio_terse_line(struct findings *findings, const struct line *line, struct sink *sink);

/* JSON reports; the last complete document counts. */
struct fio_json {
	struct findings findings, document; /* of the last complete document; of the open one */
	struct json_reader reader;
	bool open;
	unsigned long line, start; /* current line; first line of the open document */
	int documents;
	size_t broken_at; /* byte at which a document was broken off, 0 never */
	struct fio_json_place {
		int depth;
		char keys[JSON_DEEPEST + 1][64]; /* key by which each level was entered */
	} place;
	uint64_t seen[JSON_DEEPEST + 1][128]; /* hashes of the keys of each open object */
	int n_seen[JSON_DEEPEST + 1];
	int job_depth; /* of the open job object, 0 none */
	char job[256], version[32];
	double error;
	struct fio_direction directions[4];
	double io_bytes[4];
	struct sink *sink;
};
/* Returns true when the line belonged to a JSON document. */
bool fio_json_line(struct fio_json *json, const struct line *line, struct sink *sink);
void fio_json_end(struct fio_json *json, struct sink *sink);
void fio_json_release(struct fio_json *json);

#endif
