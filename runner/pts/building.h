#ifndef RUNNER_PTS_BUILDING_H
#define RUNNER_PTS_BUILDING_H

#include "parsers/template/results_definition.h"
#include "runner/profile/profile.h"
#include "runner/pts/folder.h"
#include "runner/pts/test_definition.h"

/* What the files of this folder share about the profile that is on its way to YAML; nobody else's business. */

/* One profile under way from its folder to YAML. */
struct building {
	const char *folder;
	struct pts_names names;
	struct pts_definition definition, parent;
	struct results_definition results;
	struct profile profile; /* its strings live in the arena or in the definitions */
	struct arena *arena;
	struct strings *warnings;
	struct file_origin *origin;
	struct error *err;
};

/* A line for the user, in the arena. */
void building_warn(struct building *b, const char *text);

/* A file of the folder was used: one that is a stranger's makes the profile a stranger's. */
void building_take_origin(struct building *b, const char *path);

static inline const char *text_or(const char *text, const char *otherwise)
{
	return text && *text ? text : otherwise;
}

static inline const char *none_if_empty(const char *text)
{
	return text && *text ? text : NULL;
}

double building_number(const char *text); /* 0 where the text is no number above it */

/* The metrics and the parser of the profile, from the results definition of the folder or of `parent` (may be
 * NULL). */
int building_take_results(struct building *b, const char *parent);

#endif
