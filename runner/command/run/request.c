#include "runner/command/run/request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/result/result.h"
#include "runner/command/run/limits.h"
#include "runner/machine/boot.h"
#include "runner/profile/library.h"
#include "runner/profile/trust.h"
#include "runner/system/fstype.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

static int add_profile(struct plan *plan, struct run_request *request, const char *path,
	const struct pairs *set, struct error *err)
{
	struct profile *profile = profile_load(path, err);

	if (!profile)
		return -1;
	if (trust_profile(profile, err)) {
		profile_free(profile);
		return -1;
	}
	return tests_add(&plan->tests, profile, set, &request->settings, plan->quick, err);
}

/* Tests of a suite or an experiment; those of a suite stand for charts. */
static int add_tests(struct plan *plan, struct run_request *request, const char *path, const struct rows *tests,
	bool of_suite, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < tests->n; i++) {
		const struct suite_test *test = (const struct suite_test *)tests->items + i;
		char *profile = library_path(test->profile, err);
		size_t before = plan->tests.n;

		rc = profile ? add_profile(plan, request, profile, &test->set, err) : -1;
		for (size_t k = before; of_suite && k < plan->tests.n; k++)
			plan->tests.items[k].charts = (int)test->charts;
		if (rc)
			error_context(err, "%s:%d", path, test->place.line);
		free(profile);
	}
	return rc;
}

static int add_suite(struct plan *plan, struct run_request *request, const char *path, struct error *err)
{
	struct suite *suite = suite_load(path, err);
	int rc = suite ? 0 : -1;

	if (!rc) {
		plan->quick = plan->quick || suite->quick;
		plan->accounting = plan->accounting || suite->accounting;
		request->suite_blocks = (int)suite->blocks;
		rc = add_tests(plan, request, path, &suite->tests, true, err);
	}
	suite_free(suite);
	return rc;
}

/* Its tests now; its systems once the options are known, too. */
static int add_experiment(struct plan *plan, struct run_request *request, const char *path, struct error *err)
{
	struct experiment *e = experiment_load(path, err);
	char *suite = NULL;
	int rc = e ? 0 : -1;

	if (!rc && request->experiment) {
		experiment_free(e);
		return error_set(err, "one experiment at a time: '%s' and '%s' were named",
			request->experiment->name, path);
	}
	if (!rc)
		rc = trust_experiment(e, err);
	if (rc) {
		experiment_free(e);
		return rc;
	}
	request->experiment = e;
	plan->quick = plan->quick || e->quick;
	plan->accounting = plan->accounting || e->accounting;
	plan->by_test = e->plan.order == ORDER_BY_TEST;
	plan->warmup = (int)e->plan.warmup;
	plan->settle = e->plan.settle;
	plan->time_budget = e->plan.time_budget;
	plan->title = e->title;
	plan->about = e->description;
	plan->experiment = e->path;
	plan->experiment_hash = e->origin.hash;
	plan->reboot = e->reboot;
	if (e->suite) {
		suite = library_path(e->suite, err);
		rc = suite ? add_suite(plan, request, suite, err) : -1;
		if (rc)
			error_context(err, "%s", path);
		free(suite);
	}
	if (e->plan.blocks)
		request->suite_blocks = (int)e->plan.blocks;
	return rc ? rc : add_tests(plan, request, path, &e->tests, false, err);
}

static int add_operand(struct plan *plan, struct run_request *request, const char *name, struct error *err)
{
	char *path = library_path(name, err);
	const char *kind = path ? document_kind(path, err) : NULL;
	int rc = -1;

	if (kind && !strcmp(kind, "suite"))
		rc = add_suite(plan, request, path, err);
	else if (kind && !strcmp(kind, "experiment"))
		rc = add_experiment(plan, request, path, err);
	else if (kind)
		rc = add_profile(plan, request, path, NULL, err);
	free(path);
	return rc;
}

/* "NAME=DIR": a name has no '/' in it. */
static void split_target(struct plan *plan, struct target *target, const char *text)
{
	const char *equals = strchr(text, '='), *slash = strchr(text, '/');
	char *absolute;

	if (equals && equals > text && (!slash || equals < slash)) {
		target->identifier = arena_bytes(&plan->arena, text, (size_t)(equals - text));
		text = equals + 1;
	}
	absolute = file_absolute(text);
	target->path = arena_text(&plan->arena, absolute);
	free(absolute);
}

static const char *default_identifier(
	struct plan *plan, const struct target *target, const struct run_options *options)
{
	const char *slash = strrchr(target->path, '/');

	if (options->as)
		return options->as;
	if (plan->n_targets < 2 || !slash || !slash[1])
		return arena_text(&plan->arena, target->fs.type);
	return slash + 1;
}

/* Faults of the request are told together with those that the checks find. */
static int collect(struct run_request *request, int rc, struct error *err)
{
	if (rc)
		faults_add(&request->faults, "%s", err->message);
	error_release(err);
	return rc;
}

