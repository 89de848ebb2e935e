#include "runner/command/run/end.h"

#include <stdlib.h>
#include <string.h>

#include "report/diff/diff.h"
#include "runner/command/command.h"
#include "runner/command/diff_sides.h"
#include "runner/command/show_result.h"
#include "runner/process/signals.h"
#include "report/result/flags.h"
#include "runner/store/floors.h"
#include "share/base/file.h"
#include "share/base/banned.h"

const char *typed_name(const struct session *s)
{
	char *found = store_find(s->name);
	bool saved = found && !strcmp(found, s->folder);

	free(found);
	return saved ? s->name : s->folder;
}

static void print_counts(const struct session *s)
{
	printf("done    %d trial%s: %d ok", s->n_ok + s->n_failed, s->n_ok + s->n_failed == 1 ? "" : "s",
		s->n_ok);
	if (s->n_failed)
		printf(", %d failed", s->n_failed);
	printf("\n");
	if (s->n_flagged)
		printf("flagged %d of them:", s->n_flagged);
	for (int bit = 0, n = 0; bit < 32; bit++)
		if (s->flagged[bit])
			printf("%s %s (%d)", n++ ? "," : "", flag_words(1u << bit), s->flagged[bit]);
	if (s->n_flagged)
		printf("\n");
}

/* Can any verdict be given: two systems, and blocks enough? */
static bool is_provable(const struct comparison *c)
{
	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t k = 0; k + 1 < c->n_sides; k++)
			if (c->rows[i].changes[k].difference.proven != PROVEN_NOTHING)
				return true;
	return false;
}

/* The verdicts against the first system. Returns 1 when too few blocks ran for any. */
static int print_verdicts(const struct loaded *loaded, const struct terminal *terminal, struct error *err)
{
	struct diff_sides sides;
	char *spec = (char *)loaded->folder;
	struct comparison_options options = { .threshold = USUAL_THRESHOLD, .alpha = USUAL_ALPHA };
	const struct diff_head head = { "", NULL, NULL, false };
	struct arena arena = { 0 };
	struct floors floors;
	struct comparison c;
	int rc;

	if (loaded->file.n_systems < 2)
		return 1;
	if (store_floors_load(&floors, err))
		return -1;
	options.floors = &floors;
	rc = diff_sides_open(&sides, &spec, 1, NULL, err);
	if (!rc) {
		rc = comparison_build(&c, &arena, sides.sets[0].sides, sides.sets[0].n, &options, err);
		if (!rc)
			rc = is_provable(&c) ? diff_text(&c, &head, terminal, stdout, err) : 1;
		diff_sides_release(&sides);
	}
	arena_release(&arena);
	floors_release(&floors);
	return rc;
}

static int print_result(const struct session *s, struct error *err)
{
	struct terminal terminal = terminal_for(stdout, 0, false);
	struct loaded loaded;
	size_t *chosen, n;
	int rc;

	if (result_open(&loaded, s->folder, err))
		return -1;
	free(loaded.name);
	loaded.name = mem_text(s->name);
	rc = print_verdicts(&loaded, &terminal, err);
	if (rc > 0) {
		chosen = mem_zero(loaded.file.n_results, sizeof *chosen);
		n = choose_results(&loaded.file, NULL, 0, chosen);
		rc = show_rich(&loaded, &terminal, false, chosen, n, err);
		free(chosen);
	}
	loaded_release(&loaded);
	return rc;
}

static void print_where(const struct session *s)
{
	printf("saved   %s\n", s->folder);
	if (s->next_kernel && s->incomplete)
		printf("next    boot %s, then: hib resume %s\n        %d boot%s left\n", s->next_kernel,
			typed_name(s), s->boots_left, s->boots_left == 1 ? " is" : "s are");
	else if (s->incomplete)
		printf("next    hib resume %s\n", typed_name(s));
	else
		printf("next    hib show %s%s%s\n        hib report %s -o article/\n", typed_name(s),
			s->plan.n_targets > 1 ? "      hib diff " : "",
			s->plan.n_targets > 1 ? typed_name(s) : "", typed_name(s));
}

/* What is safe after an error: only what can still be read counts. */
static void print_safe(const struct session *s)
{
	char *journal = file_join(s->folder, "journal.jsonl");

	if (file_exists(journal))
		fprintf(stderr, "hib: %d finished trial%s safe in %s; hib resume %s goes on\n", s->n_trials,
			s->n_trials == 1 ? " is" : "s are", journal, typed_name(s));
	else
		fprintf(stderr, "hib: the folder '%s' is gone, and the trials with it\n", s->folder);
	free(journal);
}

int run_end(struct session *s, int code, struct error *err)
{
	struct error problem = ERROR_INIT;

	if (signals_hangup)
		return code;
	if (err->message) {
		command_fail(err);
		print_safe(s);
		return code;
	}
	if (signals_stop)
		fprintf(stderr, "hib: stopped; %d finished trial%s saved\n", s->n_trials,
			s->n_trials == 1 ? " is" : "s are");
	if (s->n_trials) {
		print_counts(s);
		if (!s->told_elsewhere && print_result(s, &problem))
			return command_fail(&problem);
	}
	print_where(s);
	return code;
}
