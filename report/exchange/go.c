/* Text of `go test -bench`, the Go benchmark data format: a line a run, pairs of value and unit. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_UNITS 64

static bool starts_benchmark(const char *line)
{
	return text_starts(line, "Benchmark") &&
		(isupper((unsigned char)line[9]) || line[9] == '_' || isdigit((unsigned char)line[9])) &&
		strstr(line, " ns/op");
}

static bool recognise(const char *bytes, size_t size)
{
	(void)size;
	for (const char *line = bytes; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (starts_benchmark(line) && strstr(line, " ns/op") < line + strcspn(line, "\n"))
			return true;
	}
	return false;
}

/* One text being read: "goos: linux" and the like hold for what follows. */
struct reading {
	struct result_file *file;
	const struct exchange_source *source;
	struct error *err;
	const char *package, *cpu, *os, *system;
	struct unit {
		const char *name;
		enum proportion better;
	} units[MOST_UNITS];
	size_t n_units;
	int line;
	size_t found;
};

static char *word_of(struct arena *arena, const char **at)
{
	size_t size;
	char *word;

	*at += strspn(*at, " \t");
	size = strcspn(*at, " \t\r");
	word = arena_bytes(arena, *at, size);
	*at += size;
	return word;
}

/* "Unit ns/op better=lower" */
static void take_unit(struct reading *r, const char *line)
{
	const char *at = line + strlen("Unit "), *name = word_of(&r->file->arena, &at);

	if (r->n_units == MOST_UNITS)
		return;
	if (strstr(at, "better=higher"))
		r->units[r->n_units++] = (struct unit){ name, PROPORTION_HIB };
	else if (strstr(at, "better=lower"))
		r->units[r->n_units++] = (struct unit){ name, PROPORTION_LIB };
}

/* What a unit says of itself, else how Go's own tools see it. */
static enum proportion better(const struct reading *r, const char *unit)
{
	for (size_t i = 0; i < r->n_units; i++)
		if (!strcmp(r->units[i].name, unit))
			return r->units[i].better;
	return text_ends(unit, "/s")                                                          ? PROPORTION_HIB :
		text_ends(unit, "/op") || text_ends(unit, "-ns") || text_ends(unit, "-bytes") ? PROPORTION_LIB :
												PROPORTION_NONE;
}

static const char *system_of(struct reading *r)
{
	struct system *system;

	if (r->system)
		return r->system;
	r->system = r->source->system;
	if (result_file_system(r->file, r->system, 0) < 0) {
		system = result_file_add_system(r->file, r->system);
		system->hardware = *r->cpu ? arena_printf(&r->file->arena, "Processor: %s", r->cpu) : "";
		system->software = *r->os ? arena_printf(&r->file->arena, "OS: %s", r->os) : "";
	}
	return r->system;
}

/* "BenchmarkName-8  1000  1234 ns/op  56 B/op": -8 is GOMAXPROCS. */
static int take_benchmark(struct reading *r, const char *line)
{
	struct arena *arena = &r->file->arena;
	const char *at = line;
	char *name = word_of(arena, &at), *dash = strrchr(name, '-');
	const char *iterations = word_of(arena, &at);
	struct result_key key = { .profile = "", .version = "", .arguments = "", .decimals = -1 };
	int64_t whole;

	if (!number_whole(iterations, strlen(iterations), 0, INT64_MAX, &whole))
		return 0; /* a name alone announces one that is still running */
	key.title = *r->package ? r->package : "Go benchmark";
	if (dash && number_whole(dash + 1, strlen(dash + 1), 1, 1 << 20, &whole)) {
		key.arguments = arena_printf(arena, "-cpu %s", dash + 1);
		*dash = '\0';
	}
	for (const char *value; *(value = word_of(arena, &at));) {
		const char *unit = word_of(arena, &at);
		double number;
		struct sample sample;

		if (!*unit || !number_double(value, strlen(value), &number))
			return error_set(r->err, "%s:%d: '%s %s' is no number with its unit", r->source->name,
				r->line, value, unit);
		sample = exchange_sample(arena, number, 0);
		sample.text = value;
		key.description = strcmp(unit, "ns/op") ? arena_printf(arena, "%s - %s", name + 9, unit) :
							  name + 9;
		key.scale = unit;
		key.proportion = better(r, unit);
		result_file_add(r->file, &key, system_of(r), &sample);
		r->found++;
	}
	return 0;
}

