#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/run/session.h"
#include "runner/store/lock.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/json.h"
#include "share/base/banned.h"

struct results_options {
	bool json, force;
	int n; /* listed so far */
};

static const struct option_spec results_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct results_options, json), NULL, "a JSON list on stdout", 0, 0,
		NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct results_options, force), NULL, "remove without asking", 0,
		0, NULL },
	{ 0 },
};

static void print_json(const struct saved *saved, const struct loaded *loaded, const char *date, bool first)
{
	struct text out = TEXT_INIT;

	text_adds(&out, first ? "\n {" : ",\n {");
	json_add_key(&out, "name");
	json_add_string(&out, saved->name);
	json_add_key(&out, "folder");
	json_add_string(&out, saved->folder);
	json_add_key(&out, "changed");
	json_add_string(&out, date);
	json_add_key(&out, "systems");
	text_printf(&out, "%zu", loaded->file.n_systems);
	json_add_key(&out, "results");
	text_printf(&out, "%zu", loaded->file.n_results);
	json_add_key(&out, "trials_done");
	text_printf(&out, "%d", loaded->n_done);
	json_add_key(&out, "trials_planned");
	text_printf(&out, "%d}", loaded->n_planned);
	fputs(text_string(&out), stdout);
	text_release(&out);
}

static void print_saved(struct results_options *options, const struct saved *saved)
{
	struct error err = ERROR_INIT;
	struct loaded loaded;
	struct tm tm;
	char date[32];

	localtime_r(&saved->changed.tv_sec, &tm);
	strftime(date, sizeof date, "%Y-%m-%d %H:%M", &tm);
	if (result_open(&loaded, saved->folder, &err)) {
		if (!options->json)
			printf("%-36s %s  cannot be read: %s\n", saved->name, date, err.message);
		error_release(&err);
		return;
	}
	if (options->json)
		print_json(saved, &loaded, date, !options->n);
	else
		printf("%-36s %s  %2zu system%s %3zu result%s%s\n", saved->name, date, loaded.file.n_systems,
			loaded.file.n_systems == 1 ? ", " : "s,", loaded.file.n_results,
			loaded.file.n_results == 1 ? "" : "s", loaded.unfinished ? "  incomplete" : "");
	options->n++;
	loaded_release(&loaded);
}

/* A saved result that was found, for sorting. */
struct found {
	char *name, *folder;
	struct timespec changed;
};

struct all_found {
	struct found *items;
	size_t n, capacity;
};

static int collect(void *context, const struct saved *saved)
{
	struct all_found *all = context;

	all->items = mem_more(all->items, all->n, &all->capacity, sizeof *all->items);
	all->items[all->n++] = (struct found){ mem_text(saved->name), mem_text(saved->folder), saved->changed };
	return 0;
}

static int newest_first(const void *a, const void *b)
{
	const struct timespec *x = &((const struct found *)a)->changed,
			      *y = &((const struct found *)b)->changed;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? 1 : -1;
	return x->tv_nsec < y->tv_nsec ? 1 : x->tv_nsec > y->tv_nsec ? -1 : 0;
}

static void print_all(struct results_options *options)
{
	struct all_found all = { 0 };

	store_each(collect, &all);
	if (all.n)
		qsort(all.items, all.n, sizeof *all.items, newest_first);
	for (size_t i = 0; i < all.n; i++) {
		const struct saved saved = { all.items[i].name, all.items[i].folder, all.items[i].changed };

		print_saved(options, &saved);
		free(all.items[i].name);
		free(all.items[i].folder);
	}
	free(all.items);
}

static char *existing(const char *name, struct error *err)
{
	struct run_holder holder;
	char *folder = store_find(name);
	bool held;

	if (!folder) {
		error_set(err, "no saved result '%s' (hib results lists them)", name);
		return NULL;
	}
	held = run_lock_holder(folder, &holder);
	run_holder_release(&holder);
	if (!held)
		return folder;
	error_set(err, "'%s' is running (hib stop %s)", name, name);
	free(folder);
	return NULL;
}

static int rename_result(const char *from, const char *to, struct error *err)
{
	char *folder = existing(from, err), *fresh = NULL, *taken = store_find(to);
	int rc = folder ? 0 : -1;

	if (!rc && !store_name_ok(to))
		rc = error_set(err, "'%s' cannot be the name of a result", to);
	else if (!rc && taken)
		rc = error_set(err, "there is a result '%s' already", to);
	if (!rc) {
		const char *slash = strrchr(folder, '/');

		fresh = mem_printf("%.*s/%s", (int)(slash - folder), folder, to);
		if (rename(folder, fresh)) {
			rc = error_set_errno(err, "cannot rename '%s'", folder);
			error_code(err, EXIT_WRITE);
		}
	}
	free(taken);
	free(folder);
	free(fresh);
	return rc;
}

static bool agreed(const char *name)
{
	char answer[16];

	fprintf(stderr, "Remove the result '%s' with all its raw output? [y/N] ", name);
	return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

static int remove_result(const struct results_options *options, const char *name, struct error *err)
{
	char *folder = existing(name, err);
	int rc = folder ? 0 : -1;

	if (!rc && !options->force && !isatty(STDIN_FILENO))
		rc = error_set(err, "'%s' is not removed: without a terminal to ask, say --force", name);
	else if (!rc && !options->force && !agreed(name))
		rc = error_set(err, "'%s' is not removed", name);
	/* what a killed run left on its targets goes too */
	if (!rc)
		rc = session_clean_stale(folder, err);
	if (!rc && file_remove_tree(folder)) {
		rc = error_set(err, "'%s' could not be removed whole", folder);
		error_code(err, EXIT_WRITE);
	}
	if (!rc)
		printf("removed %s\n", name);
	free(folder);
	return rc;
}

/* All names are looked up first: none is removed when one is wrong. */
static int remove_results(const struct results_options *options, int n, char **names, struct error *err)
{
	int rc = 0;

	for (int i = 0; i < n && !rc; i++) {
		char *folder = existing(names[i], err);

		rc = folder ? 0 : -1;
		free(folder);
	}
	for (int i = 0; i < n && !rc; i++)
		rc = remove_result(options, names[i], err);
	return rc;
}

static int list(struct results_options *options)
{
	if (options->json)
		putchar('[');
	print_all(options);
	if (options->json)
		puts("]");
	else if (!options->n)
		puts("nothing is saved yet: hib run makes a result");
	return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct results_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	argc -= first;
	argv += first;
	if (!argc || (argc == 1 && !strcmp(argv[0], "list")))
		return list(&options);
	if (argc == 3 && !strcmp(argv[0], "rename"))
		rc = rename_result(argv[1], argv[2], &err);
	else if (argc > 1 && !strcmp(argv[0], "remove"))
		rc = remove_results(&options, argc - 1, argv + 1, &err);
	else
		return command_usage(command, "results lists; results rename OLD NEW; results remove NAME ...");
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_results = {
	.name = "results",
	.operands = "[rename OLD NEW | remove NAME ...]",
	.summary = "saved results: list, rename, remove",
	.text = "",
	.options = results_options,
	.run = run,
};
