#ifndef RUNNER_OBSERVE_ACCOUNTING_H
#define RUNNER_OBSERVE_ACCOUNTING_H

#include "runner/process/supervise.h"
#include "runner/observe/counters.h"

/*
 * What a trial cost the machine, from before the command to after its data was on the disk. UTIME and STIME are
 * of the whole system, so that work of the kernel that is done later is in them, too.
 */
struct accounting {
	bool taken; /* false: the trial did not get so far */
	double real; /* seconds: the command and the sync behind it */
	uint64_t user_ticks, system_ticks; /* all processors, in clock ticks (/proc/stat) */
	int ticks_per_second;
	bool has_disk; /* there is a block device below the file system */
	double read_kib, written_kib; /* of that device (/proc/diskstats) */
	int64_t extents; /* of the files that the test made (FIEMAP); -1: the file system does not tell */
	int64_t files; /* in which they were counted */
	double foreign_share, steal_share; /* of all processors' time */
	uint64_t swapped; /* pages */
	double other_kib; /* read and written by other disks */
	double load_before; /* 1-minute load average; hib's own last trials are in it */
	int runnable_before; /* processes beside hib that ran just before */
	double cgroup_cpu_seconds; /* NaN: no control group tells */
	double cgroup_read_kib, cgroup_written_kib, cgroup_memory_peak_kib; /* NaN likewise */
};

/* Counters at the start; kept between the two calls. */
struct account {
	struct counters before;
	double started, load;
	int runnable;
	const char *disk;
	struct disk_family family;
	const struct cgroup *cgroup;
	int peak; /* descriptor of memory.peak, -1 */
	double cgroup_cpu, cgroup_read, cgroup_written;
};

/* `disk` and `below` as for disk_family_find(). */
void account_start(struct account *account, const char *disk, const char *below, const struct cgroup *cgroup);

/* The command did not start: nothing is to be told. */
void account_drop(struct account *account);

/* `target`: the folder whose files are counted, or NULL. Returns enum trial_flag bits of what disturbed it. */
unsigned account_stop(struct account *account, const struct supervised *supervised, const char *target,
	struct accounting *accounting);

/* The figures that can become charts, in the order of the table that kernel developers publish. */
struct account_figure {
	const char *name, *scale; /* "UTIME", "ticks" */
	int decimals;
	bool (*value)(const struct accounting *accounting, double *value); /* false: there is none */
};
extern const struct account_figure account_figures[]; /* ended by a name that is NULL */

#endif
