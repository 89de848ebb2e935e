#ifndef RUNNER_PTS_FOLDER_H
#define RUNNER_PTS_FOLDER_H

#include <stdbool.h>

#include "share/base/error.h"

/*
 * Test profiles and suites of the Phoronix Test Suite are folders. They are named "pts:DIR", or by name as
 * there: "pts:stream", "pts:local/demo-1.0.0"; an unversioned name is its newest version. Names are looked up
 * below $PTS_TEST_PROFILES (suites: $PTS_TEST_SUITES), ~/.phoronix-test-suite/test-profiles,
 * /var/lib/phoronix-test-suite/test-profiles and /usr/share/phoronix-test-suite/pts-core/... in this order.
 */
#define PTS_PREFIX "pts:"

/* Is the text of the form "pts:..."? */
bool pts_is_name(const char *text);

/* "pts:/absolute/folder" of what is named; owned by the caller. NULL with a message. */
char *pts_find(const char *name, struct error *err);

/* The same of "FOLDER/NAME" or the newest "FOLDER/NAME-VERSION". */
char *pts_find_below(const char *place, struct error *err);

/* "profile" or "suite": what "pts:/absolute/folder" holds. */
const char *pts_kind(const char *path);

/*
 * Repository, name and version that the folder's own name and place give: "/x/test-profiles/pts/stream-1.3.4"
 * is "pts", "stream", "1.3.4". A folder that lies in none is of "local". Owned by the caller.
 */
struct pts_names {
	char *repository, *name, *version;
};
void pts_names_of(struct pts_names *names, const char *folder);
void pts_names_release(struct pts_names *names);

#endif