static const char *value_of(struct reading *r, const char *line, const char *name)
{
	return text_starts(line, name) ? arena_text(&r->file->arena, line + strlen(name)) : NULL;
}

static int take_line(struct reading *r, const char *line)
{
	const char *value;

	if ((value = value_of(r, line, "pkg: ")))
		r->package = value;
	else if ((value = value_of(r, line, "cpu: ")))
		r->cpu = value;
	else if ((value = value_of(r, line, "goos: ")))
		r->os = value;
	else if (text_starts(line, "Unit "))
		take_unit(r, line);
	else if (text_starts(line, "Benchmark") && strpbrk(line, " \t"))
		return take_benchmark(r, line);
	return 0;
}

static int go_read(
	struct result_file *file, const struct exchange_source *source, struct text *notes, struct error *err)
{
	struct reading r = {
		.file = file, .source = source, .err = err, .package = "", .cpu = "", .os = "", .line = 0
	};
	const char *end = source->bytes + source->size;
	int rc = 0;

	(void)notes;
	for (const char *at = source->bytes; at < end && !rc;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((newline ? newline : end) - at);

		r.line++;
		while (size && at[size - 1] == '\r')
			size--;
		rc = take_line(&r, arena_bytes(&file->arena, at, size));
		at = newline ? newline + 1 : end;
	}
	if (!rc && !r.found)
		rc = error_set(err, "%s: no line of a Go benchmark is there", source->name);
	return rc;
}

/* "BenchmarkMode:_Fast": a name without blanks. */
static void add_name(struct text *out, const struct result *r)
{
	const char *name = *r->description ? r->description : r->title;
	char *suffix = mem_printf(" - %s", r->scale);
	/* a unit that is no ns/op stands in the name when it came from such a text */
	size_t size = strlen(name) - (text_ends(name, suffix) ? strlen(suffix) : 0);

	text_adds(out, "Benchmark");
	free(suffix);
	for (const char *c = name; c < name + size; c++)
		text_addc(out, isspace((unsigned char)*c) ? '_' : *c);
}

static int go_write(struct result_file *file, struct text *out, struct text *notes, struct error *err)
{
	size_t written = 0;

	(void)notes;
	if (file->n_systems > 1)
		return error_set(err,
			"Go's format tells of one system, and the result has %zu: RESULT:SYSTEM is one of them",
			file->n_systems);
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		const char *unit = !strcmp(r->scale, "Seconds") ? "sec/op" : *r->scale ? r->scale : "value";

		if (!i || strcmp(file->results[i - 1].title, r->title))
			text_printf(out, "pkg: %s\n", r->title);
		if (r->proportion != PROPORTION_NONE)
			text_printf(out, "Unit %s better=%s\n", unit,
				r->proportion == PROPORTION_HIB ? "higher" : "lower");
		for (size_t k = 0; k < r->n_entries; k++) {
			if (entry_load_samples(file, &r->entries[k], err))
				return -1;
			for (size_t s = 0; s < r->entries[k].n_samples; s++)
				if (r->entries[k].samples[s].state == ST_OK) {
					add_name(out, r);
					text_printf(out, " 1 %s %s\n", r->entries[k].samples[s].text, unit);
					written++;
				}
		}
	}
	return written ? 0 : error_set(err, "the result has no values");
}

const struct exchange exchange_go = { "go", "text of go test -bench", recognise, go_read, go_write };
