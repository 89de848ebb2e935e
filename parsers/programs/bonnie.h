#ifndef PARSERS_PROGRAMS_BONNIE_H
#define PARSERS_PROGRAMS_BONNIE_H

#include "parsers/findings.h"

/* What both forms of bonnie++'s report share. The six rates of the file part follow those of the
 * I/O part: 0..5 and 6..11. */
enum { BONNIE_IO = 6, BONNIE_RATES = 12 };

/*
 * Add rate or latency `which` from its printed cell: a number, "+++++" (too fast), or nothing when
 * the cell is empty. Human cells may have k, m, g, latencies us, ms, s.
 */
void bonnie_add_rate(struct findings *findings, int which, const char *cell, size_t size, unsigned long line);
void bonnie_add_latency(
	struct findings *findings, int which, const char *cell, size_t size, unsigned long line);

/* CSV lines of 1.03, 1.96, 1.97 and 1.98. */
struct bonnie_csv {
	struct findings findings;
	char unknown[8]; /* a format number that is none of these: its line is not read */
};
/* False when the line is none. */
bool bonnie_csv_line(struct bonnie_csv *csv, const struct line *line, struct sink *sink);

/* The table for readers, also quoted and wrapped by mail. */
struct bonnie_table {
	struct findings findings;
	int part; /* which part's row is expected; internal */
	int headings; /* "%CP" seen since the part's heading */
	int latencies; /* of a Latency row that are still to come */
	struct bonnie_cell {
		char text[24];
	} cells[14];
	int n_cells, n_wanted;
	bool quoted;
	char held[64]; /* of a word that a soft line break cut */
	char version[16];
};
/* A row, or the rest of one, that a heading announced may come on any line. */
bool bonnie_table_awaits(const struct bonnie_table *table);
void bonnie_table_line(struct bonnie_table *table, const struct line *line, struct sink *sink);

#endif
