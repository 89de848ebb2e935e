#include "parsers/programs/bonnie.h"

#include <string.h>

#include "share/base/banned.h"

#define MOST_FIELDS  64
#define LEAST_COMMAS 10 /* of a line that begins with a format number */

struct field {
	const char *bytes;
	size_t size;
};

/* Where the rates and latencies stand, by the format number. */
static const struct format {
	const char *name;
	int fields, io, files, latencies; /* latencies 0: none */
} formats[] = {
	{ "1.96", 48, 7, 24, 36 },
	{ "1.97", 48, 7, 24, 36 },
	{ "1.98", 50, 9, 26, 38 },
};
static const struct format format_103 = { "1.03", 27, 2, 15, 0 };

static int split(const struct line *line, struct field *fields)
{
	const char *p = line->bytes, *end = p + line->size;
	int n = 0;

	while (n < MOST_FIELDS) {
		const char *comma = memchr(p, ',', (size_t)(end - p));

		fields[n++] = (struct field){ p, (size_t)((comma ? comma : end) - p) };
		if (!comma)
			break;
		p = comma + 1;
	}
	return n;
}

/* "1.9" and a digit, or "2." and digits, in front: a format number that is not known. */
static bool looks_like_format(const struct field *field)
{
	return field->size == 4 && (field->bytes[0] == '1' || field->bytes[0] == '2') && field->bytes[1] == '.';
}

static const struct format *format_of(const struct field *fields, int n)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (fields[0].size == strlen(formats[i].name) &&
			!memcmp(fields[0].bytes, formats[i].name, fields[0].size))
			return n == formats[i].fields ? &formats[i] : NULL;
	return n == format_103.fields && !looks_like_format(&fields[0]) ? &format_103 : NULL;
}

bool bonnie_csv_line(struct bonnie_csv *csv, const struct line *line, struct sink *sink)
{
	struct findings *findings = &csv->findings;
	struct field fields[MOST_FIELDS];
	const struct format *format;
	char version[16] = "1.03";
	int n;

	if (line->size < 40 || !memchr(line->bytes, ',', line->size))
		return false;
	n = split(line, fields);
	if (n < (looks_like_format(&fields[0]) ? LEAST_COMMAS : format_103.fields) ||
		memmem(line->bytes, line->size, "format_version", 14) ||
		memmem(line->bytes, line->size, "putc,putc_cpu", 13))
		return false;
	format = format_of(fields, n);
	if (!format) {
		if (!looks_like_format(&fields[0]))
			return false;
		memcpy(csv->unknown, fields[0].bytes, fields[0].size);
		sink->warn(sink->context, line->number, "a CSV line of a format that is not known is not read");
		return true;
	}
	for (int i = 0; i < BONNIE_RATES; i++) {
		int at = i < BONNIE_IO ? format->io + 2 * i : format->files + 2 * (i - BONNIE_IO);

		bonnie_add_rate(findings, i, fields[at].bytes, fields[at].size, line->number);
	}
	for (int i = 0; i < BONNIE_RATES && format->latencies; i++)
		bonnie_add_latency(findings, i, fields[format->latencies + i].bytes,
			fields[format->latencies + i].size, line->number);
	if (format->latencies && fields[1].size < sizeof version) {
		memset(version, 0, sizeof version);
		memcpy(version, fields[1].bytes, fields[1].size);
	}
	sink->tool(sink->context, version);
	return true;
}
