#ifndef RUNNER_PROFILE_TEST_H
#define RUNNER_PROFILE_TEST_H

#include "runner/profile/profile.h"
#include "share/base/text.h"

/* A test: a profile with one value chosen for each option. */
struct test {
	const struct profile *profile; /* borrowed */
	bool quick;
	const struct option_value **values; /* one for each option of the profile */
	const char *name; /* "fs_mark 1000" for lists and progress: short, unique in a run */
	const char *description; /* "Test: 1000 Files, 1MB Size (Quick)", as PTS writes it */
	const char *arguments; /* the option part of the command line, as PTS writes it */
	const char *all_arguments; /* with those around it, of a profile of PTS; else equal */
	struct cost cost; /* of one trial */
	int charts; /* that a suite counts for it; 0: no suite named it */
	const char *version; /* of the program, as the profile says or as detected; NULL: its output tells */
};

/* Tests of a run, and the profiles they borrow. A zeroed struct is empty. */
struct tests {
	struct arena arena;
	struct test *items;
	size_t n;
	struct profile **profiles; /* owned */
	size_t n_profiles;
};

/* "[PROFILE.]OPTION=VALUE[,VALUE]|all" split up. */
struct setting {
	const char *profile; /* or NULL */
	const char *option, *values;
	bool used;
};

struct settings {
	struct setting *items;
	size_t n;
	struct arena arena;
};

/* Parse texts of --set. Released with settings_release(). */
int settings_parse(struct settings *settings, const char *const *texts, size_t n, struct error *err);
void settings_release(struct settings *settings);

/*
 * Add the combinations (cartesian, first option outermost) of `profile`, which is taken over.
 * `set` gives values that a suite chose; --set goes before them.
 */
int tests_add(struct tests *tests, struct profile *profile, const struct pairs *set, struct settings *settings,
	bool quick, struct error *err);
void tests_release(struct tests *tests);

/* Every --set must have met an option: says which did not, and the nearest one. */
int settings_check(const struct settings *settings, const struct tests *tests, struct error *err);

/* What placeholders stand for during one trial. */
struct places {
	const char *target; /* fresh folder on the system under test */
	const char *work; /* private folder for files and temporary data */
};

/*
 * `template` with each {placeholder} replaced inside it: {target}, {work}, {install}, {cpus}, {memory} (MiB),
 * {user}, {program_folder}, {option.NAME} and the profile's variables. Appends to `out`.
 */
int test_expand(const struct test *test, const struct places *places, const char *template, struct text *out,
	struct error *err);

/*
 * An argument list with placeholders replaced. An element that is {option.NAME} alone becomes the
 * value's `args`, if it has some. The list ends with NULL and is released with argv_free().
 */
char **test_argv(
	const struct test *test, const struct places *places, const struct strings *list, struct error *err);
void argv_free(char **argv);

/* Is this metric measured by this test (its `when`)? */
bool test_has_metric(const struct test *test, const struct metric *metric);

/* "Test: 1000 Files - Latency" for the metric at `index`, from the test's description. */
char *test_metric_description(const struct test *test, size_t index);

/* "hib/fs_mark-1.0.0", or same_as where the test equals the one of PTS. Owned by the caller. */
char *test_identifier(const struct test *test);

#endif
