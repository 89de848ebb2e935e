#include "report/result/result.h"

#include <math.h>
#include <sha1.h>
#include <stdlib.h>
#include <string.h>

#include "report/result/statistics.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define LONGEST_IDENTIFIER 120

static const char *const state_names[ST_COUNT] = { "ok", "failed", "missing", "toofast", "invalid", "skipped",
	"warmup" };

const char *state_name(enum state state)
{
	return state_names[state];
}

const char *state_word(enum state state)
{
	static const char *const words[ST_COUNT] = { "ok", "failed", "not run", "too fast", "invalid",
		"skipped", "warm-up" };

	return words[state];
}

bool state_from_name(const char *name, enum state *state)
{
	for (int i = 0; i < ST_COUNT; i++) {
		if (!strcmp(name, state_names[i])) {
			*state = (enum state)i;
			return true;
		}
	}
	return false;
}

enum proportion proportion_from_text(const char *text)
{
	if (!strcmp(text, "HIB"))
		return PROPORTION_HIB;
	return strcmp(text, "LIB") ? PROPORTION_NONE : PROPORTION_LIB;
}

const char *proportion_name(enum proportion proportion)
{
	static const char *const names[] = { "", "HIB", "LIB" };

	return names[proportion];
}

const char *proportion_words(enum proportion proportion)
{
	static const char *const words[] = { "", "higher is better", "lower is better" };

	return words[proportion];
}

void result_file_release(struct result_file *file)
{
	arena_release(&file->arena);
	*file = (struct result_file){ 0 };
}

int result_identifier_check(const char *identifier, struct error *err)
{
	struct text clean = TEXT_INIT;
	size_t size = strlen(identifier);
	bool good;

	text_add_clean(&clean, identifier, size);
	good = size && size <= LONGEST_IDENTIFIER && identifier[strspn(identifier, " ")] &&
		!strcmp(text_string(&clean), identifier);
	if (!good)
		error_set(err,
			"'%s' cannot be the name of a system: it must be some text of at most %d bytes, without line breaks",
			text_string(&clean), LONGEST_IDENTIFIER);
	text_release(&clean);
	return good ? 0 : -1;
}

int result_file_system(const struct result_file *file, const char *identifier, size_t hint)
{
	/* entries usually follow the order of the systems, so the hint is right nearly always */
	for (size_t k = 0; k < file->n_systems; k++) {
		size_t i = (hint + k) % file->n_systems;

		if (!strcmp(file->systems[i].identifier, identifier))
			return (int)i;
	}
	return -1;
}

struct system *result_file_add_system(struct result_file *file, const char *identifier)
{
	struct system *system;

	file->twins = TWINS_UNKNOWN;
	file->systems = arena_more(&file->arena, file->systems, file->n_systems, sizeof *system);
	system = &file->systems[file->n_systems++];
	*system = (struct system){ .identifier = arena_text(&file->arena, identifier),
		.hardware = "",
		.software = "",
		.user = "",
		.time_stamp = "",
		.client_version = "",
		.notes = "" };
	return system;
}

struct result *result_file_add_result(struct result_file *file)
{
	struct result *result;

	file->results = arena_more(&file->arena, file->results, file->n_results, sizeof *result);
	result = &file->results[file->n_results++];
	*result = (struct result){ .profile = "",
		.title = "",
		.version = "",
		.arguments = "",
		.description = "",
		.scale = "",
		.proportion_text = "",
		.display_format = "BAR_GRAPH",
		.decimals = -1 };
	return result;
}

struct entry *result_add_entry(struct result_file *file, struct result *result, const char *identifier)
{
	struct entry *entry;

	result->entries = arena_more(&file->arena, result->entries, result->n_entries, sizeof *entry);
	entry = &result->entries[result->n_entries++];
	*entry = (struct entry){ .identifier = identifier, .value = "" };
	/* a reader learns the name later */
	entry->system = *identifier ? result_file_system(file, identifier, result->n_entries - 1) : -1;
	return entry;
}

/* Length of the profile name up to its last '.', as PTS compares it. */
static size_t profile_stem(const char *profile)
{
	const char *dot = strrchr(profile, '.');

	return dot ? (size_t)(dot - profile) : strlen(profile);
}

static bool same_profile(const char *a, const char *b)
{
	size_t size = profile_stem(a);

	return size == profile_stem(b) && !strncmp(a, b, size);
}

