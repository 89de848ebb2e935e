#include "runner/command/run/start.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runner/command/command.h"
#include "runner/command/run/begin.h"
#include "runner/command/run/end.h"
#include "runner/command/run/words.h"
#include "runner/run/preflight.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

static char *default_name(int argc, char **argv)
{
	struct text name = TEXT_INIT;
	time_t now = time(NULL);
	struct tm tm;
	char stamp[32];

	for (int i = 0; i < argc && i < 3; i++) {
		const char *slash = strrchr(argv[i], '/');
		char *word = mem_text(slash ? slash + 1 : argv[i]);

		if (text_ends(word, ".yaml"))
			word[strlen(word) - strlen(".yaml")] = '\0';
		if (name.size)
			text_addc(&name, '-');
		text_add_slug(&name, word);
		free(word);
	}
	localtime_r(&now, &tm);
	strftime(stamp, sizeof stamp, "-%Y%m%d-%H%M", &tm);
	text_adds(&name, stamp);
	return text_take(&name);
}

/* The folder the result goes to; an existing result is never overwritten without --force. */
static int choose_folder(
	struct session *s, const struct run_options *o, int argc, char **argv, struct error *err)
{
	char *root = store_root(), *composite, *journal;
	int rc = 0;

	s->name = o->name ? mem_text(o->name) : default_name(argc, argv);
	if (!store_name_ok(s->name))
		rc = error_set(err,
			"'%s' cannot be the name of a result: it must be some text without '/' and control characters",
			s->name);
	s->folder = o->out ? file_absolute(o->out) : file_join(root, s->name);
	/* two runs within a minute: the second one gets a number */
	for (int i = 2; !rc && !o->name && !o->out && file_exists(s->folder) && i < 1000; i++) {
		char *numbered = mem_printf("%s-%d", s->name, i);

		free(s->folder);
		s->folder = file_join(root, numbered);
		if (!file_exists(s->folder)) {
			free(s->name);
			s->name = numbered;
			break;
		}
		free(numbered);
	}
	composite = file_join(s->folder, "composite.xml");
	journal = file_join(s->folder, "journal.jsonl");
	if (!rc && (file_exists(composite) || file_exists(journal)) && !o->force)
		rc = error_set(err,
			"'%s' holds a result already: hib resume %s goes on with it, --name or -o "
			"takes another place, --force replaces it",
			s->folder, o->out ? o->out : s->name);
	free(root);
	free(composite);
	free(journal);
	return rc;
}

/* run.log begins with the plan. */
static int start_log(const struct session *s, struct error *err)
{
	char *path = file_join(s->folder, "run.log");
	FILE *log = fopen(path, "we");
	int rc = 0;

	if (log)
		print_plan(s, log);
	if (!log || fclose(log)) {
		rc = error_set_errno(err, "cannot write '%s'", path);
		error_code(err, EXIT_WRITE);
	}
	free(path);
	return rc;
}

void print_faults(const struct run_request *request)
{
	for (int i = 0; i < request->faults.n; i++)
		fprintf(stderr, "hib: %s\n", request->faults.items[i]);
}

static int check(struct preflight *checks, struct session *s, struct run_request *request, struct error *err)
{
	const struct run_options *o = request->options;

	if (preflight(checks, &s->plan, o->skip_missing || request->installed_only, o->erase_foreign, err))
		return -1;
	preflight_results(checks, s->folder, s->plan.n_slots);
	return 0;
}

int run_start(struct session *s, struct run_request *request, int argc, char **argv, struct error *err)
{
	const struct run_options *o = request->options;
	const struct permission permission = { o->yes, o->erase_foreign };
	struct preflight checks;
	int code;

	if (choose_folder(s, o, argc, argv, err) || check(&checks, s, request, err))
		return command_fail(err);
	if (!preflight_is_good(&checks) || request->faults.n) {
		print_faults(request);
		if (!preflight_is_good(&checks))
			preflight_print(&checks, request->what, stderr);
		preflight_release(&checks);
		return EXIT_USAGE;
	}
	preflight_print_charts(&checks, stderr);
	for (int i = 0; i < checks.skipped.n; i++)
		fprintf(stderr, "skip   %s\n", checks.skipped.items[i]);
	preflight_release(&checks);
	print_plan(s, o->dry_run ? stdout : stderr);
	if (o->dry_run) {
		print_tests(&s->plan, stdout);
		return EXIT_OK;
	}
	if (session_claim(s, o->force, err))
		return command_fail(err);
	if (run_begin(&s->plan, &s->lock, &permission, err)) {
		session_unclaim(s);
		return command_fail(err);
	}
	s->erase_foreign = o->erase_foreign;
	if (session_create(s, err) || start_log(s, err))
		return command_fail(err);
	code = session_run(s, err);
	return run_end(s, code, err);
}
