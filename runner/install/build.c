#include "runner/install/build.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/helper.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define MOST_WORDS 32

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

/* The commands of the profile, else those that the sources ask for. */
static int build(
	const struct profile *profile, const char *sources, const char *folder, bool dry_run, struct error *err)
{
	static const char *const autogen[] = { "./autogen.sh", NULL };
	static const char *const configure[] = { "./configure", NULL };
	static const char *const make[] = { "make", NULL };
	const struct rows *commands = &profile->source.build;
	bool configured;
	int rc = 0;

	for (size_t i = 0; i < commands->n && !rc; i++) {
		const struct strings *command = (const struct strings *)commands->items + i;
		const char *argv[MOST_WORDS + 1] = { NULL };

		if (command->n > MOST_WORDS)
			return error_set(err, "a command of source.build has more than %d words", MOST_WORDS);
		memcpy(argv, command->items, command->n * sizeof *argv);
		rc = run(argv, folder, dry_run, err);
	}
	if (commands->n)
		return rc;
	configured = is_there(sources, "configure", X_OK);
	if (!configured && is_there(sources, "autogen.sh", X_OK)) {
		rc = run(autogen, folder, dry_run, err);
		configured = true;
	}
	if (!rc && configured)
		rc = run(configure, folder, dry_run, err);
	if (!rc && (configured || is_there(sources, "Makefile", R_OK) || is_there(sources, "makefile", R_OK)))
		rc = run(make, folder, dry_run, err);
	return rc;
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
	int rc = built ? file_make_folders(bin, 0755, err) :
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
		rc = build(profile, sources, folder, dry_run, err);
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
