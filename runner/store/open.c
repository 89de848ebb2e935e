/* Opening a result by the many ways of naming one, and saving one. */
#include "runner/store/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/composite/composite.h"
#include "runner/journal/replay.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define MOST_NAMES 2000

struct newest {
	char *name, *folder;
	struct timespec changed;
};

static int keep_newest(void *context, const struct saved *saved)
{
	struct newest *newest = context;

	if (newest->folder &&
		(saved->changed.tv_sec < newest->changed.tv_sec ||
			(saved->changed.tv_sec == newest->changed.tv_sec &&
				saved->changed.tv_nsec <= newest->changed.tv_nsec)))
		return 0;
	free(newest->name);
	free(newest->folder);
	newest->name = mem_text(saved->name);
	newest->folder = mem_text(saved->folder);
	newest->changed = saved->changed;
	return 0;
}

struct names {
	char *items[MOST_NAMES + 1];
	size_t n;
};

static int collect_name(void *context, const struct saved *saved)
{
	struct names *names = context;

	if (names->n < MOST_NAMES)
		names->items[names->n++] = mem_text(saved->name);
	return 0;
}

static int not_found(const char *spec, struct error *err)
{
	struct names *names = mem_zero(1, sizeof *names);
	const char *nearest;

	store_each(collect_name, names);
	nearest = text_nearest(spec, (const char *const *)names->items);
	if (nearest)
		error_set(err, "no result '%s': did you mean '%s'? (hib results lists them)", spec, nearest);
	else if (names->n)
		error_set(err, "no result '%s' (hib results lists the %zu there are)", spec, names->n);
	else
		error_set(err,
			"no result '%s', and no file or folder of that name; nothing is saved yet "
			"(hib run makes a result)",
			spec);
	for (size_t i = 0; i < names->n; i++)
		free(names->items[i]);
	free(names);
	return -1;
}

static int read_composite(struct loaded *loaded, const char *path, struct error *err)
{
	FILE *stream = fopen(path, "re");
	int rc;

	if (!stream)
		return error_set_errno(err, "cannot open '%s'", path);
	rc = composite_read(&loaded->file, path, stream, &composite_limits, err);
	fclose(stream);
	return rc;
}

static int open_folder(struct loaded *loaded, const char *folder, struct error *err)
{
	char *composite = file_join(folder, "composite.xml");
	char *journal = file_join(folder, "journal.jsonl");
	int rc = 0;

	loaded->folder = mem_text(folder);
	if (!file_exists(composite) && !file_exists(journal))
		rc = error_set(err, "'%s' holds no result: neither composite.xml nor journal.jsonl", folder);
	if (!rc && file_exists(composite))
		rc = read_composite(loaded, composite, err);
	if (rc && file_exists(journal) && file_exists(composite)) {
		/* the journal has every trial: a damaged composite.xml costs nothing */
		loaded->note = mem_printf(
			"%s; the trials are read from the journal (hib resume writes the file anew)",
			err->message);
		error_release(err);
		rc = 0;
	}
	if (!rc && file_exists(journal))
		rc = replay_journal(loaded, journal, err);
	free(composite);
	free(journal);
	return rc;
}

/* 1: `spec` names nothing. */
static int open_named(struct loaded *loaded, const char *spec, struct error *err)
{
	struct stat st;
	char *folder;
	int rc;

	if (!stat(spec, &st)) {
		if (S_ISDIR(st.st_mode)) {
			struct error inner = ERROR_INIT;

			folder = store_find(spec);
			rc = open_folder(loaded, spec, &inner);
			if (rc && folder && !strchr(spec, '/')) {
				error_release(&inner);
				free(loaded->folder);
				rc = open_folder(loaded, folder, err);
			} else if (rc) {
				*err = inner;
			}
			free(folder);
			return rc;
		}
		return read_composite(loaded, spec, err);
	}
	folder = store_find(spec);
	if (!folder)
		return strchr(spec, '/') && !strchr(spec, ':') ?
			error_set_errno(err, "cannot open '%s'", spec) :
			1;
	rc = open_folder(loaded, folder, err);
	free(folder);
	return rc;
}

