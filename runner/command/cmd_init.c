#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/machine/disturbances.h"
#include "runner/process/spawn.h"
#include "runner/profile/detect.h"
#include "runner/profile/library.h"
#include "runner/profile/profile.h"
#include "runner/system/device.h"
#include "runner/system/fstype.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

struct init_options {
	bool devices, force;
};

static const struct option_spec init_options[] = {
	{ "devices", 0, OPTION_FLAG, offsetof(struct init_options, devices), NULL,
		"write nothing: list the devices that could be taken, and why the others could not", 0, 0,
		NULL },
	{ "force", 'f', OPTION_FLAG, offsetof(struct init_options, force), NULL, "replace an existing file", 0,
		0, NULL },
	{ 0 },
};

/* Block devices sorted into two lists. */
struct devices {
	struct text usable, refused;
	const char *prefix; /* in front of each line */
	bool yaml; /* usable ones as systems of an experiment */
};

static void add_device(void *context, const struct device *d)
{
	struct devices *list = context;
	struct text why = TEXT_INIT, words = TEXT_INIT;
	bool fixed = text_starts(d->name, "loop") || text_starts(d->name, "pmem");
	const char *name = *d->stable ? d->stable : d->path;
	char size[32];

	text_printf(&words, "%s%s%s, serial %s", d->model, *d->model ? ", " : "",
		number_size_text(d->size, size), d->serial);
	if (*d->content)
		text_printf(&words, ", holds %s", d->content);
	if (device_usable(d, &why))
		text_printf(&list->refused, "%s%-16s %s: %s\n", list->prefix, d->path, text_string(&why),
			text_string(&words));
	else if (!*d->stable && !fixed && !text_starts(d->name, "dm-"))
		text_printf(&list->refused, "%s%-16s has no stable name below /dev/disk: %s\n", list->prefix,
			d->path, text_string(&words));
	else if (list->yaml)
		text_printf(&list->usable, "  # %s%s\n  # %s-ext4: {type: ext4, device: %s, erase: true}\n",
			text_string(&words),
			*d->content && !device_is_ours(d->label, d->uuid) ? "; needs --erase-foreign, too" : "",
			d->name, name);
	else
		text_printf(&list->usable, "%s%s   %s\n", list->prefix, name, text_string(&words));
	text_release(&why);
	text_release(&words);
}

static void print_devices(void)
{
	struct devices list = { .prefix = "" };

	if (geteuid())
		fprintf(stderr, "hib: without root the content of devices cannot be seen\n");
	device_each(add_device, &list);
	printf("could be taken, with erase: true%s\n%s", list.usable.size ? ":" : ": none",
		text_string(&list.usable));
	if (list.refused.size)
		printf("%scould not:\n%s", "", text_string(&list.refused));
	text_release(&list.usable);
	text_release(&list.refused);
}

static void add_head(struct text *out, const char *path, const struct disturbances *machine)
{
	const char *slash = strrchr(path, '/');
	struct text name = TEXT_INIT, word = TEXT_INIT;

	text_adds(&word, strcmp(path, "-") ? (slash ? slash + 1 : path) : "experiment");
	if (text_ends(text_string(&word), ".yaml"))
		word.bytes[word.size -= strlen(".yaml")] = '\0';
	text_add_slug(&name, text_string(&word));
	if (!strcmp(path, "-"))
		path = "FILE.yaml";
	text_printf(out,
		"# An experiment for this machine: %s\n"
		"#   hib run %s --quick --dry-run   what it would do\n"
		"#   hib run %s --quick             a first look: small sizes, 3 blocks\n"
		"#   hib info --keys               everything that may stand here\n"
		"experiment: %s\n"
		"title: What Is Compared Here\n"
		"description: A sentence on the question.\n\n",
		machine->machine, path, path, text_string(&name));
	text_release(&name);
	text_release(&word);
}

