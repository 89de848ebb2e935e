#ifndef RUNNER_SANDBOX_CONFINE_H
#define RUNNER_SANDBOX_CONFINE_H

#include <sys/types.h>

/* What a trial's program is shut in with. Descriptors are borrowed; -1: not this one. */
struct confinement {
	int ruleset; /* of Landlock */
	int user, mount, ipc, network; /* namespaces to enter */
	int root; /* "/" in the namespace of mounts */
};

#define CONFINEMENT_NONE                                                                                       \
	{                                                                                                      \
		-1, -1, -1, -1, -1, -1                                                                         \
	}

/*
 * Shut the calling process in for good: its namespaces, no new privileges, none of root's capabilities over the
 * machine (clock, modules, raw devices, device nodes, mounts, network, other processes), no core dumps, the
 * first to go when memory runs out, and Landlock. Only system calls, so that a child that shares its parent's
 * memory may call it. Returns NULL, or what could not be done (errno is set).
 */
const char *confine(const struct confinement *confinement);

#endif
