/*
 * The text export flattened to one line. Rows ("ID .... VALUE |===") are sure; they give the
 * identifiers, the identifiers give the systems, and what is left between them are chart heads.
 */
#include "report/exchange/openbenchmarking_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/banned.h"

struct token {
	const char *bytes;
	size_t size;
};

struct tokens {
	struct token *items;
	size_t n;
};

static struct tokens tokens_of(struct piece document)
{
	struct tokens tokens = { 0 };
	size_t capacity = 0;
	const char *p = document.bytes, *end = p + document.size;

	while (p < end) {
		const char *start;

		while (p < end && isspace((unsigned char)*p))
			p++;
		start = p;
		while (p < end && !isspace((unsigned char)*p))
			p++;
		if (p == start)
			break;
		tokens.items = mem_more(tokens.items, tokens.n, &capacity, sizeof *tokens.items);
		tokens.items[tokens.n++] = (struct token){ start, (size_t)(p - start) };
	}
	return tokens;
}

static bool token_only(struct token token, char c)
{
	for (size_t i = 0; i < token.size; i++)
		if (token.bytes[i] != c)
			return false;
	return token.size > 0;
}

static bool token_is(struct token token, const char *text)
{
	return token.size == strlen(text) && !memcmp(token.bytes, text, token.size);
}

static bool token_is_bar(struct token token)
{
	return *token.bytes == '|' &&
		(token.size == 1 || token_only((struct token){ token.bytes + 1, token.size - 1 }, '='));
}

/* Tokens first..last-1 as one stretch of the document. */
static struct piece stretch(const struct tokens *tokens, size_t first, size_t last)
{
	if (first >= last)
		return (struct piece){ "", 0 };
	return (struct piece){ tokens->items[first].bytes,
		(size_t)(tokens->items[last - 1].bytes + tokens->items[last - 1].size -
			tokens->items[first].bytes) };
}

/* A row has its dots at index i. */
static bool row_at(const struct tokens *tokens, size_t i)
{
	return i + 2 < tokens->n && token_only(tokens->items[i], '.') && token_is_bar(tokens->items[i + 2]);
}

/* Index behind "> Higher Is Better" between first and last, or `first` when there is none. */
static size_t behind_direction(const struct tokens *tokens, size_t first, size_t last)
{
	for (size_t i = last; i >= first + 4; i--) {
		const struct token *t = &tokens->items[i - 4];

		if (token_is(t[2], "Is") && token_is(t[3], "Better") &&
			((token_is(t[0], ">") && token_is(t[1], "Higher")) ||
				(token_is(t[0], "<") && token_is(t[1], "Lower"))))
			return i;
	}
	return first;
}

/* Systems in the order of their first rows, as yet without descriptions. */
static int collect_systems(struct import *import, const struct tokens *tokens)
{
	size_t behind = 0;

	for (size_t i = 0; i < tokens->n; i++) {
		size_t first;
		struct piece id;
		const char *text;

		if (!row_at(tokens, i))
			continue;
		first = behind_direction(tokens, behind, i);
		if (first == behind && !behind)
			return error_set(import->err,
				"%s:1: the first chart has no '> Higher Is Better' or "
				"'< Lower Is Better' before its rows",
				import->name);
		id = stretch(tokens, first, i);
		text = arena_bytes(&import->file->arena, id.bytes, id.size);
		if (*text && result_file_system(import->file, text, 0) < 0 &&
			(first != behind || import->file->n_systems == 0 || id.size < 80))
			result_file_add_system(import->file, text);
		behind = i + 3;
	}
	return 0;
}

static const char *find(struct piece where, const char *what)
{
	return memmem(where.bytes, where.size, what, strlen(what));
}

/* Where " ID: Word: " begins: an identifier's description always starts with a "Key: ". */
static const char *find_system(struct piece where, const char *identifier)
{
	char *needle = mem_printf("%s: ", identifier);
	const char *end = where.bytes + where.size, *at = where.bytes;
	const char *found = NULL;

	while (!found && (at = memmem(at, (size_t)(end - at), needle, strlen(needle)))) {
		const char *key = at + strlen(needle);
		const char *colon = memchr(key, ':', (size_t)(end - key));
		const char *comma = memchr(key, ',', (size_t)(end - key));

		if ((at == where.bytes || at[-1] == ' ') && colon && colon - key < 32 &&
			(!comma || colon < comma))
			found = at;
		at++;
	}
	free(needle);
	return found;
}

