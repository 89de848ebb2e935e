#include "runner/command/run/words.h"

#include <math.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "report/compare/difference.h"
#include "runner/machine/boot.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define USUAL_NOISE 0.02 /* of one trial, where nothing is known of it */

static void print_target(const struct plan *plan, const struct target *t, bool first, FILE *out)
{
	struct text words = TEXT_INIT;
	const char *name = plan->n_targets > 1 ? t->identifier : "";
	char size[32];

	switch (spec_kind(t->spec)) {
	case VOLUME_FOLDER:
		text_printf(&words, "%s: ", t->path);
		filesystem_add_words(&words, &t->fs);
		text_printf(&words, ", %s free", number_size_text(t->fs.free, size));
		break;
	case VOLUME_IMAGE:
		text_printf(&words, "%s, an image file of %s in %s: %s", t->spec->type,
			number_size_text(t->size, size), t->path, t->place_words);
		break;
	case VOLUME_DEVICE:
		spec_add_words(&words, t->spec);
		text_adds(&words, "; all that is on it will be lost");
		break;
	default:
		spec_add_words(&words, t->spec);
	}
	if (t->spec && t->spec->kernel)
		text_printf(&words, ", under kernel %s%s", t->spec->kernel,
			machine_kernel_fits(t->spec->kernel) ? "" : " (another one runs now)");
	fprintf(out, "%-5s %s%s%s\n", first ? "on" : "", name, *name ? " " : "", text_string(&words));
	text_release(&words);
}

/* Are all systems image files of one size in one folder, mounted as they come? */
static bool all_alike(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		const struct target *t = &plan->targets[i];

		if (spec_kind(t->spec) != VOLUME_IMAGE || t->size != plan->targets[0].size || t->spec->kernel ||
			strcmp(t->path, plan->targets[0].path) != 0)
			return false;
	}
	return true;
}

/* Is more to be said of a system than that it is what its name says? */
static bool has_options(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n_targets; i++)
		if (plan->targets[i].spec->mount ||
			strcasecmp(plan->targets[i].identifier, plan->targets[i].spec->type) != 0)
			return true;
	return false;
}

/* "12 GiB image files in /srv/t: ext4, nvme0n1p2", then what is made in them. */
static void print_images(const struct plan *plan, FILE *out)
{
	const struct target *first = &plan->targets[0];
	char size[32];

	fprintf(out, "on    %s image files in %s: %s\n", number_size_text(first->size, size), first->path,
		first->place_words);
	for (size_t i = 0; i < plan->n_targets && has_options(plan); i++)
		fprintf(out, "      %s: %s%s%s\n", plan->targets[i].identifier, plan->targets[i].spec->type,
			plan->targets[i].spec->mount ? ", " : "",
			plan->targets[i].spec->mount ? plan->targets[i].spec->mount : "");
	for (size_t i = 0; i < plan->n_targets && !has_options(plan); i++)
		fprintf(out, "%s%s%s", i ? ", " : "      ", plan->targets[i].identifier,
			i + 1 == plan->n_targets ? "\n" : "");
}

/* The state that each trial starts from. */
static void print_state(const struct plan *plan, FILE *out)
{
	size_t n_made = 0;

	for (size_t i = 0; i < plan->n_targets; i++)
		n_made += spec_kind(plan->targets[i].spec) != VOLUME_FOLDER;
	if (n_made)
		fprintf(out, "      a fresh file system for each trial, mounted again and with cold caches%s\n",
			plan->quick ? "" : ", on an idle machine");
	if (n_made < plan->n_targets)
		fprintf(out, "      %sa fresh folder for each trial, caches may be warm\n",
			n_made ? "where a folder is measured: " : "directory mode: ");
	if (plan->warmup)
		fprintf(out, "      %d block%s of warm-up come first and do not count\n", plan->warmup,
			plan->warmup > 1 ? "s" : "");
}

