#ifndef RUNNER_STORE_JOURNAL_H
#define RUNNER_STORE_JOURNAL_H

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

/* A journal that was read: one JSON object for each line. */
struct journal_content {
	json_t *plan;
	json_t **lines; /* behind the first one */
	size_t n;
	off_t whole; /* bytes of whole lines; behind them a torn line at most */
};

/* A torn last line is dropped; any other damage is an error that names the line. */
int journal_read(struct journal_content *content, const char *path, struct error *err);
void journal_content_release(struct journal_content *content);

/* Slots of the schedule, with those that extend lines added. The array is malloc'ed. */
struct slot *journal_slots(const struct journal_content *content, size_t *n);

/* Which of these slots need no trial any more: run, or given up. The array is malloc'ed. */
bool *journal_done(const struct journal_content *content, const struct slot *slots, size_t n);

#endif
