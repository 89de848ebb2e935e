#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/layout/terminal.h"
#include "runner/command/command.h"
#include "runner/machine/system_info.h"
#include "runner/process/cgroup.h"
#include "runner/sandbox/landlock.h"
#include "share/base/json.h"
#include "share/base/banned.h"

#define LABEL 14 /* columns */

struct system_options {
	bool json;
};

static const struct option_spec system_options[] = {
	{ "json", 0, OPTION_FLAG, offsetof(struct system_options, json), NULL, "one JSON object on stdout", 0,
		0, NULL },
	{ 0 },
};

/* "Key: Value, Key: Value" a line each. */
static void print_pairs(const char *pairs)
{
	while (*pairs) {
		const char *end = strstr(pairs, ", ");
		size_t size = end ? (size_t)(end - pairs) : strlen(pairs);
		const char *colon = memmem(pairs, size, ": ", 2);
		int key = colon ? (int)(colon - pairs) : 0;

		printf("%-14.*s %.*s\n", key, pairs, (int)size - (colon ? key + 2 : 0),
			colon ? colon + 2 : pairs);
		pairs += size + (end ? 2 : 0);
	}
}

/* The attachments of a result file's system, under names for readers. */
static void print_details(const char *json)
{
	static const char *const names[][2] = { { "disk-scheduler", "Scheduler" },
		{ "disk-details", "Disk details" }, { "cpu-scaling-governor", "Governor" },
		{ "cpu-microcode", "Microcode" }, { "cpu-smt", "SMT" },
		{ "kernel-extra-details", "Kernel details" }, { "security", "Security" } };
	json_t *object = json_loads(json, 0, NULL);
	struct terminal terminal = terminal_for(stdout, 0, false);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = json_string_value(json_object_get(object, names[i][0]));
		char *lines = NULL;
		size_t size;
		FILE *stream = value ? open_memstream(&lines, &size) : NULL;

		/* the label takes the place of the first line's blanks */
		if (stream)
			terminal_wrap(stream, &terminal, value, LABEL + 1);
		if (stream && !fclose(stream))
			printf("%-*s %s", LABEL, names[i][1], lines + LABEL + 1);
		free(lines);
	}
	json_decref(object);
}

static void print_text(const struct system_info *info, const struct filesystem *fs, bool cgroup)
{
	struct text words = TEXT_INIT;

	print_pairs(info->hardware);
	print_pairs(info->software);
	filesystem_add_words(&words, fs);
	printf("%-14s %s, mounted on %s with %s\n", "This folder", text_string(&words), fs->mount_point,
		fs->options);
	print_details(info->json);
	printf("%-14s %s", "Sandbox", landlock_abi() ? "Landlock, ABI " : "none: this kernel has no Landlock");
	if (landlock_abi())
		printf("%d", landlock_abi());
	printf("\n%-14s %s\n", "Control group",
		cgroup ? "version 2, one for each run" : "none that hib may make");
	text_release(&words);
}

static void print_json(const struct system_info *info, bool cgroup)
{
	struct text out = TEXT_INIT;

	text_addc(&out, '{');
	json_add_key(&out, "hardware");
	json_add_string(&out, info->hardware);
	json_add_key(&out, "software");
	json_add_string(&out, info->software);
	json_add_key(&out, "landlock");
	text_printf(&out, "%d", landlock_abi());
	json_add_key(&out, "cgroup");
	text_adds(&out, cgroup ? "true" : "false");
	json_add_key(&out, "details");
	text_adds(&out, info->json);
	text_adds(&out, "}\n");
	fputs(text_string(&out), stdout);
	text_release(&out);
}

static int run(const struct command *command, int argc, char **argv)
{
	struct system_options options = { 0 };
	struct error err = ERROR_INIT;
	struct system_info info;
	struct filesystem fs;
	struct cgroup cgroup;
	struct arena arena = { 0 };
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (filesystem_of(&fs, argv[first] ? argv[first] : ".", &err))
		return command_fail(&err);
	system_info(&info, &arena, &fs);
	cgroup_plan(&cgroup, "look");
	cgroup_make(&cgroup);
	if (options.json)
		print_json(&info, cgroup.folder >= 0);
	else
		print_text(&info, &fs, cgroup.folder >= 0);
	cgroup_close(&cgroup);
	filesystem_release(&fs);
	arena_release(&arena);
	return EXIT_OK;
}

const struct command command_system = {
	.name = "system",
	.operands = "[DIR]",
	.summary = "what this machine is, and the file system of a folder",
	.text = "",
	.options = system_options,
	.run = run,
};
