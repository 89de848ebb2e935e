#include "report/exchange/openbenchmarking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/exchange/openbenchmarking_parts.h"
#include "share/base/number.h"
#include "share/base/banned.h"

struct piece piece_trim(struct piece p)
{
	while (p.size && strchr(" \t\r\n", *p.bytes)) {
		p.bytes++;
		p.size--;
	}
	while (p.size && strchr(" \t\r\n", p.bytes[p.size - 1]))
		p.size--;
	return p;
}

bool piece_equal(struct piece piece, const char *text)
{
	return strlen(text) == piece.size && !memcmp(piece.bytes, text, piece.size);
}

static bool starts_word(struct piece head, const char *word)
{
	size_t size = strlen(word);

	return head.size >= size && !memcmp(head.bytes, word, size) &&
		(head.size == size || head.bytes[size] == ' ');
}

static size_t word_size(struct piece rest)
{
	const char *blank = memchr(rest.bytes, ' ', rest.size);

	return blank ? (size_t)(blank - rest.bytes) : rest.size;
}

static bool is_version(struct piece rest)
{
	size_t size = word_size(rest), digits = 0;

	for (size_t i = 0; i < size; i++)
		digits += rest.bytes[i] >= '0' && rest.bytes[i] <= '9';
	return size && digits && rest.bytes[size - 1] != ':' &&
		((rest.bytes[0] >= '0' && rest.bytes[0] <= '9') || (rest.bytes[0] == 'v' && size > 1));
}

static struct piece after(struct piece head, size_t size)
{
	return piece_trim((struct piece){ head.bytes + size, head.size - size });
}

static size_t known_title(struct piece head)
{
	size_t best = 0;

	for (const char *const *title = openbenchmarking_titles; *title; title++)
		if (strlen(*title) > best && starts_word(head, *title))
			best = strlen(*title);
	return best;
}

/* Without a known title: up to the first version-like word, or to the word before the first "Name:". */
static size_t guessed_title(struct piece head)
{
	size_t at = 0, previous = 0;

	while (at < head.size) {
		struct piece rest = { head.bytes + at, head.size - at };
		size_t size = word_size(rest);

		if (at && is_version(rest))
			return at - 1;
		if (size && rest.bytes[size - 1] == ':')
			return previous ? previous - 1 : head.size;
		previous = at;
		at += size + 1;
	}
	return head.size;
}

size_t import_title_end(struct import *import, struct piece head)
{
	size_t size = known_title(head), end;
	struct piece rest;

	if (!size) {
		size = guessed_title(head);
		text_printf(import->warnings, "'%.*s' is no known test; its title is taken to be '%.*s'\n",
			(int)head.size, head.bytes, (int)size, head.bytes);
	}
	rest = after(head, size);
	end = rest.size ? (size_t)(rest.bytes - head.bytes) : head.size;
	if (rest.size && is_version(rest))
		end += word_size(rest);
	return end;
}

void import_title(struct import *import, struct result *result, struct piece head)
{
	struct arena *arena = &import->file->arena;
	size_t size;
	struct piece version;

	head = piece_trim(head);
	size = known_title(head);
	if (!size)
		size = guessed_title(head);
	version = after(head, size);
	result->title = arena_bytes(arena, head.bytes, size);
	result->version = arena_bytes(arena, version.bytes, version.size);
}

void import_scale(struct import *import, struct result *result, struct piece line)
{
	static const char higher[] = " > Higher Is Better", lower[] = " < Lower Is Better";

	if (line.size >= sizeof higher - 1 &&
		!memcmp(line.bytes + line.size - (sizeof higher - 1), higher, sizeof higher - 1)) {
		result->proportion = PROPORTION_HIB;
		line.size -= sizeof higher - 1;
	} else if (line.size >= sizeof lower - 1 &&
		!memcmp(line.bytes + line.size - (sizeof lower - 1), lower, sizeof lower - 1)) {
		result->proportion = PROPORTION_LIB;
		line.size -= sizeof lower - 1;
	}
	result->proportion_text = proportion_name(result->proportion);
	line = piece_trim(line);
	result->scale = arena_bytes(&import->file->arena, line.bytes, line.size);
}

size_t import_known_scale(struct piece head)
{
	size_t best = 0;

	for (const char *const *scale = openbenchmarking_scales; *scale; scale++) {
		size_t size = strlen(*scale);

		if (size > best && head.size > size && head.bytes[head.size - size - 1] == ' ' &&
			!memcmp(head.bytes + head.size - size, *scale, size))
			best = size;
	}
	return best;
}

void import_row(
	struct import *import, struct result *result, struct piece identifier, struct piece value, int line)
{
	struct arena *arena = &import->file->arena;
	const char *id = arena_bytes(arena, identifier.bytes, identifier.size);
	struct entry *entry;
	double number;

	if (result_file_system(import->file, id, result->n_entries) < 0) {
		text_printf(import->warnings, "system '%s' has rows but is not described at the top\n", id);
		result_file_add_system(import->file, id);
	}
	entry = result_add_entry(import->file, result, id);
	if (number_double(value.bytes, value.size, &number) || piece_equal(value, "PASS") ||
		piece_equal(value, "FAIL"))
		entry->value = arena_bytes(arena, value.bytes, value.size);
	else if (line)
		text_printf(import->warnings,
			"line %d: the value '%.*s' of '%s' is not kept: it is no number\n", line,
			(int)value.size, value.bytes, id);
	else
		text_printf(import->warnings, "the value '%.*s' of '%s' is not kept: it is no number\n",
			(int)value.size, value.bytes, id);
}

static bool has_lines(struct piece document)
{
	size_t lines = 0;

	for (size_t i = 0; i < document.size; i++)
		lines += document.bytes[i] == '\n';
	return lines > 3;
}

int openbenchmarking_read(struct result_file *file, const char *name, const char *bytes, size_t size,
	const char *title, struct text *warnings, struct error *err)
{
	struct import import = { file, name, warnings, err };
	struct piece document = { bytes, size };
	int rc;

	file->meta = (struct generated){ "", "", "", "", NULL, NULL, NULL, NULL, NULL };
	rc = has_lines(document) ? import_lines(&import, document) :
				   import_flat(&import, piece_trim(document), title);
	if (!rc && title && has_lines(document))
		file->meta.title = arena_text(&file->arena, title);
	if (!rc && (!file->n_results || !file->n_systems))
		rc = error_set(
			err, "%s:1: no chart found: is this the text export of OpenBenchmarking.org?", name);
	if (rc)
		result_file_release(file);
	return rc;
}
