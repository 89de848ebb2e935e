#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "parsers/findings.h"
#include "report/exchange/exchange.h"
#include "report/text/rich.h"
#include "runner/command/command.h"
#include "runner/command/show_result.h"
#include "runner/machine/filesystem.h"
#include "runner/machine/system_info.h"
#include "runner/process/signals.h"
#include "runner/process/supervise.h"
#include "runner/process/telling.h"
#include "runner/store/store.h"
#include "runner/timing/commands.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/random.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define USUAL_RUNS    10
#define SHORT_SECONDS 0.005 /* below it the start of a process is much of what is timed */
#define TIME_LIMIT    (24 * 3600.0)
#define GRACE_SECONDS 5.0

extern char **environ;

struct time_options {
	struct timing_options commands;
	const char *out, *title, *seed;
	int runs, warmup, width;
	bool force, ignore_failure, ascii;
};

static const struct option_spec time_options[] = {
	{ "runs", 'r', OPTION_WHOLE, offsetof(struct time_options, runs), "N",
		"how often each command runs; default 10", 1, 100000, NULL },
	{ "warmup", 'w', OPTION_WHOLE, offsetof(struct time_options, warmup), "N",
		"runs of each command that come first and do not count", 0, 10000, NULL },
	{ "prepare", 'p', OPTION_TEXT, offsetof(struct time_options, commands.prepare), "LINE",
		"a line for /bin/sh before each run, outside the clock: 'sync; echo 3 >/proc/sys/vm/drop_caches'",
		0, 0, NULL },
	{ "parameter", 'P', OPTION_LIST, offsetof(struct time_options, commands.parameters), "NAME=VALUES",
		"runs each command for each value: threads=1,2,4 or size=1..8 or size=0..1/0.25 replaces {threads} and {size} "
		"in commands and in --prepare; several combine",
		0, 0, NULL },
	{ "name", 'n', OPTION_LIST, offsetof(struct time_options, commands.names), "NAME",
		"what the next command is called; may be given several times", 0, 0, NULL },
	{ "shell", 's', OPTION_FLAG, offsetof(struct time_options, commands.shell), NULL,
		"commands are lines for /bin/sh; its start is timed, too", 0, 0, NULL },
	{ "ignore-failure", 'i', OPTION_FLAG, offsetof(struct time_options, ignore_failure), NULL,
		"count runs that end with another exit status than 0", 0, 0, NULL },
	{ "output", 'o', OPTION_TEXT, offsetof(struct time_options, out), "NAME|DIR|FILE.xml",
		"where the result goes; default a new name among the saved results: time-1, time-2", 0, 0,
		NULL },
	{ "title", 0, OPTION_TEXT, offsetof(struct time_options, title), "TITLE", "of the result", 0, 0, NULL },
	{ "seed", 0, OPTION_TEXT, offsetof(struct time_options, seed), "N", "seed of the order", 0, 0, NULL },
	{ "width", 0, OPTION_WHOLE, offsetof(struct time_options, width), "N", "columns of the bars", 20, 1000,
		NULL },
	{ "ascii", 0, OPTION_FLAG, offsetof(struct time_options, ascii), NULL, "no character outside ASCII", 0,
		0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct time_options, force), NULL, "replace an existing result",
		0, 0, NULL },
	{ 0 }
};

/* One timing under way. */
struct timing {
	const struct time_options *options;
	struct arena arena;
	struct timed_command *commands;
	size_t n;
	struct result_file file;
	struct loaded loaded;
	struct cgroup cgroup;
	char *work, *path, *trials; /* folder for output, result file, rows of what is done */
	FILE *rows;
	const char *ignored; /* how the run ended that counts nevertheless, "exit status 3"; NULL: well */
	int n_runs, n_failed;
	double shortest;
};

static const char *const charts[] = { "", "User time", "System time" };

static void add_sample(
	struct timing *t, size_t command, int chart, double seconds, int block, const char *failure)
{
	char buffer[NUMBER_TEXT_SIZE];
	const struct result_key key = { .profile = "hib/time-1.0.0",
		.title = "Time",
		.version = "",
		.arguments = "",
		.description = charts[chart],
		.scale = "Seconds",
		.proportion = PROPORTION_LIB,
		.decimals = -1,
		.planned = t->options->runs };
	struct sample sample = { .text = number_fixed(seconds, 6, buffer),
		.value = seconds,
		.state = failure ? ST_FAILED : ST_OK,
		.reason = failure ? failure : t->ignored,
		.trial = t->n_runs,
		.block = block,
		.slot = t->n_runs,
		.seconds = seconds };

