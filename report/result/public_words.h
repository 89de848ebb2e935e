#ifndef REPORT_RESULT_PUBLIC_WORDS_H
#define REPORT_RESULT_PUBLIC_WORDS_H

#include <stdbool.h>

#include "share/base/memory.h"
#include "share/base/text.h"

/*
 * Words without what belongs to one machine or person: UUIDs, MAC addresses, mail addresses, serial numbers
 * (also in the stable names of disks), and home folders, which become "~". Reports are published; who wants
 * these asks for them.
 */
void public_add(struct text *out, const char *words);

/* The same in the arena; `words` itself when there is nothing of the kind. NULL stays NULL. */
const char *public_words(struct arena *arena, const char *words);

/* Is a fact of that name about one machine or person altogether, such as "hostname"? */
bool public_hides(const char *name);

#endif
