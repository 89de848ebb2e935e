#ifndef RUNNER_PROFILE_PREFIX_H
#define RUNNER_PROFILE_PREFIX_H

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

/* The file beside the folder; owned by the caller. */
char *prefix_note(const struct profile *profile);

/* SHA-256 in hex of what the program is made from: another checksum or another script is another program. */
void prefix_source_hash(const struct profile *profile, char hash[65]);

#endif
