#ifndef RUNNER_SYSTEM_STEPS_H
#define RUNNER_SYSTEM_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "runner/process/cgroup.h"
#include "share/base/error.h"
#include "share/base/memory.h"

/* One step of bringing a system under test into its state: "mkfs", "mount", "settle". */
struct step {
	const char *name;
	int code; /* exit status of a program, 128 + n after signal n; else 0, or an errno */
	double seconds;
	const char *said; /* the command, what was read back, or why it failed; may be NULL */
};

/* What was done, in order, and what helper programs run under. A borrowed arena holds the strings. */
struct steps {
	struct arena *arena;
	struct step *items;
	size_t n;
	const char *log_stem; /* what a program prints goes to STEM.NAME.out and STEM.NAME.err */
	const char *token; /* HIB_RUN in the environment of every program */
	const struct cgroup *cgroup; /* may be NULL */
	const volatile int *stop; /* non-zero: end what runs; may be NULL */
	bool stopped; /* a step was cut short by *stop */
};

/* Note a step that hib did itself. */
void steps_note(struct steps *steps, const char *name, int code, double seconds, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * Run a helper program and note it as a step. -1 with a message ("mkfs.ext4 failed with exit status 1: what
 * it said") when it cannot be started, fails or is stopped.
 */
int steps_run(struct steps *steps, const char *name, const char *const *argv, struct error *err);

/* Seconds of CLOCK_MONOTONIC. */
double steps_clock(void);

#endif
