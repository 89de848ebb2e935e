#include "runner/machine/system_info.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "share/base/file.h"
#include "runner/sandbox/landlock.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static void add_pair(struct text *out, const char *key, const char *value)
{
	if (!*value)
		return;
	text_printf(out, "%s%s: ", out->size ? ", " : "", key);
	/* ", " and ": " would begin the next pair (PTS splits at them) */
	for (; *value; value++)
		text_addc(out, *value == ',' && value[1] == ' ' ? ';' : *value);
}

/* Value behind "key<blanks>:" of the first such line in a file of that form. */
static void find_value(struct text *out, const char *path, const char *key, const char *separator)
{
	FILE *stream = fopen(path, "re");
	char line[8192];

	while (stream && fgets(line, sizeof line, stream)) {
		char *at = strstr(line, separator);

		if (!at || !text_starts(line, key))
			continue;
		at += strlen(separator);
		at += strspn(at, " \t\"");
		text_add(out, at, strcspn(at, "\"\n"));
		break;
	}
	if (stream)
		fclose(stream);
}

static void add_first_line(struct text *out, const char *path)
{
	file_first_line(out, path);
	while (out->size && out->bytes[out->size - 1] == ' ')
		out->bytes[--out->size] = '\0';
}

/* Cores as the kernel's topology has them: threads of one core share a list. */
static long count_cores(long threads)
{
	char **lists = mem_zero((size_t)threads + 1, sizeof *lists);
	long n = 0;

	for (long i = 0; i < threads; i++) {
		char *path = mem_printf("/sys/devices/system/cpu/cpu%ld/topology/core_cpus_list", i);
		struct text list = TEXT_INIT;
		bool seen = false;

		file_first_line(&list, path);
		for (long k = 0; k < n && !seen; k++)
			seen = !strcmp(lists[k], text_string(&list));
		if (!seen && list.size)
			lists[n++] = mem_text(text_string(&list));
		text_release(&list);
		free(path);
	}
	for (long k = 0; k < n; k++)
		free(lists[k]);
	free(lists);
	return n;
}

