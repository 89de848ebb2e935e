#ifndef RUNNER_INSTALL_BUILD_H
#define RUNNER_INSTALL_BUILD_H

#include "runner/install/workshop.h"

/*
 * Build a profile's programs from a folder of sources that the user has, and put them where hib
 * looks first. The folder itself stays as it is: a copy below store_programs() is built in, with the
 * commands of the profile's source.build, else with ./autogen.sh, ./configure and make where these are there.
 * With `dry_run` the commands are only printed on stdout. Messages name the command that failed.
 */
int build_from(const struct profile *profile, const char *folder, bool dry_run, struct error *err);

/*
 * Build what source.url brought: its archive lies in the workshop's folder. It is unpacked there, and built by
 * the same commands in the workshop; the programs are linked to where hib looks first.
 */
int build_archive(struct workshop *w, char *const *environment, struct error *err);

#endif
