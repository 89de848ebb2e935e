#include "runner/system/volume.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/machine/filesystem.h"
#include "report/result/flags.h"
#include "runner/system/fstype.h"
#include "runner/system/idle.h"
#include "runner/system/mounts.h"
#include "share/base/file.h"
#include "share/base/random.h"
#include "share/base/banned.h"

/* Limits of the waits, in seconds. */
#define GATE_LIMIT      120.0
#define SETTLE_LIMIT    30.0
#define LAZY_INIT_LIMIT 600.0

void volume_open(struct volume *volume, const struct system_spec *spec, const char *folder, const char *token)
{
	*volume = (struct volume){
		.spec = spec, .folder = mem_text(folder), .token = mem_text(token), .loop = LOOP_INIT
	};
	volume->point = spec_kind(spec) == VOLUME_FOLDER ? mem_text(folder) : file_join(folder, "mount");
	if (spec)
		volume->size = spec->size;
}

void volume_add_note(struct text *out, const struct volume *v)
{
	struct error ignored = ERROR_INIT;
	char *node;

	text_printf(out, "%s\n", v->folder);
	if (spec_kind(v->spec) != VOLUME_DEVICE)
		return;
	node = device_node(v->spec->device, &ignored);
	if (node)
		device_add_restore(out, strrchr(node, '/') + 1, v->spec);
	free(node);
	error_release(&ignored);
}

/* Name of a block device as the kernel counts it: its last part, links followed. */
static void name_disk(struct volume *v)
{
	char *real = realpath(v->device, NULL), *slash = real ? strrchr(real, '/') : NULL;

	snprintf(v->disk, sizeof v->disk, "%s", slash ? slash + 1 : "");
	free(real);
}

static int make_image(struct volume *v, struct steps *steps, struct error *err)
{
	char *image = file_join(v->folder, "image");
	double start = steps_clock();
	int rc = loop_make(&v->loop, image, v->size, err);

	steps_note(
		steps, "image", rc ? errno : 0, steps_clock() - start, "%s", rc ? err->message : v->loop.path);
	if (!rc) {
		v->device = mem_text(v->loop.path);
		if (!v->loop.direct)
			v->flags |= FLAG_LOOP_BUFFERED;
	}
	free(image);
	return rc;
}

/* All that comes goes to the node that the name leads to now, and not where it may lead later. */
static int pin_device(struct volume *v, struct error *err)
{
	v->device = device_node(v->spec->device, err);
	return v->device ? 0 : -1;
}

/* The guard looks at the node that is about to be erased. */
static int guard_device(struct volume *v, struct error *err)
{
	const struct device_leave leave = { v->erase_foreign, v->identity };
	char *now;
	int rc = device_guard(v->spec, &leave, err);

	if (rc)
		return rc;
	now = device_node(v->spec->device, err);
	if (!now)
		return -1;
	if (strcmp(now, v->device) != 0)
		rc = error_set(err, "'%s' led to '%s' and leads to '%s' now: nothing was erased",
			v->spec->device, v->device, now);
	free(now);
	return rc;
}

static int discard(struct volume *v, struct steps *steps, struct error *err)
{
	const char *argv[] = { "blkdiscard", "-f", v->device, NULL };
	struct error ignored = ERROR_INIT;

	if (!device_can_discard(v->device)) {
		v->flags |= FLAG_NO_DISCARD;
		return 0;
	}
	if (steps_run(steps, "discard", argv, &ignored))
		v->flags |= FLAG_NO_DISCARD;
	error_release(&ignored);
	return steps->stopped ? error_set(err, "stopped") : 0;
}

static void fresh_uuid(char uuid[37])
{
	struct random random;
	uint64_t a, b;

	random_seed(&random, random_fresh_seed());
	a = random_next(&random);
	b = random_next(&random);
	/* RFC 4122: version 4, variant 1 */
	snprintf(uuid, 37, "%08x-%04x-4%03x-%04x-%012llx", (unsigned)(a >> 32), (unsigned)(a >> 16) & 0xffff,
		(unsigned)a & 0xfff, (unsigned)(0x8000 | ((b >> 48) & 0x3fff)),
		(unsigned long long)(b & 0xffffffffffffULL));
}

/* What stands on the device now must be known as hib's: some kinds choose their UUID themselves. */
static int remember_own(struct volume *v, struct error *err)
{
	struct device now;
	int rc = device_examine(&now, v->device, err);

	if (!rc && *now.uuid && !device_is_ours(now.label, now.uuid))
		rc = device_remember(now.uuid, err);
	if (!rc && !device_is_ours(now.label, now.uuid))
		rc = error_set(err, "mkfs made a file system without hib's label: its options change that");
	device_release(&now);
	return rc;
}