/* Tests whose programs are here; others as comments with the way to get them. */
static void add_tests(struct text *out)
{
	static const char *const tests[][2] = { { "fs_mark", "{test: \"1000\"}" },
		{ "dbench", "{clients: \"1\"}" }, { "postmark", NULL },
		{ "fio", "{test: \"read, randwrite\"}" }, { "stream", "{test: \"write, read\"}" },
		{ "unpack", NULL } };

	text_adds(out, "# hib info TEST shows the options of a test\ntests:\n");
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		struct error ignored = ERROR_INIT;
		char *path = library_path(tests[i][0], &ignored);
		struct profile *profile = path ? profile_load(path, &ignored) : NULL;
		struct installed installed;
		bool here = profile && !profile_installed(&installed, profile, &ignored) && !installed.missing;

		text_printf(out, "  %s- {profile: %s%s%s}%s%s\n", here ? "" : "# ", tests[i][0],
			tests[i][1] ? ", set: " : "", tests[i][1] ? tests[i][1] : "",
			here ? "" : "   # hib install ", here ? "" : tests[i][0]);
		profile_free(profile);
		free(path);
		error_release(&ignored);
	}
}

static void add_plan(struct text *out)
{
	text_adds(out,
		"\n# 8 blocks prove differences of a few per cent; 10 are for an article\n"
		"plan: {blocks: 8}\n"
		"# time, processor ticks, KiB read and written and extents as charts, too\n"
		"accounting: false\n\n");
}

/* File systems that can be made here; the others with what they lack. */
static void add_images(struct text *out)
{
	static const char *const types[] = { "ext4", "xfs", "btrfs", "f2fs" };

	text_adds(out,
		"# Each system gets a fresh file system for every trial (root). A name, then what it is made of:\n"
		"#   type, device (image, tmpfs, /dev/disk/by-id/...), mkfs, mount, size, read_ahead, scheduler\n"
		"systems:\n");
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const struct fstype *type = fstype_named(types[i]);
		char *program = program_path(type->program, trial_path());
		bool kernel = fstype_in_kernel(type->name);

		text_printf(out, "  %s%s: {type: %s, device: image}%s%s%s\n",
			program && kernel && !geteuid() ? "" : "# ", type->name, type->name,
			program ? "" : "   # needs the package ", program ? "" : type->package,
			kernel ? "" : "   # this kernel has no such file system");
		free(program);
	}
	text_adds(out, "  # noatime: {type: ext4, device: image, mount: noatime}\n");
	/* without root a folder as it is can be measured, and nothing can be made */
	text_printf(out,
		"  %shere: {directory: .}                        # a folder as it is; no root needed\n",
		geteuid() ? "" : "# ");
	text_adds(out,
		"  # patched: {type: ext4, device: image, kernel: \"6.12.8-patched\"}   # one block a boot\n");
}

static void add_devices(struct text *out)
{
	struct devices list = { .prefix = "# ", .yaml = true };

	device_each(add_device, &list);
	if (list.usable.size)
		text_printf(out, "\n  # Devices that could be taken; all that is on them is lost:\n%s",
			text_string(&list.usable));
	if (list.refused.size)
		text_printf(out, "\n# Devices that could not:\n%s", text_string(&list.refused));
	text_release(&list.usable);
	text_release(&list.refused);
}

static int write_out(const struct text *out, const char *path, bool force, struct error *err)
{
	struct file_writer writer;

	if (!strcmp(path, "-")) {
		fputs(text_string(out), stdout);
		return file_check_stream(stdout, "standard output", err);
	}
	if (file_exists(path) && !force)
		return error_set(err, "'%s' is there already: --force replaces it", path);
	if (file_begin(&writer, path, err))
		return -1;
	fputs(text_string(out), writer.stream);
	if (file_commit(&writer, err))
		return -1;
	fprintf(stderr, "written %s   next: hib run %s --quick --dry-run\n", path, path);
	return 0;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct init_options options = { 0 };
	struct error err = ERROR_INIT;
	struct disturbances machine;
	struct filesystem fs;
	struct text out = TEXT_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (options.devices) {
		print_devices();
		return EXIT_OK;
	}
	if (argc - first != 1)
		return command_usage(command, "init needs the name of a file, or --devices");
	if (filesystem_of(&fs, ".", &err))
		return command_fail(&err);
	disturbances_find(&machine, ".", &fs);
	add_head(&out, argv[first], &machine);
	add_tests(&out);
	add_plan(&out);
	add_images(&out);
	add_devices(&out);
	rc = write_out(&out, argv[first], options.force, &err);
	text_release(&out);
	disturbances_release(&machine);
	filesystem_release(&fs);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_init = {
	.name = "init",
	.operands = "FILE.yaml|-",
	.summary = "write an experiment for this machine, to be edited",
	.text = "The file says what can be made here: the tests whose programs are installed, file systems, and the devices that "
		"could be taken; for the others, why not.",
	.options = init_options,
	.run = run,
};
