#include <stdlib.h>
#include <string.h>

#include "report/diff/diff.h"
#include "report/result/public_words.h"
#include "report/result/publish.h"
#include "runner/command/command.h"
#include "runner/command/diff_sides.h"
#include "runner/store/floors.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

struct diff_options {
	const char *format, *baseline, *threshold, *alpha, *family, *fail_on, *sort, *only;
	int width;
	bool json, ascii, private, exclude_flagged, allow_version_mix, allow_sequential;
};

static const struct option_spec diff_options[] = {
	{ "baseline", 'b', OPTION_TEXT, offsetof(struct diff_options, baseline), "NAME",
		"the side that the others are compared with; default the first", 0, 0, NULL },
	{ "sort", 0, OPTION_CHOICE, offsetof(struct diff_options, sort), NULL,
		"of the tests: as they were run, or the largest change first", 0, 0, "run change" },
	{ "only", 0, OPTION_CHOICE, offsetof(struct diff_options, only), NULL,
		"changed: tests that are proven BETTER or WORSE, or whose state differs", 0, 0, "changed all" },
	{ "format", 'f', OPTION_CHOICE, offsetof(struct diff_options, format), NULL,
		"text; markdown, for a comment on a pull request; mail, ASCII in 72 columns; html, a page with a plot of the "
		"intervals; json; csv; junit",
		0, 0, "text markdown md mail html json csv junit" },
	{ "json", 0, OPTION_FLAG, offsetof(struct diff_options, json), NULL, "the same as --format json", 0, 0,
		NULL },
	{ "fail-on", 0, OPTION_TEXT, offsetof(struct diff_options, fail_on), "worse[:PERCENT]",
		"exit 1 when a test is proven WORSE (by PERCENT or more)", 0, 0, NULL },
	{ "threshold", 0, OPTION_TEXT, offsetof(struct diff_options, threshold), "PERCENT",
		"a smaller difference does not matter; default 2, or the noise that hib calibrate found where that is "
		"more",
		0, 0, NULL },
	{ "alpha", 0, OPTION_TEXT, offsetof(struct diff_options, alpha), "P",
		"the error that all verdicts together may have; default 0.05", 0, 0, NULL },
	{ "family", 0, OPTION_CHOICE, offsetof(struct diff_options, family), NULL,
		"what the verdicts allow for: all tests, or the results of each test by itself", 0, 0,
		"all test" },
	{ "exclude-flagged", 0, OPTION_FLAG, offsetof(struct diff_options, exclude_flagged), NULL,
		"leave out trials that something disturbed; where that changes a verdict, both are told", 0, 0,
		NULL },
	{ "allow-version-mix", 0, OPTION_FLAG, offsetof(struct diff_options, allow_version_mix), NULL,
		"compare what different versions of a program or a test profile measured", 0, 0, NULL },
	{ "allow-sequential", 0, OPTION_FLAG, offsetof(struct diff_options, allow_sequential), NULL,
		"--fail-on and junit also count verdicts of sides that did not take turns", 0, 0, NULL },
	{ "private", 0, OPTION_FLAG, offsetof(struct diff_options, private), NULL,
		"keep serial numbers, addresses, UUIDs and home folders, which are left out otherwise", 0, 0,
		NULL },
	{ "width", 0, OPTION_WHOLE, offsetof(struct diff_options, width), "N",
		"columns of the text; without it the terminal's, 80 in a pipe", 40, 1000, NULL },
	{ "ascii", 0, OPTION_FLAG, offsetof(struct diff_options, ascii), NULL, "no character outside ASCII", 0,
		0, NULL },
	{ 0 }
};

#define MOST_NAMED 5 /* tests that --fail-on names */

/* --fail-on, understood. */
struct failing {
	bool wanted;
	double percent;
};

static int take_number(
	const char *name, const char *text, double low, double high, double *value, struct error *err)
{
	size_t size = text ? strlen(text) : 0;

	if (!text)
		return 0;
	size -= size && text[size - 1] == '%';
	if (!number_double(text, size, value) || *value < low || *value > high)
		return error_set(err, "--%s: '%s' is no number from %g to %g", name, text, low, high);
	return 0;
}

static int take_failing(struct failing *failing, const char *text, struct error *err)
{
	*failing = (struct failing){ text != NULL, 0 };
	if (!text || !strcmp(text, "worse"))
		return 0;
	if (!text_starts(text, "worse:"))
		return error_set(err, "--fail-on: '%s' is not worse or worse:PERCENT", text);
	return take_number("fail-on", text + strlen("worse:"), 0, 1000, &failing->percent, err);
}

