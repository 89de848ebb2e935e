/* JSON of Google Benchmark (--benchmark_out_format=json). */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "report/result/statistics.h"
#include "share/base/json.h"
#include "share/base/banned.h"

static bool recognise(const char *bytes, size_t size)
{
	return size && bytes[strspn(bytes, " \t\r\n")] == '{' && strstr(bytes, "\"benchmarks\"") &&
		strstr(bytes, "\"context\"") && strstr(bytes, "\"real_time\"");
}

/* One document being read. */
struct reading {
	struct result_file *file;
	const struct exchange_source *source;
	struct text *notes;
	struct error *err;
	const char *title, *system;
	bool has_runs; /* single runs, not only what was made of them */
	size_t aggregates;
};

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? text : "";
}

static void add_system(struct reading *r, const json_t *context)
{
	struct result_file *file = r->file;
	struct system *system;

	r->system = *text_of(context, "host_name") ? arena_text(&file->arena, text_of(context, "host_name")) :
						     r->source->system;
	if (result_file_system(file, r->system, 0) >= 0)
		return;
	system = result_file_add_system(file, r->system);
	system->hardware = arena_printf(&file->arena, "Processor: %lld x %.0f MHz",
		(long long)json_integer_value(json_object_get(context, "num_cpus")),
		json_number_value(json_object_get(context, "mhz_per_cpu")));
	system->time_stamp = arena_text(&file->arena, text_of(context, "date"));
	system->notes = arena_printf(&file->arena, "library build: %s", text_of(context, "library_build_type"));
}

static void add(struct reading *r, const json_t *item, const char *metric, const char *scale,
	enum proportion proportion, double value)
{
	const char *name = *text_of(item, "run_name") ? text_of(item, "run_name") : text_of(item, "name");
	const json_t *repetition = json_object_get(item, "repetition_index");
	struct result_key key = { .profile = "",
		.title = r->title,
		.version = "",
		.arguments = "",
		.scale = scale,
		.proportion = proportion,
		.decimals = -1 };
	struct sample sample = exchange_sample(&r->file->arena, value, (int)json_integer_value(repetition) + 1);

	key.description = *metric ? arena_printf(&r->file->arena, "%s - %s", name, metric) : name;
	if (json_is_true(json_object_get(item, "error_occurred"))) {
		sample.state = ST_FAILED;
		sample.text = NULL;
		sample.value = NAN;
		sample.reason = arena_text(&r->file->arena, text_of(item, "error_message"));
	}
	result_file_add(r->file, &key, r->system, &sample);
}

/* Numbers of a benchmark that are no part of every one: its counters. */
static bool is_counter(const char *name)
{
	static const char *const known[] = { "real_time", "cpu_time", "iterations", "threads", "repetitions",
		"repetition_index", "family_index", "per_family_instance_index", "bytes_per_second",
		"items_per_second", NULL };

	for (int i = 0; known[i]; i++)
		if (!strcmp(known[i], name))
			return false;
	return true;
}

static int read_benchmark(struct reading *r, const json_t *item)
{
	const char *scale = *text_of(item, "time_unit") ? text_of(item, "time_unit") : "ns", *name;
	const json_t *real = json_object_get(item, "real_time"), *value;
	bool failed = json_is_true(json_object_get(item, "error_occurred"));

	if (!*text_of(item, "name"))
		return error_set(r->err, "%s: a benchmark has no 'name'", r->source->name);
	/* what was made of the runs, where the runs are there */
	if (!strcmp(text_of(item, "run_type"), "aggregate")) {
		r->aggregates++;
		if (r->has_runs || strcmp(text_of(item, "aggregate_name"), "median"))
			return 0;
	}
	if (!json_is_number(real) && !failed)
		return error_set(r->err, "%s: '%s' has no 'real_time'", r->source->name, text_of(item, "name"));
	add(r, item, "", scale, PROPORTION_LIB, json_number_value(real));
	if (failed)
		return 0;
	value = json_object_get(item, "cpu_time");
	if (json_is_number(value))
		add(r, item, "CPU time", scale, PROPORTION_LIB, json_number_value(value));
	value = json_object_get(item, "bytes_per_second");
	if (json_is_number(value))
		add(r, item, "Bytes", "B/s", PROPORTION_HIB, json_number_value(value));
	value = json_object_get(item, "items_per_second");
	if (json_is_number(value))
		add(r, item, "Items", "items/s", PROPORTION_HIB, json_number_value(value));
	json_object_foreach((json_t *)(uintptr_t)item, name, value) if (json_is_number(value) &&
		is_counter(name)) add(r, item, name, name, PROPORTION_NONE, json_number_value(value));
	return 0;
}

