/*
 * compilebench 0.6: the summary behind "run complete:", matched from the start of the line, for its
 * tags contain one another. "intial" is the program's own spelling; "no runs for" is missing, not
 * zero. A summary that stands twice counts once, the last one. Step lines are not read.
 */
#include <string.h>

#include "parsers/findings.h"
#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

static const struct unit mib_per_second = { "MB/s", 0x1p20, BASE_BYTES_PER_SECOND };
static const struct unit seconds = { "seconds", 1, BASE_SECONDS };

static const struct tag {
	const char *printed, *metric;
	bool rate; /* else seconds per tree */
} tags[] = {
	{ "intial create", "initial_create", true },
	{ "initial create", "initial_create", true },
	{ "create", "create", true },
	{ "patch", "patch", true },
	{ "compile", "compile", true },
	{ "clean", "clean", true },
	{ "read tree", "read_tree", true },
	{ "read compiled tree", "read_compiled_tree", true },
	{ "delete tree", "delete_tree", false },
	{ "delete compiled tree", "delete_compiled_tree", false },
	{ "stat tree", "stat_tree", false },
	{ "stat compiled tree", "stat_compiled_tree", false },
};

static const char *const signs[] = { "run complete:", " total runs ", "no runs for ", "caught signal",
	"Error: ", "Traceback", NULL };

struct compilebench {
	struct signs signs;
	struct findings findings;
	bool in_summary, complete, caught;
};

static int compilebench_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "intial create total runs") || scan_has(&scan, "intial dirs"))
		return 95;
	if (scan_word(&scan, "run complete:"))
		return 80;
	return scan_has(&scan, "compilebench") || scan_has(&scan, " total runs ") ? 70 : 0;
}

static void compilebench_open(void *state, const struct parser_options *options)
{
	struct compilebench *parser = state;

	(void)options;
	signs_prepare(&parser->signs, signs);
}

/* "compile total runs 2 avg 451.81 MB/s (user 0.07s sys 1.71s)" */
static bool take_average(struct compilebench *c, const struct line *line)
{
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
		struct scan scan = scan_line(line);
		struct digits average;
		long runs;

		if (!scan_word(&scan, tags[i].printed) || !scan_word(&scan, " total runs ") ||
			!scan_whole(&scan, &runs) || !scan_word(&scan, " avg ") ||
			!scan_number(&scan, false, &average) ||
			!scan_word(&scan, tags[i].rate ? " MB/s" : " seconds"))
			continue;
		findings_add(&c->findings, tags[i].metric, &average, tags[i].rate ? &mib_per_second : &seconds,
			tags[i].rate ? PROPORTION_HIB : PROPORTION_LIB, line->number);
		return true;
	}
	return false;
}

/* "no runs for patch" */
static bool take_no_runs(struct compilebench *c, const struct line *line)
{
	static const struct digits none = { "0", 1, 0 };
	struct scan scan = scan_line(line);
	size_t size;

	if (!scan_word(&scan, "no runs for "))
		return false;
	size = (size_t)(scan.end - scan.at);
	while (size && (scan.at[size - 1] == ' ' || scan.at[size - 1] == '\r'))
		size--;
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
		if (strlen(tags[i].printed) == size && !memcmp(tags[i].printed, scan.at, size))
			findings_spoil(&c->findings,
				findings_add(&c->findings, tags[i].metric, &none,
					tags[i].rate ? &mib_per_second : &seconds,
					tags[i].rate ? PROPORTION_HIB : PROPORTION_LIB, line->number),
				ST_MISSING, "no runs of this phase");
	return true;
}

static void compilebench_line(void *state, const struct line *line, struct sink *sink)
{
	struct compilebench *c = state;
	struct scan scan = scan_line(line);

	if (line->cut)
		return;
	if (!signs_any(&c->signs, &scan))
		return;
	if (scan_word(&scan, "run complete:")) {
		if (c->complete)
			sink->warn(sink->context, line->number, "several summaries: the last one counts");
		findings_clear(&c->findings);
		c->in_summary = c->complete = true;
	} else if (c->in_summary && (take_average(c, line) || take_no_runs(c, line))) {
		return;
	} else if (scan_word(&scan, "caught signal")) {
		c->caught = true;
	} else if (!c->complete && (scan_has(&scan, "Error: ") || scan_word(&scan, "Traceback"))) {
		if (!scan_word(&scan, "Traceback"))
			findings_fault(&c->findings, line);
	}
}

static size_t count_ok(const struct findings *findings)
{
	size_t n = 0;

	for (size_t i = 0; i < findings->n; i++)
		n += findings->items[i].state == ST_OK;
	return n;
}

static void compilebench_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct compilebench *c = state;
	char buffer[80];
	const char *how = ending_words(ending, buffer);

	if (!c->complete)
		findings_send(&c->findings, sink, VERDICT_FAILED,
			c->findings.fault ? c->findings.fault :
				how       ? how :
					    "no summary: the run did not come to its end");
	else if (!count_ok(&c->findings))
		findings_send(&c->findings, sink, how ? VERDICT_FAILED : VERDICT_EMPTY,
			how ? how : "no phase had a run");
	else if (c->caught)
		findings_send(&c->findings, sink, VERDICT_PARTIAL, "ended by a signal: the phases done so far");
	else if (how)
		findings_send(&c->findings, sink, VERDICT_FAILED, how);
	else
		findings_send(&c->findings, sink, VERDICT_OK, NULL);
}

static void compilebench_close(void *state)
{
	struct compilebench *c = state;

	findings_release(&c->findings);
}

const struct parser parser_compilebench = { "compilebench", "0.6", sizeof(struct compilebench),
	compilebench_probe, compilebench_open, compilebench_line, compilebench_end, compilebench_close };