static int take_options(struct comparison_options *options, const struct diff_options *given, struct error *err)
{
	double percent = USUAL_THRESHOLD * 100;

	*options = (struct comparison_options){ .alpha = USUAL_ALPHA,
		.family = given->family && !strcmp(given->family, "test") ? FAMILY_TEST : FAMILY_ALL,
		.exclude_flagged = given->exclude_flagged,
		.allow_version_mix = given->allow_version_mix };
	if (take_number("threshold", given->threshold, 0, 1000, &percent, err) ||
		take_number("alpha", given->alpha, 1e-6, 0.5, &options->alpha, err))
		return -1;
	options->threshold = percent / 100;
	if (given->json && given->format && strcmp(given->format, "json") != 0)
		return error_set(err, "--json and --format %s: one of them, please", given->format);
	return 0;
}

/* The tests that --fail-on means: their number, and the names of the first of them behind `names`. */
static size_t count_failed(
	const struct comparison *c, const struct failing *failing, bool allow_sequential, struct text *names)
{
	size_t n = 0;

	for (size_t i = 0; failing->wanted && i < c->n_rows; i++)
		for (size_t k = 0; k + 1 < c->n_sides; k++) {
			const struct change *change = &c->rows[i].changes[k];
			double percent = change_percent(change->difference.ratio);

			if (!change->compared || change->difference.proven != PROVEN_WORSE ||
				(!change->difference.paired && !allow_sequential) ||
				(percent < 0 ? -percent : percent) < failing->percent)
				continue;
			if (n < MOST_NAMED)
				text_printf(names, "%s%s of %s (%+.1f %%)", names->size ? "; " : "",
					c->rows[i].label, c->sides[k + 1].label, percent);
			n++;
		}
	return n;
}

/* What --fail-on found, in one line. */
static void tell_failed(const struct diff_options *given, size_t n, const struct text *names)
{
	struct text line = TEXT_INIT;

	text_printf(&line, "--fail-on %s: %s", given->fail_on, n ? "" : "no test is");
	if (n)
		text_printf(&line, "%zu test%s: %s%s", n, n == 1 ? "" : "s", text_string(names),
			n > MOST_NAMED ? "; ..." : "");
	command_notes(&line);
}

/* "hib diff a b", as it would be typed. */
static char *command_line(int argc, char **argv)
{
	struct text line = TEXT_INIT;

	text_adds(&line, "hib");
	for (int i = 0; i < argc; i++) {
		text_addc(&line, ' ');
		text_add_quoted(&line, argv[i]);
	}
	return text_take(&line);
}

/* One diff being printed. */
struct printing {
	const char *format;
	struct terminal terminal;
	struct diff_head head;
	size_t index; /* of the comparison that comes next */
	struct failing failing;
	size_t n_failed; /* tests that --fail-on means */
	struct text failed; /* the first of them by name */
};

static int print(const struct comparison *c, const struct printing *p, struct error *err)
{
	const char *f = p->format;

	if (!strcmp(f, "json")) {
		fputs(p->index ? ",\n" : "", stdout);
		return diff_json(c, &p->head, stdout, err);
	}
	if (!strcmp(f, "csv"))
		return diff_csv(c, !p->index, stdout, err);
	if (!strcmp(f, "junit"))
		return diff_junit(c, &p->head, stdout, err);
	if (!strcmp(f, "html"))
		return diff_html(c, &p->head, p->index, stdout, err);
	if (p->index)
		putchar('\n');
	if (!strcmp(f, "markdown") || !strcmp(f, "md"))
		return diff_markdown(c, &p->head, stdout, err);
	if (!strcmp(f, "mail"))
		return diff_mail(c, &p->head, stdout, err);
	return diff_text(c, &p->head, &p->terminal, stdout, err);
}

/* "patched against base" */
static void begin_page(const struct comparison *c, const struct diff_head *head)
{
	struct text title = TEXT_INIT;

	for (size_t i = 1; i < c->n_sides; i++)
		text_printf(&title, "%s%s", i > 1 ? ", " : "", c->sides[i].label);
	text_printf(&title, " against %s", c->sides[0].label);
	diff_html_begin(text_string(&title), head, stdout);
	text_release(&title);
}

static void print_around(const struct printing *p, const struct comparison *c, bool before)
{
	if (!strcmp(p->format, "json"))
		fputs(before ? "{\"comparisons\":[" : "]}\n", stdout);
	else if (!strcmp(p->format, "junit"))
		fputs(before ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" : "</testsuites>\n",
			stdout);
	else if (!strcmp(p->format, "html") && before)
		begin_page(c, &p->head);
	else if (!strcmp(p->format, "html"))
		diff_html_end(stdout);
}

