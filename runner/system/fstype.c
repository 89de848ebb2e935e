#include "runner/system/fstype.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "share/base/text.h"
#include "share/base/banned.h"

#define MIB ((uint64_t)1 << 20)

static const char *const ext_arguments[] = { "-F", "-q", "-E",
	"lazy_itable_init=0,lazy_journal_init=0,nodiscard", NULL };
static const char *const quiet_no_discard[] = { "-f", "-q", "-K", NULL };
static const char *const f2fs_arguments[] = { "-f", "-q", "-t", "0", NULL };
static const char *const jfs_arguments[] = { "-q", NULL };
static const char *const reiserfs_arguments[] = { "-ff", "-q", NULL };
static const char *const nilfs_arguments[] = { "-f", "-q", "-K", NULL };
static const char *const bcachefs_arguments[] = { "--force", "--quiet", NULL };

/* clang-format off */
static const struct fstype types[] = {
	{ "ext2", "mkfs.ext2", "e2fsprogs", ext_arguments, "-E", "-L", "-U", NULL, "%lluk", 1024, 8 * MIB },
	{ "ext3", "mkfs.ext3", "e2fsprogs", ext_arguments, "-E", "-L", "-U", NULL, "%lluk", 1024, 16 * MIB },
	{ "ext4", "mkfs.ext4", "e2fsprogs", ext_arguments, "-E", "-L", "-U", NULL, "%lluk", 1024, 16 * MIB },
	{ "xfs", "mkfs.xfs", "xfsprogs", quiet_no_discard, NULL, "-L", NULL, "-d", "size=%llu", 1, 300 * MIB },
	{ "btrfs", "mkfs.btrfs", "btrfs-progs", quiet_no_discard, NULL, "-L", "-U", "-b", "%llu", 1, 109 * MIB },
	{ "f2fs", "mkfs.f2fs", "f2fs-tools", f2fs_arguments, NULL, "-l", NULL, NULL, "%llu", 512, 64 * MIB },
	{ "jfs", "mkfs.jfs", "jfsutils", jfs_arguments, NULL, "-L", NULL, NULL, "%llu", 4096, 16 * MIB },
	{ "reiserfs", "mkfs.reiserfs", "reiserfsprogs", reiserfs_arguments, NULL, "-l", "-u", NULL, "%llu", 4096, 34 * MIB },
	{ "nilfs2", "mkfs.nilfs2", "nilfs-tools", nilfs_arguments, NULL, "-L", NULL, NULL, NULL, 1, 128 * MIB },
	{ "bcachefs", "mkfs.bcachefs", "bcachefs-tools", bcachefs_arguments, NULL, "-L", "-U", NULL, NULL, 1, 64 * MIB },
};
/* clang-format on */

const struct fstype *fstype_named(const char *name)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}

void fstype_add_names(struct text *out)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		text_printf(out, "%s%s", i ? ", " : "", types[i].name);
}

/* Does a file hold a line that ends in this word? */
static bool has_line(const char *path, const char *word)
{
	FILE *stream = fopen(path, "re");
	char line[512];
	bool found = false;

	while (stream && !found && fgets(line, sizeof line, stream)) {
		line[strcspn(line, "\n:")] = '\0';
		found = text_ends(line, word);
	}
	if (stream)
		fclose(stream);
	return found;
}

bool fstype_in_kernel(const char *name)
{
	char *word = mem_printf("\t%s", name), *module;
	bool found = has_line("/proc/filesystems", word);
	struct utsname kernel;

	free(word);
	if (found || uname(&kernel))
		return found;
	/* modules.dep: "kernel/fs/xfs/xfs.ko.xz: ..." */
	for (const char *const *end = (const char *const[]){ ".ko", ".ko.xz", ".ko.gz", ".ko.zst", NULL };
		*end && !found; end++) {
		module = mem_printf("/%s%s", name, *end);
		word = mem_printf("/lib/modules/%s/modules.dep", kernel.release);
		found = has_line(word, module);
		free(word);
		free(module);
	}
	return found;
}

