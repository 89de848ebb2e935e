#ifndef RUNNER_OBSERVE_COUNTERS_H
#define RUNNER_OBSERVE_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the kernel counts for the whole machine and for one disk; each grows since boot. */
struct counters {
	uint64_t user, system, idle, steal, all; /* clock ticks of all processors, from /proc/stat */
	uint64_t read_sectors, written_sectors; /* of the disk, in 512 bytes, from /proc/diskstats */
	uint64_t in_flight; /* of the disk, now */
	uint64_t other_sectors; /* read and written by all other whole disks */
	uint64_t io_pressure; /* microseconds in which some task waited for I/O; 0 where the kernel has none */
	uint64_t swapped; /* pages in and out */
	uint64_t oom_kills, throttled; /* processes killed for memory; thermal throttle events */
};

/* A disk with all that it is made of: the whole disk of a partition, what lies below LVM, LUKS or md, an
 * image's disk. */
struct disk_family {
	char names[32][32];
	size_t n;
};

/* `disk` and `below` as in /proc/diskstats; "" for none. */
void disk_family_find(struct disk_family *family, const char *disk, const char *below);
bool disk_family_has(const struct disk_family *family, const char *name);

/* Read them; `disk` as in /proc/diskstats ("loop0", "nvme0n1p2"), "" for none; `family` is not among the
 * others. */
void counters_read(struct counters *counters, const char *disk, const struct disk_family *family);

#endif