/* Comparisons are mailed and posted: what is private stays at home. */
static void publish(struct diff_sides *sides, const char *line, struct diff_head *head)
{
	for (size_t i = 0; i < sides->n_opened; i++)
		result_file_publish(&sides->opened[i].file);
	head->command = public_words(&sides->arena, line);
}

/* What the reader must know of the results before the numbers. */
static void warn_of_results(const struct diff_sides *sides)
{
	struct text notes = TEXT_INIT;

	for (size_t i = 0; i < sides->n_opened; i++) {
		const struct loaded *loaded = &sides->opened[i];

		if (loaded->note)
			text_printf(&notes, "%s\n", loaded->note);
		if (loaded->unfinished)
			text_printf(&notes, "'%s' is INCOMPLETE, %d of %d trials: hib resume %s\n",
				loaded->name, loaded->n_done, loaded->n_planned, loaded->name);
	}
	command_notes(&notes);
}

/* One set of sides: compared, and printed. Returns the number of tests that --fail-on means. */
static int compare_set(struct diff_set *set, const struct diff_options *given,
	const struct comparison_options *options, struct printing *p, struct error *err)
{
	struct arena arena = { 0 };
	struct comparison c;
	int rc = comparison_build(&c, &arena, set->sides, set->n, options, err);

	p->head.system = set->system;
	if (!rc) {
		p->n_failed += count_failed(&c, &p->failing, given->allow_sequential, &p->failed);
		if (given->sort && !strcmp(given->sort, "change"))
			comparison_sort(&c);
		if (given->only && !strcmp(given->only, "changed"))
			comparison_only_changed(&c);
		/* nothing of a document is written before its first part can be */
		if (!p->index)
			print_around(p, &c, true);
		rc = print(&c, p, err);
	}
	p->index++;
	arena_release(&arena);
	return rc;
}

static int compare_all(struct diff_sides *sides, const struct diff_options *given,
	const struct comparison_options *options, struct printing *p, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < sides->n_sets && !rc; i++)
		rc = compare_set(&sides->sets[i], given, options, p, err);
	if (!rc) {
		print_around(p, NULL, false);
		rc = file_check_stream(stdout, "the comparison", err);
	}
	if (!rc && p->failing.wanted)
		tell_failed(given, p->n_failed, &p->failed);
	text_release(&p->failed);
	return rc ? -1 : p->n_failed ? EXIT_THRESHOLD : EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct diff_options given = { 0 };
	struct comparison_options options;
	struct diff_sides sides = { 0 };
	struct floors floors = { 0 };
	struct failing failing;
	struct error err = ERROR_INIT;
	char *line = command_line(argc, argv);
	int first, code, rc = options_parse(command, argc, argv, &given, &first, &err);

	if (rc) {
		free(line);
		return rc > 0 ? EXIT_OK : command_fail(&err);
	}
	code = take_options(&options, &given, &err);
	if (!code)
		code = store_floors_load(&floors, &err);
	options.floors = &floors;
	if (!code)
		code = take_failing(&failing, given.fail_on, &err);
	if (!code)
		code = diff_sides_open(&sides, argv + first, argc - first, given.baseline, &err);
	if (!code) {
		struct printing printing = { .format = given.json ? "json" :
				given.format                      ? given.format :
								    "text",
			.terminal = terminal_for(stdout, given.width, given.ascii),
			.head = { line, NULL, sides.order, given.allow_sequential },
			.failing = failing };

		if (!given.private)
			publish(&sides, line, &printing.head);
		warn_of_results(&sides);
		code = compare_all(&sides, &given, &options, &printing, &err);
	}
	diff_sides_release(&sides);
	floors_release(&floors);
	free(line);
	return code < 0 ? command_fail(&err) : code;
}

const struct command command_diff = {
	.name = "diff",
	.operands = "[RESULT[:SYSTEM] ...]",
	.summary = "which differences between systems are proven",
	.text = "Compares systems with the first one, test by test: two results, two systems of one (RESULT:SYSTEM), or, "
		"of one result, all its systems; without a name the newest result. Results that hold the same systems "
		"are compared system by system. Where both sides ran in common blocks their values are compared in "
		"pairs, so that a drift of the machine does not look like a difference; else the comparison says so and "
		"puts its verdicts in ( ). BETTER and WORSE are said only where the trials prove a difference that is no "
		"smaller than the limit.",
	.options = diff_options,
	.run = run,
};
