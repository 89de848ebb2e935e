/* Lines of a trial's logs: one stream, both in the order of arrival, or a file it wrote. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/lines.h"
#include "runner/trial/trial.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define MOST_PARTS 4

/* One log file as a part of the output. */
struct part {
	struct line_reader reader;
	int fd;
	char *path;
	uint64_t taken; /* bytes of its stream that were given out */
};

struct trial_output {
	struct part parts[MOST_PARTS];
	int n, current;
	FILE *index; /* when both streams are merged */
	uint64_t reached[2];
	unsigned long number;
};

/* A file that was never made is an empty part. */
static int add_part(
	struct trial_output *o, const char *stem, const char *extension, enum stream stream, struct error *err)
{
	struct part *part = &o->parts[o->n];

	part->path = mem_printf("%s.%s", stem, extension);
	part->fd = open(part->path, O_RDONLY | O_CLOEXEC);
	if (part->fd < 0) {
		int missing = errno == ENOENT;

		if (!missing)
			error_set_errno(err, "cannot open '%s'", part->path);
		free(part->path);
		return missing ? 0 : -1;
	}
	line_reader_start(&part->reader, part->fd, stream, part->path);
	o->n++;
	return 0;
}

/* Head and tail of a stream; where they are both full, lines at the seam are not whole. */
static int add_stream(
	struct trial_output *o, const char *stem, const char *extension, enum stream stream, struct error *err)
{
	int before = o->n;
	char *tail = mem_printf("%s.tail", extension);
	int rc = add_part(o, stem, extension, stream, err);

	if (!rc)
		rc = add_part(o, stem, tail, stream, err);
	free(tail);
	if (!rc && o->n == before + 2) {
		o->parts[before].reader.last_is_cut = true;
		o->parts[before + 1].reader.first_is_cut = true;
	}
	return rc;
}

struct trial_output *trial_output_open(const char *stem, const char *parse, struct error *err)
{
	struct trial_output *o = mem_zero(1, sizeof *o);
	bool both = !strcmp(parse, "both");
	int rc = 0;

	if (both || !strcmp(parse, "stdout"))
		rc = add_stream(o, stem, "out", STREAM_OUT, err);
	if (!rc && (both || !strcmp(parse, "stderr")))
		rc = add_stream(o, stem, "err", STREAM_ERR, err);
	if (!rc && text_starts(parse, "file:"))
		rc = add_part(o, stem, "file", STREAM_OUT, err);
	if (!rc && both && o->n == 2) {
		char *path = mem_printf("%s.idx", stem);

		o->index = fopen(path, "re");
		free(path);
	}
	if (!rc)
		return o;
	trial_output_close(o);
	return NULL;
}

void trial_output_close(struct trial_output *o)
{
	if (!o)
		return;
	for (int i = 0; i < o->n; i++) {
		line_reader_release(&o->parts[i].reader);
		close(o->parts[i].fd);
		free(o->parts[i].path);
	}
	if (o->index)
		fclose(o->index);
	free(o);
}

/* Read index lines until `stream` has arrived up to more than `taken`, or the other one goes first. */
static int next_stream(struct trial_output *o)
{
	char kind;
	unsigned long long offset, size, us;

	for (int i = 0; i < o->n; i++)
		if (o->parts[i].taken < o->reached[o->parts[i].reader.stream])
			return i;
	while (fscanf(o->index, " %c %llu %llu %llu", &kind, &offset, &size, &us) == 4) {
		int stream = kind == 'o' ? STREAM_OUT : STREAM_ERR;

		o->reached[stream] = offset + size;
		for (int i = 0; i < o->n; i++)
			if ((int)o->parts[i].reader.stream == stream && o->parts[i].taken < offset + size)
				return i;
	}
	return -1;
}

static int take(struct trial_output *o, int i, struct line *line, struct error *err)
{
	struct part *part = &o->parts[i];
	int rc = line_reader_next(&part->reader, line, err);

	if (rc > 0) {
		part->taken = part->reader.consumed;
		line->number = ++o->number;
	}
	return rc;
}

int trial_output_next(void *output, struct line *line, struct error *err)
{
	struct trial_output *o = output;
	int rc, i;

	if (o->index) {
		while ((i = next_stream(o)) >= 0) {
			rc = take(o, i, line, err);
			if (rc)
				return rc;
			o->parts[i].taken = UINT64_MAX; /* at its end */
		}
		fclose(o->index);
		o->index = NULL;
	}
	while (o->current < o->n) {
		rc = take(o, o->current, line, err);
		if (rc)
			return rc;
		o->current++;
	}
	return 0;
}
