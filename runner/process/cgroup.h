#ifndef RUNNER_PROCESS_CGROUP_H
#define RUNNER_PROCESS_CGROUP_H

#include "share/base/text.h"

/* Controllers of version 1, for what version 2 does not count on this machine. */
enum cgroup_v1 { V1_MEMORY, V1_BLKIO, V1_CPUACCT, V1_COUNT };

/* A cgroup v2 of our own for the trials of one run; used where hib may make one. */
struct cgroup {
	char *path; /* owned; NULL when there can be none */
	int folder; /* descriptor, -1 when there is none */
	/*
	 * Groups of version 1. To join one takes the kernel tens of milliseconds, so that hib joins them once,
	 * and its own small part is counted with the trials'.
	 */
	struct cgroup_v1_group {
		char *path, *home; /* ours, and the one hib came from; owned */
		int folder;
	} v1[V1_COUNT];
};

#define CGROUP_NONE                                                                                            \
	{                                                                                                      \
		.folder = -1,                                                                                  \
		.v1 = { [V1_MEMORY] = { .folder = -1 },                                                        \
			[V1_BLKIO] = { .folder = -1 },                                                         \
			[V1_CPUACCT] = { .folder = -1 } }                                                      \
	}

/*
 * Plan one, called by `token`: below hib's own cgroup, or nearest to it where memory is counted; and groups of
 * version 1. Nothing is made yet, so that a run can first note what a later hib must remove.
 */
void cgroup_plan(struct cgroup *cgroup, const char *token);

/* Lines "group PATH" for run.lock, of the groups of version 1. Appends. */
void cgroup_add_note(struct text *out, const struct cgroup *cgroup);

/* Make the one of version 2; then those of version 1 for what it does not count, which hib itself joins until
 * cgroup_close(). Without the right to, their folder stays -1. */
void cgroup_make(struct cgroup *cgroup);
void cgroup_make_v1(struct cgroup *cgroup);

/* Kill everything in it, and go on using it; -1 when there is none. To be repeated while anybody is left. */
int cgroup_kill(const struct cgroup *cgroup);

/* Send a signal to every process in it. Returns how many there were. */
int cgroup_signal(const struct cgroup *cgroup, int signal);

/* Remove it; it must be empty. */
void cgroup_close(struct cgroup *cgroup);

/* Kill what a dead hib left in its cgroup; then, once nothing runs there any more, remove it, or a group of
 * version 1. */
void cgroup_kill_stale(const char *path);
void cgroup_remove_stale(const char *path);

#endif
