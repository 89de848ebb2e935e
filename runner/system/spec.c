#include "runner/system/spec.h"

#include <stddef.h>
#include <string.h>

#include "runner/system/fstype.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define AT(field) offsetof(struct system_spec, field)

enum volume_kind spec_kind(const struct system_spec *spec)
{
	if (!spec || !spec->device)
		return VOLUME_FOLDER;
	if (!strcmp(spec->device, "image"))
		return VOLUME_IMAGE;
	return strcmp(spec->device, "tmpfs") ? VOLUME_DEVICE : VOLUME_TMPFS;
}

static int wrong(const char *name, const struct node *node, const char *key, struct error *err, const char *why)
{
	const struct node *value = node_get(node, key);

	return node_error(err, name, value ? value : node, "'%s' %s", key, why);
}

/* Keys that say nothing about a folder that is measured as it is. */
static int check_folder(const char *name, const struct node *node, struct error *err)
{
	static const char *const keys[] = { "mkfs", "mount", "size", "read_ahead", "scheduler", "erase", NULL };

	for (int i = 0; keys[i]; i++)
		if (node_get(node, keys[i]))
			return wrong(name, node, keys[i], err,
				"needs a file system to make: device: image, tmpfs or a device, and type:");
	return 0;
}

/* Of the options that the experiment gives to mkfs and mount. */
static int check_words(const char *name, const struct node *node, const struct system_spec *spec,
	const struct fstype *type, struct error *err)
{
	const char *why;

	for (size_t i = 0; type && i < spec->mkfs.n; i++) {
		why = fstype_forbids(type, spec->mkfs.items[i]);
		if (why)
			return node_error(
				err, name, node_get(node, "mkfs"), "'%s': %s", spec->mkfs.items[i], why);
	}
	why = spec->mount ? fstype_forbids_mount(spec->mount) : NULL;
	return why ? node_error(err, name, node_get(node, "mount"), "'%s': %s", spec->mount, why) : 0;
}

/* Keys that say nothing about memory. */
static int check_memory(
	const char *name, const struct node *node, const struct system_spec *spec, struct error *err)
{
	static const char *const keys[] = { "mkfs", "read_ahead", "scheduler", "erase", NULL };

	if (spec->type && strcmp(spec->type, "tmpfs") != 0)
		return wrong(name, node, "type", err, "must be tmpfs on device: tmpfs");
	for (int i = 0; keys[i]; i++)
		if (node_get(node, keys[i]))
			return wrong(name, node, keys[i], err, "does not go with memory");
	return check_words(name, node, spec, NULL, err);
}

/* Sizes that are given must be some. */
static int check_sizes(const char *name, const struct node *node, struct system_spec *spec, struct error *err)
{
	spec->sets_read_ahead = node_get(node, "read_ahead") != NULL;
	if (node_get(node, "size") && !spec->size)
		return wrong(name, node, "size", err, "must be more than nothing");
	if (spec->sets_read_ahead && spec->read_ahead % 1024)
		return wrong(name, node, "read_ahead", err, "must be whole KiB");
	return 0;
}

static int check_spec(const char *name, const struct node *node, void *values, struct error *err)
{
	struct system_spec *spec = values;
	struct text known = TEXT_INIT;
	enum volume_kind kind;
	const struct fstype *type;
	char least[32];

	if (spec->devices.n)
		return wrong(name, node, "devices", err, "(several devices a file system) is not there yet");
	if (spec->raw)
		return wrong(name, node, "raw", err, "(a device without a file system) is not there yet");
	if (check_sizes(name, node, spec, err))
		return -1;
	if (spec->type && !spec->device)
		spec->device = strcmp(spec->type, "tmpfs") ? "image" : "tmpfs";
	kind = spec_kind(spec);
	if (kind == VOLUME_FOLDER)
		return check_folder(name, node, err);
	if (kind == VOLUME_TMPFS)
		return check_memory(name, node, spec, err);
	if (!spec->type)
		return node_error(err, name, node, "a system on device: %s needs a 'type'", spec->device);
	type = fstype_named(spec->type);
	if (!type) {
		fstype_add_names(&known);
		node_error(err, name, node_get(node, "type"), "hib cannot make a file system '%s' (it can: %s)",
			spec->type, text_string(&known));
		text_release(&known);
		return -1;
	}
	if (spec->size && spec->size < type->least)
		return node_error(err, name, node_get(node, "size"), "'size' is less than %s wants (%s)",
			type->name, number_size_text(type->least, least));
	return check_words(name, node, spec, type, err);
}

