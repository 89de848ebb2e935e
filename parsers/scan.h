#ifndef PARSERS_SCAN_H
#define PARSERS_SCAN_H

#include <string.h>

#include "parsers/parser.h"

/*
 * The scanner that all parsers share: a cursor over the bytes of one line. Each function moves the
 * cursor behind what it took and returns true, or leaves it alone and returns false.
 */
struct scan {
	const char *at, *end;
	const char *open_end; /* where an unfinished line stops; NULL in all others */
};

static inline struct scan scan_bytes(const char *bytes, size_t size)
{
	return (struct scan){ bytes, bytes + size, NULL };
}

static inline struct scan scan_line(const struct line *line)
{
	const char *end = line->bytes + line->size;

	return (struct scan){ line->bytes, end, line->unfinished ? end : NULL };
}

/* blanks and tabs, perhaps none */
static inline void scan_blanks(struct scan *scan)
{
	while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r'))
		scan->at++;
}

/* the literal, anything may follow */
static inline bool scan_word(struct scan *scan, const char *word)
{
	size_t size = strlen(word);

	if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, word, size))
		return false;
	scan->at += size;
	return true;
}

struct scan scan_trimmed(struct scan scan); /* without blanks at either end */
/* Without the marks of a mail's quotation ("> ") in front; *quoted: were there some? */
struct scan scan_unquoted(struct scan scan, bool *quoted);
bool scan_done(const struct scan *scan); /* nothing but blanks is left */
bool scan_until(struct scan *scan, const char *word); /* moves behind the next `word` */
bool scan_until_last(struct scan *scan, const char *word);
bool scan_has(const struct scan *scan, const char *word);
bool scan_has_any(const struct scan *scan, const char *const *words); /* ended by NULL */
int scan_usual(char byte); /* how usual a byte is in what programs print; 0 is rare */

/* Bytes up to the next blank or the end: false when there are none. */
bool scan_token(struct scan *scan, const char **token, size_t *size);

/*
 * One number as a whole token that starts at the cursor, blanks before it skipped: to its right
 * stands a blank, a separator or the end, or, with `unit_follows`, a letter. "1,5" is no number, and
 * neither is what touches the end of an unfinished line.
 */
struct digits {
	const char *bytes;
	size_t size;
	double value;
};
bool scan_number(struct scan *scan, bool unit_follows, struct digits *number);
bool scan_whole(struct scan *scan, long *value); /* an unsigned whole number as a token */

#endif
