#ifndef RUNNER_OBSERVE_COUNTERS_H
#define RUNNER_OBSERVE_COUNTERS_H

#include <stdint.h>

/* What the kernel counts for the whole machine and for one disk; each grows since boot. */
struct counters {
	uint64_t user, system, idle, steal, all; /* clock ticks of all processors, from /proc/stat */
	uint64_t read_sectors, written_sectors; /* of the disk, in 512 bytes, from /proc/diskstats */
	uint64_t requests; /* of the disk: finished ones of all kinds */
	uint64_t in_flight; /* of the disk, now */
	uint64_t other_sectors; /* read and written by all other whole disks */
	uint64_t io_pressure; /* microseconds in which some task waited for I/O; 0 where the kernel has none */
	uint64_t swapped; /* pages in and out */
	uint64_t oom_kills, throttled; /* processes killed for memory; thermal throttle events */
};

/* Read them; `disk` as in /proc/diskstats ("loop0", "nvme0n1p2"), `below` the whole disk that is behind it; ""
 * for none. */
void counters_read(struct counters *counters, const char *disk, const char *below);

#endif
