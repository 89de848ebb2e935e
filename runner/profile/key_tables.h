#ifndef RUNNER_PROFILE_KEY_TABLES_H
#define RUNNER_PROFILE_KEY_TABLES_H

#include "runner/profile/profile.h"

/* What the files of this folder that hold tables of keys share; nobody else's business. */
#define AT(type, member) offsetof(struct type, member)
/* clang-format off */
#define END_OF_KEYS { .name = NULL }
#define COST_KEYS(type, member) \
	{ "time", KEY_DURATION, AT(type, member.seconds), .help = "seconds that one trial takes, about" }, \
	{ "space", KEY_SIZE, AT(type, member.space), .help = "free space that one trial needs on the target" }, \
	{ "writes", KEY_SIZE, AT(type, member.writes), .help = "bytes that one trial writes; without it as much as space" }
/* clang-format on */

extern const struct key_table source_table, pts_table;

#endif
