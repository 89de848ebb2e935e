#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/command/run_end.h"
#include "runner/profile/library.h"
#include "runner/run/preflight.h"
#include "runner/run/session.h"
#include "runner/store/lock.h"
#include "runner/store/store.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define BLOCKS_QUICK   3
#define BLOCKS_NORMAL  8
#define BLOCKS_ARTICLE 10

struct run_options {
	struct text_list set, target;
	const char *plan, *name, *out, *as, *seed;
	int blocks;
	bool quick, skip_missing, dry_run, force;
};

static const struct option_spec run_options[] = {
	{ "target", 't', OPTION_LIST, offsetof(struct run_options, target), "[NAME=]DIR",
		"measure the file system of this folder, in a fresh folder below it; may be given several times: "
		"each is a system, and they take turns. Default: the current folder",
		0, 0, NULL },
	{ "set", 's', OPTION_LIST, offsetof(struct run_options, set), "OPTION=VALUE",
		"choose values of an option: [PROFILE.]OPTION=V[,V] or =all; hib info TEST shows them", 0, 0,
		NULL },
	{ "quick", 'q', OPTION_FLAG, offsetof(struct run_options, quick), NULL,
		"small sizes and 3 blocks: a first look. Its results never merge with full ones", 0, 0, NULL },
	{ "plan", 0, OPTION_CHOICE, offsetof(struct run_options, plan), "PLAN",
		"normal: 8 blocks; article: 10 blocks. A block is every test once on every system", 0, 0,
		"normal article" },
	{ "blocks", 'b', OPTION_WHOLE, offsetof(struct run_options, blocks), "N", "number of blocks", 1, 1000,
		NULL },
	{ "name", 'n', OPTION_TEXT, offsetof(struct run_options, name), "NAME",
		"name of the result; default TEST-DATE-TIME", 0, 0, NULL },
	{ "output", 'o', OPTION_TEXT, offsetof(struct run_options, out), "DIR",
		"folder for the result, instead of the saved results", 0, 0, NULL },
	{ "as", 0, OPTION_TEXT, offsetof(struct run_options, as), "NAME",
		"what the system is called; default the type of its file system", 0, 0, NULL },
	{ "seed", 0, OPTION_TEXT, offsetof(struct run_options, seed), "N",
		"seed of the order; default a fresh one", 0, 0, NULL },
	{ "skip-missing", 0, OPTION_FLAG, offsetof(struct run_options, skip_missing), NULL,
		"run the tests whose programs are installed", 0, 0, NULL },
	{ "dry-run", 0, OPTION_FLAG, offsetof(struct run_options, dry_run), NULL,
		"check everything, print the plan, and stop", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct run_options, force), NULL, "replace an existing result", 0,
		0, NULL },
	{ 0 }
};

/* What was asked for, as it is loaded. */
struct request {
	const struct run_options *options;
	struct settings settings;
	const char *what; /* the operands in words: "basic", "dbench fs_mark" */
	const char *title;
	int suite_blocks;
	struct faults faults; /* of the request itself: names, options, targets */
	bool installed_only; /* hib run alone: what is not installed is left out */
};

static int add_profile(struct plan *plan, struct request *request, const char *path, const struct pairs *set,
	struct error *err)
{
	struct profile *profile = profile_load(path, err);

	if (!profile)
		return -1;
	return tests_add(&plan->tests, profile, set, &request->settings, plan->quick, err);
}

static int add_suite(struct plan *plan, struct request *request, const char *path, struct error *err)
{
	struct suite *suite = suite_load(path, err);
	int rc = suite ? 0 : -1;

	if (!rc) {
		plan->quick = plan->quick || suite->quick;
		request->suite_blocks = (int)suite->blocks;
	}
	for (size_t i = 0; !rc && i < suite->tests.n; i++) {
		const struct suite_test *test = (const struct suite_test *)suite->tests.items + i;
		char *profile = library_path(test->profile, err);
		size_t before = plan->tests.n;

		rc = profile ? add_profile(plan, request, profile, &test->set, err) : -1;
		for (size_t k = before; k < plan->tests.n; k++)
			plan->tests.items[k].charts = (int)test->charts;
		if (rc)
			error_context(err, "%s:%d", path, test->place.line);
		free(profile);
	}
	suite_free(suite);
	return rc;
}

