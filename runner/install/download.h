#ifndef RUNNER_INSTALL_DOWNLOAD_H
#define RUNNER_INSTALL_DOWNLOAD_H

#include "runner/profile/profile.h"

/*
 * Files that programs are built from. A file is looked for in hib's cache ($HIB_CACHE, else
 * /var/cache/hib for root, else ${XDG_CACHE_HOME:-~/.cache}/hib), in the folders of $HIB_DOWNLOADS (a path, as
 * PATH is) and in the caches of the Phoronix Test Suite ($PTS_DOWNLOAD_CACHE_OVERRIDE,
 * ~/.phoronix-test-suite/download-cache, /var/lib/..., /usr/share/...); one there needs no network. Otherwise
 * curl(1) fetches it from each of its URLs in turn, going on where an earlier try was cut off. Nothing is used
 * before its size and its SHA-256 (else MD5) are what the profile says.
 */

/*
 * Path of the verified file; owned by the caller. NULL with a message that says for each place what was
 * wrong with it. `offline`: no URL is tried.
 */
char *download_file(const struct source_file *file, bool offline, struct error *err);

/* Where it would come from: a path that is there, or the first URL. Owned by the caller. */
char *download_origin(const struct source_file *file);

/*
 * Is no member of the archive (tar in any compression, zip) absolute or above its folder ("../x")? -1 with a
 * message that names the member. What is no archive passes.
 */
int archive_check(const char *path, struct error *err);

#endif
