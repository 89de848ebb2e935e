#include "runner/machine/system_info.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/json.h"
#include "share/base/number.h"
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
	char line[1024];

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

static void add_processor(struct text *hardware)
{
	struct text model = TEXT_INIT;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	find_value(&model, "/proc/cpuinfo", "model name", ":");
	if (!model.size)
		text_adds(&model, "unknown");
	text_printf(&model, " (%ld Core%s)", cores, cores == 1 ? "" : "s");
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
	if (fs)
		add_pair(software, "File-System", fs->type);
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

static void add_json(struct text *json, const struct filesystem *fs)
{
	struct text value = TEXT_INIT;

	text_addc(json, '{');
	if (fs) {
		add_key(json, "disk-scheduler", fs->scheduler);
		add_key(json, "disk-mount-options", fs->options);
		text_printf(&value, "Block Size: %d", fs->block_size);
		add_key(json, "disk-details", text_string(&value));
		text_clear(&value);
	}
	add_first_line(&value, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	add_key(json, "cpu-scaling-governor", text_string(&value));
	text_clear(&value);
	find_value(&value, "/proc/cpuinfo", "microcode", ":");
	add_key(json, "cpu-microcode", text_string(&value));
	text_clear(&value);
	add_chosen(&value, "/sys/kernel/mm/transparent_hugepage/enabled");
	if (value.size) {
		char *details = mem_printf("Transparent Huge Pages: %s", text_string(&value));

		add_key(json, "kernel-extra-details", details);
		free(details);
	}
	text_clear(&value);
	add_first_line(&value, "/proc/cmdline");
	add_key(json, "kernel-parameters", text_string(&value));
	add_security(json);
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
