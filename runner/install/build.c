#include "runner/install/build.h"

#include <dirent.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/helper.h"
#include "runner/process/telling.h"
#include "runner/profile/test.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static bool is_there(const char *folder, const char *name, int mode)
{
	char *path = file_join(folder, name);
	bool there = !access(path, mode);

	free(path);
	return there;
}

static int run(const char *const *argv, const char *folder, bool dry_run, struct error *err)
{
	struct text words = TEXT_INIT;
	int rc;

	helper_add_words(&words, argv);
	if (dry_run) {
		printf("%s\n", text_string(&words));
		text_release(&words);
		return 0;
	}
	fprintf(stderr, "in %s: %s\n", folder ? folder : ".", text_string(&words));
	rc = helper_run(argv, folder, err);
	if (rc > 0)
		error_set(err, "'%s' in '%s' ended with exit status %d: what it printed is above",
			text_string(&words), folder ? folder : ".", rc);
	text_release(&words);
	return rc ? -1 : 0;
}

/* How one command of a build is run. */
struct builder {
	int (*run)(void *context, const char *const *argv, const char *folder, struct error *err);
	void *context;
};

/* A command of the profile, its placeholders replaced: {install}, {cpus} and the like. */
static int run_own(const struct builder *b, const struct profile *profile, const struct strings *command,
	const char *folder, struct error *err)
{
	const struct places places = { folder, folder };
	struct profile plain = *profile;
	const struct test test = { .profile = &plain };
	char **argv;
	int rc;

	plain.options.n = 0; /* none is chosen */
	argv = test_argv(&test, &places, command, err);
	rc = argv ? b->run(b->context, (const char *const *)(const void *)argv, folder, err) : -1;
	argv_free(argv);
	return rc;
}

/* The commands of the profile, else those that the sources ask for. */
static int build(const struct builder *b, const struct profile *profile, const char *sources,
	const char *folder, struct error *err)
{
	static const char *const autogen[] = { "./autogen.sh", NULL };
	static const char *const configure[] = { "./configure", NULL };
	static const char *const make[] = { "make", NULL };
	const struct rows *commands = &profile->source.build;
	bool configured;
	int rc = 0;

	for (size_t i = 0; i < commands->n && !rc; i++)
		rc = run_own(b, profile, (const struct strings *)commands->items + i, folder, err);
	if (commands->n)
		return rc;
	configured = is_there(sources, "configure", X_OK);
	if (!configured && is_there(sources, "autogen.sh", X_OK)) {
		rc = b->run(b->context, autogen, folder, err);
		configured = true;
	}
	if (!rc && configured)
		rc = b->run(b->context, configure, folder, err);
	if (!rc && (configured || is_there(sources, "Makefile", R_OK) || is_there(sources, "makefile", R_OK)))
		rc = b->run(b->context, make, folder, err);
	return rc;
}

static int run_plainly(void *dry_run, const char *const *argv, const char *folder, struct error *err)
{
	return run(argv, folder, *(bool *)dry_run, err);
}

