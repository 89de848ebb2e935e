#include "runner/command/import/document.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/document/document.h"
#include "runner/measurements.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* One import: where things go, and the names that were given by hand. */
struct import {
	struct result_file *file;
	struct document_options *options;
	const char *name; /* of the document, for messages */
	char *fallback; /* system of outputs above which no name stands */
	struct text *notes;
	struct known_test {
		uint64_t hash;
		const char *first, *parent; /* arguments of its first result, and that one's hash */
	} * tests;
	size_t n_tests, tests_capacity;
	struct seen_value { /* a metric of a test on a system */
		uint64_t hash;
		const struct section *section;
	} * seen;
	size_t n_seen, seen_capacity;
	char **plain; /* what each unquoted output says */
	size_t n_plain, plain_capacity;
	size_t n_values; /* ok, in all */
	const struct section *told; /* it was said that it repeats a test */
};

/* Lines of a piece of memory. */
struct memory_lines {
	const char *at, *end;
	unsigned long number;
	bool unquote;
	size_t unindent; /* blanks to take off, at most */
};

/* Without the marks of a quotation, and without blanks in front. */
static void strip(const struct memory_lines *lines, struct line *line)
{
	while (lines->unquote && line->size && *line->bytes == '>') {
		size_t mark = line->size > 1 && line->bytes[1] == ' ' ? 2 : 1;

		line->bytes += mark;
		line->size -= mark;
	}
	for (size_t i = 0; i < lines->unindent && line->size && (*line->bytes == ' ' || *line->bytes == '\t');
		i++) {
		line->bytes++;
		line->size--;
	}
}

static int next_line(void *context, struct line *line, struct error *err)
{
	struct memory_lines *lines = context;
	const char *newline;
	size_t size;

	(void)err;
	if (lines->at >= lines->end)
		return 0;
	newline = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
	size = (size_t)((newline ? newline : lines->end) - lines->at);
	*line = (struct line){ lines->at, size, lines->number++, STREAM_OUT, false, !newline };
	lines->at += size + 1;
	if (line->size && line->bytes[line->size - 1] == '\r')
		line->size--;
	strip(lines, line);
	return 1;
}

/* The name that stands at place `n` of the list given by hand, or NULL. */
static const char *given_name(struct import *import, size_t n)
{
	const char *list = import->options->systems;
	size_t size;

	for (; list && *list; list += size + (list[size] == ',')) {
		size = strcspn(list, ",");
		if (!n--)
			return size ? arena_bytes(&import->file->arena, list, size) : NULL;
	}
	return NULL;
}

/* What a system is called in the result: by hand, else as the document says. */
static const char *system_name(struct import *import, const char *found)
{
	struct arena *arena = &import->file->arena;
	struct document_options *o = import->options;
	size_t i = 0;
	const char *given;

	while (i < o->n_found && strcmp(o->found[i], found) != 0)
		i++;
	if (i == o->n_found) {
		o->found = arena_more(arena, o->found, o->n_found, sizeof *o->found);
		o->found[o->n_found++] = arena_text(arena, found);
	}
	given = given_name(import, i);
	return given ? given : o->found[i];
}

static struct system *system_of(struct import *import, const char *identifier)
{
	int i = result_file_system(import->file, identifier, 0);

	return i >= 0 ? &import->file->systems[i] : result_file_add_system(import->file, identifier);
}

static void append(struct arena *arena, const char **field, const char *text)
{
	if (!strstr(*field, text))
		*field = arena_printf(arena, "%s%s%s", *field, **field ? ", " : "", text);
}

/* "seq_output_block" as words. */
static char *words_of(struct arena *arena, const char *key)
{
	char *words = arena_text(arena, key);

	for (char *p = words; *p; p++)
		if (*p == '_')
			*p = ' ';
	return words;
}

static const char *description_of(const struct measurements *got, const char *test)
{
	for (size_t i = 0; i < got->n_facts; i++)
		if (got->facts[i].subject == ABOUT_TEST && !strcmp(got->facts[i].name, test))
			return got->facts[i].text;
	return "";
}

