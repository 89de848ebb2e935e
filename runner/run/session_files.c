/* The result folder of a run: made new, or taken up again. */
#include "runner/run/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/machine/boot.h"
#include "runner/profile/trust.h"
#include "runner/run/probe.h"
#include "runner/store/lock.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)1 << 20)

static char *profile_copy(const char *folder, const char *name)
{
	return mem_printf("%s/profiles/%s.yaml", folder, name);
}

/* What was run lies beside its result, as it was. */
static int copy_file(const char *from, const char *to, struct error *err)
{
	struct text content = TEXT_INIT;
	struct file_writer writer = { 0 };
	int rc = file_read(&content, from, LARGEST, err);

	if (!rc)
		rc = file_begin(&writer, to, err);
	if (!rc) {
		fwrite(text_string(&content), 1, content.size, writer.stream);
		rc = file_commit(&writer, err);
	}
	text_release(&content);
	return rc;
}

static int copy_profile(const struct session *s, const struct profile *profile, struct error *err)
{
	char *to = profile_copy(s->folder, profile->name);
	struct text content = TEXT_INIT;
	int rc = 0;

	if (profile->text) {
		text_adds(&content, profile->text);
		rc = file_exists(to) ? 0 : file_replace(to, &content, err);
	} else if (!file_exists(to)) {
		rc = copy_file(profile->path, to, err);
	}
	text_release(&content);
	free(to);
	return rc;
}

static int copy_experiment(const struct session *s, struct error *err)
{
	char *to = file_join(s->folder, "experiment.yaml");
	int rc = copy_file(s->plan.experiment, to, err);

	free(to);
	return rc;
}

static int make_below(const struct session *s, const char *name, struct error *err)
{
	char *path = file_join(s->folder, name);
	int rc = file_make_folders(path, 0755, err);

	free(path);
	return rc ? error_code(err, EXIT_WRITE) : 0;
}

static bool has_part(const struct session *s, const char *name)
{
	char *path = file_join(s->folder, name);
	bool found = file_exists(path);

	free(path);
	return found;
}

/* What makes it a result goes last: a removal that is cut short can be repeated. */
static const char *const result_parts[] = { "logs", "profiles", "work", "run.log", "experiment.yaml",
	"composite.xml", "journal.jsonl", NULL };

/* May what is there make room? What is no result is never touched. */
static int check_old(const struct session *s, bool force, struct error *err)
{
	bool is_result = has_part(s, "journal.jsonl") || has_part(s, "composite.xml"),
	     locked = has_part(s, "run.lock");

	if (!is_result && locked && !run_lock_is_ours(s->folder))
		return error_set(
			err, "'%s/run.lock' is there, and is no lock of hib's: take another folder", s->folder);
	/* beside a lock they are what a run left that was killed before it had a journal */
	for (int i = 0; result_parts[i] && !is_result && (!locked || s->made_lock); i++)
		if (has_part(s, result_parts[i]))
			return error_set(err,
				"'%s/%s' is there, and is no part of a result: take another folder", s->folder,
				result_parts[i]);
	return is_result && !force ? error_set(err, "'%s' holds a result already", s->folder) : 0;
}

/* What a killed hib was writing when it ended. */
static void remove_unfinished(const char *folder)
{
	char *profiles = file_join(folder, "profiles");

	file_remove_temporaries(folder);
	file_remove_temporaries(profiles);
	free(profiles);
}

static int remove_old(const struct session *s, struct error *err)
{
	remove_unfinished(s->folder);
	for (int i = 0; result_parts[i]; i++) {
		char *path = file_join(s->folder, result_parts[i]);

		if (unlink(path) && errno != ENOENT && file_remove_tree(path))
			error_set_errno(err, "cannot remove '%s'", path);
		free(path);
	}
	return err->message ? error_code(err, EXIT_WRITE) : 0;
}

int session_claim(struct session *s, bool force, struct error *err)
{
	int rc;

	if (check_old(s, force, err))
		return -1;
	s->made_folder = !file_exists(s->folder);
	s->made_lock = !has_part(s, "run.lock");
	rc = file_make_folders(s->folder, 0755, err) ? error_code(err, EXIT_WRITE) : 0;
	/* a run that was killed here must not go on beside this one */
	if (!rc)
		rc = session_clean_stale(s->folder, err);
	if (!rc)
		rc = run_lock_take(&s->lock, s->folder, err);
	/* once more: it is ours now */
	return rc ? rc : check_old(s, force, err);
}

