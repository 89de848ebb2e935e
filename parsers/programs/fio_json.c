#include "parsers/programs/fio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

#define PLAUSIBLE 0.05 /* rate against amount / time */

static const struct unit bytes_per_second = { "B/s", 1, BASE_BYTES_PER_SECOND };
static const struct unit kib_per_second = { "KiB/s", 1024., BASE_BYTES_PER_SECOND };

static const char *const direction_names[] = { "read", "write", "trim", "mixed" };
enum { N_DIRECTIONS = sizeof direction_names / sizeof *direction_names };

static const char *key(const struct fio_json *j, int depth)
{
	return depth >= 0 && depth <= JSON_DEEPEST ? j->place.keys[depth] : "";
}

static int direction_index(const char *name)
{
	for (int i = 0; i < N_DIRECTIONS; i++)
		if (!strcmp(direction_names[i], name))
			return i;
	return -1;
}

static void start_job(struct fio_json *j)
{
	j->job_depth = j->reader.depth;
	j->job[0] = '\0';
	j->error = 0;
	for (int i = 0; i < N_DIRECTIONS; i++) {
		j->directions[i] = fio_direction_start(direction_names[i]);
		j->io_bytes[i] = NAN;
	}
}

/* Amount and time must give the rate; time is printed in whole milliseconds. */
static void check_rate(struct fio_json *j, int i, size_t first)
{
	const struct fio_direction *d = &j->directions[i];
	double rate = d->bw.value, seconds = d->runtime.value / 1000;

	if (d->bw.unit != &bytes_per_second || !(j->io_bytes[i] > 0) || !(seconds > 0))
		return;
	if (j->io_bytes[i] / (seconds + 0.001) > rate * (1 + PLAUSIBLE) ||
		(seconds > 0.001 && j->io_bytes[i] / (seconds - 0.001) < rate * (1 - PLAUSIBLE)))
		for (size_t k = first; k < j->document.n; k++)
			if (text_ends(j->document.items[k].of->metric, "/bw"))
				findings_spoil(&j->document, &j->document.items[k], ST_INVALID,
					"%.0f bytes in %.3f s are not %.0f B/s", j->io_bytes[i], seconds, rate);
}

static void end_job(struct fio_json *j)
{
	char text[160];

	for (int i = 0; i < N_DIRECTIONS; i++) {
		size_t first = j->document.n;
		const struct fio_direction *d = &j->directions[i];

		if (j->io_bytes[i] == 0 || (!*d->iops.text && !*d->bw.text))
			continue;
		fio_direction_add(&j->document, j->job, d);
		check_rate(j, i, first);
	}
	if (j->error != 0) {
		snprintf(text, sizeof text, "job '%.80s': error %.0f (%s)", j->job, j->error,
			j->error > 0 && j->error < 4096 ? strerror((int)j->error) : "no error number");
		findings_fault_text(&j->document, text, j->line);
	}
	j->job_depth = 0;
}

static void take_direction_number(struct fio_json *j, int i, const char *text, size_t size)
{
	struct fio_direction *d = &j->directions[i];
	const char *name = key(j, j->job_depth + 1);
	double number;

	if (!strcmp(name, "iops"))
		fio_value_set(&d->iops, text, size, &fio_iops, j->line);
	else if (!strcmp(name, "bw_bytes"))
		fio_value_set(&d->bw, text, size, &bytes_per_second, j->line);
	else if (!strcmp(name, "bw") && d->bw.unit != &bytes_per_second)
		fio_value_set(&d->bw, text, size, &kib_per_second, j->line);
	else if (!strcmp(name, "runtime"))
		fio_value_set(&d->runtime, text, size, &fio_msec, j->line);
	else if (!strcmp(name, "io_bytes") && number_double(text, size, &number))
		j->io_bytes[i] = number;
}

static void take_latency_number(struct fio_json *j, int i, const char *text, size_t size)
{
	struct fio_direction *d = &j->directions[i];
	const char *kind = key(j, j->job_depth + 1), *name = key(j, j->job_depth + 2);
	const struct unit *unit = !strcmp(kind, "clat_ns") ? &fio_nsec :
		!strcmp(kind, "clat")                      ? &fio_usec :
							     NULL;
	int depth = j->reader.depth - j->job_depth;

	if (!unit)
		return;
	if (depth == 2 && !strcmp(name, "mean"))
		fio_value_set(&d->clat_mean, text, size, unit, j->line);
	else if (depth == 2 && !strcmp(name, "min"))
		number_double(text, size, &d->clat_min);
	else if (depth == 2 && !strcmp(name, "max"))
		number_double(text, size, &d->clat_max);
	else if (depth == 3 && !strcmp(name, "percentile") && !strcmp(key(j, j->job_depth + 3), "99.000000"))
		fio_value_set(&d->clat_p99, text, size, unit, j->line);
}

static void take_number(struct fio_json *j, const char *text, size_t size)
{
	int depth = j->reader.depth - j->job_depth, i;

	if (!j->job_depth)
		return;
	if (depth == 0 && !strcmp(key(j, j->job_depth), "error"))
		number_double(text, size, &j->error);
	i = direction_index(key(j, j->job_depth));
	if (i < 0)
		return;
	if (depth == 1)
		take_direction_number(j, i, text, size);
	else
		take_latency_number(j, i, text, size);
}

static void take_string(struct fio_json *j, const char *text, size_t size)
{
	if (j->reader.depth == 1 && !strcmp(key(j, 1), "fio version")) {
		if (size > 4 && size < sizeof j->version && !memcmp(text, "fio-", 4)) {
			memset(j->version, 0, sizeof j->version);
			memcpy(j->version, text + 4, size - 4);
		}
	} else if (j->job_depth && j->reader.depth == j->job_depth && !strcmp(key(j, j->job_depth), "error")) {
		j->error = -1; /* words where a number belongs */
	} else if (j->job_depth && j->reader.depth == j->job_depth &&
		!strcmp(key(j, j->job_depth), "jobname")) {
		size_t kept = size < sizeof j->job ? size : sizeof j->job - 1;

		memcpy(j->job, text, kept);
		j->job[kept] = '\0';
	}
}

