#include "runner/run/probe.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/machine/boot.h"
#include "runner/process/helper.h"
#include "runner/process/signals.h"
#include "report/result/flags.h"
#include "runner/system/fstype.h"
#include "runner/system/mounts.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/random.h"
#include "share/base/banned.h"

/* What a probe works with. */
struct probing {
	const char *scratch; /* folder for what helper programs print */
	struct run_lock *lock; /* where it is noted what is to be cleaned */
	const char *erase_foreign;
};

static bool is_made(const struct target *target)
{
	return spec_kind(target->spec) != VOLUME_FOLDER && machine_kernel_fits(target->spec->kernel);
}

bool probe_is_needed(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_targets; i++)
		if (is_made(&plan->targets[i]))
			return true;
	return false;
}

/* The mkfs command without what differs from trial to trial: label, UUID and device. */
static void add_mkfs(struct text *out, const struct system_spec *spec)
{
	struct arena arena = { 0 };
	const struct making making = { fstype_named(spec->type), &spec->mkfs, NULL, NULL, NULL,
		spec_kind(spec) == VOLUME_DEVICE ? spec->size : 0 };

	helper_add_words(out, fstype_command(&making, &arena));
	arena_release(&arena);
}

/* The image's disk is the one that holds the file; what lies between is said in the notes. */
static void take_disk(struct filesystem *fs, struct filesystem *below)
{
	char **mine[] = { &fs->disk, &fs->model };
	char **its[] = { &below->disk, &below->model };

	for (size_t i = 0; i < sizeof mine / sizeof *mine; i++) {
		free(*mine[i]);
		*mine[i] = mem_text(*its[i]);
	}
}

static void describe(struct plan *plan, struct target *t, struct filesystem *fs, const struct volume *volume)
{
	struct text notes = TEXT_INIT;
	char size[32];

	if (spec_kind(t->spec) == VOLUME_IMAGE) {
		take_disk(fs, &t->fs);
		text_printf(&notes, "on an image file of %s in %s (%s) through a loop device%s; ",
			number_size_text(t->size, size), t->path, t->fs.type,
			volume->flags & FLAG_LOOP_BUFFERED ? ", not with direct I/O" : " with direct I/O");
	}
	if (spec_kind(t->spec) != VOLUME_TMPFS) {
		text_adds(&notes, "fresh for each trial: ");
		add_mkfs(&notes, t->spec);
		text_adds(&notes, "; ");
	}
	text_printf(&notes, "mounted with %s", fs->options);
	if (t->spec->notes)
		text_printf(&notes, "; %s", t->spec->notes);
	t->notes = arena_text(&plan->arena, text_string(&notes));
	text_release(&notes);
	filesystem_release(&t->fs);
	t->fs = *fs;
	system_info(&t->info, &plan->arena, &t->fs);
}

/* Does the largest test fit into it? */
static int check_room(const struct plan *plan, const struct filesystem *fs, struct error *err)
{
	uint64_t need = plan_cost(plan, 0).space;
	char needed[32], have[32];

	if (need <= fs->free)
		return 0;
	return error_set(err,
		"a fresh %s of that size has %s free, and the tests need %s: give a larger 'size'", fs->type,
		number_size_text(fs->free, have), number_size_text(need, needed));
}

/* What a later hib must clean if this one is killed now. */
static int note(struct run_lock *lock, const struct volume *volume, const char *scratch, struct error *err)
{
	struct text noted = TEXT_INIT;
	int rc;

	volume_add_note(&noted, volume);
	text_printf(&noted, "%s\n", scratch);
	rc = run_lock_note(lock, NULL, volume->token, text_string(&noted), err);
	text_release(&noted);
	return rc;
}

static int probe_one(struct plan *plan, struct target *t, const struct probing *how, struct error *err)
{
	char token[24], *folder, *stem = file_join(how->scratch, "probe");
	struct arena arena = { 0 };
	struct steps steps = { .arena = &arena, .log_stem = stem, .stop = &signals_stop };
	struct error second = ERROR_INIT;
	struct filesystem fs = { 0 };
	struct volume volume;
	int rc;

	snprintf(token, sizeof token, "%08llx", (unsigned long long)random_fresh_seed() % 4294967296u);
	folder = mem_printf("%s/hib-%s-probe", t->path, token);
	steps.token = token;
	target_volume(t, &volume, folder, token);
	volume.quick = true;
	volume.erase_foreign = how->erase_foreign;
	rc = note(how->lock, &volume, how->scratch, err);
	if (!rc && mkdir(folder, 0755))
		rc = error_set_errno(err, "cannot make the folder '%s'", folder);
	if (!rc)
		rc = volume_fresh(&volume, &steps, err);
	if (!rc)
		rc = filesystem_of(&fs, volume.point, err);
	if (!rc)
		rc = check_room(plan, &fs, err);
	if (!rc)
		describe(plan, t, &fs, &volume);
	else
		filesystem_release(&fs);
	if (volume_remove(&volume, &steps, rc ? &second : err))
		rc = -1;
	error_release(&second);
	volume_close(&volume);
	rmdir(folder);
	arena_release(&arena);
	free(stem);
	free(folder);
	return rc;
}

int probe_target(
	struct plan *plan, size_t index, struct run_lock *lock, const char *erase_foreign, struct error *err)
{
	struct target *target = &plan->targets[index];
	char scratch[] = "/tmp/hib-probe-XXXXXX";
	const struct probing how = { scratch, lock, erase_foreign };
	int rc;

	if (!is_made(target)) {
		system_info(&target->info, &plan->arena, &target->fs);
		return 0;
	}
	if (mounts_make_private(err))
		return -1;
	if (!mkdtemp(scratch))
		return error_set_errno(err, "cannot make a folder in /tmp");
	rc = probe_one(plan, target, &how, err);
	if (rc && target->spec->file)
		error_context(err, "%s:%d:%d: system '%s'", target->spec->file, target->spec->place.line,
			target->spec->place.column, target->identifier);
	else if (rc)
		error_context(err, "system '%s'", target->identifier);
	file_remove_tree(scratch);
	return rc;
}

int probe_targets(struct plan *plan, struct run_lock *lock, const char *erase_foreign, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < plan->n_targets && !rc && !signals_stop; i++)
		if (is_made(&plan->targets[i]))
			rc = probe_target(plan, i, lock, erase_foreign, err);
	return rc;
}
