#include "runner/experiment/experiment.h"

#include <stddef.h>
#include <stdlib.h>

#include "report/result/result.h"
#include "share/base/banned.h"

#define AT(type, field) offsetof(struct type, field)

static const char *const orders[] = { "by-block", "by-test", NULL };

static const struct key plan_key_list[] = {
	{ "blocks", KEY_WHOLE, AT(experiment_plan, blocks), .low = 0, .high = 100000, .standard = "0",
		.help = "how often every test runs on every system; 0: as the command line says" },
	{ "order", KEY_CHOICE, AT(experiment_plan, order), .choices = orders, .standard = "by-block",
		.help = "by-block: every test once, then again; by-test: all trials of a test, then the next one" },
	{ "seed", KEY_TEXT, AT(experiment_plan, seed), .help = "of the order; default a fresh one" },
	{ "warmup", KEY_WHOLE, AT(experiment_plan, warmup), .low = 0, .high = 100, .standard = "0",
		.help = "blocks that run first; they are kept, and count in nothing" },
	{ "settle", KEY_DURATION, AT(experiment_plan, settle),
		.help = "how long to wait at most for an idle disk before each trial" },
	{ "time_budget", KEY_DURATION, AT(experiment_plan, time_budget),
		.help = "after it no trial begins; hib resume goes on" },
	{ "until_width", KEY_TEXT, AT(experiment_plan, until_width),
		.help = "add blocks until the 95 % interval of every test's headline is at most this wide to either "
			"side: 2 %" },
	{ "most_blocks", KEY_WHOLE, AT(experiment_plan, most_blocks), .low = 6, .high = 100000,
		.standard = "30", .help = "the most blocks that until_width adds up to" },
	{ 0 },
};
static const struct key_table plan_table = { "plan", sizeof(struct experiment_plan), KEY_NONE, KEY_NONE,
	plan_key_list, NULL };

static int check_experiment(const char *name, const struct node *node, void *values, struct error *err)
{
	const struct experiment *e = values;

	if (!e->suite && !e->tests.n)
		return node_error(err, name, node, "an experiment needs a 'suite' or 'tests'");
	if (!e->systems.n)
		return node_error(err, name, node, "an experiment needs 'systems'");
	for (size_t i = 0; i < e->systems.n; i++) {
		const struct system_spec *spec = (const struct system_spec *)e->systems.items + i;

		if (result_identifier_check(spec->name, err))
			return error_context(err, "%s:%d:%d", name, spec->place.line, spec->place.column);
	}
	return 0;
}

static const struct key experiment_key_list[] = {
	{ "experiment", KEY_TEXT, AT(experiment, name), .required = true, .help = "short name" },
	{ "title", KEY_TEXT, AT(experiment, title), .required = true, .help = "title of the result" },
	{ "description", KEY_TEXT, AT(experiment, description), .help = "what is compared, and why" },
	{ "suite", KEY_TEXT, AT(experiment, suite), .help = "name of a suite whose tests run" },
	{ "tests", KEY_TABLES, AT(experiment, tests), .table = &suite_test_keys,
		.help = "tests, as in a suite" },
	{ "quick", KEY_FLAG, AT(experiment, quick), .help = "small sizes, as with --quick" },
	{ "accounting", KEY_FLAG, AT(experiment, accounting),
		.help = "time, processor ticks, KiB read and written and extents of each trial become charts" },
	{ "plan", KEY_TABLE, AT(experiment, plan), .table = &plan_table,
		.help = "how often and in what order" },
	{ "systems", KEY_NAMED, AT(experiment, systems), .table = &system_keys, .required = true,
		.help = "what is compared: a name and what it is made of" },
	{ "reboot", KEY_LIST, AT(experiment, reboot),
		.help = "command that boots the kernel {kernel}, for hib resume --at-boot" },
	{ 0 },
};

const struct key_table experiment_keys = { "experiment", sizeof(struct experiment), KEY_NONE, KEY_NONE,
	experiment_key_list, check_experiment };

struct experiment *experiment_load(const char *path, struct error *err)
{
	struct experiment *experiment = mem_zero(1, sizeof *experiment);
	struct arena arena = { 0 };
	const struct node *root = yaml_read(&arena, path, &experiment->origin, err);
	int rc = root ? 0 : -1;

	if (!rc && root->kind != NODE_MAP)
		rc = node_error(err, path, root, "an experiment must be a block of keys");
	if (!rc)
		rc = keys_read(&experiment_keys, &arena, path, root, experiment, err);
	experiment->arena = arena;
	if (!rc) {
		experiment->path = arena_text(&experiment->arena, path);
		for (size_t i = 0; i < experiment->systems.n; i++)
			((struct system_spec *)experiment->systems.items + i)->file = experiment->path;
		return experiment;
	}
	experiment_free(experiment);
	return NULL;
}

void experiment_free(struct experiment *experiment)
{
	if (!experiment)
		return;
	arena_release(&experiment->arena);
	free(experiment);
}
