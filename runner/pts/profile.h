#ifndef RUNNER_PTS_PROFILE_H
#define RUNNER_PTS_PROFILE_H

#include "runner/profile/profile.h"
#include "share/base/text.h"

/*
 * A test profile of the Phoronix Test Suite as the YAML profile that does the same: the one way in for
 * `hib run pts:DIR` and for `hib convert`. Scripts of the folder stand in the YAML, so that it is all there is.
 * Appends to `yaml`; warnings about what does nothing here go to `warnings`, in the arena. `origin` becomes
 * that of the folder's files: the owner who is not the caller's own, if there is one.
 */
int pts_profile_yaml(const char *folder, struct text *yaml, struct strings *warnings, struct arena *arena,
	struct file_origin *origin, struct error *err);

#endif
