#ifndef RUNNER_PTS_TEST_DEFINITION_H
#define RUNNER_PTS_TEST_DEFINITION_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/error.h"
#include "share/base/memory.h"

/*
 * A test profile of the Phoronix Test Suite as its folder describes it (PTS.md 3): test-definition.xml
 * and downloads.xml, texts as they stand. What is absent is NULL. How hib runs it: runner/pts/profile.c.
 */
struct pts_choice {
	const char *name, *value, *message;
};

struct pts_option {
	const char *display_name, *identifier, *prefix, *postfix, *default_entry, *message;
	struct pts_choice *menu; /* NULL: any text */
	size_t n;
};

struct pts_package {
	const char *url; /* mirrors, separated by commas */
	const char *md5, *sha256, *file_name, *file_size;
	const char *platform, *architecture, *optional;
};

struct pts_definition {
	struct arena arena;
	/* TestInformation */
	const char *title, *app_version, *description, *scale, *proportion, *quantifier, *display_format;
	const char *subtitle, *executable, *times_to_run, *ignore_runs;
	const char *pre_install_message, *post_install_message, *agreement;
	/* TestProfile */
	const char *version, *platforms, *software_type, *test_type, *license, *status, *architectures;
	const char *dependencies, *system_dependencies, *extends, *requires_root, *requires_root_install;
	const char *requires_display, *requires_network, *requires_internet, *install_internet;
	const char *environment_size, *testing_size, *time_per_run, *project_url, *repository_url;
	const char *core_min, *core_max, *tags, *maintainer, *allow_sharing, *auto_save, *keep_on_reinstall;
	/* TestSettings/Default */
	const char *arguments, *post_arguments, *cache_share, *least_length, *most_length;
	struct pts_option *options;
	size_t n_options;
	struct pts_package *packages;
	size_t n_packages;
	const char **warnings; /* "path:line: ..." */
	size_t n_warnings;
};

/* Read the two files of a folder; downloads.xml may be absent, and what a parent gives is not there yet.
 * Release it also after a failure. */
int pts_definition_read(struct pts_definition *definition, const char *folder, struct error *err);
void pts_definition_release(struct pts_definition *definition);

/* What `definition` lacks comes from the profile that it extends; its strings must live on. */
void pts_definition_inherit(struct pts_definition *definition, const struct pts_definition *parent);

/* "TRUE", in any case, blanks around it not counted. */
bool pts_is_true(const char *text);

/* Is `word` one of "a, b, c", in any case? */
bool pts_list_has(const char *list, const char *word);

#endif
