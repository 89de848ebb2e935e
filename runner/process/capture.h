#ifndef RUNNER_PROCESS_CAPTURE_H
#define RUNNER_PROCESS_CAPTURE_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "parsers/parser.h"

/*
 * Output of one trial, spliced from pipes to log files: STEM.out and STEM.err, and STEM.idx with a
 * line "o|e OFFSET SIZE MICROSECONDS" for what arrived when. A file exists only when something was
 * printed. Of each stream the first 64 MiB are kept, and of what follows the last 64 MiB, in
 * STEM.out.tail; nothing is held in memory.
 */
#define CAPTURE_HEAD ((uint64_t)64 << 20)
#define CAPTURE_TAIL ((uint64_t)64 << 20)

struct capture_stream {
	int pipe; /* read end, -1 when closed */
	int log, tail; /* -1 until needed */
	uint64_t size; /* bytes that arrived */
	bool broken; /* the log cannot be written: output is discarded */
};

struct capture {
	char *stem; /* owned */
	struct capture_stream streams[2]; /* by enum stream */
	FILE *index;
	struct timespec start;
	struct capture_entry {
		enum stream stream;
		uint64_t offset, size, microseconds;
	} pending; /* index entry that is being extended */
	uint64_t n_entries;
	bool no_splice;
	int write_error; /* errno of the first failure, 0 */
};

/* Make the two pipes; write ends are for the child and must be closed after the start. */
int capture_start(struct capture *capture, const char *stem, int *write_out, int *write_err, struct error *err);

/* Take what is in a stream's pipe. Returns false once the pipe is at its end. */
bool capture_take(struct capture *capture, enum stream stream);

bool capture_is_open(const struct capture *capture);

/* Close pipes and logs, put a wrapped tail in order, fsync what was written. -1: see write_error. */
int capture_finish(struct capture *capture);
void capture_release(struct capture *capture);

bool capture_is_capped(const struct capture *capture);

#endif
