#include "runner/journal/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runner/machine/boot.h"
#include "runner/process/spawn.h"
#include "runner/journal/state.h"
#include "share/base/file.h"
#include "share/base/json.h"
#include "share/base/version.h"
#include "share/base/banned.h"

static void add_slots(struct text *out, const char *key, const struct plan *plan, size_t first)
{
	json_add_key(out, key);
	text_addc(out, '[');
	for (size_t i = first; i < plan->n_slots; i++) {
		const struct slot *s = &plan->slots[i];

		text_printf(
			out, "%s[%d,%d,%d,%d]", i > first ? "," : "", s->slot, s->block, s->test, s->system);
	}
	text_addc(out, ']');
}

static void add_info(struct text *out, const struct target *t)
{
	json_add_text(out, "hardware", t->info.hardware);
	json_add_text(out, "software", t->info.software);
	json_add_text(out, "json", t->info.json);
	json_add_text(out, "notes", t->notes);
}

static void add_systems(struct text *out, const struct plan *plan, size_t first)
{
	json_add_key(out, "systems");
	text_addc(out, '[');
	for (size_t i = first; i < plan->n_targets; i++) {
		const struct target *t = &plan->targets[i];

		text_adds(out, i > first ? ",{" : "{");
		json_add_text(out, "identifier", t->identifier);
		json_add_text(out, "path", t->path);
		add_info(out, t);
		if (t->spec) {
			json_add_key(out, "spec");
			spec_add_json(out, t->spec);
			json_add_whole(out, "size", (long long)t->size);
			json_add_text(out, "identity", t->identity);
		}
		text_addc(out, '}');
	}
	text_addc(out, ']');
}

/* What a chart of each metric is called; what the profile says otherwise is in its copy. */
static void add_metrics(struct text *out, const struct test *test)
{
	json_add_key(out, "metrics");
	text_addc(out, '[');
	for (size_t i = 0; i < test->profile->metrics.n; i++) {
		const struct metric *m = (const struct metric *)test->profile->metrics.items + i;
		char *description = test_metric_description(test, i);

		text_adds(out, i ? ",{" : "{");
		json_add_text(out, "metric", m->pattern);
		json_add_text(out, "description", description);
		json_add_text(out, "scale", m->scale);
		json_add_text(out, "proportion", proportion_name(metric_proportion(m)));
		json_add_whole(out, "decimals", m->decimals);
		/* of no profile to the Phoronix Test Suite */
		if (m->template.frame_times)
			json_add_whole(out, "derived", 1);
		if (m->optional)
			json_add_whole(out, "optional", 1);
		if (m->template.display_format || test->profile->pts.display_format)
			json_add_text(out, "format",
				m->template.display_format ? m->template.display_format :
							     test->profile->pts.display_format);
		text_addc(out, '}');
		free(description);
	}
	text_addc(out, ']');
}

static void add_values(struct text *out, const struct test *test)
{
	json_add_key(out, "values");
	text_addc(out, '[');
	for (size_t i = 0; i < test->profile->options.n; i++) {
		if (i)
			text_addc(out, ',');
		json_add_string(out, test->values[i]->name);
	}
	text_addc(out, ']');
}

static void add_test(struct text *out, const struct test *test, int planned)
{
	const struct profile *p = test->profile;
	char *identifier = test_identifier(test);

	text_addc(out, '{');
	json_add_text(out, "name", test->name);
	json_add_text(out, "profile", p->name);
	json_add_text(out, "sha256", p->origin.hash);
	json_add_text(out, "identifier", identifier);
	json_add_text(out, "title", p->title);
	/* there a trial may find another one, and goes before it */
	if (!p->pts.identifier)
		json_add_text(out, "app_version", test->version);
	json_add_text(out, "arguments", test->arguments);
	json_add_whole(out, "planned", planned);
	add_values(out, test);
	add_metrics(out, test);
	text_addc(out, '}');
	free(identifier);
}

