#ifndef RUNNER_RUN_SESSION_H
#define RUNNER_RUN_SESSION_H

#include "runner/experiment/plan.h"
#include "runner/journal/journal.h"
#include "runner/store/lock.h"

/* A run under way: a plan, its result folder, and which slots need no trial any more. */
struct session {
	struct plan plan;
	char *name, *folder; /* owned */
	bool *done; /* for each slot; owned */
	const char *erase_foreign; /* serial number of a device whose foreign content may go, or NULL */
	int n_trials; /* in the journal so far */
	struct journal journal;
	struct run_lock lock; /* of the result folder, from claim or load on */
	bool made_folder, made_lock; /* folder, run.lock: they were not there before */
	int pending_slot; /* of a failed trial whose consequences are not in the journal yet; 0: none */
	/* what happened, earlier parts of a resumed run included */
	int n_ok, n_failed;
	int n_flagged, flagged[32]; /* trials of this part that something may have disturbed; by flag's bit */
	int *in_row; /* failures in a row, for each test and system; owned */
	int *repeated; /* for each test: the block that runs again at the end; owned */
	bool incomplete; /* slots are left */
	bool told_elsewhere; /* the caller prints what came out: no charts, no verdicts at the end */
	size_t first_slot; /* index of the first one that is to run now */
	/* systems that need another kernel: each boot runs one block */
	bool booted_before; /* trials of this boot are in the journal ... */
	int boot_block; /* ... and were of this block */
	const char *next_kernel; /* at the end: what is to be booted next, or NULL */
	int boots_left;
};

#define SESSION_INIT                                                                                           \
	{                                                                                                      \
		.journal = { .fd = -1 }, .lock = RUN_LOCK_INIT                                                 \
	}

/*
 * Run what is left of the plan: each trial is journalled before the next one starts, and at the end
 * composite.xml is written. Returns the exit code; after a stop signal everything is cleaned and
 * saved, and the caller raises signals_stop.
 */
int session_run(struct session *session, struct error *err);
void session_release(struct session *session);

/* Of a loaded session whose trials are all done: what a hib that was killed behind the last one had not done
 * any more. */
int session_finish(struct session *session, struct error *err);

/*
 * Take the result folder: it is made, what a killed run left there is cleaned, and the lock is ours. Refused: a
 * folder in which a run goes on, one that holds other things, and an old result without `force`. Nothing is
 * removed yet.
 */
int session_claim(struct session *session, bool force, struct error *err);

/* Give it back, as if nothing had been: before session_create() only. */
void session_unclaim(struct session *session);

/* Lay out the claimed folder: an old result goes, then logs, copies of the profiles, and the journal with the
 * plan. */
int session_create(struct session *session, struct error *err);

/* Note what the systems are that could not be looked at before, for want of the kernel they need. */
int session_look(struct session *session, struct error *err);

/*
 * Add systems to a loaded session, and slots for all its tests on them; only those run now. The targets'
 * strings must outlive the session.
 */
int session_add_targets(struct session *session, const struct target *targets, size_t n, struct error *err);

/* Load what an interrupted run left: the plan from its journal and its own copies of the profiles. */
int session_load(struct session *session, const char *folder, struct error *err);

/* The same only to be looked at: nothing is locked, cleaned or opened for writing. */
int session_peek(struct session *session, const char *folder, struct error *err);

/* Remove what a killed hib left on the systems under test, and its processes. -1: some cannot be ended. */
int session_clean_stale(const char *folder, struct error *err);

/* The same, for a run that is not to go on now: its lock says afterwards that nothing is left. Returns
 * whether there is a result with which hib resume could go on; err->message on failure. */
bool session_forget_stale(const char *folder, struct error *err);

#endif