static const char *join(struct arena *arena, const char *a, const char *separator, const char *b)
{
	return *a && *b ? arena_printf(arena, "%s%s%s", a, separator, b) : *a ? a : b;
}

/*
 * Title, arguments and description of a measurement's result: "IOzone 3.242", "initial writers -
 * children". What stands before the last '/' of a metric's key is the test, the rest the metric.
 */
static void name_result(struct import *import, const struct section *section, const struct measurements *got,
	const struct measurement *m, struct result_key *key)
{
	struct arena *arena = &import->file->arena;
	const char *slash = strrchr(m->of->metric, '/');
	const char *metric = words_of(arena, slash ? slash + 1 : m->of->metric);
	const char *group = "", *about = "";

	*key = (struct result_key){ .title = section->parser->program,
		.version = got->version ? got->version : "",
		.scale = m->of->unit,
		.proportion = m->of->proportion,
		.decimals = -1 };
	if (m->of->system) {
		key->title = m->of->test;
		about = description_of(got, m->of->test);
	} else {
		if (slash)
			group = words_of(
				arena, arena_bytes(arena, m->of->metric, (size_t)(slash - m->of->metric)));
		about = join(
			arena, section->command ? section->command : "", ", ", m->of->test ? m->of->test : "");
		about = join(arena, about, ", ", group);
	}
	key->description = join(arena, about, " - ", metric);
	key->arguments = join(arena, m->of->system ? m->of->test : about, " - ", metric);
	key->profile = arena_printf(arena, "imported/%s", section->parser->program);
}

/* Bytes of "test - metric" that name the test. */
static size_t test_size(const char *arguments)
{
	size_t size = 0;

	for (const char *at = arguments; (at = strstr(at, " - ")); at += 3)
		size = (size_t)(at - arguments);
	return size;
}

static uint64_t mix(uint64_t hash, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u; /* FNV-1a */
	return (hash ^ 0xff) * 1099511628211u;
}

/* Of a test: what its metrics share. */
static uint64_t test_hash(const struct result_key *key)
{
	uint64_t hash = mix(14695981039346656037u, key->title, strlen(key->title));

	hash = mix(hash, key->version, strlen(key->version));
	return mix(hash, key->arguments, test_size(key->arguments));
}

/* The hash of the first result of the test: what makes its metrics one table. NULL for that first one. */
static const char *parent_of(struct import *import, const struct result_key *key)
{
	const struct result first = { .profile = key->profile,
		.title = key->title,
		.version = key->version,
		.arguments = key->arguments,
		.description = key->description,
		.scale = key->scale };
	uint64_t hash = test_hash(key);
	char name[41];

	for (size_t i = 0; i < import->n_tests; i++)
		if (import->tests[i].hash == hash)
			return !strcmp(import->tests[i].first, key->arguments) ? NULL : import->tests[i].parent;
	result_hash(&first, name);
	import->tests = mem_more(
		import->tests, import->n_tests, &import->tests_capacity, sizeof *import->tests);
	import->tests[import->n_tests++] = (struct known_test){ hash,
		arena_text(&import->file->arena, key->arguments), arena_text(&import->file->arena, name) };
	return NULL;
}

/* All that an output says, as one text: what a mail quotes from above is no second measurement. */
static bool is_repeated(struct import *import, const struct section *section, const struct measurements *got)
{
	struct text all = TEXT_INIT;
	bool repeated = false;

	for (size_t i = 0; i < got->n; i++)
		text_printf(&all, "%s=%s\n", got->items[i].of->metric,
			got->items[i].number.text ? got->items[i].number.text : "");
	for (size_t i = 0; section->quoted && i < import->n_plain && !repeated; i++)
		repeated = !strcmp(import->plain[i], text_string(&all));
	if (!section->quoted) {
		import->plain = mem_more(
			import->plain, import->n_plain, &import->plain_capacity, sizeof *import->plain);
		import->plain[import->n_plain++] = text_take(&all);
	}
	text_release(&all);
	return repeated;
}