	sample.value = strtod(sample.text, NULL);
	if (failure) {
		sample.text = NULL;
		sample.value = NAN;
	}
	result_file_add(&t->file, &key, t->commands[command].name, &sample);
}

/* A row for each run at once: a hib that is killed leaves them to `hib import csv`. */
static void note_row(struct timing *t, size_t command, double seconds, int block, const char *failure)
{
	struct text row = TEXT_INIT;

	if (!t->n_runs)
		fputs("title,profile,unit,proportion,system,trial,block,slot,value,state,reason\r\n", t->rows);
	text_adds(&row, "Time,hib/time-1.0.0,Seconds,LIB,\"");
	for (const char *c = t->commands[command].name; *c; c++) {
		text_adds(&row, *c == '"' ? "\"" : "");
		text_addc(&row, *c);
	}
	text_printf(&row, "\",%d,%d,%d,", t->n_runs + 1, block, t->n_runs + 1);
	if (!failure)
		text_printf(&row, "%.6f", seconds);
	text_printf(&row, ",%s,%s\r\n", failure ? "failed" : "ok", failure ? "failed" : "");
	fwrite(text_string(&row), 1, row.size, t->rows);
	fflush(t->rows);
	text_release(&row);
}

static int start(struct timing *t, char **argv, struct supervised *got, struct error *err)
{
	char *stem = file_join(t->work, "run"),
	     *program = program_path(argv[0], getenv("PATH") ? getenv("PATH") : "");
	struct supervision how = { .log_stem = stem,
		.time_limit = TIME_LIMIT,
		.grace = GRACE_SECONDS,
		.cgroup = &t->cgroup,
		.stop = &signals_stop };
	int rc;

	if (!program) {
		free(stem);
		return error_set(err, "program '%s' not found", argv[0]);
	}
	how.launch = (struct launch){ argv, environ, program, NULL, -1, -1, -1, NULL };
	rc = supervise(got, &how, err);
	free(program);
	free(stem);
	return rc;
}

static int prepare(struct timing *t, const char *line, struct error *err)
{
	char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" }, (char *)(uintptr_t)line, NULL }, words[80];
	struct supervised got = { 0 };
	const char *how;

	if (start(t, argv, &got, err))
		return -1;
	how = got.stopped ? NULL : ending_words(&got.ending, words);
	return how ? error_set(err, "--prepare '%s': %s", line, how) : 0;
}