static void describe(struct import *import, struct system *system, struct piece text)
{
	struct arena *arena = &import->file->arena;
	const char *software = find(text, " OS: ");
	struct piece hardware = text;

	if (software) {
		hardware.size = (size_t)(software - text.bytes);
		text.size -= hardware.size;
		text.bytes = software;
		text = piece_trim(text);
		system->software = arena_bytes(arena, text.bytes, text.size);
	} else {
		text_printf(import->warnings,
			"system '%s' has no 'OS: ': all of its description is kept as "
			"hardware\n",
			system->identifier);
	}
	hardware = piece_trim(hardware);
	system->hardware = arena_bytes(arena, hardware.bytes, hardware.size);
}

static size_t known_title_in(struct piece text)
{
	for (size_t at = 0; at < text.size; at++) {
		struct piece rest = { text.bytes + at, text.size - at };
		struct text ignored = TEXT_INIT;
		struct import probe = { .warnings = &ignored };

		if (at && text.bytes[at - 1] != ' ')
			continue;
		import_title_end(&probe, rest);
		if (!ignored.size)
			return at;
		text_release(&ignored);
	}
	return text.size;
}

/*
 * The last system's software runs into the head of the first chart. It ends where the software of
 * the system before it ends (same last "Key: value"), or at a known title, or at a guess.
 */
static size_t end_of_software(struct import *import, struct piece text, const char *before)
{
	const char *last = before ? strrchr(before, ',') : NULL;
	const char *common = last ? find(text, last) : NULL;
	const char *key;
	size_t at;

	if (common)
		return (size_t)(common - text.bytes) + strlen(last);
	key = find(text, " OS: ");
	at = key ? (size_t)(key - text.bytes) : 0;
	at += known_title_in((struct piece){ text.bytes + at, text.size - at });
	if (at < text.size)
		return at;
	key = memrchr(text.bytes, ',', text.size);
	at = key ? (size_t)(key - text.bytes) + 2 : 0;
	/* "Key: Value" and then the title: the value is taken to be one word */
	for (int blanks = 0; at < text.size; at++)
		if (text.bytes[at] == ' ' && (blanks++ || text.bytes[at - 1] != ':'))
			break;
	text_printf(import->warnings, "the end of the last system's description is guessed: '...%.*s'\n",
		(int)(at < 30 ? at : 30), text.bytes + (at < 30 ? 0 : at - 30));
	return at;
}

/* The description starts with the capitalised word before the first one in small letters. */
static size_t guessed_title_end(struct piece intro)
{
	size_t previous = 0, at = 0;

	while (at < intro.size) {
		if (islower((unsigned char)intro.bytes[at]) && previous)
			return previous;
		previous = at;
		while (at < intro.size && intro.bytes[at] != ' ')
			at++;
		at++;
	}
	return intro.size;
}

static int take_intro(struct import *import, struct piece intro, const char *title)
{
	struct generated *meta = &import->file->meta;
	size_t end;

	intro = piece_trim(intro);
	if (title) {
		end = strlen(title);
		if (intro.size < end || memcmp(intro.bytes, title, end))
			return error_set(import->err, "%s:1: the text does not begin with the title '%s'",
				import->name, title);
	} else {
		end = guessed_title_end(intro);
		text_printf(import->warnings, "the title is taken to be '%.*s' (--title TEXT settles it)\n",
			(int)piece_trim((struct piece){ intro.bytes, end }).size, intro.bytes);
	}
	meta->title = arena_bytes(
		&import->file->arena, intro.bytes, piece_trim((struct piece){ intro.bytes, end }).size);
	intro = piece_trim((struct piece){ intro.bytes + end, intro.size - end });
	meta->description = arena_bytes(&import->file->arena, intro.bytes, intro.size);
	return 0;
}

