#ifndef RUNNER_MACHINE_TARBALL_H
#define RUNNER_MACHINE_TARBALL_H

#include <stdbool.h>

#include "share/base/error.h"
#include "share/base/memory.h"

/*
 * The source tree for tests that unpack, copy and remove one. `text` is the path of a tarball;
 * "generated": a deterministic tree that hib makes once and keeps in its cache; "auto": an
 * installed linux-source of Debian (/usr/src/linux-source-*.tar.*), else generated. A quick run
 * takes a small generated tree for "auto". Sets the path and what charts call it; strings in the
 * arena. A generated one is not made yet: tarball_make().
 */
int tarball_resolve(struct arena *arena, const char *text, bool quick, const char **path, const char **title,
	struct error *err);

/*
 * Make the tarball if it is a generated one that is not there yet. `stop` is asked between files
 * and ends it, with -1 and no message. -1 with a message on failure.
 */
int tarball_make(const char *path, bool (*stop)(void), struct error *err);

#endif
