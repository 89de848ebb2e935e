#ifndef RUNNER_PROFILE_PROFILE_H
#define RUNNER_PROFILE_PROFILE_H

#include "parsers/parser.h"
#include "parsers/template.h"
#include "runner/profile/keys.h"

/* What one trial needs; a zeroed struct needs nothing that is known. */
struct cost {
	double seconds;
	uint64_t space, writes; /* bytes; writes 0: as much as space */
};

/* A value of an option, and what replaces it in a quick run. */
struct option_value {
	const char *name;
	const char *title; /* in the description; NULL: the name */
	const char *value; /* for {option.NAME} inside an argument; NULL: the name */
	struct strings args; /* for an argument that is {option.NAME} alone */
	struct cost cost;
	struct option_quick {
		const char *title, *value;
		struct strings args;
		struct cost cost;
	} quick;
	struct place place;
};

enum option_free { FREE_NONE, FREE_TEXT, FREE_WHOLE, FREE_SIZE, FREE_FILE, FREE_TARBALL };

struct option {
	const char *name, *title;
	const char *standard; /* name of the default value */
	int free; /* enum option_free: what may be given besides the values */
	uint64_t space_each; /* bytes for each unit of a value that is a number */
	struct rows values; /* of struct option_value */
	struct place place;
};

enum several { SEVERAL_REFUSE, SEVERAL_EACH, SEVERAL_MEAN, SEVERAL_SUM, SEVERAL_LAST };

struct metric {
	const char *pattern; /* of measured metrics, with * and ?; or elapsed, elapsed_sync */
	const char *title; /* appended to the description; a headline may lack it */
	const char *scale; /* unit of the chart */
	int proportion; /* index into HIB, LIB */
	int64_t decimals; /* -1: as printed */
	int several; /* enum several: when the pattern fits more than one value */
	struct pairs when; /* option -> values ("a, b") with which the metric exists */
	struct template template; /* where the value stands, under the template parser; output NULL: none */
	struct place place;
};

struct sandbox {
	struct strings read, write;
	bool network, signals, shm, shell;
	const char *reason;
};

/* A test profile: one YAML file. All memory is in its arena. */
struct profile {
	struct arena arena;
	const char *path; /* of the file */
	struct file_origin origin; /* whose it is, and its hash */

	const char *name, *version, *title, *description, *subtitle, *measures;
	const char *same_as, *app_version;
	struct strings programs;
	struct profile_packages {
		const char *debian, *fedora, *arch, *elsewhere;
	} packages;
	struct profile_detect {
		struct strings command;
		const char *pattern;
	} detect;
	struct rows options; /* of struct option */
	struct pairs variables, files, environment;
	struct rows prepare; /* of struct strings: commands before the clock */
	struct strings command;
	const char *shell, *directory, *parse, *parser_name;
	struct strings patterns; /* of parser: pattern */
	struct pairs columns, paths; /* of parser: csv and json: metric and place */
	const char *separator; /* of csv: one byte, or "tab" */
	const struct parser *parser; /* NULL: hib's own clock only */
	uint64_t memory_limit; /* bytes; 0: the usual one */
	double time_limit;
	int64_t trials;
	struct cost cost;
	struct profile_quick {
		struct cost cost;
		struct pairs variables;
	} quick;
	struct rows metrics; /* of struct metric; the first one is primary */
	struct sandbox sandbox;
	struct profile_source {
		const char *url, *sha256;
		struct rows build; /* of struct strings: commands in the sources' folder */
	} source;
};

extern const struct key_table profile_keys;

/* Letters, digits, '_', '-', '.' and '+', a letter or digit first: a name of a profile is a name of a file,
 * too. */
bool profile_name_ok(const char *name);

/* Load a profile from a file. Errors begin with "profile 'NAME': path:line:column:". */
struct profile *profile_load(const char *path, struct error *err);
void profile_free(struct profile *profile);

/*
 * What the profile's parser is told, in the arena: templates, patterns, columns or paths. With a
 * test, only what its metrics need.
 */
struct test;
struct parser_options profile_parser_options(
	const struct profile *profile, const struct test *test, struct arena *arena);

const struct option *profile_option(const struct profile *profile, const char *name);
const struct option_value *option_value_named(const struct option *option, const char *name);

/* A suite: a YAML list of tests. */
struct suite_test {
	const char *profile;
	struct pairs set; /* option -> "a,b" or "all" */
	int64_t charts; /* that one such test stands for in what the suite repeats */
	struct place place;
};

struct suite {
	struct arena arena;
	const char *path;
	const char *name, *title, *description;
	int64_t blocks; /* 0: the plan's own */
	bool quick, accounting;
	struct rows tests; /* of struct suite_test */
};

extern const struct key_table suite_keys;
extern const struct key_table suite_test_keys; /* one test of a suite or an experiment */
struct suite *suite_load(const char *path, struct error *err);
void suite_free(struct suite *suite);

/* "profile", "suite" or "experiment": what the document in the file is; NULL with a message when neither. */
const char *document_kind(const char *path, struct error *err);

#endif