void session_unclaim(struct session *s)
{
	char *lock = file_join(s->folder, "run.lock");

	if (s->lock.fd >= 0)
		run_lock_release(&s->lock);
	if (s->made_lock)
		unlink(lock);
	if (s->made_folder)
		rmdir(s->folder);
	free(lock);
}

static void make_counters(struct session *s)
{
	s->in_row = mem_zero(s->plan.tests.n * s->plan.n_targets, sizeof *s->in_row);
	s->repeated = mem_zero(s->plan.tests.n, sizeof *s->repeated);
}

int session_create(struct session *s, struct error *err)
{
	char *journal = file_join(s->folder, "journal.jsonl");
	int rc = remove_old(s, err);

	if (!rc)
		rc = make_below(s, "logs", err);
	if (!rc)
		rc = make_below(s, "profiles", err);
	for (size_t i = 0; i < s->plan.tests.n_profiles && !rc; i++)
		rc = copy_profile(s, s->plan.tests.profiles[i], err);
	if (!rc && s->plan.experiment)
		rc = copy_experiment(s, err);
	/* last: with a journal there is a result, and all that resume needs */
	if (!rc)
		rc = journal_create(&s->journal, journal, &s->plan, s->name, err);
	s->done = mem_zero(s->plan.n_slots, sizeof *s->done);
	make_counters(s);
	free(journal);
	return rc;
}

/* One test of the plan line, from the copy of its profile and the values it had. */
static int load_test(struct session *s, const json_t *line, struct error *err)
{
	const char *name = json_string_value(json_object_get(line, "profile"));
	const char *version = json_string_value(json_object_get(line, "app_version"));
	const char *hash = json_string_value(json_object_get(line, "sha256"));
	const json_t *values = json_object_get(line, "values");
	struct pairs set = { 0 };
	struct settings none = { 0 };
	size_t before = s->plan.tests.n;
	struct profile *profile;
	char *path;
	int rc;

	if (!name || !profile_name_ok(name))
		return error_set(err, "'%s' is no name of a profile", name ? name : "");
	path = profile_copy(s->folder, name);
	profile = profile_load(path, err);
	rc = profile ? 0 : -1;

	if (!rc && hash && strcmp(hash, profile->origin.hash))
		rc = error_set(err, "'%s' is not what the run began with", path);
	if (!rc)
		rc = trust_profile(profile, err);
	if (rc) {
		profile_free(profile);
		free(path);
		return rc;
	}
	set.names = mem_zero(profile->options.n, sizeof *set.names);
	set.values = mem_zero(profile->options.n, sizeof *set.values);
	for (set.n = 0; set.n < profile->options.n; set.n++) {
		const char *value = json_string_value(json_array_get(values, set.n));

		set.names[set.n] = ((const struct option *)profile->options.items + set.n)->name;
		set.values[set.n] = arena_text(&s->plan.tests.arena, value ? value : "");
	}
	rc = tests_add(&s->plan.tests, profile, &set, &none, s->plan.quick, err);
	if (!rc && s->plan.tests.n != before + 1)
		rc = error_set(err, "'%s': one test is expected from it", path);
	if (!rc && version)
		s->plan.tests.items[before].version = arena_text(&s->plan.tests.arena, version);
	free(set.names);
	free(set.values);
	free(path);
	return rc;
}

static const char *copied(struct session *s, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? arena_text(&s->plan.arena, text) : NULL;
}

