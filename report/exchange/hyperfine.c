/* JSON of hyperfine --export-json: commands, each with the times of its runs in seconds. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "report/result/statistics.h"
#include "share/base/json.h"
#include "share/base/banned.h"

#define LONGEST_NAME 120 /* bytes of a system's identifier */

static bool recognise(const char *bytes, size_t size)
{
	return size && bytes[strspn(bytes, " \t\r\n")] == '{' && strstr(bytes, "\"results\"") &&
		strstr(bytes, "\"command\"") && (strstr(bytes, "\"times\"") || strstr(bytes, "\"mean\""));
}

static const struct result_key *key_of(struct result_key *key, const char *description)
{
	*key = (struct result_key){ .profile = "hib/time-1.0.0",
		.title = "Time",
		.version = "",
		.arguments = "",
		.description = description,
		.scale = "Seconds",
		.proportion = PROPORTION_LIB,
		.decimals = -1 };
	return key;
}

/* A command as the name of a system: cut at its end, and told apart from one that begins alike. */
static const char *name_of(struct result_file *file, const char *command)
{
	struct text clean = TEXT_INIT;
	const char *name;

	text_add_clean(&clean, command, strlen(command));
	name = arena_bytes(
		&file->arena, text_string(&clean), text_fit(text_string(&clean), clean.size, LONGEST_NAME - 6));
	while (strlen(name) > LONGEST_NAME - 6)
		name = arena_bytes(
			&file->arena, name, text_fit(name, strlen(name), text_width(name, strlen(name)) - 1));
	for (int n = 2; result_file_system(file, name, 0) >= 0; n++)
		name = arena_printf(&file->arena, "%.*s (%d)", (int)strcspn(name, "\n"), name, n);
	text_release(&clean);
	return *name ? name : "command";
}

/* What a run's exit code makes of it. */
static struct sample sample_of(struct result_file *file, const json_t *times, const json_t *codes, size_t i)
{
	const json_t *code = json_array_get(codes, i);
	struct sample sample = exchange_sample(
		&file->arena, json_number_value(json_array_get(times, i)), (int)i + 1);

	sample.block = (int)i + 1;
	if (code && (!json_is_integer(code) || json_integer_value(code))) {
		sample.state = ST_FAILED;
		sample.text = NULL;
		sample.value = NAN;
		sample.reason = json_is_integer(code) ?
			arena_printf(&file->arena, "exit status %lld", (long long)json_integer_value(code)) :
			"no exit status";
	}
	return sample;
}

static void add_single(struct result_file *file, const char *system, const json_t *item, const char *name,
	const char *description)
{
	const json_t *value = json_object_get(item, name);
	struct result_key key;
	struct sample sample;

	if (!json_is_number(value))
		return;
	sample = exchange_sample(&file->arena, json_number_value(value), 0);
	result_file_add(file, key_of(&key, description), system, &sample);
}

static int read_command(struct result_file *file, const json_t *item, const char *where, struct error *err)
{
	const json_t *times = json_object_get(item, "times"), *codes = json_object_get(item, "exit_codes");
	const char *command = json_string_value(json_object_get(item, "command")), *system;
	struct result_key key;

	if (!command)
		return error_set(err, "%s: a result has no 'command'", where);
	system = name_of(file, command);
	/* an export without single times has what was made of them */
	if (!json_array_size(times)) {
		if (!json_is_number(json_object_get(item, "median")) &&
			!json_is_number(json_object_get(item, "mean")))
			return error_set(
				err, "%s: '%s' has neither 'times' nor 'median' nor 'mean'", where, command);
		add_single(file, system, item, json_object_get(item, "median") ? "median" : "mean", "");
	}
	for (size_t i = 0; i < json_array_size(times); i++) {
		struct sample sample = sample_of(file, times, codes, i);

		if (!json_is_number(json_array_get(times, i)))
			return error_set(
				err, "%s: run %zu of '%s' has no number for its time", where, i + 1, command);
		result_file_add(file, key_of(&key, ""), system, &sample);
	}
	add_single(file, system, item, "user", "User time");
	add_single(file, system, item, "system", "System time");
	return 0;
}