static uint64_t hash(const char *text, size_t size)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a */

	for (size_t i = 0; i < size; i++)
		h = (h ^ (unsigned char)text[i]) * 1099511628211u;
	return h;
}

/* The same key twice in one object: the last one is taken; said where it can matter. */
static void check_twice(struct fio_json *j, const char *text, size_t size)
{
	int depth = j->reader.depth, *n = &j->n_seen[depth];
	uint64_t h = hash(text, size);
	char message[120];

	/* percentile lists and histograms below repeat keys without meaning */
	if (j->job_depth && depth > j->job_depth + 2)
		return;
	for (int i = 0; i < *n; i++) {
		if (j->seen[depth][i] != h)
			continue;
		snprintf(message, sizeof message,
			"the key \"%.*s\" stands twice in one object: the last one counts",
			(int)(size > 60 ? 60 : size), text);
		j->sink->warn(j->sink->context, j->line, message);
		return;
	}
	if (*n < (int)(sizeof j->seen[0] / sizeof *j->seen[0]))
		j->seen[depth][(*n)++] = h;
}

static void take_key(struct fio_json *j, const char *text, size_t size)
{
	char *kept = j->place.keys[j->reader.depth];
	size_t n = size < sizeof j->place.keys[0] ? size : sizeof j->place.keys[0] - 1;

	check_twice(j, text, size);
	memcpy(kept, text, n);
	kept[n] = '\0';
}

static bool is_job(const struct fio_json *j)
{
	const char *list = key(j, 1);

	return !j->job_depth && (!strcmp(list, "jobs") || !strcmp(list, "client_stats")) &&
		(j->reader.depth == 2 || (j->reader.depth == 3 && !j->reader.is_object[1]));
}

static void on_event(void *context, enum json_event event, const char *text, size_t size)
{
	struct fio_json *j = context;

	switch (event) {
	case JSON_OBJECT:
		j->n_seen[j->reader.depth] = 0;
		j->place.keys[j->reader.depth][0] = '\0';
		if (is_job(j))
			start_job(j);
		else if (j->job_depth && !strcmp(key(j, j->reader.depth - 1), "bins"))
			j->reader.quiet = j->reader.depth; /* a histogram: megabytes without a metric */
		break;
	case JSON_OBJECT_END:
		if (j->job_depth && j->reader.depth == j->job_depth - 1)
			end_job(j);
		break;
	case JSON_KEY:
		take_key(j, text, size);
		break;
	case JSON_STRING:
		take_string(j, text, size);
		break;
	case JSON_NUMBER:
	case JSON_NO_NUMBER:
		take_number(j, text, size);
		break;
	case JSON_ARRAY:
		j->place.keys[j->reader.depth][0] = '\0';
		break;
	default:
		break;
	}
}

static void open_document(struct fio_json *j)
{
	findings_release(&j->document);
	json_start(&j->reader, on_event, j);
	j->open = true;
	j->job_depth = 0;
	j->start = j->line;
}

static void complete_document(struct fio_json *j)
{
	findings_release(&j->findings);
	j->findings = j->document;
	j->document = (struct findings){ 0 };
	j->open = false;
	j->documents++;
	j->broken_at = 0;
	if (*j->version)
		j->sink->tool(j->sink->context, j->version);
}

static void break_document(struct fio_json *j)
{
	char message[100];

	/* a single line such as "{not json}" is text; more is a document that was broken off */
	if (j->line > j->start) {
		snprintf(message, sizeof message,
			"the JSON that begins at line %lu is broken off at its byte %zu", j->start,
			j->reader.bytes);
		j->sink->warn(j->sink->context, j->line, message);
		j->broken_at = j->reader.bytes;
	}
	findings_release(&j->document);
	j->open = false;
}

bool fio_json_line(struct fio_json *j, const struct line *line, struct sink *sink)
{
	bool starts = line->size && *line->bytes == '{';
	enum json_status status;

	j->sink = sink;
	j->line = line->number;
	/* fio begins no line inside a document with '{': one there starts the next document */
	if (j->open && starts && j->reader.token == TOKEN_NONE && j->reader.depth) {
		struct scan rest = scan_line(line);

		if (!scan_word(&rest, "{") || !scan_done(&rest) || j->reader.depth != 2)
			break_document(j);
	}
	if (!j->open && !starts)
		return false;
	if (!j->open)
		open_document(j);
	/* the line end counts once it is known that a line follows */
	status = line->number > j->start ? json_feed(&j->reader, "\n", 1) : JSON_MORE;
	if (status == JSON_MORE)
		status = json_feed(&j->reader, line->bytes, line->size);
	if (status == JSON_COMPLETE)
		complete_document(j);
	if (status == JSON_BAD) {
		bool again = starts && j->line > j->start;

		break_document(j);
		return again ? fio_json_line(j, line, sink) : false;
	}
	return true;
}

void fio_json_end(struct fio_json *j, struct sink *sink)
{
	char message[100];

	if (!j->open)
		return;
	snprintf(message, sizeof message, "the JSON that begins at line %lu ends at its byte %zu", j->start,
		j->reader.bytes);
	sink->warn(sink->context, j->line, message);
	j->broken_at = j->reader.bytes;
	j->open = false;
}

void fio_json_release(struct fio_json *j)
{
	findings_release(&j->findings);
	findings_release(&j->document);
	json_release(&j->reader);
}
