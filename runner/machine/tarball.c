#include "runner/machine/tarball.h"

#include <glob.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/random.h"
#include "share/base/banned.h"

/* A tree like a kernel's: most files a few KiB, some large, about 18 in a folder. */
#define TREE_VERSION   1
#define TREE_FILES     20000
#define QUICK_FILES    2000
#define FILES_A_FOLDER 18
#define TREE_SEED      20120920

extern char **environ;

static char *cache_folder(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache == '/')
		return mem_printf("%s/hib", cache);
	return mem_printf("%s/.cache/hib", home && *home ? home : "/var/tmp");
}

static void generated(struct arena *arena, bool quick, const char **path, const char **title)
{
	char *folder = cache_folder();
	int files = quick ? QUICK_FILES : TREE_FILES;

	*path = arena_printf(arena, "%s/tree-%d-%d.tar", folder, TREE_VERSION, files);
	*title = arena_printf(arena, "generated, %d files", files);
	free(folder);
}

static bool installed_source(struct arena *arena, const char **path)
{
	glob_t found;
	bool any = !glob("/usr/src/linux-source-*.tar.*", 0, NULL, &found) && found.gl_pathc;

	if (any) /* the newest one comes last */
		*path = arena_text(arena, found.gl_pathv[found.gl_pathc - 1]);
	globfree(&found);
	return any;
}

static const char *file_title(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *tar = strstr(name, ".tar");

	return tar ? arena_bytes(arena, name, (size_t)(tar - name)) : arena_text(arena, name);
}

int tarball_resolve(struct arena *arena, const char *text, bool quick, const char **path, const char **title,
	struct error *err)
{
	char *absolute;

	if (!strcmp(text, "generated") || (quick && !strcmp(text, "auto"))) {
		generated(arena, quick, path, title);
		return 0;
	}
	if (!strcmp(text, "auto")) {
		if (installed_source(arena, path))
			*title = file_title(arena, *path);
		else
			generated(arena, false, path, title);
		return 0;
	}
	if (access(text, R_OK))
		return error_set_errno(err, "cannot read the tarball '%s'", text);
	absolute = file_absolute(text);
	*path = arena_text(arena, absolute);
	*title = file_title(arena, *path);
	free(absolute);
	return 0;
}

/* Text that compresses about as source does: words of a small vocabulary in lines. */
static int write_source(const char *path, size_t size, struct random *random, struct error *err)
{
	static const char *const words[] = { "struct", "static", "int", "return", "inode", "dentry", "page",
		"buffer", "lock", "unlock", "if", "else", "for", "NULL", "err", "list", "super", "block",
		"write", "read", "->", "=", "(", ")", "{", "}", ";", "0x%x", "/*", "*/" };
	FILE *stream = fopen(path, "we");
	size_t written = 0;

	if (!stream)
		return error_set_errno(err, "cannot write '%s'", path);
	while (written < size) {
		uint64_t bits = random_next(random);

		for (int i = 0; i < 8; i++, bits >>= 8) {
			const char *word = words[(bits & 0xff) % (sizeof words / sizeof *words)];

			fputs(word, stream);
			putc((bits & 7) == 7 ? '\n' : ' ', stream);
			written += strlen(word) + 1;
		}
		written += (size_t)fprintf(
			stream, "%lx\n", (unsigned long)(bits ^ random_next(random)) & 0xffffff);
	}
	if (fclose(stream))
		return error_set_errno(err, "cannot write '%s'", path);
	return 0;
}

static size_t file_size(struct random *random)
{
	uint64_t kind = random_below(random, 100);

	if (kind < 60)
		return 500 + random_below(random, 8000);
	if (kind < 95)
		return 8000 + random_below(random, 24000);
	return 32000 + random_below(random, 120000);
}

static int write_tree(const char *root, int files, bool (*stop)(void), struct error *err)
{
	struct random random;
	int rc = 0;

	random_seed(&random, TREE_SEED);
	for (int i = 0; i < files && !rc; i++) {
		int folder = i / FILES_A_FOLDER;
		char *path = mem_printf("%s/linux/d%02d/s%02d", root, folder % 40, folder / 40);

		if (i % FILES_A_FOLDER == 0)
			rc = file_make_folders(path, 0755, err);
		if (!rc) {
			char *name = mem_printf("%s/file%05d.c", path, i);

			rc = write_source(name, file_size(&random), &random, err);
			free(name);
		}
		free(path);
		if (stop())
			rc = -1;
	}
	return rc;
}

static int run_tar(const char *root, const char *archive, struct error *err)
{
	const char *argv[] = { "tar", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner",
		"--mode=u+rwX,go+rX", "-cf", archive, "-C", root, "linux", NULL };
	int status = 0, rc;
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t pid;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	rc = posix_spawnp(&pid, "tar", NULL, &attributes, (char *const *)(const void *)argv, environ);
	posix_spawnattr_destroy(&attributes);
	if (rc)
		return error_set(err, "cannot run 'tar': %s", strerror(rc));
	if (waitpid(pid, &status, 0) < 0 || status)
		return error_set(err, "tar could not pack '%s'", archive);
	return 0;
}

int tarball_make(const char *path, bool (*stop)(void), struct error *err)
{
	const char *name = strrchr(path, '/');
	char *folder, *root, *temporary;
	int version, files, rc;

	if (file_exists(path))
		return 0;
	if (!name || sscanf(name, "/tree-%d-%d.tar", &version, &files) != 2)
		return error_set(err, "the tarball '%s' is gone", path);
	folder = mem_bytes(path, (size_t)(name - path));
	root = mem_printf("%s/making.%ld", folder, (long)getpid());
	temporary = mem_printf("%s.%ld", path, (long)getpid());
	rc = file_make_folders(root, 0755, err);
	if (rc)
		error_context(err, "the source tree (XDG_CACHE_HOME names another place for it)");
	if (!rc)
		rc = write_tree(root, files, stop, err);
	if (!rc)
		rc = run_tar(root, temporary, err);
	if (!rc && rename(temporary, path))
		rc = error_set_errno(err, "cannot rename '%s'", temporary);
	file_remove_tree(root);
	unlink(temporary);
	free(folder);
	free(root);
	free(temporary);
	return rc;
}