static int add_operand(struct plan *plan, struct request *request, const char *name, struct error *err)
{
	char *path = library_path(name, err);
	const char *kind = path ? document_kind(path, err) : NULL;
	int rc = -1;

	if (kind && !strcmp(kind, "suite"))
		rc = add_suite(plan, request, path, err);
	else if (kind)
		rc = add_profile(plan, request, path, NULL, err);
	free(path);
	return rc;
}

/* "NAME=DIR": a name has no '/' in it. */
static void split_target(struct plan *plan, struct target *target, const char *text)
{
	const char *equals = strchr(text, '='), *slash = strchr(text, '/');
	char *absolute;

	if (equals && equals > text && (!slash || equals < slash)) {
		target->identifier = arena_bytes(&plan->arena, text, (size_t)(equals - text));
		text = equals + 1;
	}
	absolute = file_absolute(text);
	target->path = arena_text(&plan->arena, absolute);
	free(absolute);
}

static const char *default_identifier(
	struct plan *plan, const struct target *target, const struct run_options *options)
{
	const char *slash = strrchr(target->path, '/');

	if (options->as)
		return options->as;
	if (plan->n_targets < 2 || !slash || !slash[1])
		return arena_text(&plan->arena, target->fs.type);
	return slash + 1;
}

/* Faults of the request are told together with those that the checks find. */
static int collect(struct request *request, int rc, struct error *err)
{
	if (rc)
		faults_add(&request->faults, "%s", err->message);
	error_release(err);
	return rc;
}

static int add_targets(struct plan *plan, struct request *request, struct error *err)
{
	const struct run_options *options = request->options;

	plan->n_targets = options->target.n ? options->target.n : 1;
	plan->targets = arena_take(&plan->arena, plan->n_targets * sizeof *plan->targets);
	for (size_t i = 0; i < plan->n_targets; i++) {
		struct target *t = &plan->targets[i];

		split_target(plan, t, options->target.n ? options->target.items[i] : ".");
		t->named = options->target.n > 0;
		if (filesystem_of(&t->fs, t->path, err)) {
			t->gone = true;
			collect(request, error_context(err, "target"), err);
			t->identifier = t->identifier ? t->identifier : t->path;
			continue;
		}
		system_info(&t->info, &plan->arena, &t->fs);
		if (!t->identifier)
			t->identifier = default_identifier(plan, t, options);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(plan->targets[k].identifier, t->identifier))
				return error_set(err,
					"two systems would be called '%s': --target NAME=%s names one",
					t->identifier, t->path);
	}
	if (options->as && plan->n_targets > 1)
		return error_set(err, "--as names one system, and there are %zu: --target NAME=DIR names each",
			plan->n_targets);
	return 0;
}

static int take_seed(struct plan *plan, const struct run_options *options, struct error *err)
{
	int64_t seed;

	plan->seed = random_fresh_seed();
	if (!options->seed)
		return 0;
	if (!number_whole(options->seed, strlen(options->seed), 0, INT64_MAX, &seed))
		return error_set(err, "--seed: '%s' is not a whole number", options->seed);
	plan->seed = (uint64_t)seed;
	return 0;
}

static int number_of_blocks(const struct plan *plan, const struct request *request)
{
	const struct run_options *o = request->options;

	if (o->blocks)
		return o->blocks;
	if (o->plan)
		return strcmp(o->plan, "article") ? BLOCKS_NORMAL : BLOCKS_ARTICLE;
	if (request->suite_blocks)
		return request->suite_blocks;
	return plan->quick ? BLOCKS_QUICK : BLOCKS_NORMAL;
}

static void build_plan(struct plan *plan, struct request *request, int argc, char **argv, struct error *err)
{
	const struct run_options *o = request->options;
	bool named = true;

	plan->quick = o->quick;
	collect(request, settings_parse(&request->settings, o->set.items, o->set.n, err), err);
	collect(request, take_seed(plan, o, err), err);
	for (int i = 0; i < argc; i++)
		named = !collect(request, add_operand(plan, request, argv[i], err), err) && named;
	/* an option of a test that is not known cannot be looked up */
	if (named)
		collect(request, settings_check(&request->settings, &plan->tests, err), err);
	collect(request, add_targets(plan, request, err), err);
	plan->blocks = number_of_blocks(plan, request);
}