static int planned_trials(const struct plan *plan, size_t test)
{
	int n = 0;

	for (size_t i = 0; i < plan->n_slots; i++)
		n += plan->slots[i].test == (int)test && plan->slots[i].system == 0 && plan->slots[i].block > 0;
	return n;
}

/* Where it was measured, in a line for the head of a table. */
static void add_description(struct text *out, const struct plan *plan)
{
	struct text words = TEXT_INIT;

	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct target *t = &plan->targets[i];

		if (t->spec && spec_kind(t->spec) != VOLUME_FOLDER) {
			text_printf(&words, "%s%s: ", i ? "; " : "", t->identifier);
			spec_add_words(&words, t->spec);
			continue;
		}
		text_printf(&words, "%s%s (", i ? "; " : "", t->path);
		filesystem_add_words(&words, &t->fs);
		text_addc(&words, ')');
	}
	text_printf(&words, "; %d block%s, seed %llu", plan->blocks, plan->blocks == 1 ? "" : "s",
		(unsigned long long)plan->seed);
	json_add_text(out, "description", text_string(&words));
	text_release(&words);
}

static void add_plan(struct text *out, const struct plan *plan, const char *name)
{
	time_t seconds = time(NULL);
	struct tm tm;
	char at[32];

	localtime_r(&seconds, &tm);
	strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &tm);
	text_addc(out, '{');
	json_add_whole(out, "journal", 1);
	json_add_text(out, "hib", HIB_VERSION);
	json_add_text(out, "name", name);
	json_add_text(out, "title", plan->title);
	json_add_text(out, "about", plan->about);
	json_add_text(out, "experiment_sha256", plan->experiment_hash);
	json_add_text(out, "started", at);
	json_add_text(out, "path", trial_path());
	json_add_whole(out, "seed", (long long)plan->seed);
	json_add_whole(out, "blocks", plan->blocks);
	json_add_key(out, "quick");
	text_adds(out, plan->quick ? "true" : "false");
	if (plan->accounting)
		json_add_whole(out, "accounting", 1);
	if (plan->by_test)
		json_add_whole(out, "by_test", 1);
	if (plan->warmup)
		json_add_whole(out, "warmup", plan->warmup);
	if (plan->reboot.n) {
		json_add_key(out, "reboot");
		text_addc(out, '[');
		for (size_t i = 0; i < plan->reboot.n; i++) {
			text_adds(out, i ? "," : "");
			json_add_string(out, plan->reboot.items[i]);
		}
		text_addc(out, ']');
	}
	if (plan->settle > 0)
		json_add_real(out, "settle", plan->settle);
	if (plan->time_budget > 0)
		json_add_real(out, "time_budget", plan->time_budget);
	if (plan->until_width > 0) {
		json_add_real(out, "until_width", plan->until_width);
		json_add_whole(out, "most_blocks", plan->most_blocks);
	}
	add_description(out, plan);
	add_systems(out, plan, 0);
	json_add_key(out, "tests");
	text_addc(out, '[');
	for (size_t i = 0; i < plan->tests.n; i++) {
		if (i)
			text_addc(out, ',');
		add_test(out, &plan->tests.items[i], planned_trials(plan, i));
	}
	text_addc(out, ']');
	add_slots(out, "slots", plan, 0);
	text_addc(out, '}');
}

/* One line in one call; a line that came only partly to the disk is taken back. */
static int append(struct journal *journal, struct text *line, struct error *err)
{
	int rc = 0;

	text_addc(line, '\n');
	if (file_write_all(journal->fd, line->bytes, line->size) || fdatasync(journal->fd)) {
		rc = error_set_errno(err, "cannot write the journal '%s'", journal->path);
		error_code(err, EXIT_WRITE);
		/* what is left of it would be a torn line in the middle of a later run */
		if (ftruncate(journal->fd, journal->size))
			error_context(err, "and its torn last line cannot be cut off");
		lseek(journal->fd, journal->size, SEEK_SET);
	} else {
		journal->size += (off_t)line->size;
	}
	text_release(line);
	return rc;
}