/* A target for each --target, or the current folder. */
static int add_folders(struct plan *plan, struct run_request *request)
{
	const struct run_options *options = request->options;

	plan->n_targets = options->target.n ? options->target.n : 1;
	plan->targets = arena_take(&plan->arena, plan->n_targets * sizeof *plan->targets);
	for (size_t i = 0; i < plan->n_targets; i++) {
		struct target *t = &plan->targets[i];

		split_target(plan, t, options->target.n ? options->target.items[i] : ".");
		t->named = options->target.n > 0;
	}
	return 0;
}

/* Where hib makes its files for a system: the folder it says, else the run's. */
static const char *folder_for(
	struct plan *plan, const struct run_options *options, const struct system_spec *spec)
{
	enum volume_kind kind = spec_kind(spec);
	const char *folder = spec->directory ? spec->directory :
		options->target.n            ? options->target.items[0] :
					       ".";
	char *absolute;
	const char *kept;

	/* a device and memory need a mount point only */
	if (kind == VOLUME_DEVICE || kind == VOLUME_TMPFS)
		folder = "/run";
	absolute = file_absolute(folder);
	kept = arena_text(&plan->arena, absolute);
	free(absolute);
	return kept;
}

/* "a, b" -> one after the other, without the blanks around; the next one's start, or NULL behind the last. */
static const char *next_name(const char *list, const char **name, size_t *size)
{
	list += strspn(list, ", ");
	if (!*list)
		return NULL;
	*name = list;
	*size = strcspn(list, ",");
	list += *size;
	while (*size && (*name)[*size - 1] == ' ')
		--*size;
	return list;
}

static bool is_named(const char *list, const char *wanted)
{
	const char *name;
	size_t size;

	/* a name may hold a comma itself */
	if (!strcmp(list, wanted))
		return true;

	while ((list = next_name(list, &name, &size)))
		if (strlen(wanted) == size && !strncmp(name, wanted, size))
			return true;
	return false;
}

static void add_system(struct plan *plan, const struct run_options *options, const struct system_spec *spec)
{
	struct target *t;

	plan->targets = arena_more(&plan->arena, plan->targets, plan->n_targets, sizeof *plan->targets);
	t = &plan->targets[plan->n_targets++];
	*t = (struct target){ .identifier = spec->name,
		.spec = spec,
		.size = spec->size,
		.named = spec->directory || options->target.n > 0 };
	t->path = folder_for(plan, options, spec);
}

/* Every name of --only must be a system of the experiment. */
static int check_only(const struct run_request *request, struct error *err)
{
	const struct experiment *e = request->experiment;
	const char *list = request->options->only, *name;
	struct text known = TEXT_INIT;
	size_t size;

	for (size_t i = 0; i < e->systems.n; i++)
		text_printf(&known, "%s%s", i ? ", " : "",
			((const struct system_spec *)e->systems.items + i)->name);
	for (size_t i = 0; list && i < e->systems.n; i++)
		if (!strcmp(((const struct system_spec *)e->systems.items + i)->name, list))
			list = NULL; /* one name that holds a comma */
	if (list && !list[strspn(list, ", ")])
		error_set(err, "--only names no system (the experiment has: %s)", text_string(&known));
	while (list && (list = next_name(list, &name, &size))) {
		bool found = false;

		for (size_t i = 0; i < e->systems.n && !found; i++) {
			const struct system_spec *s = (const struct system_spec *)e->systems.items + i;

			found = strlen(s->name) == size && !strncmp(s->name, name, size);
		}
		if (!found)
			error_set(err, "--only: the experiment has no system '%.*s' (it has: %s)", (int)size,
				name, text_string(&known));
	}
	text_release(&known);
	return err->message ? -1 : 0;
}

static int add_systems(struct plan *plan, struct run_request *request, struct error *err)
{
	const struct experiment *e = request->experiment;
	const char *only = request->options->only;

	if (request->options->target.n > 1)
		return error_set(err, "an experiment has systems of its own: one --target at most says where");
	if (request->options->fs)
		return error_set(err, "an experiment has systems of its own: --fs does not go with it");
	if (check_only(request, err))
		return -1;
	for (size_t i = 0; i < e->systems.n; i++) {
		const struct system_spec *spec = (const struct system_spec *)e->systems.items + i;

		if (!only || is_named(only, spec->name))
			add_system(plan, request->options, spec);
	}
	return 0;
}

