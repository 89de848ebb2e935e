#ifndef RUNNER_INSTALL_INSTALL_H
#define RUNNER_INSTALL_INSTALL_H

#include "runner/profile/profile.h"

/* How prefix_install() goes about it. */
struct prefix_options {
	bool offline; /* nothing is fetched: what is not in a cache is missing */
	bool dry_run; /* say what would be done */
	bool again; /* also where it is there and whole */
};

/*
 * Fetch, verify and build, in the sandbox: what runs may write the prefix and a /tmp of its own, and has no
 * network unless the profile asks for it. What was there before stays until the new one is whole. -1 with
 * a message that names the file, the check or the command that failed, and the log.
 */
int prefix_install(const struct profile *profile, const struct prefix_options *options, struct error *err);

#endif