static bool has_runs(const json_t *list)
{
	const json_t *item;
	size_t i;

	json_array_foreach (list, i, item)
		if (strcmp(text_of(item, "run_type"), "aggregate"))
			return true;
	return false;
}

static int google_read(
	struct result_file *file, const struct exchange_source *source, struct text *notes, struct error *err)
{
	json_error_t problem;
	json_t *root = json_loadb(source->bytes, source->size, JSON_REJECT_DUPLICATES, &problem);
	const json_t *context = json_object_get(root, "context"), *list = json_object_get(root, "benchmarks"),
		     *item;
	struct reading r = { .file = file, .source = source, .notes = notes, .err = err };
	const char *program, *slash;
	size_t i;
	int rc = 0;

	if (!root)
		return error_set(err, "%s:%d:%d: %s", source->name, problem.line, problem.column, problem.text);
	if (!json_array_size(list))
		rc = error_set(err, "%s: 'benchmarks' is no list", source->name);
	program = *text_of(context, "executable") ? text_of(context, "executable") : "Google Benchmark";
	slash = strrchr(program, '/');
	r.title = arena_text(&file->arena, slash ? slash + 1 : program);
	if (!rc)
		add_system(&r, context);
	r.has_runs = has_runs(list);
	json_array_foreach (list, i, item)
		if (!rc)
			rc = read_benchmark(&r, item);
	if (!rc && r.aggregates && !r.has_runs)
		text_printf(notes, "%s%s has aggregates only: their medians are taken as single values",
			notes->size ? "\n" : "", source->name);
	json_decref(root);
	return rc;
}

static void write_sample(struct text *out, const struct result *r, const struct entry *entry, size_t index,
	const char *unit, double factor)
{
	const struct sample *s = &entry->samples[index];
	struct text name = TEXT_INIT;

	text_printf(&name, "%s%s%s", r->title, *r->description ? "/" : "", r->description);
	text_addc(out, '{');
	json_add_text(out, "name", text_string(&name));
	json_add_text(out, "run_name", text_string(&name));
	json_add_text(out, "run_type", "iteration");
	json_add_whole(out, "repetitions", (long long)entry->n_samples);
	json_add_whole(out, "repetition_index", (long long)index);
	json_add_whole(out, "threads", 1);
	json_add_whole(out, "iterations", 1);
	exchange_add_real(out, "real_time", s->value * factor);
	exchange_add_real(out, "cpu_time", s->value * factor);
	json_add_text(out, "time_unit", unit);
	text_addc(out, '}');
	text_release(&name);
}

/* Its times in ns, us, ms or s; what is no time it has no place for. */
static int google_write(struct result_file *file, struct text *out, struct text *notes, struct error *err)
{
	static const char *const units[][2] = { { "Seconds", "s" }, { "s", "s" }, { "ms", "ms" },
		{ "us", "us" }, { "ns", "ns" } };
	size_t written = 0;

	if (file->n_systems > 1)
		return error_set(err,
			"Google Benchmark's file tells of one system, and the result has %zu: RESULT:SYSTEM is one of them",
			file->n_systems);
	text_adds(out, "{\"context\":{");
	json_add_text(out, "date", file->meta.last_modified);
	json_add_text(out, "host_name", file->systems[0].identifier);
	json_add_text(out, "executable", file->meta.title);
	text_adds(out, "},\"benchmarks\":[");
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		const char *unit = NULL;

		for (size_t k = 0; k < sizeof units / sizeof *units; k++)
			if (!strcmp(units[k][0], r->scale))
				unit = units[k][1];
		if (!unit) {
			text_printf(notes, "%s%s, %s (%s) is left out: Google Benchmark has times only",
				notes->size ? "\n" : "", r->title, r->description, r->scale);
			continue;
		}
		for (size_t k = 0; k < r->n_entries; k++) {
			if (entry_load_samples(file, &r->entries[k], err))
				return -1;
			for (size_t s = 0; s < r->entries[k].n_samples; s++)
				if (r->entries[k].samples[s].state == ST_OK) {
					text_adds(out, written++ ? "," : "");
					write_sample(out, r, &r->entries[k], s, unit, 1);
				}
		}
	}
	text_adds(out, "]}\n");
	return written ? 0 : error_set(err, "the result has no times");
}

const struct exchange exchange_google = { "google-benchmark", "JSON of Google Benchmark", recognise,
	google_read, google_write };
