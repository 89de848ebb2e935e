#ifndef RUNNER_PROFILE_DETECT_H
#define RUNNER_PROFILE_DETECT_H

#include "runner/profile/profile.h"
#include "share/base/text.h"

/*
 * What of a profile is installed. Version: the group of detect.pattern in what detect.command
 * prints (PCRE2 with a match limit); "" when it cannot be told.
 */
struct installed {
	const char *missing; /* first program that is not found, NULL: all are there */
	const char *why; /* instead of a program that is not found: what else is the matter; or NULL */
	char version[64];
};

/* A pattern that is no regular expression is an error with its offset. */
int profile_installed(struct installed *installed, const struct profile *profile, struct error *err);

#endif
