#include "runner/journal/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/journal/journal.h"
#include "report/result/flags.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static int whole_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

/* As a profile may say; of anything else the values themselves tell. */
static int decimals_of(const json_t *number)
{
	json_int_t decimals = json_is_integer(number) ? json_integer_value(number) : -1;

	return decimals >= 0 && decimals <= 9 ? (int)decimals : -1;
}

/* Title, time and systems of a file that has none yet. */
static void take_plan(struct result_file *file, const json_t *plan)
{
	const json_t *system;
	size_t i;

	if (!*file->meta.title) {
		struct arena *arena = &file->arena;

		file->comment = arena_printf(arena, "hib %s", text_of(plan, "hib"));
		file->meta.title = arena_text(arena, text_of(plan, *text_of(plan, "title") ? "title" : "name"));
		file->meta.last_modified = arena_text(arena, text_of(plan, "started"));
		file->meta.client = arena_printf(arena, "hib %s", text_of(plan, "hib"));
		file->meta.description = arena_printf(arena, "%s%s%s", text_of(plan, "about"),
			!*text_of(plan, "about")                       ? "" :
				text_ends(text_of(plan, "about"), ".") ? " " :
									 "; ",
			text_of(plan, "description"));
	}
	json_array_foreach (json_object_get(plan, "systems"), i, system) {
		struct arena *arena = &file->arena;
		struct system *s;

		if (result_file_system(file, text_of(system, "identifier"), i) >= 0)
			continue;
		s = result_file_add_system(file, text_of(system, "identifier"));
		s->hardware = arena_text(arena, text_of(system, "hardware"));
		s->software = arena_text(arena, text_of(system, "software"));
		s->json = arena_text(arena, text_of(system, "json"));
		s->notes = arena_text(arena, text_of(system, "notes"));
		s->time_stamp = arena_text(arena, text_of(plan, "started"));
		s->client_version = arena_text(arena, text_of(plan, "hib"));
	}
}

/* "foreign_cpu,loaded": of a trial's flags those that tell of a disturbance; owned by the caller, NULL none. */
static char *disturbances_of(const json_t *trial)
{
	struct text names = TEXT_INIT;
	const json_t *name;
	size_t i;

	json_array_foreach (json_object_get(trial, "flags"), i, name)
		if (flag_named(json_string_value(name)) & FLAGS_DISTURBED)
			text_printf(&names, "%s%s", names.size ? "," : "", json_string_value(name));
	return names.size ? text_take(&names) : NULL;
}

static struct sample sample_of(const json_t *item, const json_t *trial)
{
	const char *text = json_string_value(json_object_get(item, "value"));
	const char *state = json_string_value(json_object_get(item, "state"));
	struct sample sample = { .value = NAN, .seconds = NAN, .state = ST_OK };

	if (state && !state_from_name(state, &sample.state))
		sample.state = ST_INVALID;
	if (sample.state == ST_OK && text && number_double(text, strlen(text), &sample.value))
		sample.text = text;
	else if (sample.state == ST_OK && sample_is_special(text))
		sample.text = text;
	else if (sample.state == ST_OK)
		sample.state = ST_INVALID;
	if (sample.state == ST_OK && whole_of(trial, "block") < 1) {
		sample.state = ST_WARMUP;
		sample.text = NULL;
		sample.value = NAN;
	}
	sample.reason = json_string_value(json_object_get(item, "reason"));
	sample.trial = whole_of(trial, "trial");
	sample.block = whole_of(trial, "block");
	sample.slot = whole_of(trial, "slot");
	sample.seconds = json_number_value(json_object_get(trial, "seconds"));
	return sample;
}

/* The first sample of a trial is its headline: the other charts belong to that one. */
static void name_parent(const struct result_key *key, char parent[41])
{
	const struct result headline = { .profile = key->profile,
		.title = key->title,
		.version = key->version,
		.arguments = key->arguments,
		.description = key->description,
		.scale = key->scale };

	result_hash(&headline, parent);
}

