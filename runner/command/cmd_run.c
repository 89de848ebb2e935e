#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/command/run/begin.h"
#include "runner/command/run/end.h"
#include "runner/command/run/into.h"
#include "runner/command/run/request.h"
#include "runner/command/run/start.h"
#include "runner/run/session.h"
#include "runner/store/lock.h"
#include "runner/store/store.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static const struct option_spec run_options[] = {
	{ "target", 't', OPTION_LIST, offsetof(struct run_options, target), "[NAME=]DIR",
		"measure the file system of this folder, in a fresh folder below it; may be given several times: "
		"each is a system, and they take turns. Default: the current folder",
		0, 0, NULL },
	{ "fs", 0, OPTION_TEXT, offsetof(struct run_options, fs), "TYPE[,TYPE]",
		"make these file systems afresh for each trial, on image files in the target folder (root): "
		"ext4,xfs,btrfs; each is a system. tmpfs is memory",
		0, 0, NULL },
	{ "size", 0, OPTION_TEXT, offsetof(struct run_options, size), "SIZE",
		"of the file systems that --fs makes; default: as the tests need", 0, 0, NULL },
	{ "mount", 0, OPTION_TEXT, offsetof(struct run_options, mount), "OPTIONS",
		"mount options for --fs, as noatime", 0, 0, NULL },
	{ "only", 0, OPTION_TEXT, offsetof(struct run_options, only), "NAME[,NAME]",
		"of an experiment's systems only these, into the result of the others where there is one", 0, 0,
		NULL },
	{ "accounting", 0, OPTION_FLAG, offsetof(struct run_options, accounting), NULL,
		"time, processor ticks, KiB read and written, and extents of each trial become charts, too; "
		"hib show --form accounting has them in any case",
		0, 0, NULL },
	{ "erase-foreign", 0, OPTION_TEXT, offsetof(struct run_options, erase_foreign), "SERIAL",
		"the device of this serial number may lose a file system that hib did not make", 0, 0, NULL },
	{ "yes", 'y', OPTION_FLAG, offsetof(struct run_options, yes), NULL,
		"do not ask before a device is erased; nothing else is allowed by it", 0, 0, NULL },
	{ "set", 's', OPTION_LIST, offsetof(struct run_options, set), "OPTION=VALUE",
		"choose values of an option: [PROFILE.]OPTION=V[,V] or =all; hib info TEST shows them", 0, 0,
		NULL },
	{ "quick", 'q', OPTION_FLAG, offsetof(struct run_options, quick), NULL,
		"small sizes and 3 blocks: a first look. Its results never merge with full ones", 0, 0, NULL },
	{ "plan", 0, OPTION_CHOICE, offsetof(struct run_options, plan), NULL,
		"normal: 8 blocks; article: 10 blocks. A block is every test once on every system", 0, 0,
		"normal article" },
	{ "blocks", 'b', OPTION_WHOLE, offsetof(struct run_options, blocks), "N", "number of blocks", 1, 100000,
		NULL },
	{ "until-width", 0, OPTION_TEXT, offsetof(struct run_options, until_width), "PERCENT",
		"behind the planned blocks add more, until the 95 % interval of every test's headline is at most this "
		"wide to either side",
		0, 0, NULL },
	{ "most-blocks", 0, OPTION_WHOLE, offsetof(struct run_options, most_blocks), "N",
		"the most blocks that --until-width adds up to; default 30", 6, 100000, NULL },
	{ "time-budget", 0, OPTION_TEXT, offsetof(struct run_options, time_budget), "DURATION",
		"after it no trial begins: 90 min, 2 h; the plan says how many blocks it allows", 0, 0, NULL },
	{ "name", 'n', OPTION_TEXT, offsetof(struct run_options, name), "NAME",
		"name of the result; default TEST-DATE-TIME", 0, 0, NULL },
	{ "output", 'o', OPTION_TEXT, offsetof(struct run_options, out), "DIR",
		"folder for the result, instead of the saved results", 0, 0, NULL },
	{ "as", 0, OPTION_TEXT, offsetof(struct run_options, as), "NAME",
		"what the system is called; default the type of its file system. With a saved RESULT: run its tests "
		"again, options and all, as a new system in it",
		0, 0, NULL },
	{ "seed", 0, OPTION_TEXT, offsetof(struct run_options, seed), "N",
		"seed of the order; default a fresh one", 0, 0, NULL },
	{ "skip-missing", 0, OPTION_FLAG, offsetof(struct run_options, skip_missing), NULL,
		"run the tests whose programs are installed", 0, 0, NULL },
	{ "dry-run", 0, OPTION_FLAG, offsetof(struct run_options, dry_run), NULL,
		"check what can be checked without making a file system, print the plan, and stop", 0, 0,
		NULL },
	{ "clean", 0, OPTION_FLAG, offsetof(struct run_options, clean), NULL,
		"run nothing: remove what killed runs left (processes, mounts, image files, folders)", 0, 0,
		NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct run_options, force), NULL, "replace an existing result", 0,
		0, NULL },
	{ 0 }
};