/* Its end in words with the line of its output that tells most; NULL: it ended well. */
static const char *failure_of(struct timing *t, const struct supervised *got)
{
	char words[80], *stem = file_join(t->work, "run");
	const char *how = ending_words(&got->ending, words), *said = NULL;
	bool status = got->ending.how == END_EXIT;

	if (how && !(status && t->options->ignore_failure)) {
		said = telling_line(&t->arena, stem, "err");
		how = said ? arena_printf(&t->arena, "%s (%s)", how, said) : arena_text(&t->arena, how);
	} else {
		t->ignored = how ? arena_text(&t->arena, how) : NULL;
		how = NULL;
	}
	free(stem);
	return how;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static int run_once(struct timing *t, size_t command, int block, struct error *err)
{
	const struct timed_command *c = &t->commands[command];
	struct supervised got = { 0 };
	const char *failure;

	if (c->prepare && prepare(t, c->prepare, err))
		return -1;
	if (start(t, c->argv, &got, err))
		return -1;
	if (got.stopped || signals_stop)
		return 0;
	failure = failure_of(t, &got);
	if (failure && !t->options->ignore_failure)
		return error_set(err, "'%s': %s; --ignore-failure counts such runs", c->name, failure);
	if (block < 1)
		return 0;
	note_row(t, command, got.seconds, block, failure);
	t->n_runs++;
	t->n_failed += failure || t->ignored;
	t->shortest = fmin(t->shortest, got.seconds);
	add_sample(t, command, 0, got.seconds, block, failure);
	add_sample(t, command, 1, seconds_of(&got.usage.ru_utime), block, failure);
	add_sample(t, command, 2, seconds_of(&got.usage.ru_stime), block, failure);
	return 0;
}

/* Every command once in a random order: what changes with time meets all of them alike. */
static int run_blocks(struct timing *t, uint64_t seed, struct error *err)
{
	size_t *order = mem_zero(t->n, sizeof *order);
	struct random random;
	int rc = 0;

	random_seed(&random, seed);
	for (int block = 1 - t->options->warmup; block <= t->options->runs && !rc; block++) {
		for (size_t i = 0; i < t->n; i++)
			order[i] = i;
		random_shuffle(&random, order, t->n);
		for (size_t i = 0; i < t->n && !rc && !signals_stop; i++)
			rc = run_once(t, order[i], block, err);
		if (isatty(STDERR_FILENO) && !signals_stop)
			fprintf(stderr, "\r%s %d/%d ", block < 1 ? "warm-up" : "run",
				block < 1 ? block + t->options->warmup : block,
				block < 1 ? t->options->warmup : t->options->runs);
		signals_poll();
		if (signals_stop)
			break;
	}
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K");
	free(order);
	return rc;
}

/* "time-1", or the first number that is free. */
static const char *free_name(struct arena *arena)
{
	for (int n = 1;; n++) {
		const char *name = arena_printf(arena, "time-%d", n);
		char *found = store_find(name);

		if (!found)
			return name;
		free(found);
	}
}

static int open_result(struct timing *t, struct error *err)
{
	const char *out = t->options->out ? t->options->out : free_name(&t->arena);
	char template[] = "/tmp/hib-time-XXXXXX";

	t->path = result_place(out, t->options->force, err);
	if (!t->path)
		return -1;
	t->trials = text_ends(t->path, "/composite.xml") ?
		mem_printf("%.*s/trials.csv", (int)(strlen(t->path) - strlen("/composite.xml")), t->path) :
		mem_printf("%s.trials.csv", t->path);
	t->rows = fopen(t->trials, "we");
	if (!t->rows) {
		error_set_errno(err, "cannot write '%s'", t->trials);
		return error_code(err, EXIT_WRITE);
	}
	if (!mkdtemp(template))
		return error_set_errno(err, "cannot make a folder in /tmp");
	t->work = mem_text(template);
	return 0;
}

/* The one machine that all commands ran on; each command is a system of its own to the charts. */
static void describe(struct timing *t, uint64_t seed)
{
	struct filesystem fs = { 0 };
	struct error ignored = ERROR_INIT;
	struct system_info info = { 0 };
	time_t now = time(NULL);
	struct tm tm;
	char at[32];

	if (filesystem_of(&fs, ".", &ignored))
		error_release(&ignored);
	else
		system_info(&info, &t->file.arena, &fs);
	localtime_r(&now, &tm);
	strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &tm);
	t->file.comment = "hib " HIB_VERSION;
	t->file.meta = (struct generated){ .title = t->options->title ? t->options->title : "Time",
		.last_modified = arena_text(&t->file.arena, at),
		.client = "hib " HIB_VERSION,
		.description = arena_printf(&t->file.arena, "%d runs in blocks, seed %llu", t->options->runs,
			(unsigned long long)seed) };
	for (size_t i = 0; i < t->n; i++) {
		struct system *system = result_file_add_system(&t->file, t->commands[i].name);

		system->hardware = info.hardware ? info.hardware : "";
		system->software = info.software ? info.software : "";
		system->json = info.json;
		system->time_stamp = t->file.meta.last_modified;
		system->client_version = HIB_VERSION;
	}
	filesystem_release(&fs);
}

static int show(struct timing *t, struct error *err)
{
	struct terminal terminal = terminal_for(stdout, t->options->width, t->options->ascii);
	size_t first = 0;
	struct loaded loaded = { .file = t->file, .name = (char[]){ "time" } };
	int rc = show_rich(&loaded, &terminal, false, &first, t->file.n_results > 0, err);

	t->file = loaded.file;
	if (t->shortest < SHORT_SECONDS)
		fprintf(stderr,
			"hib: note: a run took %.1f ms: below 5 ms the start of a process is much of what is timed\n",
			t->shortest * 1e3);
	return rc;
}

