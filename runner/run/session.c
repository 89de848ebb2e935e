#include "runner/run/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/machine/boot.h"
#include "runner/machine/tarball.h"
#include "runner/run/probe.h"
#include "runner/run/progress.h"
#include "runner/run/session_boots.h"
#include "runner/run/widths.h"
#include "runner/journal/replay.h"
#include "report/result/flags.h"
#include "runner/system/mounts.h"
#include "runner/process/memory_limit.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/random.h"
#include "share/base/banned.h"

/* What a run holds while it runs. */
struct running {
	struct session *session;
	struct progress progress;
	struct cgroup cgroup;
	struct run_sandbox sandbox;
	int *rulesets; /* kept ones, for each test on each system; -1: none */
	char disk[64]; /* that the results lie on, "" none */
	char token[24];
	struct volume *volumes; /* of each system under test, each in a folder that is made by us */
	char *work;
};

static size_t cell(const struct session *s, const struct slot *slot)
{
	return (size_t)slot->test * s->plan.n_targets + (size_t)slot->system;
}

/* Folders and groups are noted before they are made: a kill in between leaves nothing unknown. */
static int make_folders(struct running *r, struct error *err)
{
	struct session *s = r->session;
	struct text noted = TEXT_INIT;
	int rc;

	r->volumes = mem_zero(s->plan.n_targets + 1, sizeof *r->volumes);
	for (size_t i = 0; i < s->plan.n_targets; i++) {
		const struct target *target = &s->plan.targets[i];
		char *folder = mem_printf("%s/hib-%s-%zu", target->path, r->token, i);

		target_volume(target, &r->volumes[i], folder, r->token);
		r->volumes[i].quick = s->plan.quick;
		r->volumes[i].settle = s->plan.settle;
		r->volumes[i].erase_foreign = s->erase_foreign;
		volume_add_note(&noted, &r->volumes[i]);
		free(folder);
	}
	cgroup_add_note(&noted, &r->cgroup);
	rc = run_lock_note(&s->lock, r->cgroup.path, r->token, text_string(&noted), err);
	if (!rc) {
		cgroup_make(&r->cgroup);
		cgroup_make_v1(&r->cgroup);
	}
	for (size_t i = 0; i < s->plan.n_targets && !rc; i++)
		if (mkdir(r->volumes[i].folder, 0755))
			rc = error_set_errno(err, "cannot make the folder '%s'", r->volumes[i].folder);
	r->work = file_join(s->folder, "work");
	/* of a run that was killed: a trial finds nothing of an earlier try */
	if (!rc && file_exists(r->work))
		file_remove_tree(r->work);
	if (!rc && mkdir(r->work, 0700) && errno != EEXIST) {
		rc = error_set_errno(err, "cannot make the folder '%s'", r->work);
		error_code(err, EXIT_WRITE);
	}
	text_release(&noted);
	return rc;
}

static bool asked_to_stop(void)
{
	signals_poll();
	return signals_stop != 0;
}

static int make_tarballs(struct running *r, struct error *err)
{
	const struct tests *tests = &r->session->plan.tests;

	for (size_t i = 0; i < tests->n; i++) {
		const struct test *test = &tests->items[i];

		for (size_t k = 0; k < test->profile->options.n; k++) {
			const struct option *option = (const struct option *)test->profile->options.items + k;
			const char *path = test->values[k]->value;

			if (option->free != FREE_TARBALL || !path || file_exists(path))
				continue;
			progress_say(&r->progress, "make   the source tree %s, once", path);
			if (tarball_make(path, asked_to_stop, err))
				return signals_stop && !err->message ? 0 : -1;
		}
	}
	return 0;
}

/* Slots for `test` once more, in the journal before any of them runs. */
static int add_block(struct running *r, int test, struct error *err)
{
	struct session *s = r->session;
	size_t before = s->plan.n_slots;

	plan_extend(&s->plan, test);
	s->done = mem_resize(s->done, s->plan.n_slots, sizeof *s->done);
	for (size_t i = before; i < s->plan.n_slots; i++)
		s->done[i] = false;
	return journal_extend(&s->journal, &s->plan, before, err);
}

