#include "runner/command/run/into.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/command/run/begin.h"
#include "runner/command/run/end.h"
#include "runner/command/run/words.h"
#include "runner/run/preflight.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static bool has_journal(const char *folder)
{
	char *journal = file_join(folder, "journal.jsonl");
	bool there = file_exists(journal);

	free(journal);
	return there;
}

char *into_named(int argc, char **argv)
{
	char *folder = argc == 1 ? store_find(argv[0]) : NULL;

	if (!folder && argc == 1 && has_journal(argv[0]))
		folder = mem_text(argv[0]);
	if (folder && !has_journal(folder)) {
		free(folder);
		folder = NULL;
	}
	return folder;
}

/* The saved results are looked through for one. */
struct search {
	const struct plan *plan;
	char *found;
	struct timespec changed;
};

static int look(void *context, const struct saved *saved)
{
	struct search *search = context;
	struct journal_content content;
	struct error ignored = ERROR_INIT;
	char *path = file_join(saved->folder, "journal.jsonl");

	if (file_exists(path) && !journal_read(&content, path, NULL, NULL, &ignored)) {
		bool fits = text_equal(json_string_value(json_object_get(content.plan, "experiment_sha256")),
				    search->plan->experiment_hash) &&
			json_is_true(json_object_get(content.plan, "quick")) == search->plan->quick;

		if (fits && (!search->found || saved->changed.tv_sec >= search->changed.tv_sec)) {
			free(search->found);
			search->found = mem_text(saved->folder);
			search->changed = saved->changed;
		}
		journal_content_release(&content);
	}
	error_release(&ignored);
	free(path);
	return 0;
}

char *into_experiment(const struct plan *plan)
{
	struct search search = { .plan = plan };

	store_each(look, &search);
	return search.found;
}

static int check_names(const struct session *s, const struct plan *wanted, struct error *err)
{
	for (size_t i = 0; i < s->plan.n_targets; i++)
		for (size_t k = 0; k < wanted->n_targets; k++)
			if (!strcmp(s->plan.targets[i].identifier, wanted->targets[k].identifier))
				return error_set(err,
					"'%s' has a system '%s' already:\n  hib resume %s            finishes what is left of it\n"
					"  hib run %s --as OTHER    measures it again under another name\n"
					"  hib run ... --name OTHER       makes another result, --force replaces this one",
					s->name, wanted->targets[k].identifier, typed_name(s), typed_name(s));
	return 0;
}

/* 1 when what is missing has been printed. */
static int check_machine(
	struct plan *wanted, const struct session *s, const struct run_options *o, struct error *err)
{
	struct preflight checks;
	bool good;

	if (preflight_again(&checks, wanted, 0, o->erase_foreign, err))
		return -1;
	good = preflight_is_good(&checks);
	if (!good)
		preflight_print(&checks, s->name, stderr);
	preflight_release(&checks);
	return good ? 0 : 1;
}

/* Folders on one side, file systems that are made on the other? */
static bool mixes_kinds(const struct session *s, const struct plan *wanted)
{
	bool folders = false, made = false;

	for (size_t i = 0; i < wanted->n_targets; i++)
		folders = folders || spec_kind(wanted->targets[i].spec) == VOLUME_FOLDER;
	for (size_t i = 0; i < s->plan.n_targets; i++)
		made = made || spec_kind(s->plan.targets[i].spec) != VOLUME_FOLDER;
	return folders && made;
}

/* What joins what; the rest of the plan is left as it is. */
static void announce(const struct session *s, const struct plan *wanted, FILE *out)
{
	struct text names = TEXT_INIT;

	for (size_t i = 0; i < wanted->n_targets; i++)
		text_printf(&names, "%s%s", i ? ", " : "", wanted->targets[i].identifier);
	fprintf(out, "into  %s: %s beside the %zu system%s it has, %zu tests\n", s->name, text_string(&names),
		s->plan.n_targets, s->plan.n_targets == 1 ? "" : "s", s->plan.tests.n);
	print_systems(wanted, out);
	if (mixes_kinds(s, wanted))
		fprintf(out,
			"note  a folder as it is beside fresh file systems: that alone makes a difference (--fs makes one)\n");
	fprintf(out,
		"note  not measured in turn with the others: a drift of the machine would look like a difference\n");
	text_release(&names);
}

int run_into(struct session *s, const char *folder, struct plan *wanted, const struct run_options *o,
	struct error *err)
{
	const struct permission permission = { o->yes, o->erase_foreign };
	const struct tests own = wanted->tests;
	int rc, code;

	if (o->blocks || o->plan) {
		error_set(err,
			"a system that joins a result runs by that result's plan: --blocks and --plan do not go with it");
		return command_fail(err);
	}
	if ((o->dry_run ? session_peek(s, folder, err) :
			  session_clean_stale(folder, err) || session_load(s, folder, err)) ||
		check_names(s, wanted, err))
		return command_fail(err);
	/* sizes follow from the tests of the result */
	wanted->tests = s->plan.tests;
	wanted->quick = s->plan.quick;
	plan_schedule(wanted);
	rc = check_machine(wanted, s, o, err);
	if (!rc)
		announce(s, wanted, o->dry_run ? stdout : stderr);
	if (!rc && !o->dry_run)
		rc = run_begin(wanted, &s->lock, &permission, err);
	wanted->tests = own;
	if (rc || o->dry_run)
		return rc > 0 ? EXIT_USAGE : rc ? command_fail(err) : EXIT_OK;
	s->erase_foreign = o->erase_foreign;
	rc = session_add_targets(s, wanted->targets, wanted->n_targets, err);
	wanted->n_targets = 0; /* they are the session's now */
	if (rc)
		return command_fail(err);
	code = session_run(s, err);
	return run_end(s, code, err);
}
