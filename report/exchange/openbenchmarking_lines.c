/* The text export as it was printed: line breaks tell every boundary. */
#include "report/exchange/openbenchmarking_parts.h"

#include <string.h>

#include "share/base/banned.h"

struct lines {
	struct piece rest;
	int number; /* of the line taken last */
};

static bool take_line(struct lines *lines, struct piece *line)
{
	const char *end;

	if (!lines->rest.size)
		return false;
	end = memchr(lines->rest.bytes, '\n', lines->rest.size);
	line->bytes = lines->rest.bytes;
	line->size = end ? (size_t)(end - line->bytes) : lines->rest.size;
	lines->rest.bytes += line->size + (end != NULL);
	lines->rest.size -= line->size + (end != NULL);
	lines->number++;
	if (line->size && line->bytes[line->size - 1] == '\r')
		line->size--;
	return true;
}

/* "ID .... VALUE |====": the last " dots " before the bar ends the identifier. */
static bool split_row(struct piece line, struct piece *identifier, struct piece *value)
{
	const char *bar = memrchr(line.bytes, '|', line.size), *end, *p;

	line = piece_trim(line);
	end = bar ? bar : line.bytes + line.size;
	for (p = end - 1; p > line.bytes; p--) {
		const char *dots = p;

		if (*p != ' ' || p[-1] != '.')
			continue;
		while (dots > line.bytes && dots[-1] == '.')
			dots--;
		if (dots > line.bytes + 1 && dots[-1] == ' ') {
			*identifier = piece_trim((struct piece){ line.bytes, (size_t)(dots - 1 - line.bytes) });
			*value = piece_trim((struct piece){ p + 1, (size_t)(end - p - 1) });
			return value->size > 0;
		}
	}
	return false;
}

static int take_system(struct import *import, struct lines *lines, struct piece line)
{
	struct arena *arena = &import->file->arena;
	struct piece text[2] = { { "", 0 }, { "", 0 } };
	struct system *system;
	int have = 0;

	line = piece_trim(line);
	while (have < 2 && take_line(lines, &line)) {
		if (!line.size || (*line.bytes != '\t' && !piece_trim(line).size))
			continue;
		if (*line.bytes != '\t')
			return error_set(import->err, "%s:%d: a tab and the %s of the system are expected",
				import->name, lines->number, have ? "software" : "hardware");
		text[have++] = piece_trim(line);
	}
	system = &import->file->systems[import->file->n_systems - 1];
	system->hardware = arena_bytes(arena, text[0].bytes, text[0].size);
	system->software = arena_bytes(arena, text[1].bytes, text[1].size);
	return 0;
}

static void take_chart(struct import *import, struct lines *lines, struct piece head)
{
	struct arena *arena = &import->file->arena;
	struct result *result = result_file_add_result(import->file);
	struct piece line, identifier, value;

	import_title_end(import, piece_trim(head)); /* warns about a guess */
	import_title(import, result, head);
	if (take_line(lines, &line)) {
		line = piece_trim(line);
		result->description = result->arguments = arena_bytes(arena, line.bytes, line.size);
	}
	while (take_line(lines, &line) && piece_trim(line).size) {
		if (split_row(line, &identifier, &value))
			import_row(import, result, identifier, value, lines->number);
		else
			import_scale(import, result, piece_trim(line));
	}
}

int import_lines(struct import *import, struct piece document)
{
	struct arena *arena = &import->file->arena;
	struct lines lines = { document, 0 };
	struct piece line;
	bool systems = true;

	if (take_line(&lines, &line))
		import->file->meta.title = arena_bytes(arena, piece_trim(line).bytes, piece_trim(line).size);
	if (take_line(&lines, &line))
		import->file->meta.description = arena_bytes(
			arena, piece_trim(line).bytes, piece_trim(line).size);
	while (take_line(&lines, &line)) {
		struct piece trimmed = piece_trim(line);

		if (!trimmed.size)
			continue;
		if (systems && line.size > 1 && line.bytes[line.size - 2] == ':') {
			result_file_add_system(
				import->file, arena_bytes(arena, trimmed.bytes, trimmed.size - 1));
			if (take_system(import, &lines, line))
				return -1;
			continue;
		}
		systems = false;
		take_chart(import, &lines, line);
	}
	return 0;
}
