#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/profile/library.h"
#include "runner/profile/trust.h"
#include "share/base/banned.h"

struct trust_options {
	bool list, forget, yes;
};

static const struct option_spec trust_options[] = {
	{ "list", 'l', OPTION_FLAG, offsetof(struct trust_options, list), NULL,
		"what was trusted: SHA-256 and file", 0, 0, NULL },
	{ "forget", 0, OPTION_FLAG, offsetof(struct trust_options, forget), NULL,
		"trust these files, or the contents of these SHA-256, no longer", 0, 0, NULL },
	{ "yes", 'y', OPTION_FLAG, offsetof(struct trust_options, yes), NULL, "do not ask", 0, 0, NULL }, { 0 }
};

/* What is asked about: a document's origin, and what it would run. */
struct question {
	struct file_origin origin;
	struct text shown;
};

static int look(struct question *q, const char *path, struct error *err)
{
	const char *kind = document_kind(path, err);

	if (!kind)
		return -1;
	if (!strcmp(kind, "profile")) {
		struct profile *p = profile_load(path, err);

		if (!p)
			return -1;
		q->origin = p->origin;
		trust_add_profile(&q->shown, p);
		profile_free(p);
	} else if (!strcmp(kind, "experiment")) {
		struct experiment *e = experiment_load(path, err);

		if (!e)
			return -1;
		q->origin = e->origin;
		trust_add_experiment(&q->shown, e);
		experiment_free(e);
	} else {
		return error_set(err, "'%s' is a suite: it runs nothing itself, its profiles do", path);
	}
	return 0;
}

static int trust(const char *path, bool yes, struct error *err)
{
	struct question q = { .shown = TEXT_INIT };
	char answer[16] = "y";
	int rc = look(&q, path, err);

	if (!rc) {
		printf("%s\n%s", path, text_string(&q.shown));
		if (!yes && isatty(STDIN_FILENO)) {
			fprintf(stderr, "run it, now and later? [y/N] ");
			fflush(stdout);
			if (!fgets(answer, sizeof answer, stdin))
				*answer = '\0';
		}
		if (*answer == 'y' || *answer == 'Y')
			rc = trust_remember(path, q.origin.hash, err);
		else
			rc = error_set(err, "'%s' is not trusted", path);
		if (!rc)
			printf("trusted  %s\n", q.origin.hash);
	}
	text_release(&q.shown);
	return rc;
}

static int forget(const char *what, struct error *err)
{
	int n = trust_forget(what, err);

	if (!n)
		error_set(err, "'%s' was not trusted (hib trust --list)", what);
	return n > 0 ? 0 : -1;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct trust_options o = { 0 };
	struct error err = ERROR_INIT;
	struct text list = TEXT_INIT;
	int first, rc = options_parse(command, argc, argv, &o, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (o.list) {
		trust_add_list(&list);
		fputs(text_string(&list), stdout);
		text_release(&list);
		return EXIT_OK;
	}
	if (first == argc)
		return command_usage(command, "trust needs a file");
	for (int i = first; i < argc && !rc; i++) {
		char *path = o.forget ? NULL : library_path(argv[i], &err);

		rc = o.forget ? forget(argv[i], &err) : path ? trust(path, o.yes, &err) : -1;
		free(path);
	}
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_trust = {
	.name = "trust",
	.operands = "FILE.yaml ...",
	.summary = "let a profile or an experiment of somebody else run",
	.text = "A profile or an experiment that belongs to somebody else, or that others can write, runs only after it was "
		"shown and agreed to: on a terminal hib asks, elsewhere this command says it. Its content counts: when "
		"it changes, it is asked for anew. What came with hib, and what belongs to you alone, is not asked for.",
	.options = trust_options,
	.run = run,
};
