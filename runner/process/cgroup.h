#ifndef RUNNER_PROCESS_CGROUP_H
#define RUNNER_PROCESS_CGROUP_H

/* A cgroup v2 of our own for the trials of one run; used where hib may make one. */
struct cgroup {
	char *path; /* owned; NULL when there is none */
	int folder; /* descriptor, -1 when there is none */
};

/* Make one below hib's own cgroup, called by `token`. Without the right to: path NULL and folder -1. */
void cgroup_open(struct cgroup *cgroup, const char *token);

/* Kill everything in it; -1 when the kernel cannot (before 5.14). */
int cgroup_kill(const struct cgroup *cgroup);

/* Send a signal to every process in it. Returns how many there were. */
int cgroup_signal(const struct cgroup *cgroup, int signal);

/* Remove it; it must be empty. */
void cgroup_close(struct cgroup *cgroup);

/* Kill and remove a cgroup that a dead hib left behind. */
void cgroup_remove_stale(const char *path);

#endif
