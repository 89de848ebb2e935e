#ifndef SHARE_BASE_JSON_EVENTS_H
#define SHARE_BASE_JSON_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "share/base/text.h"

/*
 * A strict JSON tokenizer that is fed piece by piece and keeps no document: for fio's reports,
 * which are megabytes large, have text around them, and may hold bare nan and inf and the same key
 * twice, and for the samples of a result file, of which there are thousands. Everything else is as
 * RFC 8259 says.
 */
enum json_event {
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
	JSON_KEY,
	JSON_STRING,
	JSON_NUMBER,
	JSON_WORD /* true, false, null */,
	JSON_NO_NUMBER /* nan, -nan, inf, -inf */
};

enum json_status { JSON_MORE, JSON_COMPLETE, JSON_BAD };

#define JSON_DEEPEST 64

struct json_reader {
	/* `text` is the key, the string without quotes (escapes as written) or the number */
	void (*event)(void *context, enum json_event event, const char *text, size_t size);
	void *context;
	int depth;
	bool is_object[JSON_DEEPEST];
	int quiet; /* keys and values at this depth and below are checked but not told; 0: all are */
	int expect; /* what may come next; internal */
	enum { TOKEN_NONE, TOKEN_STRING, TOKEN_ESCAPE, TOKEN_BARE } token;
	bool token_is_key;
	struct text buffer; /* the token that is being read */
	size_t bytes; /* of the document so far */
};

void json_start(struct json_reader *reader, void (*event)(void *, enum json_event, const char *, size_t),
	void *context);

/* Feed bytes of the document, whose first byte is '{'. After JSON_COMPLETE or JSON_BAD start anew. */
enum json_status json_feed(struct json_reader *reader, const char *bytes, size_t size);

void json_release(struct json_reader *reader);

/* Adds what a string or key means to `out`; false when an escape is none, or is of no character. */
bool json_unescape(struct text *out, const char *text, size_t size);

#endif
