#ifndef SHARE_BASE_TEXT_H
#define SHARE_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A growing string, always NUL-terminated once something was added. TEXT_INIT is empty. */
struct text {
	char *bytes;
	size_t size, capacity;
};

#define TEXT_INIT                                                                                              \
	{                                                                                                      \
		0                                                                                              \
	}

/* Room for `more` bytes behind those there are; every function here makes it for itself. */
void text_reserve(struct text *text, size_t more);

static inline void text_add(struct text *text, const char *bytes, size_t size)
{
	if (size >= text->capacity - text->size)
		text_reserve(text, size);
	if (size)
		memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	text->bytes[text->size] = '\0';
}

static inline void text_adds(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

static inline void text_addc(struct text *text, char c)
{
	text_add(text, &c, 1);
}

void text_add_whole(struct text *text, unsigned long number);
void text_pad(struct text *text, int n); /* blanks; none when n is not above 0 */
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(struct text *text);
void text_release(struct text *text);
char *text_take(struct text *text); /* hands the string to the caller, "" when empty */
const char *text_string(const struct text *text); /* "" when empty */

/* A copy with each `word` replaced; owned by the caller. */
char *text_replaced(const char *text, const char *word, const char *with);

bool text_equal(const char *a, const char *b); /* NULL equals NULL only */
bool text_starts(const char *text, const char *prefix);
bool text_ends(const char *text, const char *suffix);

/* Shell-style pattern with * and ? over the whole name; everything else is literal. */
bool text_matches(const char *pattern, const char *name);

/* Name of a file or program made from any text: letters, digits, '-', '_', '.', the rest as '-'. */
void text_add_slug(struct text *out, const char *name);

/*
 * Text that came from elsewhere, made fit for a terminal or a document: invalid UTF-8 and control
 * characters, the bidirectional overrides among them, become U+FFFD; a newline or a tab becomes a
 * blank.
 */
void text_add_clean(struct text *out, const char *bytes, size_t size);

/* Columns that clean UTF-8 text takes on a terminal (grapheme clusters, wide characters). */
int text_width(const char *text, size_t size);

/* One grapheme cluster from `text` on: its bytes, and its columns on a terminal in *width. */
size_t text_cluster(const char *text, size_t size, int *width);
/* Bytes of `text` that fit into `columns`, cut between grapheme clusters. */
size_t text_fit(const char *text, size_t size, int columns);
/* The same, cut at a blank where there is one; at least one cluster. */
size_t text_fit_words(const char *text, size_t size, int columns);
/* Bytes to leave out at the front so that the rest fits into `columns`. */
size_t text_fit_end(const char *text, size_t size, int columns);

/* The name among `names` (NULL-terminated) that is nearest to `name`, or NULL when none is near. */
const char *text_nearest(const char *name, const char *const *names);

/* `argument` as a POSIX shell would need it typed. */
void text_add_quoted(struct text *out, const char *argument);

#endif
