#include "runner/install/install.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runner/install/build.h"
#include "runner/install/download.h"
#include "runner/install/workshop.h"
#include "runner/process/helper.h"
#include "runner/process/signals.h"
#include "runner/process/telling.h"
#include "runner/profile/prefix.h"
#include "runner/pts/dependencies.h"
#include "runner/pts/environment.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static int write_note(const struct profile *profile, double seconds, struct error *err)
{
	char *note = prefix_note(profile), hash[65], at[32];
	struct text line = TEXT_INIT;
	time_t now = time(NULL);
	struct tm tm;
	int rc;

	prefix_source_hash(profile, hash);
	localtime_r(&now, &tm);
	strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &tm);
	text_addc(&line, '{');
	json_add_text(&line, "profile", profile->pts.identifier ? profile->pts.identifier : profile->name);
	json_add_text(&line, "version", profile->version);
	json_add_text(&line, "source", hash);
	json_add_text(&line, "installed", at);
	json_add_whole(&line, "seconds", (long long)seconds);
	text_adds(&line, "}\n");
	rc = file_replace(note, &line, err);
	text_release(&line);
	free(note);
	return rc;
}

/* Is the program itself among the files that are fetched? */
static bool brings_program(const struct profile *profile)
{
	const struct rows *files = &profile->source.files;

	for (size_t i = 0; i < files->n && profile->pts.executable; i++)
		if (text_equal(((const struct source_file *)files->items)[i].name, profile->pts.executable))
			return true;
	return false;
}

/* What must be on the machine before anything is fetched. */
static int check_needs(const struct profile *profile, struct error *err)
{
	struct text missing = TEXT_INIT;
	int rc = 0;

	for (size_t i = 0; i < profile->needs.n; i++)
		if (!pts_dependency_is_there(profile->needs.items[i]))
			text_printf(&missing, "%s'%s'", missing.size ? ", " : "", profile->needs.items[i]);
	if (profile->unfit)
		rc = error_set(err, "%s", profile->unfit);
	else if (missing.size)
		rc = error_set(err,
			"it needs %s, which this machine has not: install the packages that hold %s (apt-file search NAME tells which)",
			text_string(&missing), strchr(text_string(&missing), ',') ? "them" : "it");
	else if (profile->source.root && geteuid())
		rc = error_set(err, "it is installed by root only");
	else if (profile->pts.identifier && !profile->source.script && !brings_program(profile))
		rc = error_set(err, "its folder has no install.sh, which would make '%s'",
			profile->pts.executable ? profile->pts.executable : profile->name);
	text_release(&missing);
	return rc;
}

static int copy_into(const char *from, const char *prefix, const char *name, struct error *err)
{
	char *to = file_join(prefix, name);
	const char *const argv[] = { "cp", "--reflink=auto", "--", from, to, NULL };
	int rc = helper_run(argv, NULL, err);

	if (rc > 0)
		error_set(err, "cannot copy '%s' to '%s'", from, to);
	free(to);
	return rc ? -1 : 0;
}

/* Fetched, verified, looked through, and put into the folder. */
static int place_file(const struct source_file *file, const char *prefix, const struct prefix_options *options,
	struct error *err)
{
	char *path = download_file(file, options->offline, err);
	int rc = path ? archive_check(path, err) : -1;

	if (!rc)
		rc = copy_into(path, prefix, file->name, err);
	free(path);
	if (rc && file->optional) {
		fprintf(stderr, "hib: note: the optional file '%s' is left out: %s\n", file->name,
			err->message);
		error_release(err);
		return 0;
	}
	return rc;
}

/* The environment of what builds; released by the caller. */
struct variables {
	char **items;
	size_t n;
};

static void set_variable(void *context, const char *name, const char *value)
{
	struct variables *v = context;
	size_t size = strlen(name);

	for (size_t i = 0; i < v->n; i++)
		if (!strncmp(v->items[i], name, size) && v->items[i][size] == '=') {
			free(v->items[i]);
			v->items[i] = mem_printf("%s=%s", name, value);
			return;
		}
	v->items = mem_resize(v->items, v->n + 2, sizeof *v->items);
	v->items[v->n++] = mem_printf("%s=%s", name, value);
	v->items[v->n] = NULL;
}

static void make_environment(struct variables *v, const struct workshop *w)
{
	set_variable(v, "PATH", trial_path());
	set_variable(v, "HOME", w->prefix);
	set_variable(v, "TMPDIR", w->work);
	set_variable(v, "LC_ALL", "C");
	set_variable(v, "TZ", "UTC");
	if (w->profile->pts.identifier)
		pts_environment(w->profile, w->prefix, set_variable, v);
}

static void variables_release(struct variables *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->items[i]);
	free(v->items);
}

/* "E: what the log says most, log: PATH" behind a failure. */
static int failed(const struct workshop *w, const char *what, struct error *err)
{
	struct arena arena = { 0 };
	const char *said = telling_line(&arena, w->log, "err"), *stream = said ? "err" : "out";

	if (!said)
		said = telling_line(&arena, w->log, "out");
	if (said)
		error_set(err, "%s: %s\n  its log: %s.%s", what, said, w->log, stream);
	else
		error_set(err, "%s; it printed nothing", what);
	arena_release(&arena);
	return -1;
}

/* What a script of the Phoronix Test Suite leaves to be told: a line in a file of its folder. */
static char *left_line(const char *prefix, const char *name)
{
	char *path = file_join(prefix, name);
	struct text line = TEXT_INIT;

	if (file_is_plain(path))
		file_first_line(&line, path);
	free(path);
	return text_take(&line);
}