/* Describes all systems and returns where the first chart's head begins. */
static const char *take_systems(struct import *import, struct piece text, const char *title)
{
	struct result_file *file = import->file;
	const char *at = text.bytes, *end = text.bytes + text.size;

	for (size_t i = 0; i < file->n_systems; i++) {
		struct piece rest = { at, (size_t)(end - at) };
		const char *start = find_system(rest, file->systems[i].identifier), *next = NULL;
		struct piece own;

		if (!start) {
			text_printf(import->warnings, "system '%s' is not described\n",
				file->systems[i].identifier);
			continue;
		}
		if (at == text.bytes && take_intro(import, (struct piece){ at, (size_t)(start - at) }, title))
			return NULL;
		start += strlen(file->systems[i].identifier) + 2;
		for (size_t k = i + 1; k < file->n_systems && !next; k++)
			next = find_system(
				(struct piece){ start, (size_t)(end - start) }, file->systems[k].identifier);
		own = (struct piece){ start, (size_t)((next ? next : end) - start) };
		if (!next)
			own.size = end_of_software(import, own, i ? file->systems[i - 1].software : NULL);
		describe(import, &file->systems[i], own);
		at = own.bytes + own.size;
	}
	if (at == text.bytes)
		error_set(import->err, "%s:1: no system is described before the first chart", import->name);
	return at == text.bytes ? NULL : at;
}

static void take_head(struct import *import, struct result *result, struct piece head)
{
	struct piece direction = head, rest;
	const char *arrow;
	size_t end, scale;

	head = piece_trim(head);
	arrow = memmem(head.bytes, head.size, " > Higher Is Better", 19);
	if (!arrow)
		arrow = memmem(head.bytes, head.size, " < Lower Is Better", 18);
	direction = (struct piece){ arrow ? arrow : head.bytes + head.size, 0 };
	direction.size = (size_t)(head.bytes + head.size - direction.bytes);
	head.size -= direction.size;
	scale = import_known_scale(head);
	if (!scale) {
		const char *blank = memrchr(head.bytes, ' ', head.size);

		scale = blank ? (size_t)(head.bytes + head.size - blank - 1) : head.size;
		text_printf(import->warnings, "unknown scale: taken to be '%.*s' in '%.*s'\n", (int)scale,
			head.bytes + head.size - scale, (int)head.size, head.bytes);
	}
	import_scale(import, result, (struct piece){ head.bytes + head.size - scale, scale + direction.size });
	rest = piece_trim((struct piece){ head.bytes, head.size - scale });
	end = import_title_end(import, rest);
	import_title(import, result, (struct piece){ rest.bytes, end });
	rest = piece_trim((struct piece){ rest.bytes + end, rest.size - end });
	result->description = result->arguments = arena_bytes(&import->file->arena, rest.bytes, rest.size);
}

/* Charts whose rows were all dropped leave only their heads; the last head belongs to the rows. */
static struct result *take_heads(struct import *import, const struct tokens *tokens, size_t first, size_t last)
{
	struct result *result = NULL;

	for (size_t end = first + 4; end <= last; end++) {
		if (behind_direction(tokens, end - 4, end) != end)
			continue;
		result = result_file_add_result(import->file);
		take_head(import, result, stretch(tokens, first, end));
		first = end;
	}
	return result;
}

static void take_charts(struct import *import, const struct tokens *tokens, const char *first_head)
{
	struct result *result = NULL;
	size_t behind = 0;

	while (behind < tokens->n && tokens->items[behind].bytes < first_head)
		behind++;
	for (size_t i = behind; i < tokens->n; i++) {
		size_t first;

		if (!row_at(tokens, i))
			continue;
		first = behind_direction(tokens, behind, i);
		if (first != behind)
			result = take_heads(import, tokens, behind, first);
		if (result)
			import_row(import, result, stretch(tokens, first, i), stretch(tokens, i + 1, i + 2), 0);
		behind = i + 3;
	}
	if (behind < tokens->n)
		text_printf(import->warnings, "text behind the last row is left out: '%.*s'\n",
			(int)stretch(tokens, behind, tokens->n).size, tokens->items[behind].bytes);
}

static int import_tokens(struct import *import, const struct tokens *tokens, const char *title)
{
	const char *first_head;
	size_t first_row = 0;

	if (collect_systems(import, tokens))
		return -1;
	while (first_row < tokens->n && !row_at(tokens, first_row))
		first_row++;
	if (first_row == tokens->n)
		return 0;
	first_head = take_systems(import, stretch(tokens, 0, behind_direction(tokens, 0, first_row)), title);
	if (!first_head)
		return -1;
	take_charts(import, tokens, first_head);
	return 0;
}

int import_flat(struct import *import, struct piece document, const char *title)
{
	struct tokens tokens = tokens_of(document);
	int rc = import_tokens(import, &tokens, title);

	free(tokens.items);
	return rc;
}
