#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/command/command.h"
#include "runner/install/build.h"
#include "runner/install/install.h"
#include "runner/process/helper.h"
#include "runner/profile/detect.h"
#include "runner/profile/library.h"
#include "runner/profile/packages.h"
#include "runner/profile/trust.h"
#include "runner/process/spawn.h"
#include "share/base/banned.h"

#define MOST_WORDS 64

struct install_options {
	const char *source;
	bool dry_run, offline, again;
};

static const struct option_spec install_options[] = { { "dry-run", 'n', OPTION_FLAG,
							      offsetof(struct install_options, dry_run), NULL,
							      "print the commands and do nothing", 0, 0, NULL },
	{ "source", 0, OPTION_TEXT, offsetof(struct install_options, source), "DIR",
		"build the program from this folder of its sources", 0, 0, NULL },
	{ "offline", 0, OPTION_FLAG, offsetof(struct install_options, offline), NULL,
		"fetch nothing: files must be in a cache, packages are not looked at", 0, 0, NULL },
	{ "again", 0, OPTION_FLAG, offsetof(struct install_options, again), NULL,
		"also what is installed: fetched programs are built anew", 0, 0, NULL },
	{ 0 } };

/* The profiles that were asked for, each once. */
struct wanted {
	struct profile **items;
	size_t n, capacity;
};

static void wanted_release(struct wanted *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		profile_free(wanted->items[i]);
	free(wanted->items);
}

static int add_profile(struct wanted *wanted, const char *path, struct error *err)
{
	struct profile *profile = profile_load(path, err);

	if (!profile)
		return -1;
	command_warnings(&profile->warnings);
	if ((profile->source.build.n || profile_has_source(profile)) && trust_profile(profile, err)) {
		profile_free(profile);
		return -1;
	}
	for (size_t i = 0; i < wanted->n; i++)
		if (!strcmp(wanted->items[i]->origin.hash, profile->origin.hash)) {
			profile_free(profile);
			return 0;
		}
	wanted->items = mem_more(wanted->items, wanted->n, &wanted->capacity, sizeof(struct profile *));
	wanted->items[wanted->n++] = profile;
	return 0;
}

static int add_suite(struct wanted *wanted, const char *path, struct error *err)
{
	struct suite *suite = suite_load(path, err);
	int rc = suite ? 0 : -1;

	for (size_t i = 0; !rc && i < suite->tests.n; i++) {
		char *profile = library_path(((const struct suite_test *)suite->tests.items)[i].profile, err);

		rc = profile ? add_profile(wanted, profile, err) : -1;
		free(profile);
	}
	suite_free(suite);
	return rc;
}

static int add_name(struct wanted *wanted, const char *name, struct error *err)
{
	char *path = library_path(name, err);
	const char *kind = path ? document_kind(path, err) : NULL;
	int rc = -1;

	if (kind)
		rc = strcmp(kind, "suite") ? add_profile(wanted, path, err) : add_suite(wanted, path, err);
	free(path);
	return rc;
}

/* Does the package manager know a version of the package? Elsewhere than on Debian it finds out itself. */
static bool is_available(const char *package)
{
	/* its words are read, so that they must not be translated */
	const char *const argv[] = { "env", "LC_ALL=C", "apt-cache", "policy", package, NULL };
	struct text out = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	bool available = true;

	if (package_is_debian()) {
		if (helper_output(argv, &out, &ignored))
			error_release(&ignored);
		available = strstr(text_string(&out), "Candidate: ") &&
			!strstr(text_string(&out), "Candidate: (none)");
	}
	text_release(&out);
	return available;
}

/* Root's commands: as they are, or through sudo. NULL-terminated words in `argv`. */
static void as_root(const char **argv, const char *const *command, const char *const *more, size_t n_more)
{
	size_t n = 0;

	if (geteuid())
		argv[n++] = "sudo";
	for (; *command && n < MOST_WORDS; command++)
		argv[n++] = *command;
	for (size_t i = 0; i < n_more && n < MOST_WORDS; i++)
		argv[n++] = more[i];
	argv[n] = NULL;
}

