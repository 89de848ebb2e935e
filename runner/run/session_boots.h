#ifndef RUNNER_RUN_SESSION_BOOTS_H
#define RUNNER_RUN_SESSION_BOOTS_H

#include "runner/run/session.h"

/* The kernel that a slot's system needs, NULL: any. */
const char *session_kernel(const struct session *session, size_t slot);

bool session_needs_boots(const struct session *session);

/* The block that this boot runs: the one it began, else the first that the running kernel can go on with. */
void session_choose_block(struct session *session);

/* What is left, counted in boots: each is a kernel and a block. */
void session_count_boots(struct session *session);

#endif
