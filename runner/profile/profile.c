#include "runner/profile/profile.h"

#include <stdlib.h>
#include <sha2.h>
#include <string.h>

#include "runner/pts/folder.h"
#include "runner/pts/profile.h"
#include "runner/pts/suite.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* Named things that refer to each other: `when` of metrics names options and values. */
static int check_references(const struct profile *p, struct error *err)
{
	for (size_t i = 0; i < p->metrics.n; i++) {
		const struct metric *m = (const struct metric *)p->metrics.items + i;
		const struct node at = { .line = m->place.line, .column = m->place.column };

		if (text_starts(m->pattern, "elapsed") && !p->pts.identifier && strcmp(m->scale, "Seconds") &&
			strcmp(m->scale, "s"))
			return node_error(
				err, p->path, &at, "hib's own clock gives Seconds, not '%s'", m->scale);
		if (i && !m->title && !m->when.n && !p->pts.identifier)
			return node_error(err, p->path, &at, "a metric other than the first needs a 'title'");
		for (size_t k = 0; k < m->when.n; k++)
			if (!profile_option(p, m->when.names[k]))
				return node_error(err, p->path, &at,
					"'when' names the option '%s', which there is not", m->when.names[k]);
	}
	return 0;
}

/* A folder of the Phoronix Test Suite becomes YAML first: there is one way in. */
static const struct node *read_folder(
	struct profile *profile, struct arena *arena, const char *path, struct error *err)
{
	struct text yaml = TEXT_INIT;
	const struct node *root = NULL;

	if (!pts_profile_yaml(
		    path + strlen(PTS_PREFIX), &yaml, &profile->warnings, arena, &profile->origin, err)) {
		profile->text = arena_bytes(arena, text_string(&yaml), yaml.size);
		SHA256Data((const uint8_t *)text_string(&yaml), yaml.size, profile->origin.hash);
		root = yaml_parse(arena, path, text_string(&yaml), yaml.size, err);
	}
	text_release(&yaml);
	return root;
}

struct profile *profile_load(const char *path, struct error *err)
{
	struct profile *profile = mem_zero(1, sizeof *profile);
	struct arena arena = { 0 };
	const struct node *root = pts_is_name(path) ? read_folder(profile, &arena, path, err) :
						      yaml_read(&arena, path, &profile->origin, err);
	int rc = root ? 0 : -1;

	if (!rc && root->kind != NODE_MAP)
		rc = node_error(err, path, root, "a profile must be a block of keys");
	if (!rc)
		rc = keys_read(&profile_keys, &arena, path, root, profile, err);
	profile->arena = arena;
	if (!rc)
		profile->path = arena_text(&profile->arena, path);
	if (!rc)
		rc = check_references(profile, err);
	if (!rc)
		return profile;
	if (profile->name)
		error_context(err, "profile '%s'", profile->name);
	profile_free(profile);
	return NULL;
}

enum proportion metric_proportion(const struct metric *metric)
{
	static const enum proportion proportions[] = { PROPORTION_HIB, PROPORTION_LIB, PROPORTION_NONE };

	return proportions[metric->proportion];
}

bool profile_has_source(const struct profile *profile)
{
	const struct profile_source *source = &profile->source;

	return source->file.url.n || source->files.n || source->script || profile->pts.identifier;
}

void profile_free(struct profile *profile)
{
	if (!profile)
		return;
	arena_release(&profile->arena);
	free(profile);
}

const struct option *profile_option(const struct profile *profile, const char *name)
{
	for (size_t i = 0; i < profile->options.n; i++) {
		const struct option *option = (const struct option *)profile->options.items + i;

		if (!strcmp(option->name, name))
			return option;
	}
	return NULL;
}

const struct option_value *option_value_named(const struct option *option, const char *name)
{
	for (size_t i = 0; i < option->values.n; i++) {
		const struct option_value *value = (const struct option_value *)option->values.items + i;

		if (!strcmp(value->name, name))
			return value;
	}
	return NULL;
}

struct suite *suite_load(const char *path, struct error *err)
{
	struct suite *suite;
	struct arena arena = { 0 };
	const struct node *root;
	int rc;

	if (pts_is_name(path))
		return pts_suite_load(path + strlen(PTS_PREFIX), err);
	suite = mem_zero(1, sizeof *suite);
	root = yaml_read(&arena, path, NULL, err);
	rc = root ? 0 : -1;
	if (!rc && root->kind != NODE_MAP)
		rc = node_error(err, path, root, "a suite must be a block of keys");
	if (!rc)
		rc = keys_read(&suite_keys, &arena, path, root, suite, err);
	suite->arena = arena;
	if (!rc) {
		suite->path = arena_text(&suite->arena, path);
		return suite;
	}
	suite_free(suite);
	return NULL;
}

void suite_free(struct suite *suite)
{
	if (!suite)
		return;
	arena_release(&suite->arena);
	free(suite);
}

const char *document_kind(const char *path, struct error *err)
{
	static const char *const kinds[] = { "profile", "suite", "experiment", NULL };
	struct arena arena = { 0 };
	const struct node *root;
	const char *kind = NULL;

	if (pts_is_name(path))
		return pts_kind(path);
	root = yaml_read(&arena, path, NULL, err);

	/* an experiment may name a suite, too */
	if (root && root->kind == NODE_MAP)
		for (int i = 0; kinds[i]; i++)
			if (node_get(root, kinds[i]))
				kind = kinds[i];
	if (root && !kind)
		node_error(err, path, root,
			"neither a profile (key 'profile') nor a suite (key 'suite') nor an experiment (key 'experiment')");
	arena_release(&arena);
	return kind;
}
