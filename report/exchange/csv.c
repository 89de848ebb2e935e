/* CSV in long form: a heading, a row for each sample (RFC 4180). hib's own samples.csv is one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "report/export/export.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define MOST_COLUMNS 64

enum column {
	COLUMN_TITLE,
	COLUMN_VERSION,
	COLUMN_DESCRIPTION,
	COLUMN_PROFILE,
	COLUMN_UNIT,
	COLUMN_PROPORTION,
	COLUMN_SYSTEM,
	COLUMN_TRIAL,
	COLUMN_BLOCK,
	COLUMN_SLOT,
	COLUMN_VALUE,
	COLUMN_STATE,
	COLUMN_REASON,
	COLUMN_FLAGS,
	COLUMN_SECONDS,
	COLUMNS
};

static const char *const column_names[] = { "title", "version", "description", "profile", "unit", "proportion",
	"system", "trial", "block", "slot", "value", "state", "reason", "flags", "seconds" };

/* One file being read, from `at` on. */
struct reading {
	struct result_file *file;
	const struct exchange_source *source;
	struct error *err;
	const char *at, *end;
	int line, row_line;
	int place[COLUMNS]; /* which field of a row a column is; -1: it is not there */
	const char *fields[MOST_COLUMNS];
	int n_fields;
};

/* One field; quotes may hold commas, line ends and doubled quotes. */
static int take_field(struct reading *r)
{
	struct text field = TEXT_INIT;
	bool quoted = r->at < r->end && *r->at == '"';

	r->at += quoted;
	while (r->at < r->end && (quoted || !strchr(",\r\n", *r->at) || !*r->at)) {
		if (quoted && *r->at == '"') {
			r->at++;
			if (r->at == r->end || *r->at != '"') {
				quoted = false;
				break;
			}
		}
		r->line += *r->at == '\n';
		text_addc(&field, *r->at++);
	}
	if (r->n_fields < MOST_COLUMNS)
		r->fields[r->n_fields] = arena_bytes(&r->file->arena, text_string(&field), field.size);
	text_release(&field);
	if (quoted)
		return error_set(r->err, "%s:%d: a quoted field does not end", r->source->name, r->row_line);
	if (r->at < r->end && !strchr(",\r\n", *r->at))
		return error_set(r->err, "%s:%d: text follows a quoted field", r->source->name, r->line);
	if (r->n_fields++ >= MOST_COLUMNS)
		return error_set(
			r->err, "%s:%d: more than %d fields", r->source->name, r->row_line, MOST_COLUMNS);
	return 0;
}

/* The next row: 1, 0 at the end, -1. */
static int take_row(struct reading *r)
{
	r->n_fields = 0;
	while (r->at < r->end && (*r->at == '\n' || *r->at == '\r'))
		r->line += *r->at++ == '\n';
	if (r->at == r->end)
		return 0;
	r->row_line = r->line;
	for (;;) {
		if (take_field(r))
			return -1;
		if (r->at == r->end || *r->at != ',')
			return 1;
		r->at++;
	}
}

static const char *field(const struct reading *r, enum column column)
{
	return r->place[column] >= 0 && r->place[column] < r->n_fields ? r->fields[r->place[column]] : "";
}

/* "test" and "benchmark" are titles, "scale" is a unit: as others call them. */
static enum column column_named(const char *name)
{
	static const struct {
		const char *name;
		enum column column;
	} others[] = { { "test", COLUMN_TITLE }, { "benchmark", COLUMN_TITLE }, { "name", COLUMN_TITLE },
		{ "scale", COLUMN_UNIT }, { "identifier", COLUMN_SYSTEM }, { "result", COLUMN_VALUE } };

	for (int i = 0; i < COLUMNS; i++)
		if (!strcmp(column_names[i], name))
			return (enum column)i;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcmp(others[i].name, name))
			return others[i].column;
	return COLUMNS;
}

static int take_heading(struct reading *r, struct text *notes)
{
	int rc = take_row(r);

	if (rc <= 0)
		return rc < 0 ? -1 : error_set(r->err, "%s: the file is empty", r->source->name);
	for (int i = 0; i < COLUMNS; i++)
		r->place[i] = -1;
	for (int i = 0; i < r->n_fields; i++) {
		enum column column = column_named(r->fields[i]);

		if (column == COLUMNS)
			text_printf(notes, "%s%s:1: the column '%s' is not known and not read",
				notes->size ? "\n" : "", r->source->name, r->fields[i]);
		else if (r->place[column] >= 0)
			return error_set(r->err, "%s:1: two columns are '%s'", r->source->name, r->fields[i]);
		else
			r->place[column] = i;
	}
	if (r->place[COLUMN_VALUE] < 0 || r->place[COLUMN_TITLE] < 0)
		return error_set(r->err,
			"%s:1: the heading has no column '%s' (known: title, version, description, "
			"profile, unit, proportion, system, trial, block, slot, value, state, reason, "
			"flags, seconds)",
			r->source->name, r->place[COLUMN_VALUE] < 0 ? "value" : "title");
	return 0;
}

