#ifndef RUNNER_SYSTEM_SPEC_H
#define RUNNER_SYSTEM_SPEC_H

#include <jansson.h>

#include "runner/keys/keys.h"
#include "share/base/text.h"

/*
 * A system under test as an experiment describes it. A zeroed one is the folder it is run in, as it
 * is. Strings belong to the arena of what was loaded.
 */
struct system_spec {
	const char *name; /* identifier: "EXT4" */
	const char *device; /* "image", "tmpfs" or the stable name of a block device; NULL: a folder */
	const char
		*directory; /* folder that is measured, or in which the image file lies; NULL: the run's own */
	const char *type; /* of the file system to make */
	struct strings mkfs; /* arguments for mkfs */
	const char *mount; /* mount options, "noatime,data=writeback" */
	uint64_t size; /* of the image or the file system; 0: as the tests need, or the whole device */
	uint64_t read_ahead; /* bytes */
	bool sets_read_ahead; /* false: it stays as it is */
	const char *scheduler; /* of the device's queue */
	struct rows before, after; /* of struct strings: commands around the measured one */
	const char *kernel; /* pattern of `uname -r` that the system needs */
	bool erase; /* the device's content may be lost */
	const char *notes; /* a sentence for the result file */
	struct strings devices; /* reserved */
	const char *raw; /* reserved */
	struct place place;
	const char *file; /* the experiment it stands in; NULL: none */
};

enum volume_kind { VOLUME_FOLDER, VOLUME_IMAGE, VOLUME_TMPFS, VOLUME_DEVICE };

enum volume_kind spec_kind(const struct system_spec *spec); /* NULL is a folder */

extern const struct key_table system_keys;

/* All of it as a JSON object, and back: a journal keeps it so. -1 with a message for what is none. */
void spec_add_json(struct text *out, const struct system_spec *spec);
int spec_from_json(struct system_spec *spec, struct arena *arena, const json_t *object, struct error *err);

/* "512 MiB ext4 on an image file, noatime": what it is, in a few words. Appends. */
void spec_add_words(struct text *out, const struct system_spec *spec);

#endif
