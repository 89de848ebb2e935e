#ifndef RUNNER_SANDBOX_NAMESPACES_H
#define RUNNER_SANDBOX_NAMESPACES_H

#include <stdbool.h>

#include "share/base/error.h"
#include "share/base/text.h"

/*
 * Namespaces of a run that its trials enter: mounts with a /tmp, /var/tmp, /run and /dev/shm of their own, no
 * network, and no shared memory but their own. They live as long as hib holds them. Descriptors, -1: none.
 */
struct namespaces {
	int user; /* of a hib without root */
	int mount, ipc, network;
	int root; /* folder that is "/" there: entering leads out of a chroot */
	char **kept; /* paths, owned, NULL at the end */
	char *why; /* what is missing, and why: "a private /tmp: Operation not permitted"; owned, NULL nothing
		    */
};

#define NAMESPACES_NONE                                                                                        \
	{                                                                                                      \
		-1, -1, -1, -1, -1, NULL, NULL                                                                 \
	}

/*
 * Make them. `folder` is the run's work folder: what trials write to /tmp and /var/tmp is kept there. `kept`
 * ends with NULL and names the paths that stay as they are, wherever they lie: a hidden folder that is one of
 * them, or below one, is not hidden. What this machine does not allow is left out and stands in `why`.
 */
void namespaces_open(struct namespaces *namespaces, const char *folder, const char *const *kept);
void namespaces_close(struct namespaces *namespaces);

/* Remove what a trial left in its /tmp and /var/tmp; `folder` as above. */
void namespaces_empty(const struct namespaces *namespaces, const char *folder);

#endif
