#ifndef RUNNER_PROCESS_CGROUP_H
#define RUNNER_PROCESS_CGROUP_H

/* Controllers of version 1, for what version 2 does not count on this machine. */
enum cgroup_v1 { V1_MEMORY, V1_BLKIO, V1_CPUACCT, V1_COUNT };

/* A cgroup v2 of our own for the trials of one run; used where hib may make one. */
struct cgroup {
	char *path; /* owned; NULL when there is none */
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

/* Make one below hib's own cgroup, called by `token`. Without the right to: path NULL and folder -1. */
void cgroup_open(struct cgroup *cgroup, const char *token);

/* And groups of version 1 for what it does not count. hib itself joins them until cgroup_close(). */
void cgroup_open_v1(struct cgroup *cgroup, const char *token);

/* Kill everything in it; -1 when the kernel cannot (before 5.14). */
int cgroup_kill(const struct cgroup *cgroup);

/* Send a signal to every process in it. Returns how many there were. */
int cgroup_signal(const struct cgroup *cgroup, int signal);

/* Remove it; it must be empty. */
void cgroup_close(struct cgroup *cgroup);

/* Kill what a dead hib left in its cgroup; then, once nothing runs there any more, remove it and its groups of
 * version 1. */
void cgroup_kill_stale(const char *path);
void cgroup_remove_stale(const char *path, const char *token);

#endif
