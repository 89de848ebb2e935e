#ifndef RUNNER_PROCESS_MEMORY_LIMIT_H
#define RUNNER_PROCESS_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/process/cgroup.h"

/* All memory of the machine but what hib and the rest of it need: a 32nd, at least 256 MiB. Bytes. */
uint64_t memory_limit_usual(void);

/* Hold the group's processes, and what they cache, below so many bytes. False: no control group for memory. */
bool memory_limit_set(const struct cgroup *cgroup, uint64_t bytes);

/* Processes that the kernel ended for want of memory so far: of the group, else of the machine. */
uint64_t memory_kills(const struct cgroup *cgroup);

#endif
