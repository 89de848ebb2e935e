#ifndef RUNNER_SYSTEM_MOUNTS_H
#define RUNNER_SYSTEM_MOUNTS_H

#include "runner/system/steps.h"
#include "share/base/text.h"

/*
 * hib's mounts are its own: it lives in a mount namespace that takes over what the machine mounts and
 * passes nothing on, so that no other program can be in the way, and all of it goes with the last
 * process of the run. To be called before the first mount; once done, it does nothing. -1 where the caller may
 * not.
 */
int mounts_make_private(struct error *err);

/* In a mount namespace made just now: take over what is mounted above, pass nothing on. 0, or -1 and errno. */
int mounts_receive(void);

/* mount(8), as a step. `options` may be NULL. A failure tells what the kernel said, too. */
int mounts_mount(struct steps *steps, const char *type, const char *options, const char *device,
	const char *point, struct error *err);

/* umount(8), tried again for ten seconds while somebody holds it; then -1 that names the holders. */
int mounts_unmount(struct steps *steps, const char *point, struct error *err);

/* Detach a mount whoever holds it: the last way out. */
void mounts_detach(const char *point);

/* Everything on the file system of `folder` to its device; 0 or an errno. */
int mounts_sync(const char *folder);

/* Empty the page cache and the caches of names; as a step. Returns 0 or an errno. */
int mounts_drop_caches(struct steps *steps);

/* "fio (4711), sh (4712)": processes that have something open below `point`. Appends; "" for none. */
void mounts_add_holders(struct text *out, const char *point);

#endif
