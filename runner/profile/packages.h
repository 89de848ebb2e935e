#ifndef RUNNER_PROFILE_PACKAGES_H
#define RUNNER_PROFILE_PACKAGES_H

#include "runner/profile/profile.h"
#include "share/base/text.h"

/* A package of the distribution that runs here. */
struct package {
	char name[64];
	char part[32]; /* of its archive, when that is not there by default: "non-free", "AUR"; or "" */
};

/* The profile's (first) package for this distribution; false when it has none. */
bool profile_package(const struct profile *profile, struct package *package);

/* The package at `index` of those that a profile needs ("gcc make, iozone3 (non-free)"); false behind the last.
 */
bool profile_package_at(const struct profile *profile, size_t index, struct package *package);

/* Is the package installed? Elsewhere than on Debian nobody knows: false. */
bool package_is_installed(const char *name);

/* "Debian package fsmark", "no package; see ...": where the profile's programs come from. Appends. */
void profile_add_package(struct text *out, const struct profile *profile);

/* The distribution's way to install packages, NULL-terminated: "apt-get install -y ..."; NULL: unknown. */
const char *const *package_arguments(void);

/* What a user types: "sudo apt-get install"; NULL when the distribution is none that hib knows. */
const char *package_command(void);

/* Debian and what is made from it. */
bool package_is_debian(void);

#endif