/* Two outputs of one test on one system are taken as its trials, which may be wrong: it is said, once. */
static void tell_trials(
	struct import *import, const struct section *section, const struct result_key *key, const char *system)
{
	uint64_t hash = mix(test_hash(key), system, strlen(system));

	hash = mix(hash, key->arguments, strlen(key->arguments));
	for (size_t i = 0; i < import->n_seen; i++) {
		if (import->seen[i].hash != hash)
			continue;
		if (import->seen[i].section != section && import->told != section) {
			text_printf(import->notes,
				"%s:%lu: a further output of %s for '%s': taken as a further trial of the same test\n",
				import->name, section->line, section->parser->program, system);
			import->told = section;
		}
		return;
	}
	import->seen = mem_more(import->seen, import->n_seen, &import->seen_capacity, sizeof *import->seen);
	import->seen[import->n_seen++] = (struct seen_value){ hash, section };
}

static void add_value(struct import *import, const struct section *section, const struct measurements *got,
	const struct measurement *m)
{
	const char *found = m->of->system ? m->of->system :
		section->system           ? section->system :
					    import->fallback;
	const char *system = system_name(import, found);
	struct sample sample = { .text = m->number.text,
		.value = m->number.value,
		.state = m->state,
		.reason = m->reason,
		.seconds = NAN };
	struct result_key key;

	name_result(import, section, got, m, &key);
	key.parent = parent_of(import, &key);
	tell_trials(import, section, &key, system);
	result_file_add(import->file, &key, system, &sample);
	import->n_values += m->state == ST_OK;
}

static void add_facts(struct import *import, const struct section *section, const struct measurements *got)
{
	struct arena *arena = &import->file->arena;

	for (size_t i = 0; i < got->n_facts; i++) {
		const struct fact *fact = &got->facts[i];
		struct system *system;

		if (fact->subject == ABOUT_TEST)
			continue;
		system = system_of(import, system_name(import, fact->name));
		if (fact->subject == ABOUT_HARDWARE)
			append(arena, &system->hardware, fact->text);
		else if (fact->subject == ABOUT_SOFTWARE)
			append(arena, &system->software, fact->text);
		else
			append(arena, &system->notes, fact->text);
	}
	if (section->system && section->notes)
		append(arena, &system_of(import, system_name(import, section->system))->notes, section->notes);
}

static void add_notes(struct import *import, const struct section *section, const struct measurements *got)
{
	for (size_t i = 0; i < got->n_warnings; i++)
		text_printf(import->notes, "%s:%lu: %s\n", import->name, got->warnings[i].line,
			got->warnings[i].text);
	if (got->verdict != VERDICT_OK)
		text_printf(import->notes, "%s:%lu: output of %s: %s%s%s\n", import->name, section->line,
			section->parser->program, verdict_name(got->verdict), got->reason ? ", " : "",
			got->reason ? got->reason : "");
	if (!section->system && got->n && !got->items[0].of->system)
		text_printf(import->notes,
			"%s:%lu: no name stands above this output of %s: it is called '%s'\n", import->name,
			section->line, section->parser->program, system_name(import, import->fallback));
}

static bool has_value(const struct measurements *got)
{
	for (size_t i = 0; i < got->n; i++)
		if (got->items[i].state == ST_OK)
			return true;
	return false;
}

static int parse_section(
	struct measurements *got, const struct section *section, size_t unindent, struct error *err)
{
	static const struct parser_options all = { .all = true };
	const struct ending ending = { END_UNKNOWN, 0, false };
	struct memory_lines lines = { section->bytes, section->bytes + section->size, section->line,
		section->quoted, unindent };
	const struct line_source source = { &lines, next_line };

	*got = (struct measurements){ 0 };
	return measurements_parse(got, section->parser, &all, &source, &ending, err);
}

