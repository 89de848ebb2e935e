#ifndef RUNNER_PTS_ENVIRONMENT_H
#define RUNNER_PTS_ENVIRONMENT_H

#include "runner/profile/profile.h"

/*
 * The variables that scripts of the Phoronix Test Suite expect (PTS.md 3.3). `folder` is where the program is
 * (HOME), `install` where it is installed; they differ when a copy runs.
 */
void pts_environment(const struct profile *profile, const char *folder,
	void (*set)(void *context, const char *name, const char *value), void *context);

#endif