static int hyperfine_read(
	struct result_file *file, const struct exchange_source *source, struct text *notes, struct error *err)
{
	json_error_t problem;
	json_t *root = json_loadb(source->bytes, source->size, JSON_REJECT_DUPLICATES, &problem);
	const json_t *results = json_object_get(root, "results"), *item;
	size_t i;
	int rc = 0;

	(void)notes;
	if (!root)
		return error_set(err, "%s:%d:%d: %s", source->name, problem.line, problem.column, problem.text);
	if (!json_array_size(results))
		rc = error_set(err, "%s: 'results' is no list of commands", source->name);
	json_array_foreach (results, i, item)
		if (!rc)
			rc = read_command(file, item, source->name, err);
	json_decref(root);
	return rc;
}

/* How many seconds a unit of time is; 0: it is none. */
static double seconds_of(const char *scale)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "Seconds", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 },
		{ "Minutes", 60 }, { "min", 60 } };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(units[i].name, scale))
			return units[i].seconds;
	return 0;
}

static void add_list(struct text *out, const char *name, const struct entry *entry, double unit, bool codes)
{
	bool first = true;

	json_add_key(out, name);
	text_addc(out, '[');
	for (size_t i = 0; i < entry->n_samples; i++) {
		const struct sample *s = &entry->samples[i];

		if (s->state != ST_OK)
			continue;
		if (!first)
			text_addc(out, ',');
		first = false;
		/* a run that counts although it failed says how it ended */
		if (codes)
			text_printf(out, "%ld",
				s->reason && text_starts(s->reason, "exit status ") ?
					strtol(s->reason + strlen("exit status "), NULL, 10) :
					0L);
		else
			json_add_number(out, s->value * unit);
	}
	text_addc(out, ']');
}

static double mean_of(const struct entry *entry, double *deviation)
{
	double sum = 0, squares = 0;
	size_t n = 0;

	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].state == ST_OK) {
			sum += entry->samples[i].value;
			n++;
		}
	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].state == ST_OK)
			squares += (entry->samples[i].value - sum / (double)n) *
				(entry->samples[i].value - sum / (double)n);
	*deviation = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
	return sum / (double)n;
}

static void write_entry(struct text *out, const struct result *r, const struct entry *entry,
	const struct summary *summary, double unit)
{
	struct text name = TEXT_INIT;
	double deviation, mean = mean_of(entry, &deviation);

	text_adds(&name, entry->identifier);
	if (strcmp(r->profile, "hib/time-1.0.0"))
		text_printf(&name, ": %s%s%s", r->title, *r->description ? ", " : "", r->description);
	text_addc(out, '{');
	json_add_text(out, "command", text_string(&name));
	exchange_add_real(out, "mean", mean * unit);
	json_add_key(out, "stddev");
	if (isnan(deviation))
		text_adds(out, "null");
	else
		json_add_number(out, deviation * unit);
	exchange_add_real(out, "median", summary->median * unit);
	exchange_add_real(out, "min", summary->minimum * unit);
	exchange_add_real(out, "max", summary->maximum * unit);
	add_list(out, "times", entry, unit, false);
	add_list(out, "exit_codes", entry, unit, true);
	text_addc(out, '}');
	text_release(&name);
}

/* The times of the main chart only: what a command took as user and as system is no chart of its own there. */
static int hyperfine_write(struct result_file *file, struct text *out, struct text *notes, struct error *err)
{
	size_t written = 0;

	text_adds(out, "{\"results\":[");
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		double unit = seconds_of(r->scale);

		if (unit <= 0 || (!strcmp(r->profile, "hib/time-1.0.0") && *r->description)) {
			text_printf(notes, "%s%s, %s (%s) is left out: hyperfine has times of commands only",
				notes->size ? "\n" : "", r->title, r->description, r->scale);
			continue;
		}
		for (size_t k = 0; k < r->n_entries; k++) {
			struct entry *entry = &r->entries[k];
			struct summary summary;

			if (entry_load_samples(file, entry, err))
				return -1;
			summarize(&summary, entry->samples, entry->n_samples);
			if (!summary.n_ok)
				continue;
			text_adds(out, written++ ? "," : "");
			write_entry(out, r, entry, &summary, unit);
		}
	}
	text_adds(out, "]}\n");
	return written ? 0 : error_set(err, "the result has no times");
}

const struct exchange exchange_hyperfine = { "hyperfine", "JSON of hyperfine --export-json", recognise,
	hyperfine_read, hyperfine_write };