static void add_frequency(struct text *model)
{
	struct text khz = TEXT_INIT;

	file_first_line(&khz, "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
	if (khz.size && !strchr(text_string(model), '@'))
		text_printf(model, " @ %.2fGHz", strtod(text_string(&khz), NULL) / 1e6);
	text_release(&khz);
}

static void add_processor(struct text *hardware)
{
	struct text model = TEXT_INIT;
	long threads = sysconf(_SC_NPROCESSORS_ONLN), cores = count_cores(threads);

	find_value(&model, "/proc/cpuinfo", "model name", ":");
	if (!model.size)
		text_adds(&model, "unknown");
	add_frequency(&model);
	if (cores < 1 || cores > threads)
		cores = threads;
	text_printf(&model, " (%ld Core%s", cores, cores == 1 ? "" : "s");
	if (threads > cores)
		text_printf(&model, " / %ld Threads", threads);
	text_addc(&model, ')');
	add_pair(hardware, "Processor", text_string(&model));
	text_release(&model);
}

static void add_board(struct text *hardware)
{
	struct text board = TEXT_INIT;

	add_first_line(&board, "/sys/class/dmi/id/sys_vendor");
	if (board.size)
		text_addc(&board, ' ');
	add_first_line(&board, "/sys/class/dmi/id/product_name");
	add_pair(hardware, "Motherboard", text_string(&board));
	text_release(&board);
}

static void add_disk(struct text *hardware, const struct filesystem *fs)
{
	char size[32];
	struct text disk = TEXT_INIT, sectors = TEXT_INIT;
	char *path;

	if (!fs || !*fs->disk)
		return;
	path = mem_printf("/sys/class/block/%s/size", fs->disk);
	file_first_line(&sectors, path);
	free(path);
	if (sectors.size)
		text_printf(&disk, "%s ", number_size_text(strtoull(sectors.bytes, NULL, 10) * 512, size));
	text_adds(&disk, *fs->model ? fs->model : fs->disk);
	add_pair(hardware, "Disk", text_string(&disk));
	text_release(&disk);
	text_release(&sectors);
}

/* Version of a Debian package without its revision: "12.2.0" of "12.2.0-14+deb12u1". */
static void add_package_version(struct text *out, const char *package)
{
	char *wanted = mem_printf("\nPackage: %s\n", package);
	struct text status = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	const char *found, *version;

	if (!file_read(&status, "/var/lib/dpkg/status", (size_t)64 << 20, &ignored)) {
		found = strstr(text_string(&status), wanted);
		version = found ? strstr(found, "\nVersion: ") : NULL;
		if (version)
			text_add(out, version + 10, strcspn(version + 10, "-+~\n"));
	}
	error_release(&ignored);
	text_release(&status);
	free(wanted);
}

/* The compiler that cc is, by its name and its package: it is not run. */
static void add_compiler(struct text *software)
{
	char *real = realpath("/usr/bin/cc", NULL);
	const char *name = real ? strstr(real, "gcc-") : NULL, *kind = "GCC";
	struct text words = TEXT_INIT, version = TEXT_INIT;

	if (real && !name) {
		name = strstr(real, "clang");
		kind = "Clang";
	}
	if (name) {
		add_package_version(&version, name);
		text_printf(&words, "%s %s", kind,
			version.size              ? text_string(&version) :
				strchr(name, '-') ? strchr(name, '-') + 1 :
						    "");
		add_pair(software, "Compiler", text_string(&words));
	}
	text_release(&words);
	text_release(&version);
	free(real);
}

/* "KVM": what the machine runs in, where it is no real one. */
static void add_layer(struct text *software)
{
	static const char *const known[][2] = { { "QEMU", "KVM" }, { "VMware", "VMware" },
		{ "innotek", "Oracle VirtualBox" }, { "Xen", "Xen" }, { "Microsoft", "Microsoft Hyper-V" },
		{ "Amazon EC2", "Amazon EC2" }, { "Google", "Google Compute Engine" } };
	struct text vendor = TEXT_INIT, flags = TEXT_INIT;
	const char *layer = NULL;

	find_value(&flags, "/proc/cpuinfo", "flags", ":");
	file_first_line(&vendor, "/sys/class/dmi/id/sys_vendor");
	if (strstr(text_string(&flags), "hypervisor"))
		layer = "virtual machine";
	for (size_t i = 0; layer && i < sizeof known / sizeof *known; i++)
		if (strstr(text_string(&vendor), known[i][0]))
			layer = known[i][1];
	if (layer)
		add_pair(software, "System Layer", layer);
	text_release(&vendor);
	text_release(&flags);
}

static void add_software(struct text *software, const struct filesystem *fs)
{
	struct text os = TEXT_INIT, kernel = TEXT_INIT;
	struct utsname name;

	find_value(&os, "/etc/os-release", "PRETTY_NAME", "=");
	add_pair(software, "OS", os.size ? text_string(&os) : "Linux");
	if (!uname(&name)) {
		text_printf(&kernel, "%s (%s)", name.release, name.machine);
		add_pair(software, "Kernel", text_string(&kernel));
	}
	add_compiler(software);
	if (fs)
		add_pair(software, "File-System", fs->type);
	add_layer(software);
	text_release(&os);
	text_release(&kernel);
}

/* The word in brackets of a /sys file such as "always [madvise] never". */
static void add_chosen(struct text *out, const char *path)
{
	struct text line = TEXT_INIT;
	const char *open;

	file_first_line(&line, path);
	open = strchr(text_string(&line), '[');
	if (open)
		text_add(out, open + 1, strcspn(open + 1, "]"));
	text_release(&line);
}

static void add_key(struct text *json, const char *key, const char *value)
{
	if (!*value)
		return;
	json_add_key(json, key);
	json_add_string(json, value);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_security(struct text *json)
{
	static const char folder[] = "/sys/devices/system/cpu/vulnerabilities";
	struct text all = TEXT_INIT;
	struct dirent **names;
	int n = scandir(folder, &names, NULL, by_name);

	for (int i = 0; i < n; i++) {
		char *path = file_join(folder, names[i]->d_name);

		if (*names[i]->d_name != '.') {
			text_printf(&all, "%s%s: ", all.size ? " + " : "", names[i]->d_name);
			add_first_line(&all, path);
		}
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	add_key(json, "security", text_string(&all));
	text_release(&all);
}

/* "Block Size: 4096 / Read-Ahead: 128 / ...": settings of the disk's queue. */
static void add_disk_details(struct text *out, const struct filesystem *fs)
{
	static const char *const files[][2] = { { "Read-Ahead KiB", "read_ahead_kb" },
		{ "Requests", "nr_requests" }, { "Rotational", "rotational" }, { "Write Cache", "write_cache" },
		{ "Physical Block", "physical_block_size" } };

	text_printf(out, "Block Size: %d", fs->block_size);
	for (size_t i = 0; *fs->disk && i < sizeof files / sizeof *files; i++) {
		/* an image's loop device has a queue of its own; a partition has its disk's */
		const char *device = text_starts(fs->device, "loop") ? fs->device : fs->disk;
		char *path = mem_printf("/sys/class/block/%s/queue/%s", device, files[i][1]);
		struct text value = TEXT_INIT;

		add_first_line(&value, path);
		if (value.size)
			text_printf(out, " / %s: %s", files[i][0], text_string(&value));
		text_release(&value);
		free(path);
	}
}

/* What the kernel does with memory that is dirty, huge or scarce. */
static void add_kernel_details(struct text *json)
{
	static const char *const files[] = { "swappiness", "dirty_ratio", "dirty_background_ratio",
		"dirty_expire_centisecs", "dirty_writeback_centisecs", "vfs_cache_pressure" };
	struct text all = TEXT_INIT, value = TEXT_INIT;

	add_chosen(&value, "/sys/kernel/mm/transparent_hugepage/enabled");
	if (value.size)
		text_printf(&all, "Transparent Huge Pages: %s", text_string(&value));
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *path = mem_printf("/proc/sys/vm/%s", files[i]);

		text_clear(&value);
		add_first_line(&value, path);
		if (value.size)
			text_printf(&all, "%s%s: %s", all.size ? " / " : "", files[i], text_string(&value));
		free(path);
	}
	add_key(json, "kernel-extra-details", text_string(&all));
	text_release(&all);
	text_release(&value);
}

static void add_json(struct text *json, const struct filesystem *fs)
{
	struct text value = TEXT_INIT;

	text_addc(json, '{');
	if (fs) {
		add_key(json, "disk-scheduler", fs->scheduler);
		add_key(json, "disk-mount-options", fs->options);
		add_disk_details(&value, fs);
		add_key(json, "disk-details", text_string(&value));
		text_clear(&value);
	}
	add_first_line(&value, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	add_key(json, "cpu-scaling-governor", text_string(&value));
	text_clear(&value);
	find_value(&value, "/proc/cpuinfo", "microcode", ":");
	add_key(json, "cpu-microcode", text_string(&value));
	text_clear(&value);
	add_first_line(&value, "/sys/devices/system/cpu/smt/control");
	add_key(json, "cpu-smt", text_string(&value));
	add_kernel_details(json);
	text_clear(&value);
	add_first_line(&value, "/proc/cmdline");
	add_key(json, "kernel-parameters", text_string(&value));
	add_security(json);
	/* opening files costs more under it: systems measured with and without differ in that */
	text_clear(&value);
	if (landlock_abi())
		text_printf(&value, "Landlock %d", landlock_abi());
	add_key(json, "sandbox", value.size ? text_string(&value) : "none");
	text_addc(json, '}');
	text_release(&value);
}

void system_info(struct system_info *info, struct arena *arena, const struct filesystem *fs)
{
	struct text hardware = TEXT_INIT, software = TEXT_INIT, json = TEXT_INIT;
	char size[32];

	add_processor(&hardware);
	add_board(&hardware);
	add_pair(&hardware, "Memory",
		number_size_text((uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE), size));
	add_disk(&hardware, fs);
	add_software(&software, fs);
	add_json(&json, fs);
	info->hardware = arena_text(arena, text_string(&hardware));
	info->software = arena_text(arena, text_string(&software));
	info->json = arena_text(arena, text_string(&json));
	text_release(&hardware);
	text_release(&software);
	text_release(&json);
}