/* Some programs indent their lines themselves: blanks go only when nothing is read with them. */
static int read_section(
	struct measurements *got, const struct section *section, size_t indent, struct error *err)
{
	const size_t steps[] = { indent, (size_t)-1 };
	int rc = parse_section(got, section, 0, err);

	for (size_t i = 0; i < 2 && !rc && !has_value(got); i++) {
		struct measurements again;

		rc = steps[i] ? parse_section(&again, section, steps[i], err) : 0;
		if (rc || !steps[i])
			continue;
		if (has_value(&again)) {
			measurements_release(got);
			*got = again;
		} else {
			measurements_release(&again);
		}
	}
	return rc;
}

static int add_section(struct import *import, const struct section *section, size_t indent, struct error *err)
{
	struct measurements got;
	int rc = read_section(&got, section, indent, err);

	if (!rc && !is_repeated(import, section, &got)) {
		add_facts(import, section, &got);
		for (size_t i = 0; i < got.n; i++)
			add_value(import, section, &got, &got.items[i]);
		add_notes(import, section, &got);
	}
	measurements_release(&got);
	return rc;
}

/* "ext4" of "logs/ext4.txt", or of "ext4/dbench.log" where folders tell the files apart. */
static char *fallback_name(const char *path, bool by_folder)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	char *absolute, *name;

	if (!by_folder)
		return mem_bytes(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
	absolute = file_absolute(path);
	*strrchr(absolute, '/') = '\0';
	name = mem_text(strrchr(absolute, '/') ? strrchr(absolute, '/') + 1 : absolute);
	free(absolute);
	return name;
}

int import_check_names(const struct document_options *options, struct error *err)
{
	struct text found = TEXT_INIT;
	size_t n = 1;
	int rc = 0;

	for (const char *p = options->systems; p && *p; p++)
		n += *p == ',';
	for (size_t i = 0; i < options->n_found; i++)
		text_printf(&found, "%s'%s'", i ? ", " : "", options->found[i]);
	if (options->systems && n != options->n_found)
		rc = error_set(err, "--systems has %zu name%s for %zu system%s: %s", n, n == 1 ? "" : "s",
			options->n_found, options->n_found == 1 ? "" : "s", text_string(&found));
	text_release(&found);
	return rc;
}

static void add_meta(struct import *import, const struct document *document)
{
	struct generated *meta = &import->file->meta;
	struct arena *arena = &import->file->arena;

	if (meta->title && *meta->title)
		return;
	meta->title = arena_text(arena,
		import->options->title    ? import->options->title :
			document->subject ? document->subject :
					    import->fallback);
	meta->description = arena_text(arena, document->preface);
}

int import_document(struct result_file *file, const char *name, const char *bytes, size_t size,
	struct document_options *options, struct text *notes, struct error *err)
{
	struct import import = { .file = file,
		.options = options,
		.name = name,
		.fallback = fallback_name(name, options->by_folder),
		.notes = notes };
	struct document document = { 0 };
	int rc = document_read(&document, bytes, size, err);

	if (!rc)
		add_meta(&import, &document);
	for (size_t i = 0; i < document.n && !rc; i++)
		rc = add_section(&import, &document.sections[i], document.indent, err);
	if (!rc && !import.n_values && document.guessed)
		text_clear(notes);
	if (!rc && !import.n_values)
		rc = error_set(err, "%s",
			document.guessed ? "no output of a program that hib knows is found in it" :
					   "the output in it holds no value");
	if (rc)
		error_context(err, "%s", name);
	else if (document.repaired)
		text_printf(notes,
			"%s: mail's line breaks and signs were undone: line numbers are those of the "
			"plain text\n",
			name);
	document_release(&document);
	for (size_t i = 0; i < import.n_plain; i++)
		free(import.plain[i]);
	free(import.plain);
	free(import.tests);
	free(import.seen);
	free(import.fallback);
	return rc;
}