static int run_as_root(
	const char *const *command, const char *const *more, size_t n_more, bool dry_run, struct error *err)
{
	const char *argv[MOST_WORDS + 1];
	struct text words = TEXT_INIT;
	int rc = 0;

	as_root(argv, command, more, n_more);
	helper_add_words(&words, argv);
	if (dry_run)
		printf("%s\n", text_string(&words));
	else
		rc = helper_run(argv, NULL, err);
	if (rc > 0)
		error_set(err, "'%s' ended with exit status %d: what it printed is above", text_string(&words),
			rc);
	text_release(&words);
	return rc ? -1 : 0;
}

static void explain_part(const struct profile *profile, const struct package *package)
{
	fprintf(stderr,
		"hib: %s: Debian's package %s lies in its component %s, which this machine does not use: it is "
		"not free software.\n"
		"     If you accept that, add %s to the components in /etc/apt/sources.list or "
		"/etc/apt/sources.list.d/*, then:\n"
		"     sudo apt-get update && hib install %s\n",
		profile->name, package->name, package->part, package->part, profile->name);
}

static void explain_elsewhere(const struct profile *profile)
{
	fprintf(stderr, "hib: %s: no package has it.", profile->name);
	if (profile->packages.elsewhere)
		fprintf(stderr, " It is published at %s.", profile->packages.elsewhere);
	fprintf(stderr, "\n     Put ");
	for (size_t i = 0; i < profile->programs.n; i++)
		fprintf(stderr, "%s'%s'", i ? " and " : "", profile->programs.items[i]);
	fprintf(stderr,
		" on your PATH, or let hib build it from its unpacked sources:\n     hib install %s --source DIR\n",
		profile->name);
}

/* What is to be got: packages that can be, each once. Says why of the others. Returns how many cannot. */
struct order {
	struct package packages[MOST_WORDS];
	const char *names[MOST_WORDS];
	size_t n;
	bool updated; /* the lists of packages were fetched in this run */
};

static int update_lists(struct order *order, bool dry_run, struct error *err)
{
	static const char *const update[] = { "apt-get", "update", NULL };

	if (order->updated || !package_is_debian())
		return 0;
	order->updated = true;
	return run_as_root(update, NULL, 0, dry_run, err);
}

static void add_package(struct order *order, const struct package *package)
{
	for (size_t i = 0; i < order->n; i++)
		if (!strcmp(order->packages[i].name, package->name))
			return;
	if (order->n == MOST_WORDS)
		return;
	order->packages[order->n] = *package;
	order->names[order->n] = order->packages[order->n].name;
	order->n++;
}

/* Packages of a program that hib builds; those that Debian does not have are told, for it may go without. */
static int order_needed(struct order *order, const struct profile *profile, bool dry_run, struct error *err)
{
	struct package package;

	for (size_t i = 0; profile_package_at(profile, i, &package); i++) {
		if (package_is_installed(package.name))
			continue;
		if (!is_available(package.name) && update_lists(order, dry_run, err))
			return -1;
		if (is_available(package.name))
			add_package(order, &package);
		else if (!dry_run)
			fprintf(stderr, "hib: %s: no source of packages here has '%s'\n", profile->name,
				package.name);
	}
	return 0;
}

/* Does hib build it, rather than a package bring it? */
static bool is_built(const struct profile *profile)
{
	struct package package;

	return profile->pts.identifier || (profile->source.file.url.n && !profile_package(profile, &package));
}

/* 0: it is ordered; 1: it cannot be got, and why is said. */
static int order_profile(struct order *order, const struct profile *profile, bool dry_run, struct error *err)
{
	struct package package;

	if (is_built(profile))
		return order_needed(order, profile, dry_run, err);
	if (!profile_package(profile, &package)) {
		explain_elsewhere(profile);
		return 1;
	}
	if (!is_available(package.name)) {
		if (*package.part) {
			explain_part(profile, &package);
			return 1;
		}
		/* a machine whose lists were never fetched knows no package at all */
		if (update_lists(order, dry_run, err))
			return -1;
		if (!dry_run && !is_available(package.name)) {
			fprintf(stderr, "hib: %s: no source of packages here has '%s'\n", profile->name,
				package.name);
			return 1;
		}
	}
	add_package(order, &package);
	return 0;
}

static int check(const struct profile *profile, bool *missing, struct error *err)
{
	struct installed installed;

	if (profile_installed(&installed, profile, err))
		return -1;
	*missing = installed.missing != NULL;
	/* what hib builds tells so itself */
	if (is_built(profile))
		return 0;
	if (!*missing)
		printf("%-16s installed%s%s\n", profile->name, *installed.version ? ", version " : "",
			installed.version);
	return 0;
}