static int load_targets(struct session *s, const json_t *systems, struct error *err)
{
	size_t n = json_array_size(systems), i;
	struct error missing = ERROR_INIT;
	const json_t *system;

	s->plan.targets = arena_take(&s->plan.arena, (n + 1) * sizeof *s->plan.targets);
	json_array_foreach (systems, i, system) {
		struct target *t = &s->plan.targets[i];
		const char *identifier = json_string_value(json_object_get(system, "identifier"));
		const char *path = json_string_value(json_object_get(system, "path"));

		t->identifier = arena_text(&s->plan.arena, identifier ? identifier : "");
		t->path = arena_text(&s->plan.arena, path ? path : "");
		t->looked_at = json_object_get(system, "software") != NULL;
		t->named = true;
		if (json_object_get(system, "spec")) {
			struct system_spec *spec = arena_take(&s->plan.arena, sizeof *spec);

			if (spec_from_json(spec, &s->plan.arena, json_object_get(system, "spec"), err))
				return -1;
			t->spec = spec;
			t->size = (uint64_t)json_integer_value(json_object_get(system, "size"));
			t->identity = copied(s, system, "identity");
		}
		/* what is not there now is told when a trial is to run on it */
		if (filesystem_of(&t->fs, t->path, &missing))
			t->gone = true;
		error_release(&missing);
		s->plan.n_targets++;
	}
	return 0;
}

/* Counts and failures of the trials so far, so that the rules go on as if nothing had happened. */
static void take_past(struct session *s, const struct journal_trial *t, bool is_last)
{
	size_t test = (size_t)t->test, system = (size_t)t->system;

	if (!t->trial || !t->has_state || test >= s->plan.tests.n || system >= s->plan.n_targets)
		return;
	s->n_trials++;
	if (t->is_of_boot) {
		s->booted_before = true;
		s->boot_block = t->block;
	}
	if (t->is_ok) {
		s->n_ok++;
		s->in_row[test * s->plan.n_targets + system] = 0;
	} else if (is_last) {
		/* killed before the consequences were written: they are drawn when the run goes on */
		s->n_failed++;
		s->pending_slot = t->slot;
		if (s->pending_slot < 1 || (size_t)s->pending_slot > s->plan.n_slots)
			s->pending_slot = 0;
	} else {
		s->n_failed++;
		s->in_row[test * s->plan.n_targets + system]++;
		s->repeated[test] = t->block;
	}
}

/* The schedule of the journal, every slot of which must make sense. */
static int take_slots(struct session *s, const struct journal_content *content, struct error *err)
{
	size_t n = content->n_slots;

	s->done = mem_zero(n + 1, sizeof *s->done);
	for (size_t i = 0; i < n; i++) {
		const struct slot *slot = &content->slots[i];

		s->plan.slots = arena_more(&s->plan.arena, s->plan.slots, i, sizeof *slot);
		s->plan.slots[s->plan.n_slots++] = *slot;
		s->done[i] = content->done[i];
		if (slot->test < 0 || (size_t)slot->test >= s->plan.tests.n || slot->system < 0 ||
			(size_t)slot->system >= s->plan.n_targets || slot->slot != (int)i + 1)
			return error_set(err, "the schedule names a test or a system that the plan has not");
	}
	return 0;
}

static void take_reboot(struct plan *plan, const json_t *words)
{
	plan->reboot.n = json_array_size(words);
	plan->reboot.items = arena_take(&plan->arena, (plan->reboot.n + 1) * sizeof *plan->reboot.items);
	for (size_t i = 0; i < plan->reboot.n; i++) {
		const char *word = json_string_value(json_array_get(words, i));

		plan->reboot.items[i] = arena_text(&plan->arena, word ? word : "");
	}
}

static int take_content(struct session *s, const struct journal_content *content, struct error *err)
{
	const char *name = json_string_value(json_object_get(content->plan, "name"));
	const json_t *test;
	size_t i;
	int rc;

	s->name = mem_text(name ? name : s->folder);
	s->plan.seed = (uint64_t)json_integer_value(json_object_get(content->plan, "seed"));
	s->plan.blocks = (int)json_integer_value(json_object_get(content->plan, "blocks"));
	s->plan.quick = json_is_true(json_object_get(content->plan, "quick"));
	s->plan.accounting = json_integer_value(json_object_get(content->plan, "accounting")) > 0;
	s->plan.by_test = json_integer_value(json_object_get(content->plan, "by_test")) > 0;
	s->plan.warmup = (int)json_integer_value(json_object_get(content->plan, "warmup"));
	take_reboot(&s->plan, json_object_get(content->plan, "reboot"));
	s->plan.experiment_hash = copied(s, content->plan, "experiment_sha256");
	s->plan.settle = json_number_value(json_object_get(content->plan, "settle"));
	s->plan.time_budget = json_number_value(json_object_get(content->plan, "time_budget"));
	s->plan.until_width = json_number_value(json_object_get(content->plan, "until_width"));
	s->plan.most_blocks = (int)json_integer_value(json_object_get(content->plan, "most_blocks"));
	rc = load_targets(s, json_object_get(content->plan, "systems"), err);
	json_array_foreach (json_object_get(content->plan, "tests"), i, test)
		if (!rc)
			rc = load_test(s, test, err);
	if (!rc)
		rc = take_slots(s, content, err);
	if (!rc) {
		make_counters(s);
		for (i = 0; i < content->n_trials; i++)
			take_past(
				s, &content->trials[i], i + 1 == content->n_trials && content->ends_with_trial);
	}
	return rc;
}

