#ifndef RUNNER_PTS_DEPENDENCIES_H
#define RUNNER_PTS_DEPENDENCIES_H

#include "share/base/text.h"

/*
 * Debian's packages for one generic name of ExternalDependencies ("build-utilities"), separated by
 * blanks; "" when Debian needs none for it, NULL when the name is not known.
 */
const char *pts_dependency_packages(const char *name);

/* A program, header or library as SystemDependencies names it: is it on this machine? */
bool pts_dependency_is_there(const char *name);

#endif
