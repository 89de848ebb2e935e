/*
 * Rows of MMTests' extraction scripts: operation, number of the iteration, value, separated by tabs or blanks;
 * a heading of names without numbers is passed over. The unit is not in them.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/exchange/exchange.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* The last `n` words of a line from its end; the rest is the operation. */
static bool split(struct arena *arena, char *line, const char **operation, double *iteration, double *value)
{
	char *words[2];

	for (int i = 0; i < 2; i++) {
		size_t size = strlen(line);

		while (size && isspace((unsigned char)line[size - 1]))
			line[--size] = '\0';
		while (size && !isspace((unsigned char)line[size - 1]))
			size--;
		words[i] = arena_text(arena, line + size);
		line[size] = '\0';
	}
	while (*line && isspace((unsigned char)line[strlen(line) - 1]))
		line[strlen(line) - 1] = '\0';
	*operation = line + strspn(line, " \t");
	return **operation && number_double(words[0], strlen(words[0]), value) &&
		number_double(words[1], strlen(words[1]), iteration);
}

static int mmtests_read(
	struct result_file *file, const struct exchange_source *source, struct text *notes, struct error *err)
{
	const char *end = source->bytes + source->size;
	int line = 0, rows = 0;

	for (const char *at = source->bytes; at < end;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at)), *operation;
		char *text = arena_bytes(&file->arena, at, (size_t)((newline ? newline : end) - at));
		struct result_key key = { .profile = "",
			.title = "MMTests",
			.version = "",
			.arguments = "",
			.scale = "",
			.proportion = PROPORTION_NONE,
			.decimals = -1 };
		double iteration, value;

		line++;
		if (text[strspn(text, " \t\r")] && split(&file->arena, text, &operation, &iteration, &value)) {
			struct sample sample = exchange_sample(&file->arena, value, 0);

			key.description = operation;
			result_file_add(file, &key, source->system, &sample);
			rows++;
		} else if (rows && text[strspn(text, " \t\r")]) {
			return error_set(err, "%s:%d: '%.60s' is no row of operation, iteration and value",
				source->name, line, text);
		}
		at = newline ? newline + 1 : end;
	}
	if (!rows)
		return error_set(err, "%s: there is no row of operation, iteration and value", source->name);
	text_printf(notes, "%s%s does not say its unit, nor in which direction better is",
		notes->size ? "\n" : "", source->name);
	return 0;
}

static int mmtests_write(struct result_file *file, struct text *out, struct text *notes, struct error *err)
{
	(void)notes;
	if (file->n_systems > 1)
		return error_set(err,
			"such rows tell of one system, and the result has %zu: RESULT:SYSTEM is one of them",
			file->n_systems);
	for (size_t i = 0; i < file->n_results; i++)
		for (size_t k = 0; k < file->results[i].n_entries; k++) {
			struct entry *entry = &file->results[i].entries[k];
			const struct result *r = &file->results[i];

			if (entry_load_samples(file, entry, err))
				return -1;
			for (size_t s = 0; s < entry->n_samples; s++)
				if (entry->samples[s].state == ST_OK)
					text_printf(out, "%s\t%zu\t%s\n",
						*r->description ? r->description : r->title, s + 1,
						entry->samples[s].text);
		}
	return 0;
}

const struct exchange exchange_mmtests = { "mmtests", "rows of MMTests: operation, iteration, value", NULL,
	mmtests_read, mmtests_write };
