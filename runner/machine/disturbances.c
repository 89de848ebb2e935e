#include "runner/machine/disturbances.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LOAD_EACH   0.3 /* load for each processor from which a machine is not idle (METHOD.md 8) */
#define LEAST_SPACE ((uint64_t)10 << 30)
#define SAMPLE_NS   500000000L

static void add(struct disturbances *d, enum severity severity, const char *what, const char *remedy)
{
	d->items = arena_more(&d->arena, d->items, d->n, sizeof *d->items);
	d->items[d->n++] = (struct disturbance){ severity, arena_text(&d->arena, what), remedy };
}

static char *line_of(const char *path)
{
	struct text line = TEXT_INIT;

	file_first_line(&line, path);
	while (line.size && line.bytes[line.size - 1] == ' ')
		line.bytes[--line.size] = '\0';
	return text_take(&line);
}

/* Value in KiB of a line of /proc/meminfo; 0 unknown. */
static uint64_t meminfo(const char *key)
{
	FILE *stream = fopen("/proc/meminfo", "re");
	char line[256];
	unsigned long long value = 0;

	while (stream && fgets(line, sizeof line, stream))
		if (text_starts(line, key) && line[strlen(key)] == ':' &&
			sscanf(line + strlen(key) + 1, "%llu", &value) == 1)
			break;
	if (stream)
		fclose(stream);
	return value;
}

static void check_power(struct disturbances *d)
{
	DIR *stream = opendir("/sys/class/power_supply");
	struct dirent *entry;
	bool battery = false, mains = false;

	while (stream && (entry = readdir(stream))) {
		char *path = mem_printf("/sys/class/power_supply/%s/status", entry->d_name),
		     *status = line_of(path);
		char *other = mem_printf("/sys/class/power_supply/%s/online", entry->d_name),
		     *online = line_of(other);

		battery = battery || !strcmp(status, "Discharging");
		mains = mains || !strcmp(online, "1");
		free(path);
		free(status);
		free(other);
		free(online);
	}
	if (stream)
		closedir(stream);
	if (battery && !mains)
		add(d, SEVERITY_BAD, "on battery", "plug it in");
}

/* Ticks in user and kernel mode of a process; its name goes to `name`. */
static unsigned long long ticks_of(const char *pid, char name[64])
{
	char *path = mem_printf("/proc/%s/stat", pid), *line = line_of(path), *close = strrchr(line, ')');
	char *open = strchr(line, '(');
	unsigned long long user = 0, system = 0;

	if (open && close &&
		sscanf(close + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &system) ==
			2)
		snprintf(name, 64, "%.*s", (int)(close - open - 1), open + 1);
	free(path);
	free(line);
	return user + system;
}

#define MOST_PIDS 65536

/* The process that ran most within half a second. */
static void find_busiest(char name[64], char pid[16])
{
	unsigned long long *before = mem_zero(MOST_PIDS, sizeof *before), most = 0;
	const struct timespec pause = { 0, SAMPLE_NS };
	char own[64] = "";

	name[0] = pid[0] = '\0';
	for (int round = 0; round < 2; round++) {
		DIR *stream = opendir("/proc");
		struct dirent *entry;

		while (stream && (entry = readdir(stream))) {
			long number = isdigit((unsigned char)*entry->d_name) ? strtol(entry->d_name, NULL, 10) :
									       0;
			unsigned long long ticks;

			if (number < 1 || number >= MOST_PIDS || number == getpid())
				continue;
			ticks = ticks_of(entry->d_name, own);
			if (!round) {
				before[number] = ticks;
			} else if (before[number] && ticks - before[number] > most) {
				most = ticks - before[number];
				snprintf(name, 64, "%s", own);
				snprintf(pid, 16, "%ld", number);
			}
		}
		if (stream)
			closedir(stream);
		if (!round)
			nanosleep(&pause, NULL);
	}
	free(before);
}