/* The plan in words: data of a dry run, else a message. */
static void print_plan(const struct session *s, FILE *out)
{
	const struct plan *plan = &s->plan;
	struct cost cost = plan_cost(plan, 0);
	char duration[48], need[32], have[32], writes[32], end[16];
	time_t at = time(NULL) + (time_t)cost.seconds;
	struct tm tm;

	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct target *t = &plan->targets[i];
		struct text words = TEXT_INIT;

		filesystem_add_words(&words, &t->fs);
		fprintf(out, "%-5s %s%s%s: %s, %s free\n", i ? "" : "on",
			plan->n_targets > 1 ? t->identifier : "", plan->n_targets > 1 ? " " : "", t->path,
			text_string(&words), number_size_text(t->fs.free, have));
		text_release(&words);
	}
	localtime_r(&at, &tm);
	strftime(end, sizeof end, "%H:%M", &tm);
	fprintf(out, "plan  %zu system%s x %zu test%s x %d block%s = %zu trial%s", plan->n_targets,
		plan->n_targets > 1 ? "s" : "", plan->tests.n, plan->tests.n > 1 ? "s" : "", plan->blocks,
		plan->blocks > 1 ? "s" : "", plan->n_slots, plan->n_slots > 1 ? "s" : "");
	if (cost.seconds > 0)
		fprintf(out, ", about %s (%s)", number_duration_text(cost.seconds, duration), end);
	fprintf(out, "\n      ");
	if (cost.space)
		fprintf(out, "needs %s free, writes about %s in all; ", number_size_text(cost.space, need),
			number_size_text(cost.writes, writes));
	fprintf(out, "seed %llu\n      directory mode: a fresh folder for each trial, caches may be warm\n",
		(unsigned long long)plan->seed);
	if (plan->blocks < 6)
		fprintf(out, "      fewer than 6 blocks show values, but prove no difference\n");
	fprintf(out, "name  %s   Ctrl-C is safe: hib resume continues the plan\n      in %s\n", s->name,
		s->folder);
}

static void print_tests(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->tests.n; i++) {
		const struct test *t = &plan->tests.items[i];
		char duration[48], space[32];

		fprintf(out, "test  %-28s %s, about %s and %s a trial\n", t->name, t->description,
			number_duration_text(t->cost.seconds, duration),
			number_size_text(t->cost.space, space));
	}
}

static char *default_name(int argc, char **argv)
{
	struct text name = TEXT_INIT;
	time_t now = time(NULL);
	struct tm tm;
	char stamp[32];

	for (int i = 0; i < argc && i < 3; i++) {
		const char *slash = strrchr(argv[i], '/');
		char *word = mem_text(slash ? slash + 1 : argv[i]);

		if (text_ends(word, ".yaml"))
			word[strlen(word) - strlen(".yaml")] = '\0';
		if (name.size)
			text_addc(&name, '-');
		text_add_slug(&name, word);
		free(word);
	}
	localtime_r(&now, &tm);
	strftime(stamp, sizeof stamp, "-%Y%m%d-%H%M", &tm);
	text_adds(&name, stamp);
	return text_take(&name);
}

/* The folder the result goes to; an existing result is never overwritten without --force. */
static int choose_folder(
	struct session *s, const struct run_options *o, int argc, char **argv, struct error *err)
{
	char *root = store_root(), *composite, *journal;
	int rc = 0;

	s->name = o->name ? mem_text(o->name) : default_name(argc, argv);
	if (!store_name_ok(s->name))
		rc = error_set(err, "'%s' cannot be the name of a result", s->name);
	s->folder = o->out ? file_absolute(o->out) : file_join(root, s->name);
	/* two runs within a minute: the second one gets a number */
	for (int i = 2; !rc && !o->name && !o->out && file_exists(s->folder) && i < 1000; i++) {
		char *numbered = mem_printf("%s-%d", s->name, i);

		free(s->folder);
		s->folder = file_join(root, numbered);
		if (!file_exists(s->folder)) {
			free(s->name);
			s->name = numbered;
			break;
		}
		free(numbered);
	}
	composite = file_join(s->folder, "composite.xml");
	journal = file_join(s->folder, "journal.jsonl");
	if (!rc && (file_exists(composite) || file_exists(journal)) && !o->force)
		rc = error_set(err,
			"'%s' holds a result already: hib resume %s goes on with it, --name or -o "
			"takes another place, --force replaces it",
			s->folder, o->out ? o->out : s->name);
	free(root);
	free(composite);
	free(journal);
	return rc;
}

