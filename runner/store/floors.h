#ifndef RUNNER_STORE_FLOORS_H
#define RUNNER_STORE_FLOORS_H

#include "report/compare/floors.h"

/* The noise floors that hib calibrate measured here: floors.json beside the saved results. */

/* Those of all users that may be read here: root's first, one's own before it. */
int store_floors_load(struct floors *floors, struct error *err);
/* Put these in among one's own; the file is replaced as a whole. *path is where, owned by the caller. */
int store_floors_add(const struct floors *more, char **path, struct error *err);

#endif