static void check_load(struct disturbances *d)
{
	char *line = line_of("/proc/loadavg"), name[64], pid[16];
	double load = strtod(line, NULL);
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	const char *what;

	find_busiest(name, pid);
	if (load > LOAD_EACH * (double)processors) {
		what = arena_printf(&d->arena, "load %.1f%s%s", load, *name ? ", " : "", name);
		add(d, SEVERITY_BAD, what,
			*name ? arena_printf(&d->arena, "wait until it is done (process %s)", pid) :
				"wait until it is idle");
	} else if (*name) {
		add(d, SEVERITY_NOTE, arena_printf(&d->arena, "%s runs (process %s)", name, pid),
			"programs beside the test take time from it");
	}
	free(line);
}

static void check_frequency(struct disturbances *d)
{
	char *governor = line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	char *no_turbo = line_of("/sys/devices/system/cpu/intel_pstate/no_turbo");
	char *boost = line_of("/sys/devices/system/cpu/cpufreq/boost");
	char *throttled = line_of("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count");

	if (*governor && strcmp(governor, "performance") != 0)
		add(d, SEVERITY_BAD, arena_printf(&d->arena, "governor %s", governor),
			"sudo cpupower frequency-set -g performance");
	if (!strcmp(no_turbo, "0"))
		add(d, SEVERITY_NOTE, "turbo is on",
			"echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo");
	else if (!strcmp(boost, "1"))
		add(d, SEVERITY_NOTE, "turbo is on", "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost");
	if (strtoull(throttled, NULL, 10))
		add(d, SEVERITY_NOTE,
			arena_printf(&d->arena, "throttled for heat %s times since boot", throttled),
			"let it cool; clean its fan");
	free(governor);
	free(no_turbo);
	free(boost);
	free(throttled);
}

static void check_memory(struct disturbances *d)
{
	uint64_t total = meminfo("MemTotal"), swap = meminfo("SwapTotal"), swap_free = meminfo("SwapFree");
	char size[32], twice[32];

	if (swap > swap_free)
		add(d, SEVERITY_BAD,
			arena_printf(&d->arena, "%s of swap in use",
				number_size_text((swap - swap_free) * 1024, size)),
			"sudo swapoff -a");
	else if (swap)
		add(d, SEVERITY_NOTE, "swap is on, and not in use", "sudo swapoff -a");
	if (total)
		add(d, SEVERITY_NOTE,
			arena_printf(&d->arena, "%s memory", number_size_text(total * 1024, size)),
			arena_printf(&d->arena, "buffered file sets under %s measure the cache",
				number_size_text(total * 2048, twice)));
}

static bool is_virtual(void)
{
	FILE *stream = fopen("/proc/cpuinfo", "re");
	char line[8192];
	bool found = false;

	while (stream && !found && fgets(line, sizeof line, stream))
		found = text_starts(line, "flags") && strstr(line, " hypervisor");
	if (stream)
		fclose(stream);
	return found;
}

static void check_virtual(struct disturbances *d, const struct filesystem *fs)
{
	char *clock = line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

	if (is_virtual())
		add(d, SEVERITY_NOTE, "a virtual machine", "its host's other guests take time from it");
	if (text_starts(fs->disk, "vd") || text_starts(fs->disk, "xvd"))
		add(d, SEVERITY_NOTE, arena_printf(&d->arena, "%s is a virtual disk", fs->disk),
			"its host may cache what a test believes on the disk");
	if (*clock && (!strcmp(clock, "jiffies") || !strcmp(clock, "acpi_pm") || !strcmp(clock, "hpet")))
		add(d, SEVERITY_NOTE, arena_printf(&d->arena, "clock %s", clock),
			"slow to read: short times are coarse");
	free(clock);
}