/* A failed block of a test runs again at the end; a second failure in a row gives the test up. */
static int after_failure(struct running *r, const struct slot *slot, struct error *err)
{
	struct session *s = r->session;
	size_t at = cell(s, slot);

	if (++s->in_row[at] < 2) {
		if (s->repeated[slot->test] == slot->block)
			return 0;
		if (plan_is_extended(&s->plan, slot)) {
			progress_say(&r->progress, "  then   the plan goes on; two blocks were added already");
			return 0;
		}
		s->repeated[slot->test] = slot->block;
		progress_say(&r->progress, "  then   the plan goes on; this block is run again at the end");
		return add_block(r, slot->test, err);
	}
	for (size_t i = 0; i < s->plan.n_slots; i++)
		if (s->plan.slots[i].test == slot->test && s->plan.slots[i].system == slot->system)
			s->done[i] = true;
	progress_say(&r->progress, "  then   a second failure in a row: the rest of this test is skipped on %s",
		s->plan.targets[slot->system].identifier);
	return journal_skip(&s->journal, slot->test, slot->system, "failed twice in a row", err);
}

/* Of a failed trial behind which the run was killed. */
static int draw_consequences(struct running *r, struct error *err)
{
	struct session *s = r->session;
	const struct slot slot = s->plan.slots[s->pending_slot - 1];

	s->pending_slot = 0;
	return after_failure(r, &slot, err);
}

static void count_flags(struct session *s, unsigned flags)
{
	s->n_flagged += flags != 0;
	for (int bit = 0; bit < 32; bit++)
		s->flagged[bit] += flags >> bit & 1;
}

static int record_trial(struct running *r, struct trial_record *record, struct error *err)
{
	struct session *s = r->session;

	/* a trial whose own logs are lost is not finished: it runs again on resume */
	if (record->supervised.write_error) {
		errno = record->supervised.write_error;
		error_set_errno(err, "the logs of trial %d could not be written", record->trial);
		return error_code(err, EXIT_WRITE);
	}
	/* the names of its logs are on the disk before the journal names them */
	if (record->supervised.printed[0] + record->supervised.printed[1]) {
		char *logs = file_join(s->folder, "logs");
		int rc = file_sync_folder(logs, err);

		free(logs);
		if (rc)
			return -1;
	}
	if (journal_append(&s->journal, record, err))
		return -1;
	s->done[record->slot.slot - 1] = true;
	s->n_trials++;
	count_flags(s, record->flags & FLAGS_DISTURBED);
	progress_result(&r->progress, record, s->folder);
	if (record->state == ST_OK) {
		s->n_ok++;
		s->in_row[cell(s, &record->slot)] = 0;
		return 0;
	}
	s->n_failed++;
	return after_failure(r, &record->slot, err);
}

static bool ran_before(const struct session *s, const struct slot *slot)
{
	for (size_t i = 0; i < s->plan.n_slots; i++)
		if (s->done[i] && s->plan.slots[i].test == slot->test)
			return true;
	return false;
}

static int run_slot(struct running *r, const struct slot *slot, struct error *err)
{
	struct session *s = r->session;
	struct trial_record record = { .trial = s->n_trials + 1, .slot = *slot };
	const struct trial_place place = { &r->volumes[slot->system], r->work, s->folder, r->token, &r->cgroup,
		&r->sandbox, &r->rulesets[cell(s, slot)], s->plan.seed, ran_before(s, slot), s->plan.accounting,
		&signals_stop, progress_tick, &r->progress };
	struct error trouble = ERROR_INIT;
	const struct test *test = &s->plan.tests.items[slot->test];
	int rc = 0;

	progress_trial(&r->progress, slot);
	if (trial_run(&record, test, &place, &trouble) && trouble.code == EXIT_WRITE) {
		*err = trouble;
		trial_release(&record);
		return -1;
	}
	if (trouble.message)
		progress_say(&r->progress, "  note   %s", trouble.message);
	error_release(&trouble);
	if (!record.version)
		record.version = test->version;
	if (*r->disk && (!strcmp(place.volume->below, r->disk) || !strcmp(place.volume->disk, r->disk)))
		record.flags |= FLAG_SHARED_DISK;
	if (!record.interrupted)
		rc = record_trial(r, &record, err);
	trial_release(&record);
	return rc;
}

/* Is this slot's trial to run now? */
static bool is_due(const struct session *s, size_t slot, bool by_boot)
{
	return !s->done[slot] &&
		(!by_boot ||
			(s->plan.slots[slot].block == s->boot_block &&
				machine_kernel_fits(session_kernel(s, slot))));
}

