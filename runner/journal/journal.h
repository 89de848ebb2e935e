#ifndef RUNNER_JOURNAL_JOURNAL_H
#define RUNNER_JOURNAL_JOURNAL_H

#include <jansson.h>

#include "runner/trial/trial.h"

/*
 * journal.jsonl: the first line is the plan (systems, tests, schedule, seed, hashes), then a line
 * for each finished trial, each written in one call and synced before the next trial starts.
 * Other lines: {"systems": [...], "extend": [slots]} adds systems, {"extend": [slots]} lengthens the schedule,
 * {"skip": {...}} gives up a test on a system. Field names are documented in hib-result(5).
 */
struct journal {
	int fd;
	char *path; /* owned */
	off_t size; /* of what is surely whole */
};

/* Make a new journal with the plan's line. Errors have code EXIT_WRITE. */
int journal_create(struct journal *journal, const char *path, const struct plan *plan, const char *name,
	struct error *err);

/* Open one to go on: a torn last line is cut off. */
int journal_reopen(struct journal *journal, const char *path, off_t whole, struct error *err);

int journal_append(struct journal *journal, const struct trial_record *record, struct error *err);
int journal_extend(struct journal *journal, const struct plan *plan, size_t first, struct error *err);
/* Systems from `first` and slots from `slot` on, in one line: neither without the other. */
int journal_add_systems(
	struct journal *journal, const struct plan *plan, size_t first, size_t slot, struct error *err);
/* What a system turned out to be, once the kernel it needs was running: {"looked_at": {...}}. */
int journal_looked_at(struct journal *journal, const struct plan *plan, size_t system, struct error *err);
int journal_skip(struct journal *journal, int test, int system, const char *reason, struct error *err);
void journal_close(struct journal *journal);

/* What a journal that was read tells; its trials only as far as the schedule needs them. */
struct journal_content {
	/*
	 * The first line. Systems that joined later stand behind its own ones; a test whose version only its
	 * trials tell has it as "seen_version".
	 */
	json_t *plan;
	struct slot *slots; /* of the schedule, with those that extend lines added; owned */
	bool *done; /* for each slot: it needs no trial any more, for it ran or was given up; owned */
	size_t n_slots;
	struct journal_trial {
		int trial, slot, block, test, system;
		bool is_ok, has_state;
		bool is_of_boot; /* it ran since the machine started */
	} * trials; /* in their order; owned */
	size_t n_trials;
	bool ends_with_trial; /* what follows from the last trial may be missing */
	off_t whole; /* bytes of whole lines; behind them a torn line at most */
};

/* Called for each trial's line, which is the caller's only until it returns; -1 with a message ends the
 * reading. */
typedef int journal_visitor(void *context, const json_t *plan, const json_t *trial, struct error *err);

/*
 * Read it line by line, so that memory does not grow with what the trials tell. `visit` may be NULL. A torn
 * last line is dropped; any other damage is an error that names the line.
 */
int journal_read(struct journal_content *content, const char *path, journal_visitor *visit, void *context,
	struct error *err);
void journal_content_release(struct journal_content *content);

#endif
