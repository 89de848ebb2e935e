#ifndef RUNNER_PROFILE_LIBRARY_H
#define RUNNER_PROFILE_LIBRARY_H

#include "runner/profile/profile.h"

/*
 * The profiles and suites there are: files NAME.yaml in ${XDG_CONFIG_HOME:-~/.config}/hib/profiles
 * and in the program's own folder, which is ../profiles from build/hib and ../share/hib/profiles
 * from an installed hib. An earlier folder hides a later one.
 */

/* Path of NAME.yaml, or of NAME itself when it holds a '/' or ends in ".yaml"; NULL with a message
 * that names the nearest known one. Owned by the caller. */
char *library_path(const char *name, struct error *err);

/* Names of all of one kind ("profile" or "suite") in order; released with library_names_release(). */
struct library_names {
	char **items; /* NULL-terminated */
	size_t n;
};
void library_names(struct library_names *names, const char *kind);
void library_names_release(struct library_names *names);

/* The program's own profile folder; owned by the caller. */
char *library_folder(void);

#endif