static int take_number(struct reading *r, enum column column, int *into)
{
	const char *text = field(r, column);
	int64_t whole = 0;

	if (*text && !number_whole(text, strlen(text), 0, INT32_MAX, &whole))
		return error_set(r->err, "%s:%d: %s '%s' is no whole number", r->source->name, r->row_line,
			column_names[column], text);
	*into = (int)whole;
	return 0;
}

static int take_sample(struct reading *r, struct sample *s)
{
	const char *value = field(r, COLUMN_VALUE), *state = field(r, COLUMN_STATE),
		   *seconds = field(r, COLUMN_SECONDS);

	*s = (struct sample){ .value = NAN, .seconds = NAN, .state = *value ? ST_OK : ST_MISSING };
	if (*state && !state_from_name(state, &s->state))
		return error_set(r->err, "%s:%d: '%s' is no state", r->source->name, r->row_line, state);
	if (s->state == ST_OK && !number_double(value, strlen(value), &s->value) && !sample_is_special(value))
		return error_set(
			r->err, "%s:%d: the value '%s' is no number", r->source->name, r->row_line, value);
	if (*seconds && !number_double(seconds, strlen(seconds), &s->seconds))
		return error_set(
			r->err, "%s:%d: seconds '%s' are no number", r->source->name, r->row_line, seconds);
	s->text = s->state == ST_OK ? value : NULL;
	s->reason = *field(r, COLUMN_REASON) ? field(r, COLUMN_REASON) : NULL;
	s->flags = *field(r, COLUMN_FLAGS) ? field(r, COLUMN_FLAGS) : NULL;
	return take_number(r, COLUMN_TRIAL, &s->trial) || take_number(r, COLUMN_BLOCK, &s->block) ||
			take_number(r, COLUMN_SLOT, &s->slot) ?
		-1 :
		0;
}

static int add_row(struct reading *r)
{
	const char *system = *field(r, COLUMN_SYSTEM) ? field(r, COLUMN_SYSTEM) : r->source->system;
	const struct result_key key = { .profile = field(r, COLUMN_PROFILE),
		.title = field(r, COLUMN_TITLE),
		.version = field(r, COLUMN_VERSION),
		.arguments = "",
		.description = field(r, COLUMN_DESCRIPTION),
		.scale = field(r, COLUMN_UNIT),
		.proportion = proportion_from_text(field(r, COLUMN_PROPORTION)),
		.decimals = -1 };
	struct sample sample;

	if (!*key.title)
		return error_set(r->err, "%s:%d: the title is empty", r->source->name, r->row_line);
	if (result_identifier_check(system, r->err))
		return error_context(r->err, "%s:%d", r->source->name, r->row_line);
	if (take_sample(r, &sample))
		return -1;
	result_file_add(r->file, &key, system, &sample);
	return 0;
}

static int csv_read(
	struct result_file *file, const struct exchange_source *source, struct text *notes, struct error *err)
{
	struct reading r = { .file = file,
		.source = source,
		.err = err,
		.at = source->bytes,
		.end = source->bytes + source->size,
		.line = 1 };
	int rc, rows = 0;

	if (source->size >= 3 && !memcmp(r.at, "\xef\xbb\xbf", 3))
		r.at += 3;
	rc = take_heading(&r, notes) ? -1 : 1;
	while (rc > 0 && (rc = take_row(&r)) > 0) {
		rc = add_row(&r) ? -1 : 1;
		rows++;
	}
	if (!rc && !rows)
		rc = error_set(err, "%s: there is no row behind the heading", source->name);
	return rc;
}

static bool recognise(const char *bytes, size_t size)
{
	size_t line = strcspn(bytes, "\r\n");
	char *heading = mem_bytes(bytes, line);
	bool fits = size && strstr(heading, "value") && strchr(heading, ',') &&
		(strstr(heading, "title") || strstr(heading, "test") || strstr(heading, "benchmark")) &&
		!strpbrk(heading, "{<:");

	free(heading);
	return fits;
}

static int csv_write(struct result_file *file, struct text *out, struct text *notes, struct error *err)
{
	(void)notes;
	csv_add_heading(out);
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++) {
			struct entry *entry = &file->results[i].entries[k];

			if (entry_load_samples(file, entry, err))
				return -1;
			for (size_t s = 0; s < entry->n_samples; s++)
				csv_add_sample(out, &file->results[i], entry->identifier, &entry->samples[s]);
			/* values that are no numbers, and nothing at all, are rows too */
			if (!entry->n_samples)
				csv_add_sample(out, &file->results[i], entry->identifier,
					&(struct sample){ .text = *entry->value ? entry->value : NULL,
						.state = *entry->value ? ST_OK : ST_FAILED,
						.seconds = NAN });
		}
	return 0;
}

const struct exchange exchange_csv = { "csv", "CSV in long form: a row for each sample", recognise, csv_read,
	csv_write };
