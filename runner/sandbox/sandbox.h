#ifndef RUNNER_SANDBOX_SANDBOX_H
#define RUNNER_SANDBOX_SANDBOX_H

#include "runner/profile/test.h"
#include "runner/sandbox/namespaces.h"
#include "share/base/text.h"

/*
 * The sandbox of a run. A trial's program may read the system (programs, libraries, /etc as far as everybody
 * may read it, /proc, /sys) and what its test names (source trees, its own program's folder); it may write its
 * target, its work folder and a /tmp of its own; no network, no signals to processes outside, no device nodes.
 * A profile names its exceptions with a reason. What this kernel cannot hold back is recorded with each trial.
 */
struct run_sandbox {
	int abi; /* of Landlock; 0: the kernel has none */
	struct namespaces namespaces;
	struct sandbox_place {
		int fd;
		unsigned access; /* enum landlock_file_access */
	} * places; /* that all trials share, held open; owned */
	size_t n_places, capacity;
};

#define RUN_SANDBOX_NONE                                                                                       \
	{                                                                                                      \
		.namespaces = NAMESPACES_NONE                                                                  \
	}

/*
 * Open it for the tests of a run. `folder` is the run's work folder, `kept` the paths that trials must reach
 * wherever they lie (volumes, work folder), n of them.
 */
void run_sandbox_open(struct run_sandbox *sandbox, const struct tests *tests, const char *folder,
	const char *const *kept, size_t n);
void run_sandbox_close(struct run_sandbox *sandbox);

/*
 * The ruleset of one trial, made anew after each mount, for its rules are for what is mounted now. Its
 * descriptor (owned by the caller); -1 without a message where the kernel has no Landlock, else with one.
 */
int run_sandbox_ruleset(const struct run_sandbox *sandbox, const struct test *test, const char *target,
	const char *work, struct error *err);

/* "Landlock 7, own /tmp, own shared memory, no network": what holds for trials with these exceptions (may be
 * NULL), or "none". Appends. */
void run_sandbox_add_words(
	struct text *out, const struct run_sandbox *sandbox, const struct sandbox *exceptions);

/* "writes /x; network: because ..." for a profile with exceptions; "" without. Appends. */
void sandbox_add_words(struct text *out, const struct sandbox *sandbox);

#endif