static const struct key system_key_list[] = {
	{ "device", KEY_TEXT, AT(device),
		.help = "image: a file that hib makes; tmpfs; or a block device by its stable name (/dev/disk/by-id/...). Without it, and without type: a folder as it is" },
	{ "directory", KEY_TEXT, AT(directory),
		.help = "the folder that is measured, or in which the image file lies; default: the one the run names" },
	{ "type", KEY_TEXT, AT(type),
		.help = "file system to make afresh for each trial: ext4, xfs, btrfs, ..." },
	{ "mkfs", KEY_LIST, AT(mkfs), .help = "arguments for mkfs, behind hib's own" },
	{ "mount", KEY_TEXT, AT(mount), .help = "mount options, as noatime,data=writeback" },
	{ "size", KEY_SIZE, AT(size),
		.help = "of the image, or of the file system on a larger device; default: what the tests need, the whole device" },
	{ "read_ahead", KEY_SIZE, AT(read_ahead), .help = "of the device, as 128 KiB" },
	{ "scheduler", KEY_TEXT, AT(scheduler), .help = "of the device's queue, as none or mq-deadline" },
	{ "before", KEY_ARGVS, AT(before),
		.help = "commands on the mounted file system, just before the measured one; {device} and {mount} are replaced" },
	{ "after", KEY_ARGVS, AT(after),
		.help = "commands behind the measured one, before the file system goes" },
	{ "kernel", KEY_TEXT, AT(kernel),
		.help = "only under kernels whose release (uname -r) fits this pattern" },
	{ "erase", KEY_FLAG, AT(erase), .help = "true: all that is on the device may be lost" },
	{ "notes", KEY_TEXT, AT(notes), .help = "a sentence about it for the result file" },
	{ "devices", KEY_LIST, AT(devices), .help = "reserved: several devices for one file system" },
	{ "raw", KEY_TEXT, AT(raw), .help = "reserved: a device without a file system" },
	{ 0 },
};

const struct key_table system_keys = { "system", sizeof(struct system_spec), AT(name), AT(place),
	system_key_list, check_spec };

static void add_strings(struct text *out, const struct strings *strings)
{
	text_addc(out, '[');
	for (size_t i = 0; i < strings->n; i++) {
		if (i)
			text_addc(out, ',');
		json_add_string(out, strings->items[i]);
	}
	text_addc(out, ']');
}

static void add_rows(struct text *out, const char *key, const struct rows *rows)
{
	if (!rows->n)
		return;
	json_add_key(out, key);
	text_addc(out, '[');
	for (size_t i = 0; i < rows->n; i++) {
		if (i)
			text_addc(out, ',');
		add_strings(out, (const struct strings *)rows->items + i);
	}
	text_addc(out, ']');
}

void spec_add_json(struct text *out, const struct system_spec *spec)
{
	text_addc(out, '{');
	json_add_text(out, "name", spec->name);
	json_add_text(out, "device", spec->device);
	json_add_text(out, "directory", spec->directory);
	json_add_text(out, "type", spec->type);
	if (spec->mkfs.n) {
		json_add_key(out, "mkfs");
		add_strings(out, &spec->mkfs);
	}
	json_add_text(out, "mount", spec->mount);
	if (spec->size)
		json_add_whole(out, "size", (long long)spec->size);
	if (spec->sets_read_ahead)
		json_add_whole(out, "read_ahead", (long long)spec->read_ahead);
	json_add_text(out, "scheduler", spec->scheduler);
	add_rows(out, "before", &spec->before);
	add_rows(out, "after", &spec->after);
	json_add_text(out, "kernel", spec->kernel);
	json_add_text(out, "notes", spec->notes);
	if (spec->erase) {
		json_add_key(out, "erase");
		text_adds(out, "true");
	}
	text_addc(out, '}');
}

static const char *text_of(struct arena *arena, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? arena_text(arena, text) : NULL;
}

static void take_strings(struct strings *strings, struct arena *arena, const json_t *list)
{
	strings->n = json_array_size(list);
	strings->items = arena_take(arena, (strings->n + 1) * sizeof *strings->items);
	for (size_t i = 0; i < strings->n; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		strings->items[i] = arena_text(arena, text ? text : "");
	}
}

static void take_rows(struct rows *rows, struct arena *arena, const json_t *list)
{
	struct strings *items = arena_take(arena, (json_array_size(list) + 1) * sizeof *items);

	*rows = (struct rows){ items, json_array_size(list) };
	for (size_t i = 0; i < rows->n; i++)
		take_strings(&items[i], arena, json_array_get(list, i));
}

int spec_from_json(struct system_spec *spec, struct arena *arena, const json_t *object, struct error *err)
{
	*spec = (struct system_spec){ 0 };
	if (!json_is_object(object))
		return error_set(err, "a system's description is no object");
	spec->name = text_of(arena, object, "name");
	spec->device = text_of(arena, object, "device");
	spec->directory = text_of(arena, object, "directory");
	spec->type = text_of(arena, object, "type");
	take_strings(&spec->mkfs, arena, json_object_get(object, "mkfs"));
	spec->mount = text_of(arena, object, "mount");
	spec->size = (uint64_t)json_integer_value(json_object_get(object, "size"));
	spec->read_ahead = (uint64_t)json_integer_value(json_object_get(object, "read_ahead"));
	spec->sets_read_ahead = json_object_get(object, "read_ahead") != NULL;
	spec->scheduler = text_of(arena, object, "scheduler");
	take_rows(&spec->before, arena, json_object_get(object, "before"));
	take_rows(&spec->after, arena, json_object_get(object, "after"));
	spec->kernel = text_of(arena, object, "kernel");
	spec->notes = text_of(arena, object, "notes");
	spec->erase = json_is_true(json_object_get(object, "erase"));
	return 0;
}

void spec_add_words(struct text *out, const struct system_spec *spec)
{
	char size[32];

	if (spec->size)
		text_printf(out, "%s ", number_size_text(spec->size, size));
	text_printf(out, "%s on ", spec->type ? spec->type : "tmpfs");
	switch (spec_kind(spec)) {
	case VOLUME_IMAGE:
		text_adds(out, "an image file");
		break;
	case VOLUME_TMPFS:
		text_adds(out, "memory");
		break;
	default:
		text_adds(out, spec->device ? spec->device : "");
	}
	if (spec->mount)
		text_printf(out, ", %s", spec->mount);
}
