/*
 * fs_mark 3.1 to 3.3 and git: one row for each loop under the header "FSUse% Count Size Files/sec";
 * the header says which columns follow. The command line echoed above it may hold any bytes. A
 * log file printed behind the run repeats the table and is not counted again: its "starting at"
 * line is the same. Rows before "Insufficient free space" count only when -F asked to fill.
 */
#include <stdlib.h>
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

#define MOST_CALLS 8

static const struct unit files_per_second = { "files/s", 1, BASE_PER_SECOND };
static const struct unit microseconds = { "us", 1e-6, BASE_SECONDS };

static const char *const call_names[] = { "CREAT", "WRITE", "FSYNC", "SYNC", "CLOSE", "UNLINK", NULL };
static const char *const call_metrics[] = { "creat_avg", "write_avg", "fsync_avg", "sync_avg", "close_avg",
	"unlink_avg" };

#define FAULTS                                                                                                 \
	"Insufficient free space", "Error in ", "failed to fopen", "fopen failed to open", "Usage: fs_mark",   \
		"invalid option", "unrecognized option", "No space left on device"

/* Words of the lines that concern it, but for rows and comments. */
static const char *const signs[] = { "FSUse%", "Files/sec", FAULTS, NULL };
static const char *const faults[] = { FAULTS, NULL };

struct fs_mark {
	struct signs signs;
	struct findings findings;
	char started[128]; /* "Mon Nov 30 13:31:27 2026" of the first run */
	bool have_start, copy, header, overhead, fill;
	int calls[MOST_CALLS], n_calls; /* indices into call_names, in column order */
	size_t rows;
};

static int fs_mark_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "FSUse%") && scan_has(&scan, "Files/sec"))
		return 95;
	if (scan_has(&scan, "fs_mark"))
		return size && *head == '#' ? 80 : 60;
	return 0;
}

static void fs_mark_open(void *state, const struct parser_options *options)
{
	struct fs_mark *parser = state;

	(void)options;
	signs_prepare(&parser->signs, signs);
}

static void take_version(struct scan scan, struct sink *sink)
{
	const char *token;
	size_t size;
	char version[32];

	/* "Version Version 3.1" in old ones */
	scan_until_last(&scan, "Version ");
	if (!scan_token(&scan, &token, &size) || size >= sizeof version)
		return;
	while (size && token[size - 1] == ',')
		size--;
	memcpy(version, token, size);
	version[size] = '\0';
	sink->tool(sink->context, version);
}

/* "#	Version 3.3, 1 thread(s) starting at Mon Nov 30 13:31:27 2026" */
static void take_start(struct fs_mark *f, struct scan scan, struct sink *sink)
{
	struct scan when = scan;
	char started[sizeof f->started] = "";
	size_t size;

	if (!scan_until(&when, "starting at "))
		return;
	size = (size_t)(when.end - when.at);
	if (size < sizeof started)
		memcpy(started, when.at, size);
	f->copy = f->have_start && !strcmp(started, f->started);
	if (!f->have_start)
		take_version(scan, sink);
	f->have_start = true;
	memcpy(f->started, started, sizeof started);
}

static void take_header(struct fs_mark *f, struct scan scan)
{
	f->header = true;
	f->n_calls = 0;
	scan_until(&scan, "Files/sec");
	f->overhead = scan_has(&scan, "App Overhead");
	if (f->overhead)
		scan_until(&scan, "App Overhead");
	while (!scan_done(&scan) && f->n_calls < MOST_CALLS) {
		const char *token;
		size_t size;

		if (!scan_token(&scan, &token, &size))
			break;
		for (int i = 0; call_names[i]; i++)
			if (strlen(call_names[i]) == size && !memcmp(call_names[i], token, size))
				f->calls[f->n_calls++] = i;
	}
}

static void take_call(struct fs_mark *f, int call, const struct digits triple[3], unsigned long line)
{
	struct measurement *m = findings_add(
		&f->findings, call_metrics[call], &triple[1], &microseconds, PROPORTION_LIB, line);

	if (triple[0].value > triple[1].value || triple[1].value > triple[2].value)
		findings_spoil(&f->findings, m, ST_INVALID, "minimum %.0f, mean %.0f, maximum %.0f cannot be",
			triple[0].value, triple[1].value, triple[2].value);
}