static int make_filesystem(struct volume *v, struct steps *steps, struct error *err)
{
	char uuid[37], label[13];
	struct making making = { fstype_named(v->spec->type), &v->spec->mkfs, label, uuid, v->device,
		spec_kind(v->spec) == VOLUME_DEVICE ? v->spec->size : 0 };

	fresh_uuid(uuid);
	snprintf(label, sizeof label, "hib-%.8s", v->token);
	/* known as ours before it is there: a kill in between leaves no foreign file system */
	if (spec_kind(v->spec) == VOLUME_DEVICE && device_remember(uuid, err))
		return -1;
	if (steps_run(steps, "mkfs", fstype_command(&making, steps->arena), err))
		return -1;
	return spec_kind(v->spec) == VOLUME_DEVICE ? remember_own(v, err) : 0;
}

/* Was it our device that was mounted, under whatever name? */
static bool is_own_source(const struct volume *v, const char *source)
{
	struct stat ours, its;

	if (!v->device)
		return true;
	return !stat(v->device, &ours) && !stat(source, &its) && ours.st_rdev == its.st_rdev;
}

static int mount_again(struct volume *v, struct steps *steps, struct error *err)
{
	struct filesystem now;
	int rc = 0;
	const char *type = v->spec->type ? v->spec->type : "tmpfs", *options = v->spec->mount;
	char *sized = NULL;

	if (spec_kind(v->spec) == VOLUME_TMPFS && v->size)
		options = sized = mem_printf("size=%llu%s%s", (unsigned long long)v->size, options ? "," : "",
			options ? options : "");
	if (mounts_mount(steps, type, options, v->device ? v->device : "hib", v->point, err)) {
		free(sized);
		return -1;
	}
	free(sized);
	v->mounted = true;
	if (filesystem_of(&now, v->point, err))
		return -1;
	/* what the kernel made of the options is part of the result */
	steps_note(
		steps, "mounted", 0, 0, "%s %s on %s (%s)", now.type, now.source, now.mount_point, now.options);
	if (strcmp(now.mount_point, v->point) != 0 || strcmp(now.type, type) != 0 ||
		!is_own_source(v, now.source))
		rc = error_set(err,
			"%s on '%s' is what stands at '%s' now, not the %s that was to be mounted there",
			now.type, now.source, now.mount_point, type);
	filesystem_release(&now);
	return rc;
}

static int set_queue(struct volume *v, struct steps *steps, struct error *err)
{
	double start = steps_clock();
	struct text now = TEXT_INIT;
	int rc;

	if (!v->device)
		return 0;
	rc = device_set(v->disk, v->spec, &v->before, err);
	device_add_settings(&now, v->disk);
	steps_note(
		steps, "queue", rc ? 1 : 0, steps_clock() - start, "%s", rc ? err->message : text_string(&now));
	text_release(&now);
	return rc;
}

/* Only where the experiment asks mkfs for it: hib's own options leave nothing to be done later. */
static bool has_lazy_init(const struct system_spec *spec)
{
	for (size_t i = 0; i < spec->mkfs.n; i++)
		if (strstr(spec->mkfs.items[i], "lazy_"))
			return true;
	return false;
}

int volume_fresh(struct volume *v, struct steps *steps, struct error *err)
{
	enum volume_kind kind = spec_kind(v->spec);

	v->flags = 0;
	if (kind == VOLUME_FOLDER) {
		v->flags |= FLAG_WARM_POSSIBLE;
		return 0;
	}
	if (mkdir(v->point, 0755) && errno != EEXIST)
		return error_set_errno(err, "cannot make the folder '%s'", v->point);
	if (kind == VOLUME_IMAGE && make_image(v, steps, err))
		return -1;
	if (kind == VOLUME_DEVICE && pin_device(v, err))
		return -1;
	if (v->device)
		name_disk(v);
	if (!v->quick && !idle_gate(steps, v->disk, GATE_LIMIT))
		v->flags |= FLAG_BUSY_START;
	if (steps->stop && *steps->stop)
		return error_set(err, "stopped");
	if (kind == VOLUME_DEVICE && (guard_device(v, err) || discard(v, steps, err)))
		return -1;
	if (v->device && make_filesystem(v, steps, err))
		return -1;
	if (mount_again(v, steps, err) || set_queue(v, steps, err))
		return -1;
	if (has_lazy_init(v->spec) && !idle_lazy_init(steps, LAZY_INIT_LIMIT))
		v->flags |= FLAG_LAZY_INIT;
	return 0;
}

