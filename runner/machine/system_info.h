#ifndef RUNNER_MACHINE_SYSTEM_INFO_H
#define RUNNER_MACHINE_SYSTEM_INFO_H

#include "runner/machine/filesystem.h"
#include "share/base/memory.h"

/*
 * What this machine is, in the words of a result file (PTS.md 2.2 and 2.5): Hardware and Software
 * as "Key: Value, Key: Value", and a JSON object of strings. All strings live in the arena.
 */
struct system_info {
	const char *hardware, *software, *json;
};

/* `fs` is the file system that is measured; NULL leaves it out. */
void system_info(struct system_info *info, struct arena *arena, const struct filesystem *fs);

#endif
