/* The keys of a profile that brings its program itself, and of one from the Phoronix Test Suite. */
#include <stdlib.h>
#include <string.h>

#include "runner/profile/key_tables.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static bool is_hex(const char *text, size_t size)
{
	return !text || (strlen(text) == size && strspn(text, "0123456789abcdefABCDEF") == size);
}

/* The name of the file that a URL gives. */
static const char *last_part(const char *url)
{
	const char *slash = strrchr(url, '/');

	return slash ? slash + 1 : url;
}

static int check_file(const char *name, const struct node *node, void *values, struct error *err)
{
	struct source_file *file = values;

	if (!is_hex(file->sha256, 64))
		return node_error(
			err, name, node_get(node, "sha256"), "'sha256' must be 64 hexadecimal digits");
	if (!is_hex(file->md5, 32))
		return node_error(err, name, node_get(node, "md5"), "'md5' must be 32 hexadecimal digits");
	if (!file->name && file->url.n)
		file->name = last_part(file->url.items[0]);
	if ((file->url.n || file->name) &&
		(!file->name || !*file->name || strchr(file->name, '/') || *file->name == '.'))
		return node_error(err, name, node,
			"the name of the downloaded file is '%s': 'name' must say one without '/' and without a '.' in front",
			file->name ? file->name : "");
	return 0;
}

/* clang-format off */
#define FILE_KEYS(type, member) \
	{ "url", KEY_LIST, AT(type, member url), .help = "where it is: http, https, file; further ones are tried in turn" }, \
	{ "name", KEY_TEXT, AT(type, member name), .help = "of the file; without it the end of the first url" }, \
	{ "sha256", KEY_TEXT, AT(type, member sha256), .help = "of the file, in hexadecimal digits" }, \
	{ "md5", KEY_TEXT, AT(type, member md5), .help = "the same, where there is no sha256" }, \
	{ "size", KEY_WHOLE, AT(type, member size), .low = 0, .high = INT64_MAX / 2, .help = "of the file, in bytes" }
/* clang-format on */

static const struct key file_keys[] = {
	FILE_KEYS(source_file, ),
	{ "optional", KEY_FLAG, AT(source_file, optional), .help = "the program can be built without it" },
	END_OF_KEYS,
};
static const struct key_table file_table = { "file of a source", sizeof(struct source_file), KEY_NONE,
	AT(source_file, place), file_keys, check_file };

static int check_source(const char *name, const struct node *node, void *values, struct error *err)
{
	struct profile_source *source = values;

	if (check_file(name, node, &source->file, err))
		return -1;
	if (source->script && source->build.n)
		return node_error(err, name, node, "a source has 'build' or 'script', not both");
	return 0;
}

static const struct key source_keys[] = {
	FILE_KEYS(profile_source, file.),
	{ "files", KEY_TABLES, AT(profile_source, files), .table = &file_table,
		.help = "further files, put into the program's folder as they are" },
	{ "build", KEY_ARGVS, AT(profile_source, build),
		.help = "commands that build it in its unpacked folder; {install} is the folder of the program; without them ./autogen.sh, ./configure and make, where they are there" },
	{ "script", KEY_TEXT, AT(profile_source, script),
		.help = "instead: a script for bash, in the program's folder beside its files" },
	{ "network", KEY_FLAG, AT(profile_source, network), .help = "what builds it needs the network itself" },
	{ "root", KEY_FLAG, AT(profile_source, root), .help = "what builds it needs root's rights" },
	{ "space", KEY_SIZE, AT(profile_source, space), .help = "what it takes on the disk" },
	END_OF_KEYS,
};
const struct key_table source_table = { "source block", sizeof(struct profile_source), KEY_NONE, KEY_NONE,
	source_keys, check_source };

/* Two names that are names of files: the identifier is a folder. */
static bool is_identifier(const char *identifier)
{
	const char *slash = strchr(identifier, '/');
	char *repository = mem_bytes(identifier, slash ? (size_t)(slash - identifier) : 0);
	bool ok = slash && strrchr(slash, '-') && profile_name_ok(repository) && profile_name_ok(slash + 1);

	free(repository);
	return ok;
}

static int check_pts(const char *name, const struct node *node, void *values, struct error *err)
{
	const struct profile_pts *pts = values;

	if (!is_identifier(pts->identifier))
		return node_error(err, name, node_get(node, "identifier"),
			"'identifier' must be REPOSITORY/NAME-VERSION, not '%s'", pts->identifier);
	if (pts->executable && (*pts->executable == '/' || strstr(pts->executable, "..")))
		return node_error(err, name, node_get(node, "executable"),
			"'executable' must lie in the program's folder, and '%s' need not", pts->executable);
	return 0;
}

static const struct key pts_keys[] = {
	{ "identifier", KEY_TEXT, AT(profile_pts, identifier), .required = true,
		.help = "of the test profile, as pts/stream-1.3.4" },
	{ "executable", KEY_TEXT, AT(profile_pts, executable),
		.help = "program or script in its folder that installing must give" },
	{ "root", KEY_FLAG, AT(profile_pts, root), .help = "it needs root's rights" },
	{ "arguments", KEY_TEXT, AT(profile_pts, arguments), .help = "that stand before those of the options" },
	{ "post_arguments", KEY_TEXT, AT(profile_pts, post_arguments), .help = "that stand behind them" },
	{ "display_format", KEY_TEXT, AT(profile_pts, display_format),
		.help = "BAR_GRAPH, LINE_GRAPH, PASS_FAIL, ...: what kind of value it gives" },
	{ "quantifier", KEY_TEXT, AT(profile_pts, quantifier),
		.help = "MIN or MAX of the trials; else the median" },
	{ "pre", KEY_TEXT, AT(profile_pts, pre), .help = "script before each trial" },
	{ "interim", KEY_TEXT, AT(profile_pts, interim),
		.help = "script between trials in one and the same folder" },
	{ "post", KEY_TEXT, AT(profile_pts, post), .help = "script behind each trial" },
	{ "support_check", KEY_TEXT, AT(profile_pts, support_check),
		.help = "script that writes into $TEST_CUSTOM_ERROR why the test cannot run here" },
	{ "extends", KEY_TEXT, AT(profile_pts, extends), .help = "profile whose programs it uses" },
	{ "own_folder", KEY_FLAG, AT(profile_pts, own_folder),
		.help = "it runs where it is installed; else in a copy on the system under test" },
	{ "display", KEY_FLAG, AT(profile_pts, display), .help = "it needs a screen" },
	{ "least_seconds", KEY_DURATION, AT(profile_pts, least_seconds), .help = "a shorter trial is none" },
	{ "most_seconds", KEY_DURATION, AT(profile_pts, most_seconds), .help = "a longer trial is none" },
	END_OF_KEYS,
};
const struct key_table pts_table = { "pts block", sizeof(struct profile_pts), KEY_NONE, KEY_NONE, pts_keys,
	check_pts };