/* Blocks for the tests whose intervals are still too wide. Returns how many tests have one. */
static int add_blocks_for_width(struct running *r, struct error *err)
{
	struct session *s = r->session;
	bool *needs = mem_zero(s->plan.tests.n, sizeof *needs);
	int capped, n = widths_find(s, needs, &capped, err);

	for (size_t i = 0; i < s->plan.tests.n && n > 0; i++)
		if (needs[i] && add_block(r, (int)i, err))
			n = -1;
	if (n > 0)
		progress_say(&r->progress,
			"note   the interval of %d test%s is wider than %.3g %%: another block", n,
			n == 1 ? "" : "s", s->plan.until_width * 100);
	else if (!n && capped)
		progress_say(&r->progress,
			"note   the interval of %d test%s is wider than %.3g %% still, but %d blocks are the most",
			capped, capped == 1 ? "" : "s", s->plan.until_width * 100, s->plan.most_blocks);
	free(needs);
	return n;
}

/* All slots there are, until a stop or the end of the time budget. Returns 1 when nothing ended it. */
static int run_due(struct running *r, bool by_boot, double started, struct error *err)
{
	struct session *s = r->session;

	/* after_failure() may lengthen the plan, and move its slots */
	for (size_t i = s->first_slot; i < s->plan.n_slots; i++) {
		struct slot slot = s->plan.slots[i];

		if (!is_due(s, i, by_boot))
			continue;
		signals_poll();
		if (signals_stop)
			return 0;
		if (s->plan.time_budget > 0 && steps_clock() - started > s->plan.time_budget) {
			progress_say(
				&r->progress, "note   the time budget is used up: no further trial begins");
			return 0;
		}
		if (run_slot(r, &slot, err))
			return -1;
	}
	return 1;
}

static int run_slots(struct running *r, struct error *err)
{
	struct session *s = r->session;
	bool by_boot = session_needs_boots(s);
	double started = steps_clock();
	int rc;

	if (by_boot)
		session_choose_block(s);
	do
		rc = run_due(r, by_boot, started, err);
	while (rc > 0 && s->plan.until_width > 0 && !by_boot && (rc = add_blocks_for_width(r, err)) > 0);
	if (rc >= 0 && by_boot)
		session_count_boots(s);
	return rc < 0 ? -1 : 0;
}

static int write_composite(struct session *s, struct error *err)
{
	struct loaded loaded = { 0 };
	char *journal = file_join(s->folder, "journal.jsonl"),
	     *composite = file_join(s->folder, "composite.xml");
	int rc = replay_journal(&loaded, journal, err);

	if (!rc && loaded.file.n_results)
		rc = result_save(&loaded.file, composite, err);
	loaded_release(&loaded);
	free(journal);
	free(composite);
	return rc;
}

/* Is the result file there, with all that the journal has? */
static bool composite_is_current(const struct session *s)
{
	char *journal = file_join(s->folder, "journal.jsonl"),
	     *composite = file_join(s->folder, "composite.xml");
	struct stat of_journal, of_composite;
	bool current = !stat(journal, &of_journal) && !stat(composite, &of_composite) &&
		(of_composite.st_mtim.tv_sec > of_journal.st_mtim.tv_sec ||
			(of_composite.st_mtim.tv_sec == of_journal.st_mtim.tv_sec &&
				of_composite.st_mtim.tv_nsec >= of_journal.st_mtim.tv_nsec));

	free(journal);
	free(composite);
	return current;
}

int session_finish(struct session *s, struct error *err)
{
	char *work = file_join(s->folder, "work");
	int rc = 0;

	if (file_exists(work))
		file_remove_tree(work);
	if (s->n_trials && !composite_is_current(s))
		rc = write_composite(s, err);
	if (rc)
		error_code(err, EXIT_WRITE);
	run_lock_release(&s->lock);
	free(work);
	return rc;
}

/* Returns how many things could not be removed. */
static int clean(struct running *r)
{
	struct session *s = r->session;
	int all = 0;

	for (size_t i = 0; r->volumes && i < s->plan.n_targets; i++) {
		char *folder = mem_text(r->volumes[i].folder);
		int left;

		volume_close(&r->volumes[i]);
		/* one that was not made is not there */
		left = file_exists(folder) ? file_remove_tree(folder) : 0;
		all += left;
		if (left)
			progress_say(&r->progress, "note   %d things are left below '%s'", left, folder);
		free(folder);
	}
	free(r->volumes);
	if (r->work)
		all += file_remove_tree(r->work);
	free(r->work);
	for (size_t i = 0; r->rulesets && i < s->plan.tests.n * s->plan.n_targets; i++)
		if (r->rulesets[i] >= 0)
			close(r->rulesets[i]);
	free(r->rulesets);
	run_sandbox_close(&r->sandbox);
	cgroup_close(&r->cgroup);
	return all;
}

