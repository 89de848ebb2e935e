#include "parsers/programs/fio.h"

#include <stdio.h>
#include <string.h>

#include "share/base/banned.h"

#define MOST_FIELDS 400

static const struct unit kib_per_second = { "KiB/s", 1024., BASE_BYTES_PER_SECOND };

struct field {
	const char *bytes;
	size_t size;
};

/* Where the parts of one direction stand, counted from its first field. */
struct shape {
	int first[3]; /* of read, write, trim; 0: there is none */
	int job, error; /* fields of the whole line */
	int iops, runtime; /* iops 0: not printed (fio 1.57) */
	int clat_mean, percentiles, n_percentiles;
};

/* fio-3.x HOWTO "Terse output"; versions 3 and 4 differ by trim, 5 has more bandwidth fields */
static const struct shape v2_new = { { 4, 45, 0 }, 1, 3, 2, 3, 10, 12, 20 };
static const struct shape v2_old = { { 4, 24, 0 }, 1, 3, 0, 2, 9, 0, 0 };
static const struct shape v3 = { { 5, 46, 0 }, 2, 4, 2, 3, 10, 12, 20 };
static const struct shape v4 = { { 5, 46, 87 }, 2, 4, 2, 3, 10, 12, 20 };
static const struct shape v5 = { { 5, 52, 99 }, 2, 4, 2, 3, 10, 12, 20 };

static int split(const struct line *line, struct field *fields)
{
	const char *p = line->bytes, *end = p + line->size;
	int n = 0;

	while (n < MOST_FIELDS) {
		const char *semicolon = memchr(p, ';', (size_t)(end - p));

		fields[n++] = (struct field){ p, (size_t)((semicolon ? semicolon : end) - p) };
		if (!semicolon)
			break;
		p = semicolon + 1;
	}
	return n;
}

static const struct shape *shape_of(const struct line *line, const struct field *fields, int n)
{
	if (fields[0].size != 1)
		return NULL;
	switch (*fields[0].bytes) {
	case '2':
		if (n < 50)
			return NULL;
		return memmem(line->bytes, line->size, "%=", 2) ? &v2_new : &v2_old;
	case '3':
		return n >= 120 ? &v3 : NULL;
	case '4':
		return n >= 160 ? &v4 : NULL;
	case '5':
		return n >= 180 ? &v5 : NULL;
	default:
		return NULL;
	}
}

static void set(struct fio_value *value, const struct field *field, const struct unit *unit, unsigned long line)
{
	fio_value_set(value, field->bytes, field->size, unit, line);
}

static void take_direction(struct findings *findings, const struct field *fields, const struct shape *shape,
	int which, const char *job, unsigned long line)
{
	static const char *const names[] = { "read", "write", "trim" };
	const struct field *f = fields + shape->first[which];
	struct fio_direction d = fio_direction_start(names[which]);

	if (shape->iops)
		set(&d.iops, &f[shape->iops], &fio_iops, line);
	set(&d.bw, &f[1], &kib_per_second, line);
	set(&d.runtime, &f[shape->runtime], &fio_msec, line);
	set(&d.clat_mean, &f[shape->clat_mean], &fio_usec, line);
	for (int i = 0; i < shape->n_percentiles; i++) {
		const struct field *p = &f[shape->percentiles + i];
		struct scan scan = scan_bytes(p->bytes, p->size);
		struct digits percent;

		/* "99.00%=13" or "99.000000%=218" */
		if (scan_number(&scan, false, &percent) && percent.value == 99 && scan_word(&scan, "%="))
			fio_value_set(&d.clat_p99, scan.at, (size_t)(scan.end - scan.at), &fio_usec, line);
	}
	if (d.bw.value == 0 && d.runtime.value == 0)
		return;
	fio_direction_add(findings, job, &d);
}

bool fio_terse_line(struct findings *findings, const struct line *line, struct sink *sink)
{
	struct field fields[MOST_FIELDS];
	const struct shape *shape;
	char job[256] = "", message[64];
	struct scan error;
	long code = 0;
	int n;

	if (line->size < 100 || line->bytes[1] != ';')
		return false;
	n = split(line, fields);
	shape = shape_of(line, fields, n);
	if (!shape)
		return false;
	if (shape->job == 2 && fields[1].size < sizeof message) {
		size_t skip = fields[1].size > 4 && !memcmp(fields[1].bytes, "fio-", 4) ? 4 : 0;

		memset(message, 0, sizeof message);
		memcpy(message, fields[1].bytes + skip, fields[1].size - skip);
		sink->tool(sink->context, message);
	}
	memcpy(job, fields[shape->job].bytes,
		fields[shape->job].size < sizeof job ? fields[shape->job].size : sizeof job - 1);
	error = scan_bytes(fields[shape->error].bytes, fields[shape->error].size);
	if (scan_whole(&error, &code) && code) {
		snprintf(message, sizeof message, "job error %ld (%s)", code, strerror((int)code));
		findings_fault_text(findings, message, line->number);
	}
	for (int i = 0; i < 3; i++)
		if (shape->first[i] && shape->first[i] + shape->percentiles + shape->n_percentiles < n)
			take_direction(findings, fields, shape, i, job, line->number);
	return true;
}