static bool same_trimmed(const char *a, const char *b)
{
	size_t n, m;

	a += strspn(a, " \t\n\r");
	b += strspn(b, " \t\n\r");
	n = strlen(a);
	m = strlen(b);
	while (n && strchr(" \t\n\r", a[n - 1]))
		n--;
	while (m && strchr(" \t\n\r", b[m - 1]))
		m--;
	return n == m && !strncmp(a, b, n);
}

bool result_same_chart(const struct result *a, const struct result *b)
{
	if (!*a->profile != !*b->profile)
		return false;
	if (*a->profile ? !same_profile(a->profile, b->profile) : strcmp(a->title, b->title) != 0)
		return false;
	return same_trimmed(a->arguments, b->arguments) && same_trimmed(a->description, b->description) &&
		same_trimmed(a->version, b->version) && same_trimmed(a->scale, b->scale);
}

static void add_trimmed(struct text *out, const char *field)
{
	size_t size;

	field += strspn(field, " \t\n\r");
	size = strlen(field);
	while (size && strchr(" \t\n\r", field[size - 1]))
		size--;
	text_addc(out, ',');
	text_add(out, field, size);
}

void result_hash(const struct result *result, char hash[41])
{
	struct text fields = TEXT_INIT;

	if (*result->profile)
		text_add(&fields, result->profile, profile_stem(result->profile));
	else
		text_adds(&fields, result->title);
	add_trimmed(&fields, result->arguments);
	add_trimmed(&fields, result->description);
	add_trimmed(&fields, result->version);
	add_trimmed(&fields, result->scale);
	SHA1Data((const uint8_t *)fields.bytes, fields.size, hash);
	text_release(&fields);
}

static uint64_t mix(uint64_t hash, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u; /* FNV-1a */
	return (hash ^ 0xff) * 1099511628211u;
}

/* Equal for results that are one chart; a fast way to see that two are not. */
static uint64_t chart_hash(const struct result *r)
{
	const char *const fields[] = { r->arguments, r->description, r->version, r->scale };
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const char *field = fields[i] + strspn(fields[i], " \t\n\r");
		size_t size = strlen(field);

		while (size && strchr(" \t\n\r", field[size - 1]))
			size--;
		hash = mix(hash, field, size);
	}
	return hash;
}

static void hash_results(struct result_file *file)
{
	for (; file->n_hashed < file->n_results; file->n_hashed++) {
		file->chart_hashes = arena_more(
			&file->arena, file->chart_hashes, file->n_hashed, sizeof *file->chart_hashes);
		file->chart_hashes[file->n_hashed] = chart_hash(&file->results[file->n_hashed]);
	}
}

struct result *result_file_chart(struct result_file *file, const struct result *wanted)
{
	const uint64_t hash = chart_hash(wanted);

	hash_results(file);
	for (size_t i = 0; i < file->n_results; i++)
		if (file->chart_hashes[i] == hash && result_same_chart(&file->results[i], wanted))
			return &file->results[i];
	return NULL;
}

static struct result *find_result(struct result_file *file, const struct result_key *key)
{
	const struct result wanted = { .profile = key->profile,
		.title = key->title,
		.version = key->version,
		.arguments = key->arguments,
		.description = key->description,
		.scale = key->scale };

	return result_file_chart(file, &wanted);
}

static struct result *new_result(struct result_file *file, const struct result_key *key)
{
	struct result *result = result_file_add_result(file);
	struct arena *arena = &file->arena;

	result->profile = arena_text(arena, key->profile);
	result->title = arena_text(arena, key->title);
	result->version = arena_text(arena, key->version);
	result->arguments = arena_text(arena, key->arguments);
	result->description = arena_text(arena, key->description);
	result->scale = arena_text(arena, key->scale);
	result->proportion = key->proportion;
	result->proportion_text = proportion_name(key->proportion);
	result->parent = key->parent ? arena_text(arena, key->parent) : NULL;
	if (key->display_format && *key->display_format)
		result->display_format = arena_text(arena, key->display_format);
	return result;
}

static struct entry *find_entry(struct result_file *file, struct result *result, const char *system)
{
	for (size_t i = 0; i < result->n_entries; i++)
		if (!strcmp(result->entries[i].identifier, system))
			return &result->entries[i];
	if (result_file_system(file, system, 0) < 0)
		result_file_add_system(file, system);
	return result_add_entry(file, result, arena_text(&file->arena, system));
}

void result_file_add(
	struct result_file *file, const struct result_key *key, const char *system, const struct sample *sample)
{
	struct arena *arena = &file->arena;
	struct result *result = find_result(file, key);
	struct error ignored = ERROR_INIT;
	struct entry *entry;
	struct sample *copy;