/* Index of the experiment's own use of an option, with its value behind it; or n. */
static size_t own_use(const struct strings *options, const char *option)
{
	for (size_t i = 0; option && i + 1 < options->n; i++)
		if (!strcmp(options->items[i], option))
			return i;
	return options->n;
}

/* Is an option's letter in a word such as "-qLmine", or its long form in "--label=mine"? */
static bool sets_name(const char *word, const char *option)
{
	if (!option || *word != '-')
		return false;
	if (word[1] == '-')
		return text_starts(word, "--label") || text_starts(word, "--uuid");
	return strchr(word + 1, option[1]) != NULL;
}

static const char second_device[] = "no second device may stand here";

const char *fstype_forbids(const struct fstype *type, const char *word)
{
	static const char *const devices[] = { "logdev", "rtdev", "device", "journal_dev", "journal_path",
		"jdev", "LABEL=", "UUID=", NULL };

	if (strchr(word, '/'))
		return "no path may stand here: hib names the device itself";
	for (int i = 0; devices[i]; i++)
		if (strstr(word, devices[i]))
			return second_device;
	if (strstr(word, "uuid=") || sets_name(word, type->label) || sets_name(word, type->uuid))
		return "label and UUID are hib's: it knows its own file systems by them";
	return NULL;
}

const char *fstype_forbids_mount(const char *options)
{
	static const char *const elsewhere[] = { "loop", "offset", "sizelimit", "bind", "rbind", "move",
		"remount", "helper", "logdev", "rtdev", "device", "journal_dev", "journal_path", "jdev", NULL };

	if (strchr(options, '/'))
		return "no path may stand here: hib names the device itself";
	while (*options) {
		size_t size = strcspn(options, ","), name = strcspn(options, ",=");

		for (int i = 0; elsewhere[i]; i++)
			if (strlen(elsewhere[i]) == name && !strncmp(options, elsewhere[i], name))
				return "what is mounted, and from where, is hib's to say";
		if (text_starts(options, "X-") || text_starts(options, "x-"))
			return "what is mounted, and from where, is hib's to say";
		options += size + (options[size] == ',');
	}
	return NULL;
}

/* An argument list in the making. */
struct words {
	struct arena *arena;
	const char **items;
	size_t n;
};

static void add(struct words *words, const char *word)
{
	words->items = arena_more(words->arena, words->items, words->n, sizeof *words->items);
	words->items[words->n++] = word;
}

/* Ours; "-E ours,theirs" where the experiment uses the same option, so that its word wins. */
static size_t add_ours(struct words *words, const struct making *making)
{
	const struct fstype *type = making->type;
	size_t own = own_use(making->options, type->extended);

	for (const char *const *a = type->arguments; *a; a++) {
		bool joined = type->extended && a > type->arguments && !strcmp(a[-1], type->extended) &&
			own < making->options->n;

		add(words,
			joined ? arena_printf(words->arena, "%s,%s", *a, making->options->items[own + 1]) : *a);
	}
	return own;
}

static void add_names(struct words *words, const struct making *making)
{
	if (!making->label)
		return;
	add(words, making->type->label);
	add(words, making->label);
	if (making->type->uuid) {
		add(words, making->type->uuid);
		add(words, making->uuid);
	} else if (!strcmp(making->type->name, "xfs")) {
		add(words, "-m");
		add(words, arena_printf(words->arena, "uuid=%s", making->uuid));
	}
}

const char **fstype_command(const struct making *making, struct arena *arena)
{
	const struct fstype *type = making->type;
	const struct strings *options = making->options;
	struct words words = { arena, NULL, 0 };
	const char *size = making->size && type->size_format ?
		arena_printf(arena, type->size_format, (unsigned long long)(making->size / type->size_unit)) :
		NULL;
	size_t own;

	add(&words, type->program);
	own = add_ours(&words, making);
	add_names(&words, making);
	for (size_t i = 0; i < options->n; i++)
		if (own == options->n || (i != own && i != own + 1))
			add(&words, options->items[i]);
	if (size && type->size_option) {
		add(&words, type->size_option);
		add(&words, size);
	}
	if (making->device)
		add(&words, making->device);
	if (size && !type->size_option)
		add(&words, size);
	add(&words, NULL);
	return words.items;
}