/* A journal holds commands of an experiment: somebody else's is not gone on with. */
static int check_own(const char *journal, struct error *err)
{
	struct file_origin origin = { .hash = "" };
	struct text reason = TEXT_INIT;
	struct stat st;
	int rc = 0;

	if (stat(journal, &st))
		return error_set_errno(err, "cannot open '%s'", journal);
	origin.owner = st.st_uid;
	origin.mode = st.st_mode;
	if (!trust_is_own(st.st_uid, st.st_mode)) {
		trust_add_reason(&reason, &origin);
		rc = error_set(err, "'%s' %s: its commands are not run (hib show reads it)", journal,
			text_string(&reason));
	}
	text_release(&reason);
	return rc;
}

int session_load(struct session *s, const char *folder, struct error *err)
{
	char *path = file_join(folder, "journal.jsonl");
	struct journal_content content;
	int rc = check_own(path, err) ? -1 : run_lock_take(&s->lock, folder, err);

	if (!rc)
		rc = journal_read(&content, path, NULL, NULL, err);
	if (!rc) {
		s->folder = file_absolute(folder);
		remove_unfinished(s->folder);
		rc = take_content(s, &content, err);
		if (!rc)
			rc = journal_reopen(&s->journal, path, content.whole, err);
		else
			error_context(err, "'%s'", path);
		journal_content_release(&content);
	}
	free(path);
	return rc;
}

int session_peek(struct session *s, const char *folder, struct error *err)
{
	char *path = file_join(folder, "journal.jsonl");
	struct journal_content content;
	int rc = journal_read(&content, path, NULL, NULL, err);

	if (!rc) {
		s->folder = file_absolute(folder);
		rc = take_content(s, &content, err);
		journal_content_release(&content);
	}
	free(path);
	return rc;
}

int session_look(struct session *s, struct error *err)
{
	for (size_t i = 0; i < s->plan.n_targets; i++) {
		struct target *t = &s->plan.targets[i];

		if (t->looked_at || !machine_kernel_fits(t->spec ? t->spec->kernel : NULL))
			continue;
		if (probe_target(&s->plan, i, &s->lock, s->erase_foreign, err) ||
			journal_looked_at(&s->journal, &s->plan, i, err))
			return -1;
		t->looked_at = true;
	}
	return 0;
}

int session_add_targets(struct session *s, const struct target *targets, size_t n, struct error *err)
{
	size_t before = s->plan.n_targets, slots = s->plan.n_slots;
	int *in_row = mem_zero(s->plan.tests.n * (before + n), sizeof *in_row);
	struct target *all = arena_take(&s->plan.arena, (before + n) * sizeof *all);

	for (size_t t = 0; t < s->plan.tests.n; t++)
		for (size_t i = 0; i < before; i++)
			in_row[t * (before + n) + i] = s->in_row[t * before + i];
	free(s->in_row);
	s->in_row = in_row;
	for (size_t i = 0; i < before; i++)
		all[i] = s->plan.targets[i];
	for (size_t i = 0; i < n; i++)
		all[before + i] = targets[i];
	s->plan.targets = all;
	s->plan.n_targets = before + n;
	plan_add_targets(&s->plan, before);
	s->done = mem_resize(s->done, s->plan.n_slots, sizeof *s->done);
	for (size_t i = slots; i < s->plan.n_slots; i++)
		s->done[i] = false;
	s->first_slot = slots;
	return journal_add_systems(&s->journal, &s->plan, before, slots, err);
}
