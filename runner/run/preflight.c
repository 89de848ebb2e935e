#include "runner/run/preflight.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runner/machine/boot.h"
#include "runner/process/spawn.h"
#include "runner/profile/detect.h"
#include "runner/profile/packages.h"
#include "runner/system/device.h"
#include "runner/system/fstype.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define SPACE_MARGIN 1.05 /* a file system that is quite full is another one */
#define RESULT_SPACE ((uint64_t)64 << 10) /* journal, composite.xml and profiles of a small run */
#define TRIAL_SPACE  ((uint64_t)16 << 10)

/* Charts that suites count for the tests of a profile. */
static int charts_of(const struct plan *plan, const struct profile *profile)
{
	int charts = 0;

	for (size_t i = 0; i < plan->tests.n; i++)
		if (!strcmp(plan->tests.items[i].profile->origin.hash, profile->origin.hash))
			charts += plan->tests.items[i].charts;
	return charts;
}

static void missing_program(
	struct preflight *result, const struct profile *profile, const struct installed *installed, int charts)
{
	struct text count = TEXT_INIT;
	struct text package = TEXT_INIT;
	struct package wanted;

	profile_add_package(&package, profile);
	if (charts)
		text_printf(&count, "%2d chart%s ", charts, charts == 1 ? " " : "s");
	if (installed->why)
		faults_add(&result->tests, "%-12s %s %s", profile->name, text_string(&count), installed->why);
	else
		faults_add(&result->tests, "%-12s %s program '%s' not found    %s", profile->name,
			text_string(&count), installed->missing, text_string(&package));
	text_release(&count);
	/* what does not fit this machine is not to be had */
	if (installed->why && (profile->unfit || !strstr(installed->why, "installed"))) {
		text_release(&package);
		return;
	}
	text_printf(&result->names, " %s", installed->why ? profile->path : profile->name);
	if (installed->why || !profile_package(profile, &wanted) || *wanted.part)
		result->n_elsewhere++;
	else if (!strstr(text_string(&result->packages), wanted.name))
		text_printf(&result->packages, "%s%s", result->packages.size ? " " : "", wanted.name);
	text_release(&package);
}

/* A profile that was loaded before, for another test of a suite. */
static bool is_repeated(const struct plan *plan, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (!strcmp(plan->tests.profiles[i]->origin.hash, plan->tests.profiles[index]->origin.hash))
			return true;
	return false;
}

/* "4.0" and "4.00" are one version. */
static bool same_version(const char *a, const char *b)
{
	double x, y;

	if (number_double(a, strlen(a), &x) && number_double(b, strlen(b), &y))
		return x == y;
	return !strcmp(a, b);
}

static void set_version(struct plan *plan, const struct profile *profile, const char *detected)
{
	for (size_t i = 0; i < plan->tests.n; i++) {
		struct test *test = &plan->tests.items[i];

		if (strcmp(test->profile->origin.hash, profile->origin.hash))
			continue;
		if (profile->app_version && (!*detected || same_version(profile->app_version, detected)))
			test->version = profile->app_version;
		else if (*detected)
			test->version = arena_text(&plan->tests.arena, detected);
	}
}

/* A run that goes on must find the version it began with: results of two are not mixed. */
static void check_version(
	struct preflight *result, const struct plan *plan, const struct profile *profile, const char *detected)
{
	for (size_t i = 0; i < plan->tests.n; i++) {
		const struct test *test = &plan->tests.items[i];

		if (strcmp(test->profile->origin.hash, profile->origin.hash) || !test->version || !*detected ||
			same_version(test->version, detected))
			continue;
		faults_add(&result->tests, "%-10s version %s is installed, the run began with %s",
			profile->name, detected, test->version);
		result->n_missing++;
		return;
	}
}

static void drop_tests(struct plan *plan, const struct profile *profile)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->tests.n; i++)
		if (strcmp(plan->tests.items[i].profile->origin.hash, profile->origin.hash))
			plan->tests.items[n++] = plan->tests.items[i];
	plan->tests.n = n;
}

static int check_profiles(
	struct preflight *result, struct plan *plan, bool skip_missing, bool again, struct error *err)
{
	for (size_t i = 0; i < plan->tests.n_profiles; i++) {
		const struct profile *profile = plan->tests.profiles[i];
		struct installed installed;
		int charts;

		if (is_repeated(plan, i))
			continue;
		if (profile_installed(&installed, profile, err))
			return -1;
		result->n_tests++;
		charts = charts_of(plan, profile);
		result->charts += charts;
		if (installed.missing) {
			result->n_missing++;
			result->charts_missing += charts;
			missing_program(result, profile, &installed, charts);
			if (skip_missing)
				drop_tests(plan, profile);
			continue;
		}
		text_printf(&result->runnable, "%s%s", result->runnable.size ? ", " : "", profile->name);
		if (charts)
			text_printf(
				&result->can, "%s%s %d", result->can.size ? ", " : "", profile->name, charts);
		if (!again)
			set_version(plan, profile, installed.version);
		else
			check_version(result, plan, profile, installed.version);
	}
	return 0;
}