/*
 * As the plan says, else as the trial found it. A failed trial does not know it: its samples join the chart of
 * the version that the others of the test had.
 */
static const char *version_of(const json_t *test, const json_t *trial)
{
	const char *planned = text_of(test, "app_version");

	if (*planned)
		return planned;
	return json_object_get(trial, "version") ? text_of(trial, "version") : text_of(test, "seen_version");
}

static void add_trial(struct result_file *file, const json_t *plan, const json_t *trial)
{
	const json_t *test = json_array_get(json_object_get(plan, "tests"), (size_t)whole_of(trial, "test"));
	const json_t *system = json_array_get(
		json_object_get(plan, "systems"), (size_t)whole_of(trial, "system"));
	const json_t *item;
	char parent[41] = "", *flags = disturbances_of(trial);
	int headline_metric = whole_of(json_array_get(json_object_get(trial, "samples"), 0), "metric");
	size_t i;

	json_array_foreach (json_object_get(trial, "samples"), i, item) {
		const json_t *metric = json_array_get(
			json_object_get(test, "metrics"), (size_t)whole_of(item, "metric"));
		struct sample sample = sample_of(item, trial);
		const struct result_key key = { whole_of(metric, "derived") ? "" : text_of(test, "identifier"),
			text_of(test, "title"), version_of(test, trial), text_of(test, "arguments"),
			text_of(metric, "description"), text_of(metric, "scale"),
			proportion_from_text(text_of(metric, "proportion")),
			decimals_of(json_object_get(metric, "decimals")), whole_of(test, "planned"),
			whole_of(item, "metric") != headline_metric ? parent : NULL, text_of(metric, "format"),
			whole_of(metric, "optional") > 0 };

		if (!i)
			name_parent(&key, parent);
		sample.flags = flags;
		result_file_add(file, &key, text_of(system, "identifier"), &sample);
	}
	free(flags);
}

/* Proportion of an accounting figure: less time is better, how much was read or written is a fact. */
static enum proportion figure_proportion(const char *scale)
{
	return !strcmp(scale, "s") || !strcmp(scale, "ticks") ? PROPORTION_LIB : PROPORTION_NONE;
}

/* "Test: write - REAL (Quick)": the mark of a quick test stays last, as test_metric_description() has it. */
static char *figure_description(const char *headline, const char *name)
{
	static const char mark[] = " (Quick)";
	size_t size = strlen(headline);

	if (!text_ends(headline, mark))
		return mem_printf("%s%s%s", headline, *headline ? " - " : "", name);
	return mem_printf("%.*s - %s%s", (int)(size - strlen(mark)), headline, name, mark);
}

/* What a trial cost the machine, as charts beside its headline. */
static void add_figures(struct result_file *file, const json_t *plan, const json_t *trial)
{
	const json_t *test = json_array_get(json_object_get(plan, "tests"), (size_t)whole_of(trial, "test"));
	const json_t *system = json_array_get(
		json_object_get(plan, "systems"), (size_t)whole_of(trial, "system"));
	const json_t *item = json_array_get(json_object_get(trial, "samples"), 0), *figure;
	const json_t *metric = json_array_get(
		json_object_get(test, "metrics"), (size_t)whole_of(item, "metric"));
	struct result_key key = { text_of(test, "identifier"), text_of(test, "title"), version_of(test, trial),
		text_of(test, "arguments"), text_of(metric, "description"), text_of(metric, "scale"),
		proportion_from_text(text_of(metric, "proportion")), 0, whole_of(test, "planned"), NULL, NULL,
		false };
	char parent[41] = "";
	size_t i;

	/* of a system that was left out nothing is shown */
	if (strcmp(text_of(trial, "state"), state_name(ST_OK)) != 0 ||
		result_file_system(file, text_of(system, "identifier"), 0) < 0)
		return;
	name_parent(&key, parent);
	key.parent = parent;
	json_array_foreach (json_object_get(trial, "figures"), i, figure) {
		const char *name = json_string_value(json_array_get(figure, 0)),
			   *number = json_string_value(json_array_get(figure, 1)),
			   *scale = json_string_value(json_array_get(figure, 2));
		struct sample sample = sample_of(item, trial);
		char *description;

		if (!name || !number || !scale || !number_double(number, strlen(number), &sample.value))
			continue;
		sample.text = number;
		if (sample.state == ST_WARMUP) {
			sample.text = NULL;
			sample.value = NAN;
		}
		description = figure_description(text_of(metric, "description"), name);
		key.description = description;
		key.scale = scale;
		key.proportion = figure_proportion(scale);
		key.decimals = decimals_of(json_array_get(figure, 3));
		result_file_add(file, &key, text_of(system, "identifier"), &sample);
		free(description);
	}
}

