#include "runner/profile/library.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/pts/folder.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LONGEST_KIND_LINE 4096

char *library_folder(void)
{
	static const char *const places[] = { "../profiles", "../../profiles", "../share/hib/profiles" };
	char *folder = file_of_program(places, sizeof places / sizeof *places);

	return folder ? folder : mem_text("/usr/local/share/hib/profiles");
}

static char *user_folder(void)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && *config == '/')
		return mem_printf("%s/hib/profiles", config);
	return mem_printf("%s/.config/hib/profiles", home && *home ? home : "/nonexistent");
}

static char *in_folder(char *folder, const char *name)
{
	char *path = mem_printf("%s/%s.yaml", folder, name);

	free(folder);
	if (file_exists(path))
		return path;
	free(path);
	return NULL;
}

static int unknown(const char *name, struct error *err)
{
	struct library_names profiles, suites, experiments;
	const char *nearest;

	library_names(&profiles, "profile");
	library_names(&suites, "suite");
	library_names(&experiments, "experiment");
	nearest = text_nearest(name, (const char *const *)profiles.items);
	if (!nearest)
		nearest = text_nearest(name, (const char *const *)suites.items);
	if (!nearest)
		nearest = text_nearest(name, (const char *const *)experiments.items);
	error_set(err, "no test, suite, experiment or file '%s'%s%s%s (hib list names what there is)", name,
		nearest ? ": did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
	library_names_release(&profiles);
	library_names_release(&suites);
	library_names_release(&experiments);
	return -1;
}

char *library_path(const char *name, struct error *err)
{
	char *path;

	if (pts_is_name(name))
		return pts_find(name, err);
	if (strchr(name, '/') || text_ends(name, ".yaml")) {
		if (file_exists(name))
			return mem_text(name);
		error_set_errno(err, "cannot open '%s'", name);
		return NULL;
	}
	path = in_folder(user_folder(), name);
	if (!path)
		path = in_folder(library_folder(), name);
	if (!path)
		unknown(name, err);
	return path;
}

/* Does the file's first key say that it is of this kind? A cheap look: no parsing. */
static bool is_kind(const char *path, const char *kind)
{
	char line[LONGEST_KIND_LINE] = "";
	FILE *stream = fopen(path, "re");
	bool found;

	do
		line[0] = '\0';
	while (stream && fgets(line, sizeof line, stream) && strchr("#\n-\r", line[0]));
	found = text_starts(line, kind) && line[strlen(kind)] == ':';
	if (stream)
		fclose(stream);
	return found;
}

static bool is_listed(const struct library_names *names, const char *name)
{
	for (size_t i = 0; i < names->n; i++)
		if (!strcmp(names->items[i], name))
			return true;
	return false;
}

static void add_folder(struct library_names *names, char *folder, const char *kind)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char *path = file_join(folder, entry->d_name);
		char *name;

		if (text_ends(entry->d_name, ".yaml") && is_kind(path, kind)) {
			name = mem_bytes(entry->d_name, strlen(entry->d_name) - strlen(".yaml"));
			if (is_listed(names, name)) {
				free(name);
			} else {
				names->items = mem_resize(names->items, names->n + 2, sizeof *names->items);
				names->items[names->n++] = name;
				names->items[names->n] = NULL;
			}
		}
		free(path);
	}
	if (dir)
		closedir(dir);
	free(folder);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void library_names(struct library_names *names, const char *kind)
{
	*names = (struct library_names){ .items = mem_zero(1, sizeof *names->items) };
	add_folder(names, user_folder(), kind);
	add_folder(names, library_folder(), kind);
	qsort(names->items, names->n, sizeof *names->items, by_name);
}

void library_names_release(struct library_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->items[i]);
	free(names->items);
	*names = (struct library_names){ 0 };
}