/* Can a folder be made there? Tried, for permissions alone do not tell. */
static int try_folder(const char *path)
{
	int fd = open(path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), failed = fd < 0 ? errno : 0;
	char *name;

	/* a file without a name leaves nothing, whatever happens; not every file system has them */
	if (fd >= 0)
		close(fd);
	if (failed != EOPNOTSUPP && failed != EISDIR && failed != EINVAL)
		return failed;
	name = mem_printf("%s/hib-try-%ld", path, (long)getpid());
	failed = mkdir(name, 0755) ? errno : 0;
	if (!failed)
		rmdir(name);
	free(name);
	return failed;
}

static void check_space(struct preflight *result, const struct target *target, uint64_t need, const char *what)
{
	char needed[32], have[32];

	if ((double)need * SPACE_MARGIN > (double)target->fs.free)
		faults_add(&result->targets, "%s   has %s free, %s %s", target->path,
			number_size_text(target->fs.free, have), what, number_size_text(need, needed));
}

/* The program that makes it, and a kernel that can mount it. */
static void check_type(struct preflight *result, const struct target *target)
{
	const struct fstype *type = target->spec->type ? fstype_named(target->spec->type) : NULL;
	char *program = type ? program_path(type->program, trial_path()) : NULL;
	const char *command = package_command();

	if (type && !fstype_in_kernel(type->name))
		faults_add(&result->targets,
			"%s   this kernel has no %s (it is not in /proc/filesystems, nor a module)",
			target->identifier, type->name);
	else if (type && !program)
		faults_add(&result->targets, "%s   program '%s' not found    Debian package %s%s%s%s%s",
			target->identifier, type->program, type->package, command ? ":   " : "",
			command ? command : "", command ? " " : "", command ? type->package : "");
	free(program);
}

/* Programs of the system's own commands. */
static void check_commands(struct preflight *result, const struct target *target, const struct rows *commands)
{
	for (size_t i = 0; i < commands->n; i++) {
		const struct strings *list = (const struct strings *)commands->items + i;
		char *program = program_path(list->items[0], trial_path());

		if (!program)
			faults_add(&result->targets, "%s   program '%s' of its commands not found",
				target->identifier, list->items[0]);
		free(program);
	}
}

/* Memory that is not there cannot be a file system. */
static void check_memory(struct preflight *result, const struct target *target)
{
	uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	char wanted[32], have[32];

	if (target->size > memory)
		faults_add(&result->targets, "%s   %s in memory, and this machine has %s", target->identifier,
			number_size_text(target->size, wanted), number_size_text(memory, have));
}

/* A file system that hib is to make. */
static void check_volume(struct preflight *result, const struct target *target)
{
	const struct device_leave leave = { result->erase_foreign, target->identity };
	struct error err = ERROR_INIT;

	if (geteuid()) {
		faults_add(&result->targets,
			"%s   only root may make and mount a file system: sudo hib run ..., or measure a folder as it is (--target DIR)",
			target->identifier);
		return;
	}
	check_type(result, target);
	if (spec_kind(target->spec) == VOLUME_IMAGE)
		check_space(result, target, target->size, "the image file takes");
	else if (spec_kind(target->spec) == VOLUME_TMPFS)
		check_memory(result, target);
	else if (spec_kind(target->spec) == VOLUME_DEVICE && device_guard(target->spec, &leave, &err))
		faults_add(&result->devices, "%s", err.message);
	error_release(&err);
}

static void check_target(struct preflight *result, const struct plan *plan, const struct target *target)
{
	struct cost cost = plan_cost(plan, 0);
	char need[32], have[32];
	struct stat st;
	int failed;

	if (stat(target->path, &st)) {
		faults_add(&result->targets, "%s   %s", target->path, strerror(errno));
		return;
	}
	if (!S_ISDIR(st.st_mode)) {
		faults_add(&result->targets, "%s   is not a folder", target->path);
		return;
	}
	if (!machine_kernel_fits(target->spec ? target->spec->kernel : NULL))
		return; /* checked when that kernel runs */
	if (target->spec) {
		check_commands(result, target, &target->spec->before);
		check_commands(result, target, &target->spec->after);
	}
	if (spec_kind(target->spec) != VOLUME_FOLDER)
		check_volume(result, target);
	if (spec_kind(target->spec) == VOLUME_DEVICE || spec_kind(target->spec) == VOLUME_TMPFS)
		return;
	failed = try_folder(target->path);
	if (failed)
		faults_add(&result->targets, "%s   no folder can be made in it: %s", target->path,
			strerror(failed));
	if (spec_kind(target->spec) == VOLUME_IMAGE)
		return;
	if (filesystem_kind(&target->fs) == FS_MEMORY && !target->named)
		faults_add(&result->targets,
			"%s   is on %s, which is memory: name a folder on the disk with --target, "
			"or this one if memory is meant",
			target->path, target->fs.type);
	if ((double)cost.space * SPACE_MARGIN > (double)target->fs.free)
		faults_add(&result->targets, "%s   has %s free, the tests need %s%s", target->path,
			number_size_text(target->fs.free, have), number_size_text(cost.space, need),
			plan->quick ? "" : " (--quick needs less)");
}