/* Leave only the system `identifier`. */
static int keep_system(struct result_file *file, const char *identifier, struct error *err)
{
	int index = result_file_system(file, identifier, 0);
	size_t n_results = 0;

	if (index < 0) {
		struct text known = TEXT_INIT;

		for (size_t i = 0; i < file->n_systems; i++)
			text_printf(&known, "%s%s", i ? ", " : "", file->systems[i].identifier);
		error_set(
			err, "no system '%s' in this result (there are: %s)", identifier, text_string(&known));
		text_release(&known);
		return -1;
	}
	file->systems[0] = file->systems[index];
	file->n_systems = 1;
	for (size_t i = 0; i < file->n_results; i++) {
		struct result *result = &file->results[i];
		size_t n = 0;

		for (size_t k = 0; k < result->n_entries; k++) {
			if (strcmp(result->entries[k].identifier, identifier))
				continue;
			result->entries[n] = result->entries[k];
			result->entries[n++].system = 0;
		}
		result->n_entries = n;
		if (n)
			file->results[n_results++] = *result;
	}
	file->n_results = n_results;
	return 0;
}

static int open_spec(struct loaded *loaded, const char *spec, const char **system, struct error *err)
{
	const char *colon = strrchr(spec, ':');
	char *before;
	int rc = open_named(loaded, spec, err);

	if (rc != 1)
		return rc;
	if (!colon || colon == spec)
		return not_found(spec, err);
	before = mem_bytes(spec, (size_t)(colon - spec));
	rc = open_named(loaded, before, err);
	if (rc == 1)
		rc = not_found(before, err);
	*system = colon + 1;
	free(before);
	return rc;
}

int result_open_whole(struct loaded *loaded, const char *spec, const char **system, struct error *err)
{
	struct newest newest = { 0 };
	int rc;

	*loaded = (struct loaded){ 0 };
	*system = NULL;
	if (!spec) {
		store_each(keep_newest, &newest);
		if (!newest.folder)
			return error_set(err, "nothing is saved yet: hib run makes a result");
		rc = open_folder(loaded, newest.folder, err);
		loaded->name = newest.name;
		free(newest.folder);
	} else {
		rc = open_spec(loaded, spec, system, err);
		loaded->name = mem_text(spec);
	}
	if (rc)
		loaded_release(loaded);
	return rc;
}

int result_open(struct loaded *loaded, const char *spec, struct error *err)
{
	const char *system;
	int rc = result_open_whole(loaded, spec, &system, err);

	if (!rc && system)
		rc = keep_system(&loaded->file, system, err);
	if (rc)
		loaded_release(loaded);
	return rc;
}

void loaded_release(struct loaded *loaded)
{
	result_file_release(&loaded->file);
	free(loaded->name);
	free(loaded->folder);
	free(loaded->note);
	free(loaded->order);
	*loaded = (struct loaded){ 0 };
}

int result_save(const struct result_file *file, const char *path, struct error *err)
{
	struct file_writer writer;

	if (file_begin(&writer, path, err))
		return -1;
	if (composite_write(file, writer.stream, err)) {
		file_abandon(&writer);
		return error_context(err, "'%s'", path);
	}
	return file_commit(&writer, err);
}

static char *output_path(const char *out, bool force, struct error *err)
{
	char *path = text_ends(out, ".xml") ? mem_text(out) : file_join(out, "composite.xml");

	char *journal = file_join(out, "journal.jsonl");

	if (file_exists(path) && !force) {
		error_set(err, "'%s' exists already: --force replaces it", path);
	} else if (file_exists(journal)) {
		error_set(err, "'%s' holds the journal of a run: take another folder", out);
	} else if (!text_ends(out, ".xml") && file_make_folders(out, 0755, err)) {
		error_code(err, EXIT_WRITE);
	} else {
		free(journal);
		return path;
	}
	free(journal);
	free(path);
	return NULL;
}

char *result_place(const char *out, bool force, struct error *err)
{
	bool plain = !strchr(out, '/') && !text_ends(out, ".xml");
	char *root = store_root(), *whole = plain ? file_join(root, out) : mem_text(out), *path = NULL;

	if (plain && !store_name_ok(out))
		error_set(err, "'%s' cannot be the name of a result", out);
	else
		path = output_path(whole, force, err);
	free(root);
	free(whole);
	return path;
}
