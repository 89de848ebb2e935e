#ifndef PARSERS_LIST_OF_PARSERS_H
#define PARSERS_LIST_OF_PARSERS_H

#include "parsers/parser.h"

/* The one list of parsers; each lives in a file of its program's name. */
/* clang-format off */
#define PARSERS(X) \
	X(fio) X(dbench) X(fs_mark) X(postmark) X(compilebench) X(dd) X(time) X(tiotest) X(iozone) X(bonnie) \
	X(accounting) X(matrix)
/* clang-format on */

#define DECLARE(name) extern const struct parser parser_##name;
PARSERS(DECLARE)
#undef DECLARE

#endif
