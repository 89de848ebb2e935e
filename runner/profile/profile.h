#ifndef RUNNER_PROFILE_PROFILE_H
#define RUNNER_PROFILE_PROFILE_H

#include "parsers/parser.h"
#include "parsers/template/template.h"
#include "runner/keys/keys.h"

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
	const char *prefix, *postfix; /* around what is given freely; NULL: nothing */
	uint64_t space_each; /* bytes for each unit of a value that is a number */
	struct rows values; /* of struct option_value */
	struct place place;
};

enum several { SEVERAL_REFUSE, SEVERAL_EACH, SEVERAL_MEAN, SEVERAL_SUM, SEVERAL_LAST };

struct metric {
	const char *pattern; /* of measured metrics, with * and ?; or elapsed, elapsed_sync */
	const char *title; /* appended to the description; a headline may lack it */
	const char *scale; /* unit of the chart */
	int proportion; /* index into HIB, LIB, none */
	int64_t decimals; /* -1: as printed */
	int several; /* enum several: when the pattern fits more than one value */
	struct pairs when; /* option -> values ("a, b") with which the metric exists */
	bool optional; /* an output without it lacks nothing */
	double shortest; /* seconds: a trial that took less has no value of it */
	struct metric_sensor {
		const char *name; /* cpu.usage, ...; NULL: no sensor */
		double every; /* seconds between two readings */
		int report; /* index into AVG, MIN, MAX, ALL */
	} sensor;
	struct template template; /* where the value stands, under the template parser; output NULL: none */
	struct place place;
};

struct sandbox {
	struct strings read, write;
	bool network, signals, shm, shell;
	const char *reason;
};

/* One file of a program's sources. */
struct source_file {
	const char *name; /* in the program's folder; NULL: the last part of the first URL */
	struct strings url; /* where it is, one after the other; none: hib's and PTS's caches only */
	const char *sha256, *md5; /* in hex; both NULL: not verified */
	int64_t size; /* bytes; 0 unknown */
	bool optional;
	struct place place;
};

/* What a profile of the Phoronix Test Suite does that no other key says (PTS.md 3.3, 4). */
struct profile_pts {
	const char *identifier; /* "pts/stream-1.3.4"; NULL: the profile is hib's own */
	const char *arguments, *post_arguments; /* around those of the options */
	const char *display_format; /* "LINE_GRAPH", "PASS_FAIL", ...; NULL: bars */
	const char *quantifier; /* "MIN", "MAX"; NULL: the mean */
	const char *pre, *interim, *post; /* scripts around the command */
	const char *executable; /* in its folder */
	bool root; /* it needs root's rights */
	const char *support_check; /* script that says why the test cannot run here */
	const char *extends; /* profile whose programs it uses */
	bool own_folder; /* it runs where it is installed; false: in a copy on the system under test */
	bool display; /* it needs a screen */
	double least_seconds, most_seconds; /* a trial out of these is none; 0: no bound */
};

/* A test profile: one YAML file. All memory is in its arena. */
struct profile {
	struct arena arena;
	const char *path; /* of the file; "pts:DIR" of a folder of the Phoronix Test Suite */
	const char *text; /* the YAML that such a folder becomes; NULL: it is in the file */
	struct strings warnings; /* "file:line: ..." of what in such a folder does nothing here */
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
	struct rows finish; /* the same behind it */
	struct strings command;
	const char *shell, *directory, *parse, *parser_name;
	struct strings patterns; /* of parser: pattern */
	struct pairs columns, paths; /* of parser: csv and json: metric and place */
	const char *separator; /* of csv: one byte, or "tab" */
	const struct parser *parser; /* NULL: hib's own clock only */
	uint64_t memory_limit; /* bytes; 0: the usual one */
	double time_limit;
	int64_t trials, warmup;
	struct cost cost;
	struct profile_quick {
		struct cost cost;
		struct pairs variables;
	} quick;
	struct rows metrics; /* of struct metric; the first one is primary */
	struct sandbox sandbox;
	struct profile_source {
		struct source_file file; /* the one that is unpacked for `build`; url.n 0: none */
		struct rows files; /* of struct source_file: put into the program's folder as they are */
		struct rows build; /* of struct strings: commands in the sources' folder */
		const char *script; /* for bash in the program's folder, behind its files */
		bool network; /* what builds it needs the network */
		bool root; /* and root's rights */
		uint64_t space; /* bytes that it takes */
	} source;
	struct strings needs; /* files and programs without which it cannot be built */
	const char *unfit; /* why it cannot run on this kind of machine; NULL: it can */
	struct profile_pts pts;
};

extern const struct key_table profile_keys;

/* Letters, digits, '_', '-', '.' and '+', a letter or digit first: a name of a profile is a name of a file,
 * too. */
bool profile_name_ok(const char *name);

/*
 * Load a profile from a file, or from a test profile of the Phoronix Test Suite, "pts:DIR". Errors begin with
 * "profile 'NAME': path:line:column:".
 */
struct profile *profile_load(const char *path, struct error *err);

enum proportion metric_proportion(const struct metric *metric);

/* Does the profile bring its program itself: has it sources to download, or a script that installs? */
bool profile_has_source(const struct profile *profile);
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
