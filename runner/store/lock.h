#ifndef RUNNER_STORE_LOCK_H
#define RUNNER_STORE_LOCK_H

#include <stdbool.h>
#include <sys/types.h>

#include "share/base/error.h"

/*
 * One run at a time in a result folder: run.lock is locked while hib runs there, and says who and
 * where. The lock goes with the process, whatever ends it. So that runs with -o are found too, each
 * is registered in the store's folder .running.
 */
struct run_lock {
	int fd; /* -1: not taken */
	char *registered; /* path of the registration */
};

#define RUN_LOCK_INIT                                                                                          \
	{                                                                                                      \
		-1, NULL                                                                                       \
	}

/* What run.lock says. */
struct run_holder {
	long pid;
	char *host, *cgroup;
	char *token; /* stands in the environment of every process of its trials */
	char *folders; /* on the systems under test, one a line */
};

int run_lock_take(struct run_lock *lock, const char *folder, struct error *err);

/* Write down what a later hib must clean if this one is killed. */
int run_lock_note(
	struct run_lock *lock, const char *cgroup, const char *token, const char *folders, struct error *err);
void run_lock_release(struct run_lock *lock);

/* Give it up as a killed process does: what is noted is still to be cleaned. */
void run_lock_leave(struct run_lock *lock);

/* Is the folder's run.lock hib's: empty, or a process number on its first line? */
bool run_lock_is_ours(const char *folder);

/* What run.lock of the folder says; returns whether a live hib holds it. */
bool run_lock_holder(const char *folder, struct run_holder *holder);
void run_holder_release(struct run_holder *holder);

/* Visit the folder of each run that goes on now, in every store that can be read. */
int running_each(
	int (*each)(void *context, const char *folder, const struct run_holder *holder), void *context);

/* Visit the folder of each run that was killed and left things behind. */
int killed_each(int (*each)(void *context, const char *folder, const struct run_holder *holder), void *context);

#endif
