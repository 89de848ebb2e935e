#ifndef RUNNER_LINES_H
#define RUNNER_LINES_H

#include <stdint.h>

#include "parsers/parser.h"

/* The longest line a parser is given; of a longer one it gets the beginning, marked as cut. */
#define LINE_LONGEST ((size_t)1 << 20)

/* Lines of an open file, from its place on, with a bounded buffer. */
struct line_reader {
	int fd; /* borrowed */
	enum stream stream;
	const char *name; /* for messages */
	unsigned long number;
	char *buffer;
	size_t start, end; /* of what is not yet given out */
	uint64_t consumed; /* bytes given out or skipped, line ends included */
	bool at_end, skipping;
	bool first_is_cut; /* the first line begins in the middle (behind a gap) */
	bool last_is_cut; /* the last line without line end is not whole (before a gap) */
};

void line_reader_start(struct line_reader *reader, int fd, enum stream stream, const char *name);
void line_reader_release(struct line_reader *reader);

/* As line_source.next, with the reader as context. CR before LF is dropped; the last line needs no LF. */
int line_reader_next(void *reader, struct line *line, struct error *err);

/* Up to `size` of the first bytes without taking them: for probes. */
size_t line_reader_peek(struct line_reader *reader, const char **head, size_t size, struct error *err);

#endif
