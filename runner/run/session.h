#ifndef RUNNER_RUN_SESSION_H
#define RUNNER_RUN_SESSION_H

#include "runner/run/plan.h"
#include "runner/store/journal.h"

/* A run under way: a plan, its result folder, and which slots need no trial any more. */
struct session {
	struct plan plan;
	char *name, *folder; /* owned */
	bool *done;          /* for each slot; owned */
	int n_trials;        /* in the journal so far */
	struct journal journal;
	/* results */
	int n_ok, n_failed;
	bool incomplete; /* slots are left */
};

/*
 * Run what is left of the plan: each trial is journalled before the next one starts, and at the end
 * composite.xml is written. Returns the exit code; after a stop signal everything is cleaned and
 * saved, and the caller raises signals_stop.
 */
int session_run(struct session *session, struct error *err);
void session_release(struct session *session);

/* Lay out a new result folder: logs, copies of the profiles, and the journal with the plan. */
int session_create(struct session *session, struct error *err);

/* Load what an interrupted run left: the plan from its journal and its own copies of the profiles. */
int session_load(struct session *session, const char *folder, struct error *err);

/* Remove what a killed hib left on the systems under test, and its processes. */
void session_clean_stale(const char *folder);

#endif