int journal_create(
	struct journal *journal, const char *path, const struct plan *plan, const char *name, struct error *err)
{
	struct text line = TEXT_INIT;
	char *temporary = mem_printf("%s.%ld.tmp", path, (long)getpid()), *folder = mem_text(path);
	int rc = 0;

	*strrchr(folder, '/') = '\0';
	*journal = (struct journal){ .fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644) };
	if (journal->fd < 0) {
		error_set_errno(err, "cannot make the journal '%s'", path);
		rc = error_code(err, EXIT_WRITE);
	}
	journal->path = mem_text(path);
	add_plan(&line, plan, name);
	/* its first line is there as a whole, or there is no journal */
	if (!rc)
		rc = append(journal, &line, err);
	if (!rc && rename(temporary, path)) {
		error_set_errno(err, "cannot make the journal '%s'", path);
		rc = error_code(err, EXIT_WRITE);
	}
	if (!rc)
		rc = file_sync_folder(folder, err);
	if (rc)
		unlink(temporary);
	text_release(&line);
	free(temporary);
	free(folder);
	return rc;
}

int journal_reopen(struct journal *journal, const char *path, off_t whole, struct error *err)
{
	*journal = (struct journal){ .fd = open(path, O_RDWR | O_CLOEXEC), .size = whole };
	if (journal->fd < 0 || ftruncate(journal->fd, whole) || lseek(journal->fd, whole, SEEK_SET) < 0) {
		error_set_errno(err, "cannot go on with the journal '%s'", path);
		if (journal->fd >= 0)
			close(journal->fd);
		journal->fd = -1;
		return error_code(err, EXIT_WRITE);
	}
	journal->path = mem_text(path);
	return 0;
}

static void add_ending(struct text *out, const struct supervised *s)
{
	static const char *const names[] = { "unknown", "exit", "signal", "timeout" };

	json_add_text(out, "ending", names[s->ending.how]);
	json_add_whole(out, "code", s->ending.code);
	if (s->ending.capped)
		json_add_whole(out, "capped", 1);
	json_add_real(out, "user", (double)s->usage.ru_utime.tv_sec + (double)s->usage.ru_utime.tv_usec / 1e6);
	json_add_real(
		out, "system_time", (double)s->usage.ru_stime.tv_sec + (double)s->usage.ru_stime.tv_usec / 1e6);
	json_add_whole(out, "max_rss_kib", s->usage.ru_maxrss);
	if (s->left_behind)
		json_add_whole(out, "left_behind", s->left_behind);
	if (s->unkillable)
		json_add_whole(out, "unkillable", s->unkillable);
}

static void add_samples(struct text *out, const struct trial_record *r)
{
	json_add_key(out, "samples");
	text_addc(out, '[');
	for (size_t i = 0; i < r->n_samples; i++) {
		const struct trial_sample *s = &r->samples[i];

		text_adds(out, i ? ",{" : "{");
		json_add_whole(out, "metric", s->metric);
		json_add_text(out, "value", s->text);
		if (s->state != ST_OK)
			json_add_text(out, "state", state_name(s->state));
		json_add_text(out, "reason", s->reason);
		text_addc(out, '}');
	}
	text_addc(out, ']');
}