static void check_folder(struct disturbances *d, const char *folder, const struct filesystem *fs)
{
	char size[32];

	if (filesystem_kind(fs) != FS_DISK) {
		struct text words = TEXT_INIT;

		filesystem_add_words(&words, fs);
		add(d, SEVERITY_NOTE, arena_printf(&d->arena, "this folder: %s", text_string(&words)),
			"hib run --target DIR measures another");
		text_release(&words);
	}
	if (access(folder, W_OK | X_OK))
		add(d, SEVERITY_BAD, "this folder cannot be written", "hib run --target DIR takes another");
	if (fs->free < LEAST_SPACE)
		add(d, SEVERITY_BAD, arena_printf(&d->arena, "%s free here", number_size_text(fs->free, size)),
			"full sizes need 10 GiB and more: --quick, or --target DIR");
	else if (fs->size && (double)fs->free < 0.1 * (double)fs->size)
		add(d, SEVERITY_NOTE,
			arena_printf(
				&d->arena, "%.0f %% full", 100 - 100 * (double)fs->free / (double)fs->size),
			"a file system that is nearly full is another one");
}

static void check_rights(struct disturbances *d)
{
	if (geteuid())
		add(d, SEVERITY_NOTE, "not root",
			"no fresh file system, caches stay warm: sudo hib run ... --fs ext4,xfs");
	else if (access("/proc/sys/vm/drop_caches", W_OK))
		add(d, SEVERITY_BAD, "no drop_caches here",
			"a container: caches stay warm; run on the machine itself");
	if (!geteuid() && access("/dev/loop-control", R_OK | W_OK))
		add(d, SEVERITY_NOTE, "no loop devices", "no image files: modprobe loop, or name a device");
}

static void describe(struct disturbances *d)
{
	char *product = line_of("/sys/class/dmi/id/product_version"),
	     *name = line_of("/sys/class/dmi/id/product_name");
	struct text words = TEXT_INIT, os = TEXT_INIT, text = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	struct utsname kernel;
	char size[32];
	const char *pretty;

	/* on some the version is the name that people know, and the name a number */
	if (strlen(product) > 4 && strchr(product, ' '))
		text_printf(&words, "%s, ", product);
	else if (*name)
		text_printf(&words, "%s, ", name);
	text_printf(&words, "%ld CPU%s, %s", sysconf(_SC_NPROCESSORS_ONLN),
		sysconf(_SC_NPROCESSORS_ONLN) == 1 ? "" : "s",
		number_size_text(meminfo("MemTotal") * 1024, size));
	if (!file_read(&os, "/etc/os-release", 65536, &ignored)) {
		pretty = strstr(text_string(&os), "PRETTY_NAME=\"");
		if (pretty)
			text_add(&text, pretty + 13, strcspn(pretty + 13, "\""));
	}
	error_release(&ignored);
	if (text.size)
		text_printf(&words, ", %s", text_string(&text));
	if (!uname(&kernel))
		text_printf(&words, ", kernel %s", kernel.release);
	d->machine = arena_text(&d->arena, text_string(&words));
	text_release(&words);
	text_release(&text);
	text_release(&os);
	free(product);
	free(name);
}

/* What is well is said too, in one line: it was looked at. */
static void add_well(struct disturbances *d, const struct filesystem *fs)
{
	struct text well = TEXT_INIT;
	char size[32];

	if (meminfo("SwapTotal") == meminfo("SwapFree"))
		text_adds(&well, "no swap used");
	if (fs->free >= LEAST_SPACE)
		text_printf(&well, "%s%s free here", well.size ? ", " : "", number_size_text(fs->free, size));
	if (!is_virtual())
		text_printf(&well, "%sno virtual machine", well.size ? ", " : "");
	if (well.size)
		add(d, SEVERITY_OK, text_string(&well), "");
	text_release(&well);
}

void disturbances_find(struct disturbances *d, const char *folder, const struct filesystem *fs)
{
	*d = (struct disturbances){ 0 };
	describe(d);
	check_power(d);
	check_load(d);
	check_frequency(d);
	check_memory(d);
	check_virtual(d, fs);
	check_folder(d, folder, fs);
	check_rights(d);
	add_well(d, fs);
}

void disturbances_release(struct disturbances *d)
{
	arena_release(&d->arena);
	*d = (struct disturbances){ 0 };
}