int preflight(struct preflight *result, struct plan *plan, bool skip_missing, const char *erase_foreign,
	struct error *err)
{
	*result = (struct preflight){ .erase_foreign = erase_foreign };
	if (check_profiles(result, plan, skip_missing, false, err))
		return -1;
	if (skip_missing && plan->tests.n) {
		result->skipped = result->tests;
		result->tests = (struct faults){ 0 };
	}
	plan_schedule(plan);
	plan_sizes(plan);
	for (size_t i = 0; i < plan->n_targets; i++)
		if (!plan->targets[i].gone)
			check_target(result, plan, &plan->targets[i]);
	return 0;
}

int preflight_again(
	struct preflight *result, struct plan *plan, size_t first, const char *erase_foreign, struct error *err)
{
	*result = (struct preflight){ .erase_foreign = erase_foreign };
	if (check_profiles(result, plan, false, true, err))
		return -1;
	plan_sizes(plan);
	for (size_t i = first; i < plan->n_targets; i++)
		check_target(result, plan, &plan->targets[i]);
	return 0;
}

/* A trial's logs and journal line are small as a rule; a disk that is full already is told now. */
static void check_results_space(struct preflight *result, const char *path, size_t n_slots)
{
	uint64_t need = RESULT_SPACE + n_slots * TRIAL_SPACE;
	char needed[32], have[32];
	struct statvfs now;

	if (!statvfs(path, &now) && (uint64_t)now.f_bavail * now.f_frsize < need)
		faults_add(&result->targets,
			"%s   the result needs about %s, and %s are free (-o DIR takes another place)", path,
			number_size_text(need, needed),
			number_size_text((uint64_t)now.f_bavail * now.f_frsize, have));
}

void preflight_results(struct preflight *result, const char *folder, size_t n_slots)
{
	char *path = mem_text(folder), *slash;

	/* what is not there yet is made below the nearest folder that is */
	while (access(path, F_OK) && (slash = strrchr(path, '/')) && path[1])
		slash[slash == path] = '\0';
	if (access(path, W_OK | X_OK))
		faults_add(&result->targets,
			"%s   the result cannot be written here: %s (-o DIR takes another place)", folder,
			strerror(errno));
	else
		check_results_space(result, path, n_slots);
	free(path);
}

bool preflight_is_good(const struct preflight *result)
{
	return !result->tests.n && !result->targets.n && !result->devices.n;
}

void preflight_release(struct preflight *result)
{
	faults_release(&result->tests);
	faults_release(&result->targets);
	faults_release(&result->devices);
	faults_release(&result->skipped);
	text_release(&result->packages);
	text_release(&result->runnable);
	text_release(&result->names);
	text_release(&result->can);
}

void preflight_print_charts(const struct preflight *result, FILE *out)
{
	if (!result->charts)
		return;
	if (!result->charts_missing)
		fprintf(out, "charts %d, all of them can run here\n", result->charts);
	else
		fprintf(out, "charts %d of %d can run here: %s\n", result->charts - result->charts_missing,
			result->charts, text_string(&result->can));
}

void preflight_print(const struct preflight *result, const char *what, FILE *out)
{
	const char *command = package_command();

	/* a refused device speaks for itself */
	for (int i = 0; i < result->devices.n; i++)
		fprintf(out, "hib: %s\n", result->devices.items[i]);
	if (!result->tests.n && !result->targets.n)
		return;
	if (result->tests.n && result->charts_missing)
		fprintf(out, "hib: cannot run %d of the %d charts of '%s'; nothing was started\n",
			result->charts_missing, result->charts, what);
	else if (result->tests.n)
		fprintf(out, "hib: cannot run %zu of the %zu tests of '%s'; nothing was started\n",
			result->n_missing, result->n_tests, what);
	else
		fprintf(out, "hib: cannot run '%s' here; nothing was started\n", what);
	for (int i = 0; i < result->tests.n; i++)
		fprintf(out, "  %s\n", result->tests.items[i]);
	for (int i = 0; i < result->targets.n; i++)
		fprintf(out, "  %s\n", result->targets.items[i]);
	if (result->charts && result->tests.n && result->can.size)
		fprintf(out, "Charts that can:   %s\n", text_string(&result->can));
	if (result->n_elsewhere)
		fprintf(out, "Get %-15shib install%s\n",
			result->n_missing > 1 ? "them:" : "it:", text_string(&result->names));
	else if (result->packages.size && command)
		fprintf(out, "Get %-15s%s %s\n", result->n_missing > 1 ? "them:" : "it:", command,
			text_string(&result->packages));
	if (result->tests.n && result->runnable.size && !result->targets.n)
		fprintf(out, "Run the others:    hib run %s --skip-missing      (%s)\n", what,
			text_string(&result->runnable));
}