static int sync_step(const char *folder, struct steps *steps, struct error *err)
{
	double start = steps_clock();
	int failed = mounts_sync(folder);

	steps_note(steps, "sync", failed, steps_clock() - start, "%s", failed ? strerror(failed) : folder);
	return failed ? error_set(err, "the data did not reach the disk: %s", strerror(failed)) : 0;
}

static int cold_folder(struct volume *v, struct steps *steps, struct error *err)
{
	int folder;

	if (sync_step(v->point, steps, err))
		return -1;
	folder = open(v->point, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder >= 0) {
		file_drop_cache_below(folder);
		close(folder);
	}
	return 0;
}

static int remount(struct volume *v, struct steps *steps, struct error *err)
{
	if (sync_step(v->point, steps, err) || mounts_unmount(steps, v->point, err))
		return -1;
	v->mounted = false;
	return mount_again(v, steps, err) || set_queue(v, steps, err) ? -1 : 0;
}

int volume_cold(struct volume *v, bool laid_out, struct steps *steps, struct error *err)
{
	enum volume_kind kind = spec_kind(v->spec);

	if (kind == VOLUME_FOLDER && laid_out && cold_folder(v, steps, err))
		return -1;
	/* tmpfs has nothing but its cache */
	if ((kind == VOLUME_IMAGE || kind == VOLUME_DEVICE) && remount(v, steps, err))
		return -1;
	if (v->spec && volume_commands(v, "before", &v->spec->before, steps, err))
		return -1;
	if (kind == VOLUME_FOLDER || kind == VOLUME_TMPFS)
		return 0;
	if (mounts_drop_caches(steps))
		v->flags |= FLAG_CACHES_KEPT;
	if (!idle_settle(steps, v->disk, v->settle > 0 ? v->settle : SETTLE_LIMIT))
		v->flags |= FLAG_NOT_SETTLED;
	return steps->stop && *steps->stop ? error_set(err, "stopped") : 0;
}

int volume_remove(struct volume *v, struct steps *steps, struct error *err)
{
	/* a stop that was asked for must not leave the mount behind */
	const volatile int *stop = steps->stop;
	int rc = 0;

	steps->stop = NULL;
	if (v->mounted && mounts_unmount(steps, v->point, err))
		rc = -1;
	/* one that is held, or whose mount(8) was stopped behind its work */
	if (spec_kind(v->spec) != VOLUME_FOLDER)
		mounts_detach(v->point);
	steps->stop = stop;
	v->mounted = false;
	/* a loop device keeps its queue for the next one that gets it */
	if (v->device)
		device_restore(v->disk, &v->before);
	loop_release(&v->loop);
	if (spec_kind(v->spec) != VOLUME_FOLDER) {
		free(v->device);
		v->device = NULL;
		v->disk[0] = '\0';
		rmdir(v->point);
	}
	return rc;
}

void volume_close(struct volume *v)
{
	if (v->mounted)
		mounts_detach(v->point);
	loop_release(&v->loop);
	free(v->folder);
	free(v->point);
	free(v->token);
	free(v->device);
	*v = (struct volume){ .loop = LOOP_INIT };
}

/* "{device}" and "{mount}" inside one word. */
static const char *expanded(const struct volume *v, struct arena *arena, const char *word)
{
	char *with_device = text_replaced(word, "{device}", v->device ? v->device : "");
	char *with_mount = text_replaced(with_device, "{mount}", v->point);
	const char *made = arena_text(arena, with_mount);

	free(with_device);
	free(with_mount);
	return made;
}

int volume_commands(
	struct volume *v, const char *name, const struct rows *commands, struct steps *steps, struct error *err)
{
	for (size_t i = 0; i < commands->n; i++) {
		const struct strings *list = (const struct strings *)commands->items + i;
		const char **argv = arena_take(steps->arena, (list->n + 1) * sizeof *argv);
		char *numbered = mem_printf("%s%zu", name, i + 1);
		int rc;

		for (size_t k = 0; k < list->n; k++)
			argv[k] = expanded(v, steps->arena, list->items[k]);
		rc = steps_run(steps, numbered, argv, err);
		free(numbered);
		if (rc)
			return error_context(err, "'%s:' of the system", name);
	}
	return 0;
}
