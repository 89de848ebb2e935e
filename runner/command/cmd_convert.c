#include <stdlib.h>
#include <string.h>

#include "runner/command/command.h"
#include "runner/profile/profile.h"
#include "runner/pts/folder.h"
#include "share/base/version.h"
#include "share/base/banned.h"

struct convert_options {
	const char *out;
	bool force;
};

static const struct option_spec convert_options[] = {
	{ "output", 'o', OPTION_TEXT, offsetof(struct convert_options, out), "FILE.yaml",
		"where the profile goes; without it to stdout", 0, 0, NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct convert_options, force), NULL, "replace an existing file",
		0, 0, NULL },
	{ 0 }
};

static int write_profile(
	const struct profile *profile, const struct convert_options *options, struct error *err)
{
	struct text content = TEXT_INIT;
	int rc;

	text_printf(&content, "# %s of the Phoronix Test Suite, converted by hib " HIB_VERSION "\n",
		profile->pts.identifier);
	text_adds(&content, profile->text);
	rc = command_place(&content, options->out, options->force, err);
	text_release(&content);
	return rc;
}

static int convert(const char *name, const struct convert_options *options, struct error *err)
{
	char *path = pts_find(name, err);
	struct profile *profile = NULL;
	int rc = path ? 0 : -1;

	if (!rc && strcmp(pts_kind(path), "profile"))
		rc = error_set(err, "'%s' is a suite: hib run %s runs it as it is", name, name);
	if (!rc)
		profile = profile_load(path, err);
	if (profile) {
		command_warnings(&profile->warnings);
		rc = write_profile(profile, options, err);
	} else {
		rc = -1;
	}
	profile_free(profile);
	free(path);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct convert_options options = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);
	char *name;

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first != 1)
		return command_usage(command, "convert needs one test profile: pts:DIR or pts:NAME");
	name = pts_is_name(argv[first]) ? mem_text(argv[first]) : mem_printf(PTS_PREFIX "%s", argv[first]);
	rc = convert(name, &options, &err);
	free(name);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_convert = {
	.name = "convert",
	.operands = "pts:DIR|pts:NAME",
	.summary = "a test profile of the Phoronix Test Suite as a YAML profile",
	.text = "The YAML does what `hib run pts:DIR` does, scripts included: it stands alone. Of what does nothing here a "
		"warning names file, line and element.",
	.options = convert_options,
	.run = run,
};