void print_systems(const struct plan *plan, FILE *out)
{
	if (plan->n_targets > 1 && all_alike(plan))
		print_images(plan, out);
	else
		for (size_t i = 0; i < plan->n_targets; i++)
			print_target(plan, &plan->targets[i], !i, out);
}

/* Charts that will be compared; a pattern may find more. */
static size_t count_results(const struct plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->tests.n; i++)
		n += plan->tests.items[i].profile->metrics.n ? plan->tests.items[i].profile->metrics.n : 1;
	return n;
}

/* What this many blocks can tell, and what ends the run otherwise. */
static void print_limits(const struct plan *plan, FILE *out)
{
	size_t n = count_results(plan);
	double level = USUAL_ALPHA / (double)(n ? n : 1);
	double told = difference_told(USUAL_NOISE * sqrt(2), (size_t)plan->blocks, level);

	if (plan->blocks < LEAST_PAIRS)
		fprintf(out, "      fewer than %d blocks show values, but prove no difference\n", LEAST_PAIRS);
	else if (plan->n_targets > 1)
		fprintf(out, "      at %.0f %% noise, differences below about %.1f %% will stay inconclusive\n",
			USUAL_NOISE * 100, told * 100);
	if (plan->until_width > 0)
		fprintf(out,
			"      blocks are added until the interval of every test is within %.3g %%, up to %d\n",
			plan->until_width * 100, plan->most_blocks);
	if (plan->time_budget > 0) {
		int blocks = plan_blocks_within(plan, plan->time_budget);
		char duration[48];

		fprintf(out, "      the time budget of %s ", number_duration_text(plan->time_budget, duration));
		if (blocks < 0)
			fprintf(out, "is enough for all of it\n");
		else if (!blocks)
			fprintf(out, "is less than the first of the %d blocks takes\n", plan->blocks);
		else
			fprintf(out, "allows about %d of the %d blocks\n", blocks, plan->blocks);
	}
}

void print_plan(const struct session *s, FILE *out)
{
	const struct plan *plan = &s->plan;
	struct cost cost = plan_cost(plan, 0);
	uint64_t space = 0;
	char duration[48], need[32], writes[32], end[16];
	time_t at = time(NULL) + (time_t)cost.seconds;
	struct tm tm;

	print_systems(plan, out);
	localtime_r(&at, &tm);
	strftime(end, sizeof end, "%H:%M", &tm);
	fprintf(out, "plan  %zu system%s x %zu test%s x %d block%s = %zu trial%s", plan->n_targets,
		plan->n_targets > 1 ? "s" : "", plan->tests.n, plan->tests.n > 1 ? "s" : "", plan->blocks,
		plan->blocks > 1 ? "s" : "", plan->n_slots, plan->n_slots > 1 ? "s" : "");
	if (cost.seconds > 0)
		fprintf(out, ", about %s (%s)", number_duration_text(cost.seconds, duration), end);
	fprintf(out, "\n      ");
	for (size_t i = 0; i < plan->n_targets; i++)
		if (spec_kind(plan->targets[i].spec) != VOLUME_DEVICE &&
			plan_space(plan, &plan->targets[i]) > space)
			space = plan_space(plan, &plan->targets[i]);
	if (space)
		fprintf(out, "needs %s free, writes about %s in all; ", number_size_text(space, need),
			number_size_text(cost.writes, writes));
	fprintf(out, "seed %llu%s\n", (unsigned long long)plan->seed, plan->by_test ? "; test by test" : "");
	print_state(plan, out);
	print_limits(plan, out);
	fprintf(out, "name  %s   Ctrl-C is safe: hib resume continues the plan\n      in %s\n", s->name,
		s->folder);
}

void print_tests(const struct plan *plan, FILE *out)
{
	for (size_t i = 0; i < plan->tests.n; i++) {
		const struct test *t = &plan->tests.items[i];
		char duration[48], space[32];

		fprintf(out, "test  %-28s %s, about %s and %s a trial\n", t->name, t->description,
			number_duration_text(t->cost.seconds, duration),
			number_size_text(t->cost.space, space));
	}
}
