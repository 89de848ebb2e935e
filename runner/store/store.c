#include "runner/store/store.h"

#include <dirent.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/banned.h"

/* Of the user's data folder: "results" or "programs". */
static char *own_folder(const char *name)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	const struct passwd *user = home && *home ? NULL : getpwuid(geteuid());

	if (data && *data == '/')
		return mem_printf("%s/hib/%s", data, name);
	return mem_printf("%s/.local/share/hib/%s",
		home && *home ? home :
			user  ? user->pw_dir :
				"/nonexistent",
		name);
}

char *store_programs(void)
{
	const char *forced = getenv("HIB_PROGRAMS");

	if (forced && *forced)
		return file_absolute(forced);
	return geteuid() ? own_folder("programs") : mem_text(STORE_PROGRAMS);
}

char *store_root(void)
{
	const char *forced = getenv("HIB_RESULTS");

	if (forced && *forced)
		return file_absolute(forced);
	return geteuid() ? own_folder("results") : mem_text(STORE_SYSTEM);
}

bool store_name_ok(const char *name)
{
	if (!*name || *name == '.' || strlen(name) > 126)
		return false;
	for (; *name; name++)
		if (*name == '/' || (unsigned char)*name < 0x20 || *name == 0x7f)
			return false;
	return true;
}

static bool newer(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Is there a result in the folder, and when did it change last? */
static bool look(const char *folder, struct timespec *changed)
{
	static const char *const names[] = { "composite.xml", "journal.jsonl" };
	bool found = false;

	for (int i = 0; i < 2; i++) {
		char *path = file_join(folder, names[i]);
		struct stat st;

		if (!stat(path, &st) && (!found || newer(&st.st_mtim, changed)))
			*changed = st.st_mtim;
		found = found || file_exists(path);
		free(path);
	}
	return found;
}

static int each_in(const char *root, int (*each)(void *, const struct saved *), void *context)
{
	DIR *dir = opendir(root);
	struct dirent *entry;
	int rc = 0;

	while (dir && !rc && (entry = readdir(dir))) {
		char *folder = file_join(root, entry->d_name);
		struct saved saved = { entry->d_name, folder, { 0, 0 } };

		if (*entry->d_name != '.' && look(folder, &saved.changed))
			rc = each(context, &saved);
		free(folder);
	}
	if (dir)
		closedir(dir);
	return rc;
}

int store_each(int (*each)(void *context, const struct saved *saved), void *context)
{
	char *root = store_root();
	int rc = each_in(root, each, context);

	if (!rc && !getenv("HIB_RESULTS") && strcmp(root, STORE_SYSTEM))
		rc = each_in(STORE_SYSTEM, each, context);
	free(root);
	return rc;
}

struct search {
	const char *name;
	char *folder;
};

static int is_named(void *context, const struct saved *saved)
{
	struct search *search = context;

	if (strcmp(saved->name, search->name))
		return 0;
	search->folder = mem_text(saved->folder);
	return 1;
}

char *store_find(const char *name)
{
	struct search search = { name, NULL };

	if (store_name_ok(name))
		store_each(is_named, &search);
	return search.folder;
}