/* Everything the parser found, as [metric, number, unit] or [metric, null, unit, state, reason]. */
static void add_measurements(struct text *out, const struct measurements *all)
{
	json_add_key(out, "measurements");
	text_addc(out, '[');
	for (size_t i = 0; i < all->n; i++) {
		const struct measurement *m = &all->items[i];

		text_adds(out, i ? ",[" : "[");
		json_add_string(out, m->of->metric);
		text_addc(out, ',');
		json_add_string(out, m->number.text);
		text_addc(out, ',');
		json_add_string(out, m->of->unit);
		if (m->state != ST_OK) {
			text_addc(out, ',');
			json_add_string(out, state_name(m->state));
			text_addc(out, ',');
			json_add_string(out, m->reason);
		}
		text_addc(out, ']');
	}
	text_addc(out, ']');
	for (size_t i = 0; i < all->n_warnings; i++) {
		if (!i) {
			json_add_key(out, "warnings");
			text_addc(out, '[');
		} else {
			text_addc(out, ',');
		}
		json_add_string(out, all->warnings[i].text);
	}
	if (all->n_warnings)
		text_addc(out, ']');
}

int journal_append(struct journal *journal, const struct trial_record *r, struct error *err)
{
	struct text line = TEXT_INIT;

	text_addc(&line, '{');
	json_add_whole(&line, "trial", r->trial);
	json_add_whole(&line, "slot", r->slot.slot);
	json_add_whole(&line, "block", r->slot.block);
	json_add_whole(&line, "test", r->slot.test);
	json_add_whole(&line, "system", r->slot.system);
	json_add_text(&line, "state", state_name(r->state));
	json_add_text(&line, "reason", r->reason);
	json_add_text(&line, "said", r->said);
	json_add_text(&line, "at", r->at);
	json_add_real(&line, "seconds", r->seconds);
	json_add_real(&line, "sync_seconds", r->sync_seconds);
	add_ending(&line, &r->supervised);
	json_add_text(&line, "log", r->log);
	json_add_text(&line, "version", r->version);
	json_add_whole(&line, "landlock", r->landlock);
	json_add_text(&line, "sandbox", r->sandbox);
	json_add_whole(&line, "cgroup", r->supervised.in_cgroup);
	if (r->memory_limit)
		json_add_whole(&line, "memory_limit", (long long)r->memory_limit);
	if (r->supervised.away)
		json_add_whole(&line, "away", 1);
	json_add_whole(&line, "padding", (long long)r->padding);
	json_add_text(&line, "boot_id", machine_boot_id());
	json_add_text(&line, "space", r->space);
	journal_add_state(&line, r);
	add_samples(&line, r);
	add_measurements(&line, &r->measurements);
	text_addc(&line, '}');
	return append(journal, &line, err);
}

int journal_extend(struct journal *journal, const struct plan *plan, size_t first, struct error *err)
{
	struct text line = TEXT_INIT;

	text_addc(&line, '{');
	add_slots(&line, "extend", plan, first);
	text_addc(&line, '}');
	return append(journal, &line, err);
}

int journal_add_systems(
	struct journal *journal, const struct plan *plan, size_t first, size_t slot, struct error *err)
{
	struct text line = TEXT_INIT;

	text_addc(&line, '{');
	add_systems(&line, plan, first);
	add_slots(&line, "extend", plan, slot);
	text_addc(&line, '}');
	return append(journal, &line, err);
}

int journal_looked_at(struct journal *journal, const struct plan *plan, size_t system, struct error *err)
{
	const struct target *t = &plan->targets[system];
	struct text line = TEXT_INIT;

	text_adds(&line, "{\"looked_at\":{");
	json_add_whole(&line, "system", (long long)system);
	add_info(&line, t);
	text_adds(&line, "}}");
	return append(journal, &line, err);
}

int journal_skip(struct journal *journal, int test, int system, const char *reason, struct error *err)
{
	struct text line = TEXT_INIT;

	text_adds(&line, "{\"skip\":{");
	json_add_whole(&line, "test", test);
	json_add_whole(&line, "system", system);
	json_add_text(&line, "reason", reason);
	text_adds(&line, "}}");
	return append(journal, &line, err);
}

void journal_close(struct journal *journal)
{
	if (journal->fd >= 0 && journal->path)
		close(journal->fd);
	free(journal->path);
	*journal = (struct journal){ .fd = -1 };
}
