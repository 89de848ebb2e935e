#include "runner/command/run/limits.h"

#include <string.h>

#include "share/base/number.h"
#include "share/base/random.h"
#include "share/base/banned.h"

#define BLOCKS_QUICK   3
#define BLOCKS_NORMAL  8
#define BLOCKS_ARTICLE 10
#define MOST_BLOCKS    30 /* that --until-width adds up to */

int request_seed(struct plan *plan, const struct run_request *request, struct error *err)
{
	const char *text = request->options->seed;
	int64_t seed;

	if (!text && request->experiment)
		text = request->experiment->plan.seed;
	plan->seed = random_fresh_seed();
	if (!text)
		return 0;
	if (!number_whole(text, strlen(text), 0, INT64_MAX, &seed))
		return error_set(err, "the seed '%s' is not a whole number", text);
	plan->seed = (uint64_t)seed;
	return 0;
}

/* "2 %", "2": a share from 0.01 % to 100 %. */
static int take_percent(const char *name, const char *text, double *share, struct error *err)
{
	size_t size = strlen(text);
	double percent;

	size -= size && text[size - 1] == '%';
	size -= size && text[size - 1] == ' ';
	if (!number_double(text, size, &percent) || percent < 0.01 || percent > 100)
		return error_set(err, "%s: '%s' is no percentage from 0.01 to 100", name, text);
	*share = percent / 100;
	return 0;
}

static int number_of_blocks(const struct plan *plan, const struct run_request *request)
{
	const struct run_options *o = request->options;

	if (o->blocks)
		return o->blocks;
	if (o->plan)
		return strcmp(o->plan, "article") ? BLOCKS_NORMAL : BLOCKS_ARTICLE;
	/* a first look is one, whatever the experiment plans */
	if (request->suite_blocks && (!o->quick || request->suite_blocks < BLOCKS_QUICK))
		return request->suite_blocks;
	return plan->quick ? BLOCKS_QUICK : BLOCKS_NORMAL;
}

int request_limits(struct plan *plan, const struct run_request *request, struct error *err)
{
	const struct run_options *o = request->options;
	const struct experiment *e = request->experiment;
	const char *width = o->until_width ? o->until_width : e ? e->plan.until_width : NULL;

	plan->blocks_asked = o->blocks || o->plan;
	plan->blocks = number_of_blocks(plan, request);
	if (!plan->blocks_asked && plan_common_trials(plan))
		plan->blocks = plan_common_trials(plan);
	plan->most_blocks = o->most_blocks ? o->most_blocks :
		e && e->plan.most_blocks   ? (int)e->plan.most_blocks :
					     MOST_BLOCKS;
	if (o->time_budget &&
		(!number_duration(o->time_budget, &plan->time_budget) || !(plan->time_budget > 0)))
		return error_set(err, "--time-budget: '%s' is no duration such as 2 h", o->time_budget);
	if (!width)
		return o->most_blocks ?
			error_set(err, "--most-blocks says where --until-width ends: name both") :
			0;
	if (plan->blocks > plan->most_blocks)
		return error_set(err, "%d blocks are planned, and at most %d wanted (--blocks, --most-blocks)",
			plan->blocks, plan->most_blocks);
	return take_percent(o->until_width ? "--until-width" : "until_width", width, &plan->until_width, err);
}