/* --fs ext4,xfs: each a fresh file system on an image file in the one folder. */
static int add_images(struct plan *plan, struct run_request *request, struct error *err)
{
	const struct run_options *options = request->options;
	const char *list = options->fs, *name;
	const char *why;
	char least[32];
	size_t size, before = plan->n_targets;
	uint64_t bytes = 0;

	if (options->target.n > 1)
		return error_set(err, "--fs makes its systems in one folder: give one --target");
	if (options->size && (!number_size(options->size, &bytes) || !bytes))
		return error_set(err, "--size: '%s' is no size such as 12 GiB", options->size);
	why = options->mount ? fstype_forbids_mount(options->mount) : NULL;
	if (why)
		return error_set(err, "--mount: '%s': %s", options->mount, why);
	while ((list = next_name(list, &name, &size))) {
		struct system_spec *spec = arena_take(&plan->arena, sizeof *spec);
		const char *type = arena_bytes(&plan->arena, name, size);
		bool memory = !strcmp(type, "tmpfs");

		if (!memory && !fstype_named(type)) {
			struct text known = TEXT_INIT;

			fstype_add_names(&known);
			error_set(err, "--fs: hib cannot make a file system '%s' (it can: %s, tmpfs)", type,
				text_string(&known));
			text_release(&known);
			return -1;
		}
		if (bytes && !memory && bytes < fstype_named(type)->least)
			return error_set(err, "--size: %s is less than %s wants (%s)", options->size, type,
				number_size_text(fstype_named(type)->least, least));
		for (size_t k = before; k < plan->n_targets; k++)
			if (!strcmp(plan->targets[k].identifier, type))
				return error_set(err, "--fs names '%s' twice", type);
		*spec = (struct system_spec){ .name = type,
			.device = memory ? "tmpfs" : "image",
			.type = type,
			.mount = options->mount,
			.size = bytes };
		add_system(plan, options, spec);
	}
	return plan->n_targets > before ? 0 : error_set(err, "--fs names no file system");
}

static const char *filesystem_words(struct plan *plan, const struct filesystem *fs)
{
	struct text words = TEXT_INIT;
	const char *kept;

	filesystem_add_words(&words, fs);
	kept = arena_text(&plan->arena, text_string(&words));
	text_release(&words);
	return kept;
}

/* What a folder's file system is, and what each system is called. */
static int describe_targets(struct plan *plan, struct run_request *request, struct error *err)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		struct target *t = &plan->targets[i];

		if (filesystem_of(&t->fs, t->path, err)) {
			t->gone = true;
			collect(request, error_context(err, "target"), err);
			t->identifier = t->identifier ? t->identifier : t->path;
			continue;
		}
		/* under another kernel it is another machine: looked at when that one runs */
		if (machine_kernel_fits(t->spec ? t->spec->kernel : NULL))
			system_info(&t->info, &plan->arena, &t->fs);
		if (!t->identifier)
			t->identifier = default_identifier(plan, t, request->options);
		if (result_identifier_check(t->identifier, err))
			return -1;
		t->place_words = filesystem_words(plan, &t->fs);
		if (spec_kind(t->spec) == VOLUME_FOLDER)
			t->notes = arena_printf(
				&plan->arena, "a folder as it is (%s): caches may be warm", t->fs.options);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(plan->targets[k].identifier, t->identifier))
				return error_set(err,
					"two systems would be called '%s': --target NAME=%s names one",
					t->identifier, t->path);
	}
	return 0;
}

/* The one system once more, under another name: what differs then is noise. */
static int add_again(struct plan *plan, struct error *err)
{
	struct target *both = arena_take(&plan->arena, 2 * sizeof *both);

	if (plan->n_targets != 1)
		return error_set(
			err, "one system is measured against itself, and there are %zu", plan->n_targets);
	both[0] = both[1] = plan->targets[0];
	plan->targets = both;
	plan->n_targets = 2;
	both[1].identifier = arena_printf(&plan->arena, "%s again", both[0].identifier);
	/* each target gives back what it holds */
	both[1].fs = (struct filesystem){ 0 };
	return filesystem_of(&both[1].fs, both[1].path, err);
}

static int add_targets(struct plan *plan, struct run_request *request, struct error *err)
{
	const struct run_options *options = request->options;
	int rc;

	if (options->only && !request->experiment)
		return error_set(err, "--only chooses among the systems of an experiment, and none was named");
	if ((options->size || options->mount) && !options->fs)
		return error_set(err, "--size and --mount are for the file systems that --fs makes");
	rc = request->experiment ? add_systems(plan, request, err) :
		options->fs      ? add_images(plan, request, err) :
				   add_folders(plan, request);
	if (!rc)
		rc = describe_targets(plan, request, err);
	if (!rc && options->as && plan->n_targets > 1)
		return error_set(err, "--as names one system, and there are %zu: --target NAME=DIR names each",
			plan->n_targets);
	if (!rc && options->as && result_identifier_check(options->as, err))
		return -1;
	if (!rc && options->as)
		plan->targets[0].identifier = options->as;
	if (!rc && options->twice)
		rc = add_again(plan, err);
	return rc;
}

void request_plan(struct plan *plan, struct run_request *request, int argc, char **argv)
{
	const struct run_options *o = request->options;
	struct error err = ERROR_INIT;
	bool named = true;

	plan->quick = o->quick;
	plan->accounting = o->accounting;
	collect(request, settings_parse(&request->settings, o->set.items, o->set.n, &err), &err);
	for (int i = 0; i < argc; i++)
		named = !collect(request, add_operand(plan, request, argv[i], &err), &err) && named;
	collect(request, request_seed(plan, request, &err), &err);
	/* an option of a test that is not known cannot be looked up */
	if (named)
		collect(request, settings_check(&request->settings, &plan->tests, &err), &err);
	collect(request, add_targets(plan, request, &err), &err);
	collect(request, request_limits(plan, request, &err), &err);
}

void request_release(struct run_request *request)
{
	settings_release(&request->settings);
	faults_release(&request->faults);
	experiment_free(request->experiment);
}