static int finish(struct timing *t, struct error *err)
{
	int rc = 0;

	result_file_settle(&t->file);
	if (t->n_runs)
		rc = result_save(&t->file, t->path, err);
	if (!rc && t->n_runs)
		rc = show(t, err);
	if (!rc && t->n_runs)
		fprintf(stderr, "saved %s\n", t->path);
	/* what stands in the result needs no rows */
	if (!rc && t->trials)
		unlink(t->trials);
	return rc;
}

/* A timing without a run leaves no folder behind. */
static void remove_empty(struct timing *t)
{
	char *slash = t->path ? strrchr(t->path, '/') : NULL;

	if (t->n_runs || !slash)
		return;
	unlink(t->trials);
	*slash = '\0';
	if (!text_ends(t->path, "/"))
		rmdir(t->path);
}

static void timing_release(struct timing *t)
{
	if (t->rows)
		fclose(t->rows);
	remove_empty(t);
	if (t->work)
		file_remove_tree(t->work);
	result_file_release(&t->file);
	arena_release(&t->arena);
	free(t->work);
	free(t->path);
	free(t->trials);
}

static int check_identifiers(const struct timing *t, struct error *err)
{
	for (size_t i = 0; i < t->n; i++)
		if (result_identifier_check(t->commands[i].name, err))
			return error_context(err,
				"the command '%.60s' cannot be the name of a bar; --name gives one",
				t->commands[i].name);
	return 0;
}

static int time_commands(char **lines, size_t n, const struct time_options *options, struct error *err)
{
	struct timing t = { .options = options, .cgroup = CGROUP_NONE, .shortest = INFINITY };
	struct error second = ERROR_INIT;
	uint64_t seed = random_fresh_seed() % 4294967296u;
	int64_t asked;
	int rc = timing_commands(&t.arena, lines, n, &options->commands, &t.commands, &t.n, err);

	if (!rc && options->seed && !number_whole(options->seed, strlen(options->seed), 0, INT64_MAX, &asked))
		rc = error_set(err, "--seed: '%s' is no whole number", options->seed);
	else if (!rc && options->seed)
		seed = (uint64_t)asked;
	if (!rc)
		rc = check_identifiers(&t, err);
	if (!rc)
		rc = open_result(&t, err);
	if (!rc) {
		signals_watch();
		describe(&t, seed);
		rc = run_blocks(&t, seed, err);
		/* what was measured before a failure or a stop is saved */
		if (finish(&t, rc ? &second : err) && !rc)
			rc = -1;
		error_release(&second);
	}
	if (!rc && t.n_failed)
		fprintf(stderr, "hib: note: %d runs ended with another exit status than 0, and count\n",
			t.n_failed);
	timing_release(&t);
	if (signals_stop)
		signals_raise(signals_stop);
	return rc;
}

/* "hib time -- CMD ARG ..." is one command, its words as they are; without -- each operand is a line. */
static bool is_whole(int argc, char **argv, int first)
{
	(void)argc;
	return first > 1 && !strcmp(argv[first - 1], "--");
}

static int run(const struct command *command, int argc, char **argv)
{
	struct time_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);

	options.runs = options.runs ? options.runs : USUAL_RUNS;
	if (rc) {
		code = rc > 0 ? EXIT_OK : command_fail(&err);
	} else if (first == argc) {
		code = command_usage(command, "time needs a command");
	} else {
		options.commands.whole = is_whole(argc, argv, first);
		code = time_commands(argv + first, (size_t)(argc - first), &options, &err) ?
			command_fail(&err) :
			EXIT_OK;
	}
	text_list_release(&options.commands.parameters);
	text_list_release(&options.commands.names);
	return code;
}

const struct command command_time = {
	.name = "time",
	.operands = "'COMMAND' ... | -- COMMAND [ARG ...]",
	.summary = "how long commands take, side by side",
	.text = "Each operand is a command line, split into words as a shell splits them; --shell lets /bin/sh run it. Behind "
		"-- stands one command, its words as they are. The commands run in blocks, each once in a random order, so "
		"that a machine that becomes slower does so for all of them; the bars, intervals and marks are those of "
		"hib show. Raw samples are saved with user and system time. A run that fails ends the timing, unless "
		"--ignore-failure is given; what was measured is saved. hib export hyperfine writes hyperfine's JSON.",
	.options = time_options,
	.run = run,
};
