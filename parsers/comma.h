#ifndef PARSERS_COMMA_H
#define PARSERS_COMMA_H

#include "parsers/scan.h"

/*
 * Decimal commas, for dd and time only: programs that follow the locale. `text` is one printed
 * number. COMMA_NONE: a point or no fraction; COMMA_DECIMAL: "17,6"; COMMA_OTHER: no such number.
 */
enum comma { COMMA_NONE, COMMA_DECIMAL, COMMA_OTHER };

enum comma comma_kind(const char *text, size_t size);

/*
 * The number as it is, or with its comma as a point in `copy`, which must outlive `digits`. Returns
 * false when it is none.
 */
bool comma_number(const char *text, size_t size, char copy[40], struct digits *digits);

#endif
