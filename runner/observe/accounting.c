#include "runner/observe/accounting.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "report/result/flags.h"
#include "runner/system/steps.h"
#include "share/base/banned.h"

/* Starting values of METHOD.md 8. */
#define FOREIGN_SHARE  0.02
#define STEAL_SHARE    0.01
#define OTHER_IO_SHARE 0.01
#define OTHER_IO_LEAST 1024.0 /* KiB: a log line of another disk is no disturbance */
/* Looks at the processes that run just before: one that always runs is no passing visitor. */
#define RUNNABLE_LOOKS 5
#define LOOK_NS        1000000L
#define LEAST_SECONDS  0.5 /* shorter: one tick of the kernel's is too much of it for a share */

static double load_average(void)
{
	double load = 0;
	FILE *stream = fopen("/proc/loadavg", "re");

	if (!stream || fscanf(stream, "%lf", &load) != 1)
		load = 0;
	if (stream)
		fclose(stream);
	return load;
}

/*
 * Processes that run or could, hib not counted: the least of a few looks. The load average would count hib's
 * own last trials, too.
 */
static int runnable_before(void)
{
	const struct timespec pause = { 0, LOOK_NS };
	int least = -1;

	for (int i = 0; i < RUNNABLE_LOOKS && least; i++) {
		FILE *stream = fopen("/proc/stat", "re");
		char line[8192];
		int running;

		while (stream && fgets(line, sizeof line, stream))
			if (sscanf(line, "procs_running %d", &running) == 1 &&
				(least < 0 || running - 1 < least))
				least = running - 1;
		if (stream)
			fclose(stream);
		if (least)
			nanosleep(&pause, NULL);
	}
	return least < 0 ? 0 : least;
}

/* Sum of the numbers behind `key` ("usage_usec 12", "rbytes=12", "8:0 Read 12") in a control group's file; NaN
 * none. */
static double group_value(int folder, const char *file, const char *key)
{
	int fd = folder >= 0 ? openat(folder, file, O_RDONLY | O_CLOEXEC) : -1;
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");
	char word[128];
	double sum = NAN;
	size_t size = strlen(key);

	while (stream && fscanf(stream, "%127s", word) == 1) {
		char *end;
		double value;

		if (strncmp(word, key, size) != 0)
			continue;
		if (!word[size] && fscanf(stream, "%127s", word) != 1) /* "usage_usec 123", else "rbytes=123" */
			break;
		value = strtod(word[0] >= '0' && word[0] <= '9' ? word : word + size, &end);
		if (!*end)
			sum = isnan(sum) ? value : sum + value;
	}
	if (stream)
		fclose(stream);
	else if (fd >= 0)
		close(fd);
	return sum;
}

static bool is_there(int folder, const char *file)
{
	return folder >= 0 && !faccessat(folder, file, R_OK, 0);
}

/* CPU seconds of the group so far: version 2 counts microseconds, version 1 nanoseconds. */
static double group_cpu(const struct cgroup *cgroup)
{
	if (is_there(cgroup->folder, "cpu.stat"))
		return group_value(cgroup->folder, "cpu.stat", "usage_usec") / 1e6;
	return group_value(cgroup->v1[V1_CPUACCT].folder, "cpuacct.usage", "") / 1e9;
}

/* Bytes read or written so far; a group without I/O yet has an empty file. */
static double group_io(const struct cgroup *cgroup, const char *v2, const char *v1)
{
	bool new = is_there(cgroup->folder, "io.stat");
	int folder = new ? cgroup->folder : cgroup->v1[V1_BLKIO].folder;
	const char *file = new ? "io.stat" : "blkio.throttle.io_service_bytes_recursive";
	double value = group_value(folder, file, new ? v2 : v1);

	return isnan(value) && is_there(folder, file) ? 0 : value;
}

/*
 * Set the peak back for this trial. Version 2 does so since Linux 6.12, for whoever reads through the same
 * descriptor; version 1 for all. -1: the peak is no trial's.
 */
