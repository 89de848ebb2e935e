#ifndef RUNNER_STORE_STORE_H
#define RUNNER_STORE_STORE_H

#include <stdbool.h>
#include <time.h>

#include "report/result/result.h"
#include "share/base/error.h"

/*
 * Saved results: a folder each, under $HIB_RESULTS, else /var/lib/hib/results for root and
 * ${XDG_DATA_HOME:-~/.local/share}/hib/results for others. Every command looks in the first two of
 * these that apply, so that all users can read root's results.
 */
#define STORE_SYSTEM   "/var/lib/hib/results"
#define STORE_PROGRAMS "/var/lib/hib/programs"

char *store_root(void); /* where new results go; owned by the caller */

/* Visit every saved result, each root in turn. A non-zero return of `each` ends the walk. */
struct saved {
	const char *name, *folder;
	struct timespec changed; /* newest of composite.xml and journal.jsonl */
};
int store_each(int (*each)(void *context, const struct saved *saved), void *context);

/* Folder of the saved result `name`, or NULL. Owned by the caller. */
char *store_find(const char *name);

/* Is `name` fit to be the name of a result: not empty, no '/', no control character, not "."? */
bool store_name_ok(const char *name);

/* A result that was opened for reading. */
struct loaded {
	struct result_file file;
	char *name; /* saved name, or the path as given */
	char *folder; /* of the result, NULL for a single file */
	char *note; /* what the reader should be told, or NULL */
	bool unfinished; /* its journal has trials to come */
	int n_done, n_planned; /* trials, 0 without a journal */
	char *order; /* of a run: "seed 4711", or NULL */
};

/*
 * Open RESULT: a saved name, a folder or a composite.xml; NULL: the newest saved one. "RESULT:ID"
 * leaves only the system ID. Trials that stand only in the journal are read from there.
 */
int result_open(struct loaded *loaded, const char *spec, struct error *err);

/* The same with all systems; *system is ID within `spec`, NULL where it names none. An ID that is not there is
 * for the caller to tell. */
int result_open_whole(struct loaded *loaded, const char *spec, const char **system, struct error *err);
void loaded_release(struct loaded *loaded);

/* Write `file` as folder/composite.xml, or as the file `path`; temp file, fsync, rename. */
int result_save(const struct result_file *file, const char *path, struct error *err);

/*
 * Where "-o OUT" puts a result file: a plain name goes among the saved results; a path is a folder, which is
 * made and gets a composite.xml, or the file itself when it ends in ".xml". Refuses an existing one unless
 * `force`, and a folder with the journal of a run always. The caller frees it; NULL and err.
 */
char *result_place(const char *out, bool force, struct error *err);

/*
 * Folder of the programs that `hib install --source` built; what stands in its folder `bin` is found
 * before everything on the PATH. $HIB_PROGRAMS, else /var/lib/hib/programs for root, else
 * ${XDG_DATA_HOME:-~/.local/share}/hib/programs. Owned by the caller.
 */
char *store_programs(void);

#endif