struct cleaning {
	struct error *err;
	int *n; /* runs that were cleaned */
};

static int clean_one(void *context, const char *folder, const struct run_holder *holder)
{
	struct cleaning *cleaning = context;
	bool resumable;

	(void)holder;
	resumable = session_forget_stale(folder, cleaning->err);
	if (cleaning->err->message)
		return -1;
	++*cleaning->n;
	printf("cleaned %s%s\n", folder, resumable ? "   (hib resume goes on with it)" : "");
	return 0;
}

/* What runs that were killed left: processes, control groups, mounts, images, folders. */
static int clean_all(struct error *err)
{
	int n = 0;
	struct cleaning cleaning = { err, &n };

	if (killed_each(clean_one, &cleaning))
		return command_fail(err);
	if (!n)
		printf("nothing to clean\n");
	return EXIT_OK;
}

/* `hib run RESULT --as NAME`: nothing but its systems is chosen anew. */
static int run_again(struct session *s, struct run_request *request, const char *folder, struct error *err)
{
	const struct run_options *o = request->options;
	struct plan wanted = { 0 };
	int code;

	if (!o->as) {
		error_set(err,
			"'%s' is a saved result: --as NAME runs its tests again, as a new system NAME in it; hib resume finishes it",
			request->what);
		return command_fail(err);
	}
	request_plan(&wanted, request, 0, NULL);
	print_faults(request);
	code = request->faults.n ? EXIT_USAGE : run_into(s, folder, &wanted, o, err);
	plan_release(&wanted);
	return code;
}

/* `--only`: into the result of the experiment's other systems, where there is one. */
static int run_only(struct session *s, struct run_request *request, const char *folder, struct error *err)
{
	struct session into = SESSION_INIT;
	int code;

	print_faults(request);
	if (request->faults.n)
		return EXIT_USAGE;
	code = run_into(&into, folder, &s->plan, request->options, err);
	session_release(&into);
	return code;
}

/* What the operands ask for: a new result, or more in one that is there. */
static int dispatch(struct session *s, struct run_request *request, int argc, char **argv, struct error *err)
{
	const struct run_options *o = request->options;
	char *folder = into_named(argc, argv);
	int code;

	if (folder) {
		code = run_again(s, request, folder, err);
		free(folder);
		return code;
	}
	request_plan(&s->plan, request, argc, argv);
	if (o->only && !o->force && !o->name && !o->out)
		folder = into_experiment(&s->plan);
	else if (o->only && !o->force)
		folder = o->out ? into_named(1, (char *[]){ (char *)o->out }) : store_find(o->name);
	code = folder ? run_only(s, request, folder, err) : run_start(s, request, argc, argv, err);
	free(folder);
	return code;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct run_options options = { 0 };
	struct run_request request = { .options = &options };
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
	if (options.clean) {
		text_list_release(&options.set);
		text_list_release(&options.target);
		return clean_all(&err);
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
	code = rc ? command_fail(&err) : dispatch(&session, &request, argc, argv, &err);
	session_release(&session);
	request_release(&request);
	text_release(&what);
	text_list_release(&options.set);
	text_list_release(&options.target);
	if (signals_stop)
		signals_raise(signals_stop);
	return code;
}

const struct command command_run = {
	.name = "run",
	.operands = "[TEST|SUITE|EXPERIMENT|FILE.yaml|RESULT ...]",
	.summary = "run benchmarks and save a result",
	.text = "Without a name it runs the suite 'basic': what is installed, in under 5 minutes. Everything is "
		"checked before the first trial, and each finished trial is on the disk before the next one "
		"starts. Exit status: 0 all trials ok, 2 nothing was started, 3 some trials failed, 4 the plan "
		"is not finished, 5 results could not be written, 128+N ended by signal N.",
	.options = run_options,
	.run = run,
};
