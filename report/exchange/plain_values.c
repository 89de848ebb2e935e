#include "report/exchange/plain_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static int add_line(struct result_file *file, const struct result_key *key, const char *line, size_t size,
	const char *where, int number, struct error *err)
{
	struct sample sample = { .state = ST_OK, .seconds = NAN };
	size_t end, start, label;
	char *name, *value;

	while (size && strchr(" \t\r", line[size - 1]))
		size--;
	end = start = size;
	while (start && !strchr(" \t", line[start - 1]))
		start--;
	label = start;
	while (label && strchr(" \t", line[label - 1]))
		label--;
	while (label && strchr(" \t", *line)) {
		line++;
		label--;
		start--;
		end--;
	}
	if (!end || *line == '#')
		return 0;
	if (!label)
		return error_set(err, "%s:%d: a label and a value are expected, '%.*s' is one word", where,
			number, (int)(end > 40 ? 40 : end), line);
	if (!number_double(line + start, end - start, &sample.value))
		return error_set(err, "%s:%d: '%.*s' is not a number", where, number,
			(int)(end - start > 40 ? 40 : end - start), line + start);
	name = mem_bytes(line, label);
	value = mem_bytes(line + start, end - start);
	sample.text = value;
	result_file_add(file, key, name, &sample);
	free(name);
	free(value);
	return 0;
}

int plain_values_read(struct result_file *file, const struct result_key *key, const char *where,
	const char *bytes, size_t size, struct error *err)
{
	int number = 0, rc = 0;

	if (memchr(bytes, 0, size))
		return error_set(err, "%s: a NUL character: this is no text", where);
	for (const char *p = bytes; !rc && *p;) {
		size_t length = strcspn(p, "\n");

		rc = add_line(file, key, p, length, where, ++number, err);
		p += length + (p[length] == '\n');
	}
	if (!rc && !file->n_results)
		rc = error_set(
			err, "%s: no values: each line is a label and a number, such as 'ext4 81.2'", where);
	return rc;
}
