#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/compare/comparison.h"
#include "report/layout/terminal.h"
#include "runner/command/command.h"
#include "runner/command/run/request.h"
#include "runner/command/run/start.h"
#include "runner/machine/disturbances.h"
#include "runner/process/signals.h"
#include "runner/store/floors.h"
#include "runner/store/store.h"
#include "share/base/banned.h"

#define CALIBRATION_BLOCKS 10
#define SHORT_TRIAL        1.0 /* seconds; a shorter trial is easily disturbed */
#define SMALL_FLOOR        0.02 /* what is below it needs no advice */

static const struct option_spec calibrate_options[] = {
	{ "target", 't', OPTION_LIST, offsetof(struct run_options, target), "[NAME=]DIR",
		"measure the file system of this folder; default the current one", 0, 0, NULL },
	{ "fs", 0, OPTION_TEXT, offsetof(struct run_options, fs), "TYPE",
		"make this file system afresh for each trial, on an image file in the target folder (root)", 0,
		0, NULL },
	{ "size", 0, OPTION_TEXT, offsetof(struct run_options, size), "SIZE",
		"of the file system that --fs makes; default: as the tests need", 0, 0, NULL },
	{ "mount", 0, OPTION_TEXT, offsetof(struct run_options, mount), "OPTIONS", "mount options for --fs", 0,
		0, NULL },
	{ "set", 's', OPTION_LIST, offsetof(struct run_options, set), "OPTION=VALUE",
		"choose values of an option, as for hib run", 0, 0, NULL },
	{ "quick", 'q', OPTION_FLAG, offsetof(struct run_options, quick), NULL,
		"the small sizes of the tests: their floors are floors of hib run --quick", 0, 0, NULL },
	{ "blocks", 'b', OPTION_WHOLE, offsetof(struct run_options, blocks), "N",
		"number of blocks; default 10", 6, 1000, NULL },
	{ "name", 'n', OPTION_TEXT, offsetof(struct run_options, name), "NAME", "name of the result", 0, 0,
		NULL },
	{ "output", 'o', OPTION_TEXT, offsetof(struct run_options, out), "DIR", "folder for the result", 0, 0,
		NULL },
	{ "seed", 0, OPTION_TEXT, offsetof(struct run_options, seed), "N", "seed of the order", 0, 0, NULL },
	{ "skip-missing", 0, OPTION_FLAG, offsetof(struct run_options, skip_missing), NULL,
		"run the tests whose programs are installed", 0, 0, NULL },
	{ "time-budget", 0, OPTION_TEXT, offsetof(struct run_options, time_budget), "DURATION",
		"after it no trial begins", 0, 0, NULL },
	{ "dry-run", 0, OPTION_FLAG, offsetof(struct run_options, dry_run), NULL, "print the plan, and stop", 0,
		0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct run_options, force), NULL, "replace an existing result", 0,
		0, NULL },
	{ 0 }
};

/* The noise of one test: how far the ratio of a system to itself may be from 1, and how its pairs spread. */
static double floor_of(const struct difference *d)
{
	struct range range = paired_ratio(d->x, d->y, d->n, 1 - USUAL_ALPHA).interval;

	return fmax(fabs(range.low - 1), fabs(range.high - 1));
}

static const char *today(struct arena *arena)
{
	time_t now = time(NULL);
	struct tm tm;
	char day[16];

	localtime_r(&now, &tm);
	strftime(day, sizeof day, "%Y-%m-%d", &tm);
	return arena_text(arena, day);
}

static double seconds_of(const struct cell *cell)
{
	double most = 0;

	for (size_t i = 0; i < cell->entry->n_samples; i++)
		if (isfinite(cell->entry->samples[i].seconds))
			most = fmax(most, cell->entry->samples[i].seconds);
	return most;
}

/* Take the floors of all tests that have one; prints a line for each. Returns how many have none. */
static size_t take_floors(struct floors *floors, const struct comparison *c, const struct terminal *t)
{
	const struct system *system = &c->sides[0].file->systems[c->sides[0].system];
	const char *file_system = fact_of(&floors->arena, system, "File-System");
	size_t none = 0;

	printf("%-*s  floor   noise of a trial  blocks\n", t->width - 40, "test");
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct row *row = &c->rows[i];
		const struct change *change = &row->changes[0];
		const struct difference *d = &change->difference;
		bool usable = change->compared && d->method == METHOD_PAIRED && d->n >= LEAST_PAIRS &&
			floor_of(d) < FLOORS_MOST && *system->hardware;
		struct text label = TEXT_INIT;
		char hash[41];

		terminal_label(&label, t, row->label, t->width - 40, true);
		if (!usable) {
			none++;
			printf("%s  none: %s\n", text_string(&label),
				change->why              ? change->why :
					change->compared ? "its values spread too far" :
							   "no values on both sides");
			text_release(&label);
			continue;
		}
		result_hash(row->result, hash);
		floors_set(floors,
			&(struct floor){ hash,
				arena_printf(
					&floors->arena, "%s %s", row->result->title, row->result->description),
				system->hardware, file_system, floor_of(d), d->spread, (int)d->n,
				today(&floors->arena) });
		printf("%s  %4.1f %%          %5.1f %%  %6zu%s\n", text_string(&label), floor_of(d) * 100,
			d->spread / sqrt(2) * 100, d->n,
			d->proven == PROVEN_BETTER || d->proven == PROVEN_WORSE ? "  differs from itself" : "");
		text_release(&label);
	}
	return none;
}