/* The newest trial that the file holds already. */
static int newest_trial(struct result_file *file)
{
	struct error ignored = ERROR_INIT;
	int newest = 0;

	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++) {
			struct entry *entry = &file->results[i].entries[k];

			if (entry_load_samples(file, entry, &ignored))
				error_release(&ignored);
			for (size_t s = 0; s < entry->n_samples; s++)
				if (entry->samples[s].trial > newest)
					newest = entry->samples[s].trial;
		}
	return newest;
}

static void count_trials(struct loaded *loaded, const struct journal_content *content)
{
	loaded->n_planned = (int)content->n_slots;
	for (size_t i = 0; i < content->n_slots; i++)
		loaded->n_done += content->done[i];
	loaded->unfinished = loaded->n_done < loaded->n_planned;
}

struct adding {
	struct result_file *file;
	const json_t *plan; /* as a first reading found it, versions included */
	int newest; /* trials up to this one are there already */
	bool trials, figures; /* which of them are added */
};

static int add_line(void *context, const json_t *plan, const json_t *trial, struct error *err)
{
	const struct adding *adding = context;

	(void)plan;
	(void)err;
	if (whole_of(trial, "trial") <= adding->newest)
		return 0;
	if (adding->trials)
		add_trial(adding->file, adding->plan, trial);
	if (adding->figures)
		add_figures(adding->file, adding->plan, trial);
	return 0;
}

/* A second reading, where there is anything to add. */
static int add_lines(
	const struct journal_content *content, const char *path, struct adding *adding, struct error *err)
{
	struct journal_content again;
	bool more = false;

	for (size_t i = 0; i < content->n_trials && !more; i++)
		more = content->trials[i].trial > adding->newest;
	if (!more)
		return 0;
	adding->plan = content->plan;
	if (journal_read(&again, path, add_line, adding, err))
		return -1;
	journal_content_release(&again);
	return 0;
}

int replay_journal(struct loaded *loaded, const char *path, struct error *err)
{
	struct adding adding = { .file = &loaded->file, .trials = true };
	struct journal_content content;
	int rc;

	if (journal_read(&content, path, NULL, NULL, err))
		return -1;
	adding.newest = newest_trial(&loaded->file);
	adding.figures = whole_of(content.plan, "accounting") > 0;
	if (!loaded->file.n_systems)
		loaded->file.meta = (struct generated){ "", "", "", "", NULL, NULL, NULL, NULL, NULL };
	take_plan(&loaded->file, content.plan);
	rc = add_lines(&content, path, &adding, err);
	result_file_drop_absent(&loaded->file);
	count_trials(loaded, &content);
	free(loaded->order);
	loaded->order = mem_printf(
		"seed %lld", (long long)json_integer_value(json_object_get(content.plan, "seed")));
	result_file_settle(&loaded->file);
	journal_content_release(&content);
	return rc;
}

int replay_accounting(struct loaded *loaded, const char *path, struct error *err)
{
	struct adding adding = { .file = &loaded->file, .figures = true };
	struct journal_content content;
	int rc = 0;

	if (journal_read(&content, path, NULL, NULL, err))
		return -1;
	if (!whole_of(content.plan, "accounting"))
		rc = add_lines(&content, path, &adding, err);
	result_file_settle(&loaded->file);
	journal_content_release(&content);
	return rc;
}
