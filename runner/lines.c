#include "runner/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

#define ROOM (LINE_LONGEST + ((size_t)64 << 10))

void line_reader_start(struct line_reader *reader, int fd, enum stream stream, const char *name)
{
	*reader = (struct line_reader){ .fd = fd, .stream = stream, .name = name };
	reader->buffer = malloc(ROOM);
	if (!reader->buffer)
		mem_exhausted();
}

void line_reader_release(struct line_reader *reader)
{
	free(reader->buffer);
	reader->buffer = NULL;
}

/* Read more behind what is there. Returns 0 at the end of the file. */
static int fill(struct line_reader *r, struct error *err)
{
	ssize_t n;

	if (r->start) {
		memmove(r->buffer, r->buffer + r->start, r->end - r->start);
		r->end -= r->start;
		r->start = 0;
	}
	do
		n = read(r->fd, r->buffer + r->end, ROOM - r->end);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_set_errno(err, "cannot read '%s'", r->name);
	r->at_end = !n;
	r->end += (size_t)n;
	return n > 0;
}

size_t line_reader_peek(struct line_reader *r, const char **head, size_t size, struct error *err)
{
	while (!r->at_end && r->end - r->start < size && r->end < ROOM)
		if (fill(r, err) < 0)
			break;
	*head = r->buffer + r->start;
	return r->end - r->start < size ? r->end - r->start : size;
}

static void give(struct line_reader *r, struct line *line, size_t size, bool cut)
{
	*line = (struct line){ r->buffer + r->start, size, ++r->number, r->stream, cut, false };
	if (line->size && line->bytes[line->size - 1] == '\r')
		line->size--;
	if (r->first_is_cut)
		line->cut = true;
	r->first_is_cut = false;
}

int line_reader_next(void *context, struct line *line, struct error *err)
{
	struct line_reader *r = context;

	for (;;) {
		char *start = r->buffer + r->start;
		size_t have = r->end - r->start;
		char *newline = memchr(start, '\n', have);

		if (r->skipping && (newline || have)) {
			have = newline ? (size_t)(newline - start) + 1 : have;
			r->start += have;
			r->consumed += have;
			r->skipping = !newline;
			continue;
		}
		if (newline && (size_t)(newline - start) <= LINE_LONGEST) {
			give(r, line, (size_t)(newline - start), false);
			r->start += (size_t)(newline - start) + 1;
			r->consumed += (size_t)(newline - start) + 1;
			return 1;
		}
		if (have > LINE_LONGEST) {
			give(r, line, LINE_LONGEST, true);
			r->start += LINE_LONGEST;
			r->consumed += LINE_LONGEST;
			r->skipping = true;
			return 1;
		}
		if (r->at_end) {
			if (!have)
				return 0;
			give(r, line, have, r->last_is_cut);
			line->unfinished = true;
			r->start = r->end;
			r->consumed += have;
			return 1;
		}
		if (fill(r, err) < 0)
			return -1;
	}
}
