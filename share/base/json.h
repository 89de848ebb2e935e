#ifndef SHARE_BASE_JSON_H
#define SHARE_BASE_JSON_H

#include "share/base/text.h"

/* Writing JSON piece by piece. A NULL string is null; invalid UTF-8 becomes U+FFFD. */
void json_add_string(struct text *out, const char *string);
/* The shortest digits that read back as the same double; null when it is not finite. */
void json_add_number(struct text *out, double value);
/* `"key":`, with a comma before it unless it is the first thing in its object. */
void json_add_key(struct text *out, const char *key);

#endif
