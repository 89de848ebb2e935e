#ifndef RUNNER_PTS_MENUS_H
#define RUNNER_PTS_MENUS_H

#include "runner/profile/profile.h"
#include "runner/pts/test_definition.h"

/* The options of a definition as those of a profile, in its arena (PTS.md 3.2); special menus included. */
void pts_add_options(struct profile *profile, const struct pts_definition *definition, struct arena *arena);

#endif
