#include "runner/pts/folder.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/text.h"
#include "share/base/banned.h"

bool pts_is_name(const char *text)
{
	return text_starts(text, PTS_PREFIX);
}

static bool has(const char *folder, const char *file)
{
	char *path = file_join(folder, file);
	bool there = file_exists(path);

	free(path);
	return there;
}

static bool is_either(const char *folder)
{
	return has(folder, "test-definition.xml") || has(folder, "suite-definition.xml");
}

const char *pts_kind(const char *path)
{
	return has(path + strlen(PTS_PREFIX), "test-definition.xml") ? "profile" : "suite";
}

/* Where "-1.2.3" begins at the end of a folder's name, or its end. */
static const char *version_at(const char *name)
{
	const char *dash = strrchr(name, '-');

	return dash && isdigit((unsigned char)dash[1]) && !dash[1 + strspn(dash + 1, "0123456789.")] ?
		dash :
		name + strlen(name);
}

/* Is version a ("1.10.0") newer than b? Numbers between points are compared. */
static bool is_newer(const char *a, const char *b)
{
	for (;;) {
		char *end_a, *end_b;
		long x = strtol(a, &end_a, 10), y = strtol(b, &end_b, 10);

		if (x != y)
			return x > y;
		if (*end_a != '.' || *end_b != '.')
			return *end_a == '.';
		a = end_a + 1;
		b = end_b + 1;
	}
}

/* The folder NAME or the newest NAME-VERSION in a repository; NULL when there is none. */
static char *in_repository(const char *repository, const char *name)
{
	DIR *dir = opendir(repository);
	struct dirent *entry;
	char *best = NULL;

	while (dir && (entry = readdir(dir))) {
		const char *version = version_at(entry->d_name);
		size_t size = (size_t)(version - entry->d_name);
		bool fits = !strcmp(entry->d_name, name) ||
			(size == strlen(name) && !strncmp(entry->d_name, name, size));
		char *folder = fits ? file_join(repository, entry->d_name) : NULL;

		if (folder && is_either(folder) &&
			(!best || is_newer(version + 1, version_at(strrchr(best, '/') + 1) + 1))) {
			free(best);
			best = folder;
			folder = NULL;
		}
		free(folder);
	}
	if (dir)
		closedir(dir);
	return best;
}

/* Every repository of a root, those of the user first. */
static char *in_root(const char *root, const char *name)
{
	static const char *const first[] = { "local", "pts", "system" };
	const char *slash = strrchr(name, '/');
	char *found = NULL, *repository;
	DIR *dir;
	struct dirent *entry;

	if (slash) {
		repository = mem_printf("%s/%.*s", root, (int)(slash - name), name);
		found = in_repository(repository, slash + 1);
		free(repository);
		return found;
	}
	for (size_t i = 0; i < sizeof first / sizeof *first && !found; i++) {
		repository = file_join(root, first[i]);
		found = in_repository(repository, name);
		free(repository);
	}
	dir = found ? NULL : opendir(root);
	while (dir && !found && (entry = readdir(dir)))
		if (*entry->d_name != '.') {
			repository = file_join(root, entry->d_name);
			found = in_repository(repository, name);
			free(repository);
		}
	if (dir)
		closedir(dir);
	return found;
}

static char *search(const char *name, struct text *places)
{
	static const char *const kinds[] = { "test-profiles", "test-suites" },
				 *const variables[] = { "PTS_TEST_PROFILES", "PTS_TEST_SUITES" };
	const char *home = getenv("HOME");
	char *found = NULL;

	for (int k = 0; k < 2 && !found; k++) {
		char *roots[] = { mem_text(getenv(variables[k]) ? getenv(variables[k]) : ""),
			mem_printf("%s/.phoronix-test-suite/%s", home ? home : "", kinds[k]),
			mem_printf("/var/lib/phoronix-test-suite/%s", kinds[k]),
			mem_printf("/usr/share/phoronix-test-suite/ob-cache/%s", kinds[k]) };

		for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
			if (!found && *roots[i]) {
				found = in_root(roots[i], name);
				text_printf(places, "%s%s", places->size ? ", " : "", roots[i]);
			}
			free(roots[i]);
		}
	}
	return found;
}

char *pts_find(const char *name, struct error *err)
{
	const char *what = name + strlen(PTS_PREFIX);
	struct text places = TEXT_INIT;
	char *folder = NULL, *path = NULL;

	if (file_is_folder(what) && is_either(what))
		folder = file_absolute(what);
	else if (file_is_folder(what))
		error_set(err, "'%s' has neither a test-definition.xml nor a suite-definition.xml", what);
	else
		folder = search(what, &places);
	if (folder)
		path = mem_printf(PTS_PREFIX "%s", folder);
	else if (!err->message)
		error_set(err,
			"'%s' is no folder, and no test profile or suite of the Phoronix Test Suite below %s",
			what, text_string(&places));
	text_release(&places);
	free(folder);
	return path;
}

char *pts_find_below(const char *place, struct error *err)
{
	const char *slash = strrchr(place, '/');
	char *repository = mem_bytes(place, (size_t)(slash - place)),
	     *found = in_repository(repository, slash + 1), *real = found ? file_absolute(found) : NULL,
	     *path = real ? mem_printf(PTS_PREFIX "%s", real) : NULL;

	free(repository);
	free(found);
	free(real);
	if (!path)
		error_set(err, "'%s' is neither a test profile nor a suite", place);
	return path;
}

/* May the folder above be a repository? */
static bool is_repository(const char *name, const char *above)
{
	static const char *const known[] = { "pts", "local", "system", "git", "windows" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i]))
			return true;
	return text_ends(above, "/test-profiles") || text_ends(above, "/test-suites");
}

void pts_names_of(struct pts_names *names, const char *folder)
{
	const char *slash = strrchr(folder, '/'), *base = slash ? slash + 1 : folder;
	const char *version = version_at(base);
	char *above = mem_bytes(folder, slash ? (size_t)(slash - folder) : 0),
	     *repository = strrchr(above, '/');

	names->name = mem_bytes(base, (size_t)(version - base));
	names->version = mem_text(*version ? version + 1 : "");
	if (repository)
		*repository++ = '\0';
	names->repository = mem_text(repository && is_repository(repository, above) ? repository : "local");
	free(above);
}

void pts_names_release(struct pts_names *names)
{
	free(names->repository);
	free(names->name);
	free(names->version);
	*names = (struct pts_names){ 0 };
}