/* Behind make_folders(): what trials must reach is there. */
static void open_sandbox(struct running *r)
{
	const struct plan *plan = &r->session->plan;
	const char **kept = mem_zero(plan->n_targets + 1, sizeof *kept);

	for (size_t i = 0; i < plan->n_targets; i++)
		kept[i] = r->volumes[i].folder;
	kept[plan->n_targets] = r->work;
	run_sandbox_open(&r->sandbox, &plan->tests, r->work, kept, plan->n_targets + 1);
	r->rulesets = mem_zero(plan->tests.n * plan->n_targets, sizeof *r->rulesets);
	for (size_t i = 0; i < plan->tests.n * plan->n_targets; i++)
		r->rulesets[i] = -1;
	free(kept);
}

/* Nothing is written to the disk under test but by the trial, unless the results lie there, too. */
static void find_disk(struct running *r)
{
	struct filesystem fs = { 0 };
	struct error ignored = ERROR_INIT;

	if (filesystem_of(&fs, r->session->folder, &ignored))
		error_release(&ignored);
	snprintf(r->disk, sizeof r->disk, "%s", fs.disk ? fs.disk : "");
	filesystem_release(&fs);
}

/* What this machine cannot hold back is said once; exceptions are named. */
static void tell_sandbox(struct running *r)
{
	const struct tests *tests = &r->session->plan.tests;
	const int abi = r->sandbox.abi;

	if (!abi)
		progress_say(&r->progress,
			"note   this kernel has no Landlock: nothing holds the programs off files of others");
	else if (abi < 6)
		progress_say(&r->progress, "note   Landlock %d of this kernel does not hold back %ssignals",
			abi,
			abi < 3         ? "truncating of files, TCP and " :
				abi < 4 ? "TCP and " :
					  "");
	if (!memory_limit_set(&r->cgroup, memory_limit_usual()))
		progress_say(&r->progress,
			"note   no control group for memory: nothing limits what the programs take");
	if (r->sandbox.namespaces.why)
		progress_say(&r->progress, "note   the programs have %s", r->sandbox.namespaces.why);
	for (size_t i = 0; i < tests->n_profiles; i++) {
		struct text words = TEXT_INIT;

		sandbox_add_words(&words, &tests->profiles[i]->sandbox);
		if (words.size)
			progress_say(
				&r->progress, "note   %s %s", tests->profiles[i]->name, text_string(&words));
		text_release(&words);
	}
}

static int exit_code(const struct session *s)
{
	if (s->incomplete)
		return EXIT_INCOMPLETE;
	return s->n_failed ? EXIT_TRIALS : EXIT_OK;
}

int session_run(struct session *s, struct error *err)
{
	struct running r = { .session = s, .cgroup = CGROUP_NONE, .sandbox = RUN_SANDBOX_NONE };
	char *log = file_join(s->folder, "run.log");
	struct error second = ERROR_INIT;
	int rc, left;

	snprintf(r.token, sizeof r.token, "%08llx",
		(unsigned long long)random_fresh_seed() * 4294967291u % 4294967296u);
	progress_start(&r.progress, &s->plan, log);
	cgroup_plan(&r.cgroup, r.token);
	rc = probe_is_needed(&s->plan) ? mounts_make_private(err) : 0;
	if (!rc)
		rc = make_tarballs(&r, err);
	if (!rc)
		rc = make_folders(&r, err);
	if (!rc) {
		find_disk(&r);
		open_sandbox(&r);
		tell_sandbox(&r);
	}
	if (!rc && s->pending_slot)
		rc = draw_consequences(&r, err);
	if (!rc)
		rc = run_slots(&r, err);
	left = clean(&r);
	/* what is finished is saved, whatever ended the run */
	if (s->n_trials && write_composite(s, rc ? &second : err) && !rc) {
		error_code(err, EXIT_WRITE);
		rc = -1;
	}
	error_release(&second);
	progress_stop(&r.progress);
	/* what is left stays noted: hib resume and hib run --clean try again */
	if (left)
		run_lock_leave(&s->lock);
	else
		run_lock_release(&s->lock);
	for (size_t i = 0; i < s->plan.n_slots; i++)
		s->incomplete = s->incomplete || !s->done[i];
	free(log);
	return rc ? err->code : exit_code(s);
}

void session_release(struct session *s)
{
	plan_release(&s->plan);
	journal_close(&s->journal);
	free(s->name);
	free(s->folder);
	free(s->done);
	free(s->in_row);
	free(s->repeated);
	run_lock_release(&s->lock);
	*s = (struct session)SESSION_INIT;
}