/* run.log begins with the plan. */
static int start_log(const struct session *s, struct error *err)
{
	char *path = file_join(s->folder, "run.log");
	FILE *log = fopen(path, "we");
	int rc = 0;

	if (log)
		print_plan(s, log);
	if (!log || fclose(log)) {
		rc = error_set_errno(err, "cannot write '%s'", path);
		error_code(err, EXIT_WRITE);
	}
	free(path);
	return rc;
}

static void print_faults(const struct request *request)
{
	for (int i = 0; i < request->faults.n; i++)
		fprintf(stderr, "hib: %s\n", request->faults.items[i]);
}

/* Two runs on one machine measure each other. */
static int warn_of_other(void *context, const char *folder, const struct run_holder *holder)
{
	(void)context;
	fprintf(stderr, "note  another run goes on here, process %ld in %s: each disturbs the other's values\n",
		holder->pid, folder);
	return 0;
}

static int check_and_run(struct session *s, struct request *request, int argc, char **argv, struct error *err)
{
	const struct run_options *o = request->options;
	struct preflight checks;
	int code = EXIT_USAGE;

	if (choose_folder(s, o, argc, argv, err) ||
		preflight(&checks, &s->plan, o->skip_missing || request->installed_only, err))
		return command_fail(err);
	preflight_results(&checks, s->folder, s->plan.n_slots);
	if (!preflight_is_good(&checks) || request->faults.n) {
		print_faults(request);
		if (!preflight_is_good(&checks))
			preflight_print(&checks, request->what, stderr);
		preflight_release(&checks);
		return EXIT_USAGE;
	}
	preflight_print_charts(&checks, stderr);
	for (int i = 0; i < checks.skipped.n; i++)
		fprintf(stderr, "skip   %s\n", checks.skipped.items[i]);
	preflight_release(&checks);
	print_plan(s, o->dry_run ? stdout : stderr);
	if (o->dry_run) {
		print_tests(&s->plan, stdout);
		return EXIT_OK;
	}
	running_each(warn_of_other, NULL);
	signals_watch();
	if (!geteuid())
		umask(022); /* root's results are readable by all */
	if (session_create(s, o->force, err) || start_log(s, err))
		return command_fail(err);
	code = session_run(s, err);
	return run_end(s, code, err);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct run_options options = { 0 };
	struct request request = { .options = &options };
	struct session session = SESSION_INIT;
	struct text what = TEXT_INIT;
	struct error err = ERROR_INIT;
	char *basic[] = { (char[]){ "basic" }, NULL };
	int first, code, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc) {
		text_list_release(&options.set);
		text_list_release(&options.target);
		return rc > 0 ? EXIT_OK : command_fail(&err);
	}
	argc -= first;
	argv += first;
	request.installed_only = !argc;
	if (!argc) {
		argc = 1;
		argv = basic;
	}
	for (int i = 0; i < argc; i++)
		text_printf(&what, "%s%s", i ? " " : "", argv[i]);
	request.what = text_string(&what);
	if (options.plan && options.blocks)
		rc = error_set(&err, "--plan and --blocks say the same thing: give one of them");
	else
		build_plan(&session.plan, &request, argc, argv, &err);
	code = rc ? command_fail(&err) : check_and_run(&session, &request, argc, argv, &err);
	session_release(&session);
	settings_release(&request.settings);
	faults_release(&request.faults);
	text_release(&what);
	text_list_release(&options.set);
	text_list_release(&options.target);
	if (signals_stop)
		signals_raise(signals_stop);
	return code;
}

const struct command command_run = {
	.name = "run",
	.operands = "[TEST|SUITE|FILE.yaml ...]",
	.summary = "run benchmarks and save a result",
	.text = "Without a name it runs the suite 'basic': what is installed, in under 5 minutes. Everything is "
		"checked before the first trial, and each finished trial is on the disk before the next one "
		"starts. Exit status: 0 all trials ok, 2 nothing was started, 3 some trials failed, 4 the plan "
		"is not finished, 5 results could not be written, 128+N ended by signal N.",
	.options = run_options,
	.run = run,
};
