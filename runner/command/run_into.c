#include "runner/command/run_into.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/command/run_end.h"
#include "runner/command/run_words.h"
#include "runner/process/signals.h"
#include "runner/run/preflight.h"
#include "runner/run/probe.h"
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

static bool lacks_all(const json_t *systems, const struct plan *plan)
{
	const json_t *system;
	size_t i;

	json_array_foreach (systems, i, system)
		for (size_t k = 0; k < plan->n_targets; k++)
			if (text_equal(json_string_value(json_object_get(system, "identifier")),
				    plan->targets[k].identifier))
				return false;
	return true;
}

static int look(void *context, const struct saved *saved)
{
	struct search *search = context;
	struct journal_content content;
	struct error ignored = ERROR_INIT;
	char *path = file_join(saved->folder, "journal.jsonl");

	if (file_exists(path) && !journal_read(&content, path, &ignored)) {
		bool fits = text_equal(json_string_value(json_object_get(content.plan, "experiment_sha256")),
				    search->plan->experiment_hash) &&
			json_is_true(json_object_get(content.plan, "quick")) == search->plan->quick &&
			lacks_all(json_object_get(content.plan, "systems"), search->plan);

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
					s->name, wanted->targets[k].identifier, s->name, s->name);
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

/* What is there already stands first; the rest of the plan is left as it is. */
static void announce(const struct session *s, size_t first, size_t n_slots)
{
	struct text names = TEXT_INIT;

	for (size_t i = first; i < s->plan.n_targets; i++)
		text_printf(&names, "%s%s", i > first ? ", " : "", s->plan.targets[i].identifier);
	fprintf(stderr, "into  %s: %s beside the %zu system%s it has, %zu trials\n", s->name,
		text_string(&names), first, first == 1 ? "" : "s", n_slots);
	fprintf(stderr,
		"note  not measured in turn with the others: a drift of the machine would look like a difference\n");
	text_release(&names);
}

int run_into(struct session *s, const char *folder, struct plan *wanted, const struct run_options *o,
	struct error *err)
{
	size_t first;
	int rc, code;

	if (session_clean_stale(folder, err) || session_load(s, folder, err) || check_names(s, wanted, err))
		return command_fail(err);
	first = s->plan.n_targets;
	/* sizes follow from the tests of the result */
	wanted->tests = s->plan.tests;
	wanted->quick = s->plan.quick;
	plan_schedule(wanted);
	rc = check_machine(wanted, s, o, err);
	if (!rc)
		rc = probe_targets(wanted, o->erase_foreign, err) ? -1 : 0;
	wanted->tests = (struct tests){ 0 };
	if (rc)
		return rc > 0 ? EXIT_USAGE : command_fail(err);
	s->erase_foreign = o->erase_foreign;
	signals_watch();
	rc = session_add_targets(s, wanted->targets, wanted->n_targets, err);
	wanted->n_targets = 0; /* they are the session's now */
	if (rc)
		return command_fail(err);
	announce(s, first, s->plan.n_slots - s->first_slot);
	code = session_run(s, err);
	return run_end(s, code, err);
}