/* The executable file of that name, nearest to the top of the tree; NULL when there is none. */
static char *find_program(const char *folder, const char *program)
{
	char *top[] = { (char *)(uintptr_t)folder, NULL }, *found = NULL;
	FTS *tree = fts_open(top, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;
	int level = 1 << 20;

	while (tree && (entry = fts_read(tree)))
		if (entry->fts_info == FTS_F && !strcmp(entry->fts_name, program) &&
			(entry->fts_statp->st_mode & 0111) && entry->fts_level < level) {
			free(found);
			found = mem_text(entry->fts_path);
			level = entry->fts_level;
		}
	if (tree)
		fts_close(tree);
	return found;
}

static int link_program(const char *folder, const char *program, struct error *err)
{
	char *root = store_programs(), *bin = file_join(root, "bin"), *link = file_join(bin, program);
	char *built = find_program(folder, program);
	int rc = built && !strchr(program, '/') ?
		file_make_folders(bin, 0755, err) :
		error_set(err, "the sources in '%s' gave no program '%s'", folder, program);

	if (!rc)
		unlink(link);
	if (!rc && built && symlink(built, link))
		rc = error_set_errno(err, "cannot link '%s'", link);
	if (!rc)
		fprintf(stderr, "%s -> %s\n", link, built);
	free(root);
	free(bin);
	free(link);
	free(built);
	return rc;
}

static int copy_sources(const char *sources, const char *folder, bool dry_run, struct error *err)
{
	char *from = mem_printf("%s/.", sources);
	const char *const clear[] = { "rm", "-rf", "--", folder, NULL };
	const char *const copy[] = { "cp", "-a", "--", from, folder, NULL };
	int rc = run(clear, NULL, dry_run, err);

	if (!rc && !dry_run)
		rc = file_make_folders(folder, 0755, err);
	if (!rc)
		rc = run(copy, NULL, dry_run, err);
	free(from);
	return rc;
}

static void print_links(const struct profile *profile, const char *root)
{
	for (size_t i = 0; i < profile->programs.n; i++)
		printf("ln -s PATH/%s %s/bin/%s\n", profile->programs.items[i], root,
			profile->programs.items[i]);
}

int build_from(const struct profile *profile, const char *sources, bool dry_run, struct error *err)
{
	char *root = store_programs(), *folder = mem_printf("%s/src/%s", root, profile->name);
	char *old = mem_printf("%s.old", folder);
	struct stat st;
	bool kept;
	int rc = 0;

	if (stat(sources, &st))
		rc = error_set_errno(err, "cannot open '%s'", sources);
	else if (!S_ISDIR(st.st_mode))
		rc = error_set(err, "'%s' is no folder: unpack the sources first", sources);
	/* what was built before stays until this one is ready: a program may know its own folder */
	kept = !rc && !dry_run && file_exists(folder) && !file_remove_tree(old) && !rename(folder, old);
	if (!rc)
		rc = copy_sources(sources, folder, dry_run, err);
	if (!rc)
		rc = build(&(struct builder){ run_plainly, &dry_run }, profile, sources, folder, err);
	for (size_t i = 0; i < profile->programs.n && !rc && !dry_run; i++)
		rc = link_program(folder, profile->programs.items[i], err);
	if (dry_run && !rc)
		print_links(profile, root);
	if (kept && rc && !file_remove_tree(folder) && !rename(old, folder))
		error_context(err, "what was built before stays");
	else if (kept)
		file_remove_tree(old);
	free(root);
	free(folder);
	free(old);
	return rc;
}

/* A build under way in a workshop. */
struct shut_in {
	struct workshop *workshop;
	char *const *environment;
};

static int run_shut_in(void *context, const char *const *argv, const char *folder, struct error *err)
{
	const struct shut_in *s = context;
	struct text words = TEXT_INIT;
	struct arena arena = { 0 };
	const char *said;
	int rc;

	helper_add_words(&words, argv);
	fprintf(stderr, "in %s: %s\n", folder, text_string(&words));
	rc = workshop_run(s->workshop, (char *const *)(uintptr_t)argv, s->environment, folder, err);
	said = telling_line(&arena, s->workshop->log, "err");
	if (rc > 0)
		error_set(err, "'%s' ended with exit status %d%s%s\n  its log: %s.out and .err",
			text_string(&words), rc, said ? ": " : "", said ? said : "", s->workshop->log);
	arena_release(&arena);
	text_release(&words);
	return rc ? -1 : 0;
}

/* What was unpacked lies in one folder, or in the prefix itself. */
static char *only_folder(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	char *found = NULL;
	int n = 0;

	while (dir && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
			free(found);
			found = file_join(folder, entry->d_name);
			n++;
		}
	if (dir)
		closedir(dir);
	if (n == 1 && file_is_folder(found))
		return found;
	free(found);
	return mem_text(folder);
}

int build_archive(struct workshop *w, char *const *environment, struct error *err)
{
	const struct profile *profile = w->profile;
	struct shut_in context = { w, environment };
	const struct builder shut_in = { run_shut_in, &context };
	char *archive = file_join(w->prefix, profile->source.file.name),
	     *unpacked = file_join(w->prefix, "src"), *folder = NULL;
	const char *const tar[] = { "tar", "--extract", "--no-same-owner", "--file", archive, "--directory",
		unpacked, NULL };
	const char *const unzip[] = { "unzip", "-q", archive, "-d", unpacked, NULL };
	int rc = file_make_folders(unpacked, 0755, err);

	if (!rc)
		rc = run_shut_in(&context, text_ends(archive, ".zip") ? unzip : tar, w->prefix, err);
	if (!rc) {
		folder = only_folder(unpacked);
		rc = build(&shut_in, profile, folder, folder, err);
	}
	for (size_t i = 0; i < profile->programs.n && !rc; i++)
		rc = link_program(w->prefix, profile->programs.items[i], err);
	free(archive);
	free(unpacked);
	free(folder);
	return rc;
}