	if (!result)
		result = new_result(file, key);
	result->decimals = key->decimals;
	result->optional = key->optional;
	entry = find_entry(file, result, system);
	if (entry_load_samples(file, entry, &ignored))
		error_release(&ignored);
	entry->samples = arena_more(arena, entry->samples, entry->n_samples, sizeof *copy);
	copy = &entry->samples[entry->n_samples++];
	*copy = *sample;
	copy->text = sample->text ? arena_text(arena, sample->text) : NULL;
	copy->reason = sample->reason ? arena_text(arena, sample->reason) : NULL;
	copy->flags = sample->flags ? arena_text(arena, sample->flags) : NULL;
	entry->planned = key->planned;
	entry->changed = true;
}

static bool has_value(const struct result *result)
{
	for (size_t i = 0; i < result->n_entries; i++)
		for (size_t k = 0; k < result->entries[i].n_samples; k++)
			if (result->entries[i].samples[k].state == ST_OK)
				return true;
	return !result->optional;
}

static bool same_test(const struct result *a, const struct result *b)
{
	return !strcmp(a->profile, b->profile) && !strcmp(a->arguments, b->arguments);
}

void result_file_drop_absent(struct result_file *file)
{
	size_t kept = 0;

	for (size_t i = 0; i < file->n_results; i++) {
		bool keep = has_value(&file->results[i]), alone = true;

		for (size_t k = 0; !keep && k < kept; k++)
			alone = alone && !same_test(&file->results[k], &file->results[i]);
		for (size_t k = i + 1; !keep && k < file->n_results; k++)
			alone = alone &&
				!(same_test(&file->results[k], &file->results[i]) &&
					has_value(&file->results[k]));
		if (keep || alone)
			file->results[kept++] = file->results[i];
	}
	if (kept < file->n_results)
		file->n_hashed = 0;
	file->n_results = kept;
}

/* Digits that an entry's samples have; one more when its median falls between two of them. */
static int sample_decimals(const struct entry *entry)
{
	char buffer[NUMBER_TEXT_SIZE];
	struct summary summary;
	int decimals = 0;

	for (size_t i = 0; i < entry->n_samples; i++)
		if (entry->samples[i].text && number_decimals(entry->samples[i].text) > decimals)
			decimals = number_decimals(entry->samples[i].text);
	summarize(&summary, entry->samples, entry->n_samples);
	if (summary.n_ok && decimals < 9 &&
		fabs(strtod(number_fixed(summary.median, decimals, buffer), NULL) - summary.median) >
			1e-12 * fabs(summary.median))
		decimals++;
	return decimals;
}

int result_decimals(const struct result *result)
{
	int decimals = 0;

	if (result->decimals >= 0)
		return result->decimals;
	for (size_t i = 0; i < result->n_entries; i++) {
		const struct entry *entry = &result->entries[i];
		double ignored;
		int own = 0;

		if (entry->changed)
			own = sample_decimals(entry);
		if (!entry->changed && number_double(entry->value, strlen(entry->value), &ignored))
			own = number_decimals(entry->value);
		if (own > decimals)
			decimals = own;
	}
	return decimals > 9 ? 9 : decimals;
}

#define PNG_IN_BASE64 "iVBORw0KGgo" /* how each image of PTS's begins */

bool sample_is_special(const char *text)
{
	if (!text || !*text)
		return false;
	if (!text[strspn(text, "PASFIL,")])
		return text_starts(text, "PASS") || text_starts(text, "FAIL");
	if (text_starts(text, PNG_IN_BASE64))
		return true;
	return strchr(text, ',') && !text[strspn(text, "0123456789.,-+eE ")];
}

const char *result_special(struct arena *arena, const struct result *result, const struct entry *entry)
{
	const char *value = entry->value;
	size_t points = 1;

	if (!strcmp(result->display_format ? result->display_format : "", "IMAGE_COMPARISON") && *value)
		return "an image";
	if (!strcmp(value, "PASS") || !strcmp(value, "FAIL"))
		return value;
	if (!strchr(value, ','))
		return NULL;
	if (value[strspn(value, "PASFIL,")] == '\0')
		return value;
	if (value[strspn(value, "0123456789.,-+eE ")])
		return NULL;
	for (; *value; value++)
		points += *value == ',';
	return arena_printf(arena, "a line of %zu points", points);
}