static int reset_peak(const struct cgroup *cgroup)
{
	bool new = is_there(cgroup->folder, "memory.peak");
	int folder = new ? cgroup->folder : cgroup->v1[V1_MEMORY].folder;
	int fd = folder >= 0 ?
		openat(folder, new ? "memory.peak" : "memory.max_usage_in_bytes", O_RDWR | O_CLOEXEC) :
		-1;

	if (fd >= 0 && write(fd, "0", 1) != 1) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static double read_peak(int fd)
{
	char digits[32] = "", *end;
	double value;

	if (fd < 0 || pread(fd, digits, sizeof digits - 1, 0) < 1)
		return NAN;
	value = strtod(digits, &end);
	return end > digits ? value : NAN;
}

void account_start(struct account *account, const char *disk, const char *below, const struct cgroup *cgroup)
{
	*account = (struct account){
		.disk = disk, .cgroup = cgroup, .load = load_average(), .runnable = runnable_before()
	};
	disk_family_find(&account->family, disk, below);
	account->peak = reset_peak(cgroup);
	account->cgroup_cpu = group_cpu(cgroup);
	account->cgroup_read = group_io(cgroup, "rbytes=", "Read");
	account->cgroup_written = group_io(cgroup, "wbytes=", "Write");
	account->started = steps_clock();
	counters_read(&account->before, disk, &account->family);
}

void account_drop(struct account *account)
{
	if (account->peak >= 0)
		close(account->peak);
	account->peak = -1;
}

/* Extents of one file, or -1. */
static int64_t extents_of(int folder, const char *name)
{
	struct fiemap map = { .fm_length = FIEMAP_MAX_OFFSET, .fm_extent_count = 0 };
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	int failed = fd < 0 || ioctl(fd, FS_IOC_FIEMAP, &map);

	if (fd >= 0)
		close(fd);
	return failed ? -1 : (int64_t)map.fm_mapped_extents;
}

/* Add up the files below an open folder, which is closed. False once a file does not tell. */
static bool add_extents(struct accounting *a, int folder, int depth)
{
	DIR *stream = fdopendir(folder);
	struct dirent *entry;
	struct stat st;
	bool told = true;

	while (stream && told && (entry = readdir(stream))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
			fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		if (S_ISDIR(st.st_mode) && depth < 64) {
			int below = openat(
				folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

			told = below < 0 || add_extents(a, below, depth + 1);
		} else if (S_ISREG(st.st_mode)) {
			int64_t n = extents_of(folder, entry->d_name);

			told = n >= 0;
			a->extents += n > 0 ? n : 0;
			a->files++;
		}
	}
	if (stream)
		closedir(stream);
	else
		close(folder);
	return told;
}

static void count_extents(struct accounting *a, const char *target)
{
	int folder = open(target, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (folder < 0 || !add_extents(a, folder, 0))
		a->extents = -1;
}

static unsigned judge(const struct accounting *a, const struct counters *before, const struct counters *after)
{
	unsigned flags = 0;

	if (a->real >= LEAST_SECONDS && a->foreign_share > FOREIGN_SHARE)
		flags |= FLAG_FOREIGN_CPU;
	if (a->real >= LEAST_SECONDS && a->steal_share > STEAL_SHARE)
		flags |= FLAG_STEAL;
	if (a->swapped)
		flags |= FLAG_SWAP;
	if (after->throttled != before->throttled)
		flags |= FLAG_THROTTLED;
	if (after->oom_kills != before->oom_kills)
		flags |= FLAG_OUT_OF_MEMORY;
	if (a->runnable_before > 0)
		flags |= FLAG_LOADED;
	if (a->other_kib > OTHER_IO_LEAST && a->other_kib > OTHER_IO_SHARE * (a->read_kib + a->written_kib))
		flags |= FLAG_FOREIGN_IO;
	return flags;
}

static double seconds_of(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

/*
 * Other programs' share: time in user mode that is not the command's. Time in the kernel cannot be told apart:
 * what the kernel's own threads write back for the command is no disturbance.
 */
static void take_shares(struct accounting *a, const struct counters *before, const struct counters *after,
	const struct supervised *s)
{
	double ticks = (double)a->ticks_per_second, all = (double)(after->all - before->all);
	double own = seconds_of(&s->usage.ru_utime) * ticks;

	a->foreign_share = all > 0 ? fmax(((double)a->user_ticks - own) / all, 0) : 0;
	a->steal_share = all > 0 ? (double)(after->steal - before->steal) / all : 0;
}

unsigned account_stop(
	struct account *account, const struct supervised *supervised, const char *target, struct accounting *a)
{
	const struct counters *before = &account->before;
	struct counters after;

	counters_read(&after, account->disk, &account->family);
	*a = (struct accounting){ .taken = true,
		.real = steps_clock() - account->started,
		.user_ticks = after.user - before->user,
		.system_ticks = after.system - before->system,
		.ticks_per_second = (int)sysconf(_SC_CLK_TCK),
		.has_disk = *account->disk,
		.read_kib = (double)(after.read_sectors - before->read_sectors) / 2,
		.written_kib = (double)(after.written_sectors - before->written_sectors) / 2,
		.swapped = after.swapped - before->swapped,
		.other_kib = (double)(after.other_sectors - before->other_sectors) / 2,
		.load_before = account->load,
		.runnable_before = account->runnable };
	a->cgroup_cpu_seconds = group_cpu(account->cgroup) - account->cgroup_cpu;
	a->cgroup_read_kib = (group_io(account->cgroup, "rbytes=", "Read") - account->cgroup_read) / 1024;
	a->cgroup_written_kib = (group_io(account->cgroup, "wbytes=", "Write") - account->cgroup_written) /
		1024;
	/* version 1 counts I/O on some kernels only when it is limited: nothing at all is no count */
	if (!is_there(account->cgroup->folder, "io.stat") && a->cgroup_read_kib + a->cgroup_written_kib <= 0)
		a->cgroup_read_kib = a->cgroup_written_kib = NAN;
	a->cgroup_memory_peak_kib = read_peak(account->peak) / 1024;
	account_drop(account);
	take_shares(a, before, &after, supervised);
	if (target)
		count_extents(a, target);
	else
		a->extents = -1;
	return judge(a, before, &after);
}

static bool real_value(const struct accounting *a, double *value)
{
	*value = a->real;
	return true;
}

static bool user_value(const struct accounting *a, double *value)
{
	*value = (double)a->user_ticks;
	return true;
}

static bool system_value(const struct accounting *a, double *value)
{
	*value = (double)a->system_ticks;
	return true;
}

static bool read_value(const struct accounting *a, double *value)
{
	*value = a->read_kib;
	return a->has_disk;
}

static bool written_value(const struct accounting *a, double *value)
{
	*value = a->written_kib;
	return a->has_disk;
}

static bool extents_value(const struct accounting *a, double *value)
{
	*value = (double)a->extents;
	return a->extents >= 0 && a->files > 0;
}

const struct account_figure account_figures[] = {
	{ "REAL", "s", 2, real_value },
	{ "UTIME", "ticks", 0, user_value },
	{ "STIME", "ticks", 0, system_value },
	{ "READ", "KB", 0, read_value },
	{ "WRITTEN", "KB", 0, written_value },
	{ "extents", "extents", 0, extents_value },
	{ 0 },
};