/* A row has exactly the columns of the header, all numbers. */
static void take_row(struct fs_mark *f, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct digits first[3], rate, overhead, calls[MOST_CALLS][3];

	for (int i = 0; i < 3; i++)
		if (!scan_number(&scan, false, &first[i]))
			return;
	if (!scan_number(&scan, false, &rate) || (f->overhead && !scan_number(&scan, false, &overhead)))
		return;
	for (int i = 0; i < f->n_calls; i++)
		for (int k = 0; k < 3; k++)
			if (!scan_number(&scan, false, &calls[i][k]))
				return;
	if (!scan_done(&scan))
		return;
	f->rows++;
	if (f->copy)
		return;
	findings_add(&f->findings, "files_per_sec", &rate, &files_per_second, PROPORTION_HIB, line->number);
	if (f->overhead)
		findings_add(
			&f->findings, "app_overhead", &overhead, &microseconds, PROPORTION_LIB, line->number);
	for (int i = 0; i < f->n_calls; i++)
		take_call(f, f->calls[i], calls[i], line->number);
}

static bool take_trailer(struct fs_mark *f, const struct line *line)
{
	static const struct {
		const char *label, *metric;
	} trailers[] = {
		{ "Average Files/sec:", "average_files_per_sec" },
		{ "p50 Files/sec:", "p50_files_per_sec" },
		{ "p90 Files/sec:", "p90_files_per_sec" },
		{ "p99 Files/sec:", "p99_files_per_sec" },
	};
	struct digits digits;

	for (size_t i = 0; i < sizeof trailers / sizeof *trailers; i++) {
		struct scan scan = scan_line(line);

		if (!scan_word(&scan, trailers[i].label))
			continue;
		if (f->rows && !f->copy && scan_number(&scan, false, &digits) && scan_done(&scan))
			findings_add(&f->findings, trailers[i].metric, &digits, &files_per_second,
				PROPORTION_HIB, line->number);
		return true;
	}
	return false;
}

static bool is_fault(const struct scan *scan)
{
	return scan_has_any(scan, faults);
}

static void fs_mark_line(void *state, const struct line *line, struct sink *sink)
{
	struct fs_mark *f = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	if (line->size && *line->bytes != '#' && !signs_any(&f->signs, &scan) &&
		!(f->header && scan_begins_with_digit(&scan)))
		return;
	if (line->size && *line->bytes == '#') {
		if (scan_has(&scan, "fs_mark") && scan_has(&scan, "  -F "))
			f->fill = true;
		take_start(f, scan, sink);
	} else if (scan_has(&scan, "FSUse%") && scan_has(&scan, "Files/sec")) {
		take_header(f, scan);
	} else if (f->header && take_trailer(f, line)) {
		return;
	} else if (is_fault(&scan)) {
		findings_fault(&f->findings, line);
	} else if (f->header) {
		take_row(f, line);
	}
}

static void fs_mark_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct fs_mark *f = state;
	char buffer[80];
	const char *fault = f->findings.fault, *how = ending_words(ending, buffer);

	if (f->rows && f->fill && fault && strstr(fault, "Insufficient free space"))
		findings_send(&f->findings, sink, VERDICT_PARTIAL, "filled the file system as -F asks");
	else if (fault)
		findings_send(&f->findings, sink, VERDICT_FAILED, fault);
	else if (!f->rows)
		findings_send(&f->findings, sink, VERDICT_FAILED,
			how ? how : "no row below the header: no loop came to its end");
	else if (ending->how == END_SIGNAL || ending->how == END_TIMEOUT)
		findings_send(&f->findings, sink, VERDICT_PARTIAL, how);
	else if (how)
		findings_send(&f->findings, sink, VERDICT_FAILED, how);
	else
		findings_send(&f->findings, sink, VERDICT_OK, NULL);
}

static void fs_mark_close(void *state)
{
	struct fs_mark *f = state;

	findings_release(&f->findings);
}

const struct parser parser_fs_mark = { "fs_mark", "3.1 - 3.3, git", sizeof(struct fs_mark), fs_mark_probe,
	fs_mark_open, fs_mark_line, fs_mark_end, fs_mark_close };
