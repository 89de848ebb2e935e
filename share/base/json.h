#ifndef SHARE_BASE_JSON_H
#define SHARE_BASE_JSON_H

#include "share/base/text.h"

/* Writing JSON piece by piece. A NULL string is null; invalid UTF-8 becomes U+FFFD. */
void json_add_string(struct text *out, const char *string);
/* The shortest digits that read back as the same double; null when it is not finite. */
void json_add_number(struct text *out, double value);
/* `"key":`, with a comma before it unless it is the first thing in its object. */
void json_add_key(struct text *out, const char *key);

/* A whole pair: a text (left out when NULL), a whole number, a number with six decimals. */
void json_add_text(struct text *out, const char *key, const char *value);
void json_add_whole(struct text *out, const char *key, long long value);
void json_add_real(struct text *out, const char *key, double value);

#endif
