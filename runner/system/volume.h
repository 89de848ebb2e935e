#ifndef RUNNER_SYSTEM_VOLUME_H
#define RUNNER_SYSTEM_VOLUME_H

#include "runner/system/device.h"
#include "runner/system/loop.h"
#include "runner/system/spec.h"
#include "runner/system/steps.h"

/*
 * The file system that a trial runs on, brought into the state that METHOD.md 2 wants and taken away
 * again. A folder that is measured as it is has the same calls, which then do little.
 */
struct volume {
	const struct system_spec *spec; /* NULL: a folder as it is */
	uint64_t size; /* of an image or of tmpfs */
	const char *erase_foreign; /* serial number of a device whose foreign content may go, or NULL */
	const char *identity; /* of the device that the run began with; NULL: it begins now */
	bool quick; /* small sizes, no gate */
	double settle; /* seconds to wait for an idle disk at most; 0: hib's own limit */
	char *folder; /* made by hib for this run; owned */
	char *point; /* where the test finds the file system; owned */
	char *token; /* of the run; owned */
	struct loop loop;
	char *device; /* path of the block device in use; owned, NULL none */
	char disk[64]; /* its name in /proc/diskstats, "" none */
	char below[64]; /* the whole disk behind it: of an image, the one that holds the file */
	struct device_settings before; /* of a device's queue, to put back */
	bool mounted;
	unsigned flags; /* enum trial_flag, of the trial so far */
};

/* `folder` exists. Nothing is done yet. */
void volume_open(struct volume *volume, const struct system_spec *spec, const char *folder, const char *token);

/*
 * Lines for run.lock, from which a later hib cleans up: the folder, and settings of a device that the run will
 * change
 * ("restore PATH VALUE"). Appends.
 */
void volume_add_note(struct text *out, const struct volume *volume);

/* A fresh, empty file system, mounted at volume->point. */
int volume_fresh(struct volume *volume, struct steps *steps, struct error *err);

/*
 * What was laid out (if anything was) is on the disk, nothing of it is in memory, the experiment's `before:`
 * commands have run, and the disk is idle.
 */
int volume_cold(struct volume *volume, bool laid_out, struct steps *steps, struct error *err);

/* Unmount and detach. -1 when somebody holds it; even then nothing stays mounted. */
int volume_remove(struct volume *volume, struct steps *steps, struct error *err);

void volume_close(struct volume *volume);

/* Commands of the experiment, with {device} and {mount} replaced; each is a step called `name`. */
int volume_commands(struct volume *volume, const char *name, const struct rows *commands, struct steps *steps,
	struct error *err);

#endif