static int check_installed(const struct workshop *w, int status, struct error *err)
{
	const struct profile *p = w->profile;
	char *written = left_line(w->prefix, "install-exit-status"),
	     *program = p->pts.executable ? file_join(w->prefix, p->pts.executable) : NULL,
	     *message = left_line(w->prefix, "install-message"), what[160];
	int rc = 0;

	if (*written && strcmp(written, "0")) {
		snprintf(what, sizeof what, "installing failed: its script wrote the exit status %.20s",
			written);
		rc = failed(w, what, err);
	} else if (program && !file_exists(program)) {
		snprintf(what, sizeof what, "installing failed: its script made no '%.60s' (exit status %d)",
			p->pts.executable, status);
		rc = failed(w, what, err);
	} else if (!program && status) {
		snprintf(what, sizeof what, "installing failed: its script ended with exit status %d", status);
		rc = failed(w, what, err);
	}
	if (!rc && *message)
		fprintf(stderr, "%s\n", message);
	/* through a link it would be somebody else's */
	if (!rc && program && file_is_plain(program))
		chmod(program, 0755);
	free(written);
	free(program);
	free(message);
	return rc;
}

static int run_script(struct workshop *w, char *const *environment, struct error *err)
{
	char *path = file_join(w->work, "install.sh");
	char *argv[] = { (char[]){ "bash" }, path, (char *)(uintptr_t)w->prefix, NULL };
	struct text content = TEXT_INIT;
	int rc;

	text_adds(&content, w->profile->source.script);
	rc = file_replace(path, &content, err);
	if (!rc) {
		fprintf(stderr, "installing in %s\n", w->prefix);
		rc = workshop_run(w, argv, environment, w->prefix, err);
	}
	if (rc >= 0)
		rc = check_installed(w, rc, err);
	text_release(&content);
	free(path);
	return rc;
}

static int build_source(struct workshop *w, char *const *environment, struct error *err)
{
	const struct profile_source *source = &w->profile->source;
	int rc = source->script ? run_script(w, environment, err) : 0;

	if (!rc && source->file.url.n)
		rc = build_archive(w, environment, err);
	if (!rc && !source->script && w->profile->pts.executable)
		rc = check_installed(w, 0, err);
	return rc;
}

static int fill(const struct profile *profile, const char *prefix, const struct prefix_options *options,
	const char *log, struct error *err)
{
	const struct profile_source *source = &profile->source;
	struct variables v = { 0 };
	struct workshop w = { 0 };
	int rc = 0;

	for (size_t i = 0; i < source->files.n && !rc; i++)
		rc = place_file((const struct source_file *)source->files.items + i, prefix, options, err);
	if (!rc && source->file.url.n)
		rc = place_file(&source->file, prefix, options, err);
	if (rc)
		return rc;
	rc = workshop_open(&w, profile, prefix, log, err);
	make_environment(&v, &w);
	if (!rc)
		rc = build_source(&w, v.items, err);
	workshop_close(&w);
	variables_release(&v);
	return rc;
}

static void print_plan(const struct profile *profile, const char *prefix)
{
	const struct rows *files = &profile->source.files;
	char size[32];

	for (size_t i = 0; i < files->n + (profile->source.file.url.n > 0); i++) {
		const struct source_file *file = i < files->n ? (const struct source_file *)files->items + i :
								&profile->source.file;
		char *from = download_origin(file);

		printf("fetch   %s%s%s%s from %s\n", file->name, file->size ? " (" : "",
			file->size ? number_size_text((uint64_t)file->size, size) : "", file->size ? ")" : "",
			from);
		free(from);
	}
	printf("build   in %s%s\n", prefix, profile->source.script ? ", by its install script" : "");
}

/* A new one beside the old one, which comes back if it fails: a program may know its own folder. */
static int install_anew(const struct profile *profile, const char *prefix, const struct prefix_options *options,
	struct error *err)
{
	char *old = mem_printf("%s.old", prefix), *note = prefix_note(profile),
	     *log = mem_printf("%s.log", prefix);
	time_t started = time(NULL);
	bool kept;
	int rc;

	if (file_exists(old))
		file_remove_tree(old);
	kept = file_exists(prefix) && !rename(prefix, old);
	signals_watch();
	rc = file_make_folders(prefix, 0755, err);
	if (!rc)
		rc = fill(profile, prefix, options, log, err);
	if (!rc)
		rc = write_note(profile, difftime(time(NULL), started), err);
	if (rc) {
		file_remove_tree(prefix);
		if (kept)
			rename(old, prefix);
	} else if (kept) {
		file_remove_tree(old);
	}
	free(old);
	free(note);
	free(log);
	return rc;
}

int prefix_install(const struct profile *profile, const struct prefix_options *options, struct error *err)
{
	char *prefix = prefix_of(profile);
	const char *why;
	int rc = 0;

	if (!profile->unfit && !options->again && prefix_is_ready(profile, &why)) {
		printf("%-16s installed in %s\n", profile->name, prefix);
		free(prefix);
		return 0;
	}
	rc = check_needs(profile, err);
	if (!rc && options->dry_run)
		print_plan(profile, prefix);
	else if (!rc)
		rc = install_anew(profile, prefix, options, err);
	if (!rc && !options->dry_run)
		printf("%-16s installed in %s\n", profile->name, prefix);
	free(prefix);
	return rc ? error_context(err, "profile '%s'", profile->name) : 0;
}