/* What could lower the noise: of the machine, then of the tests. */
static void advise(const struct session *s, const struct comparison *c, const struct terminal *t)
{
	struct disturbances found;
	struct filesystem fs = { 0 };
	struct error ignored = ERROR_INIT;
	struct text words = TEXT_INIT;
	size_t noisy = 0;

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct difference *d = &c->rows[i].changes[0].difference;

		if (!c->rows[i].changes[0].compared || d->n < LEAST_PAIRS || d->method != METHOD_PAIRED ||
			floor_of(d) <= SMALL_FLOOR)
			continue;
		text_clear(&words);
		text_printf(&words, "%s: ", c->rows[i].label);
		if (seconds_of(&c->rows[i].cells[0]) < SHORT_TRIAL)
			text_printf(&words, "a trial takes %.2f s only: a larger size makes it steadier; ",
				seconds_of(&c->rows[i].cells[0]));
		text_printf(&words, "about %.0f blocks would bring its floor to %.0f %%",
			pairs_needed(d->spread, SMALL_FLOOR, USUAL_ALPHA), SMALL_FLOOR * 100);
		if (!noisy++)
			printf("what could lower it\n");
		terminal_wrap_from(stdout, t, text_string(&words), printf("  "), 4);
	}
	if (filesystem_of(&fs, s->plan.targets[0].path, &ignored))
		error_release(&ignored);
	disturbances_find(&found, s->plan.targets[0].path, &fs);
	for (size_t i = 0; i < found.n; i++) {
		if (found.items[i].severity != SEVERITY_BAD)
			continue;
		if (!noisy++)
			printf("what could lower it\n");
		text_clear(&words);
		text_printf(&words, "%s: %s", found.items[i].what, found.items[i].remedy);
		terminal_wrap_from(stdout, t, text_string(&words), printf("  "), 4);
	}
	disturbances_release(&found);
	filesystem_release(&fs);
	text_release(&words);
}

static int report(const struct session *s, struct loaded *loaded, struct error *err)
{
	const struct comparison_options options = { .threshold = USUAL_THRESHOLD, .alpha = USUAL_ALPHA };
	const struct terminal terminal = terminal_for(stdout, 0, false);
	struct side sides[2];
	struct arena arena = { 0 };
	struct floors floors = { 0 };
	struct comparison c;
	char *path = NULL;
	size_t none;
	int rc;

	for (int i = 0; i < 2; i++)
		sides[i] = (struct side){ &loaded->file, i, loaded->file.systems[i].identifier, loaded->name,
			true };
	rc = comparison_build(&c, &arena, sides, 2, &options, err);
	if (!rc) {
		printf("\nA system against itself: differences up to the floor are noise here\n");
		none = take_floors(&floors, &c, &terminal);
		rc = floors.n ? store_floors_add(&floors, &path, err) : 0;
		if (!rc && floors.n)
			printf("saved   %zu floor%s in %s; hib diff takes them as limits where they are above 2 %%\n",
				floors.n, floors.n == 1 ? "" : "s", path);
		if (!rc && none)
			printf("        %zu without one: a floor needs %d blocks\n", none, LEAST_PAIRS);
		if (!rc)
			advise(s, &c, &terminal);
	}
	free(path);
	floors_release(&floors);
	arena_release(&arena);
	return rc;
}

static int calibrate(struct session *s, struct run_request *request, int argc, char **argv, struct error *err)
{
	struct loaded loaded;
	int code;

	request_plan(&s->plan, request, argc, argv);
	s->told_elsewhere = true;
	code = run_start(s, request, argc, argv, err);
	/* some failed trials leave the floors of the other tests */
	if (request->options->dry_run || signals_stop || (code != EXIT_OK && code != EXIT_TRIALS))
		return code;
	if (result_open(&loaded, s->folder, err))
		return command_fail(err);
	if (loaded.file.n_systems == 2 && report(s, &loaded, err))
		code = command_fail(err);
	loaded_release(&loaded);
	return code;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct run_options options = { 0 };
	struct run_request request = { .options = &options };
	struct session session = SESSION_INIT;
	struct error err = ERROR_INIT;
	struct text what = TEXT_INIT;
	char *basic[] = { (char[]){ "basic" }, NULL };
	int first, code = 0, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (!rc) {
		options.twice = true;
		options.blocks = options.blocks ? options.blocks : CALIBRATION_BLOCKS;
		request.installed_only = first == argc;
		argv = first < argc ? argv + first : basic;
		argc = first < argc ? argc - first : 1;
		for (int i = 0; i < argc; i++)
			text_printf(&what, "%s%s", i ? " " : "", argv[i]);
		request.what = text_string(&what);
		code = calibrate(&session, &request, argc, argv, &err);
	}
	session_release(&session);
	request_release(&request);
	text_release(&what);
	text_list_release(&options.set);
	text_list_release(&options.target);
	if (signals_stop)
		signals_raise(signals_stop);
	return rc > 0 ? EXIT_OK : rc ? command_fail(&err) : code;
}

const struct command command_calibrate = {
	.name = "calibrate",
	.operands = "[TEST|SUITE|FILE.yaml ...]",
	.summary = "how much of a difference is noise on this machine",
	.text = "Measures one system as if it were two: what differs then is noise. For each test its floor is kept, the "
		"largest difference that the 95 % interval of such a comparison allows; hib diff takes it as the limit "
		"below which no difference counts, on this machine and file system. The floors stand in floors.json "
		"beside the saved results. At the end it says what could lower them.",
	.options = calibrate_options,
	.run = run,
};