/* What hib fetches and builds itself. */
static int install_prefixes(
	const struct wanted *wanted, const struct install_options *options, struct error *err)
{
	const struct prefix_options how = { options->offline, options->dry_run, options->again };
	bool missing;

	for (size_t i = 0; i < wanted->n; i++) {
		if (!is_built(wanted->items[i]) || check(wanted->items[i], &missing, err))
			continue;
		if ((missing || options->again || wanted->items[i]->pts.identifier) &&
			prefix_install(wanted->items[i], &how, err))
			return -1;
	}
	return 0;
}

static bool only_built(const struct wanted *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (!is_built(wanted->items[i]))
			return false;
	return true;
}

/* Returns how many of the wanted are still missing, or -1. */
static int install_packages(
	const struct wanted *wanted, const struct install_options *options, struct error *err)
{
	struct order order = { .n = 0 };
	bool dry_run = options->dry_run, missing;
	int left = 0;

	for (size_t i = 0; i < wanted->n && !options->offline; i++) {
		if (check(wanted->items[i], &missing, err))
			return -1;
		if (missing) {
			int rc = order_profile(&order, wanted->items[i], dry_run, err);

			if (rc < 0)
				return -1;
			left += rc;
		}
	}
	fflush(stdout);
	if (!order.n)
		return left;
	setenv("DEBIAN_FRONTEND", "noninteractive", 0);
	if (run_as_root(package_arguments(), order.names, order.n, dry_run, err) && !only_built(wanted))
		return -1;
	/* what hib builds may do without: its log tells what it lacks */
	if (err->message)
		fprintf(stderr, "hib: warning: %s\n", err->message);
	error_release(err);
	for (size_t i = 0; i < wanted->n && !dry_run; i++) {
		struct package package;

		if (is_built(wanted->items[i]))
			continue;
		for (size_t k = 0; profile_package(wanted->items[i], &package) && k < order.n; k++)
			if (!strcmp(order.names[k], package.name)) {
				if (check(wanted->items[i], &missing, err))
					return -1;
				left += missing;
			}
	}
	return left;
}

static int install_source(const struct wanted *wanted, const struct install_options *options, struct error *err)
{
	const struct profile *profile = wanted->items[0];
	bool missing = false;

	if (build_from(profile, options->source, options->dry_run, err))
		return -1;
	if (!options->dry_run && check(profile, &missing, err))
		return -1;
	return missing;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct install_options options = { 0 };
	struct wanted wanted = { 0 };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (first == argc)
		return command_usage(command, "install needs the name of a profile or of a suite");
	for (int i = first; i < argc && !rc; i++)
		rc = add_name(&wanted, argv[i], &err);
	if (!rc && options.source && wanted.n != 1)
		rc = error_set(&err, "--source builds one profile's program, and %zu are named", wanted.n);
	if (!rc && !options.source && !options.offline && !package_arguments())
		rc = error_set(
			&err, "this distribution's packages are not known: hib info NAME tells what is needed");
	if (!rc)
		rc = options.source ? install_source(&wanted, &options, &err) :
				      install_packages(&wanted, &options, &err);
	if (rc >= 0 && !options.source && install_prefixes(&wanted, &options, &err))
		rc = -1;
	wanted_release(&wanted);
	if (rc < 0)
		return command_fail(&err);
	return rc ? EXIT_USAGE : EXIT_OK;
}

const struct command command_install = {
	.name = "install",
	.operands = "PROFILE|SUITE|pts:DIR ...",
	.summary = "the programs that tests need, from the distribution's packages or from sources",
	.text = "Installs the packages of the programs that are missing, as root or through sudo. A program "
		"that no package has is fetched and built where the profile says how (its key source, or the "
		"scripts of a test profile of the Phoronix Test Suite): files are verified before they are "
		"used, what builds runs in the sandbox, in a folder of its own below /var/lib/hib/programs "
		"(root) or ~/.local/share/hib/programs, and its log lies beside that folder. Otherwise hib says "
		"where the program is published. With --source a copy of the folder is built there, and its "
		"programs come before those of the PATH. Exit status 2: something asked for is still missing.",
	.options = install_options,
	.run = run,
};
