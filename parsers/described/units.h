#ifndef PARSERS_DESCRIBED_UNITS_H
#define PARSERS_DESCRIBED_UNITS_H

#include "parsers/findings.h"

/*
 * The units whose meaning is beyond doubt: kB and MB are 1000-based, KiB and MiB 1024-based (SI and
 * IEC 80000-13). What a benchmark program means by its own words is in the table of its parser.
 * NULL when there is none of that name.
 */
const struct unit *unit_exact(const char *name, size_t size);

#endif
