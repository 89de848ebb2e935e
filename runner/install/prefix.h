#ifndef RUNNER_INSTALL_PREFIX_H
#define RUNNER_INSTALL_PREFIX_H

#include "runner/profile/profile.h"

/*
 * The folder of a program that its profile brings itself: one for each version of the profile, below the
 * folder of programs (store.h): "installed/hib/NAME-VERSION", "installed/pts/NAME-VERSION". A file beside
 * it, "NAME-VERSION.json", says that it is whole and from what it was made; "NAME-VERSION.log" is what
 * making it printed.
 */
char *prefix_of(const struct profile *profile); /* owned by the caller */

/* Is it there, whole, and made from this very profile? If not, *why says what is the matter (static text). */
bool prefix_is_ready(const struct profile *profile, const char **why);

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
