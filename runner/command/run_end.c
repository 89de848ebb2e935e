#include "runner/command/run_end.h"

#include <stdlib.h>
#include <string.h>

#include "runner/command/command.h"
#include "runner/command/show_result.h"
#include "runner/process/signals.h"
#include "runner/observe/flags.h"
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
	chosen = mem_zero(loaded.file.n_results, sizeof *chosen);
	n = choose_results(&loaded.file, NULL, 0, chosen);
	rc = show_rich(&loaded, &terminal, chosen, n, err);
	free(chosen);
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
		printf("next    hib show %s\n", typed_name(s));
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
		if (print_result(s, &problem))
			return command_fail(&problem);
	}
	print_where(s);
	return code;
}
