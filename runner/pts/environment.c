#include "runner/pts/environment.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "runner/profile/prefix.h"
#include "runner/pts/folder.h"
#include "share/base/file.h"
#include "share/base/random.h"
#include "share/base/banned.h"

/* The version whose behaviour hib follows. */
#define PTS_VERSION  "10.8.6"
#define LARGEST_FILE ((size_t)1 << 20)
#define FIRST_PORT   32768
#define PORTS        20000

struct setting_up {
	void (*set)(void *context, const char *name, const char *value);
	void *context;
};

static void set_number(const struct setting_up *s, const char *name, long number)
{
	char text[24];

	snprintf(text, sizeof text, "%ld", number);
	s->set(s->context, name, text);
}

/* Cores, each counted once for all its threads. */
static long physical_cores(long threads)
{
	struct text seen = TEXT_INIT;
	long cores = 0;

	for (long i = 0; i < threads; i++) {
		char path[96];
		struct text siblings = TEXT_INIT;

		snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/topology/thread_siblings_list", i);
		file_first_line(&siblings, path);
		if (siblings.size) {
			text_addc(&siblings, ';');
			if (!strstr(text_string(&seen), text_string(&siblings))) {
				text_adds(&seen, ";");
				text_adds(&seen, text_string(&siblings));
				cores++;
			}
		}
		text_release(&siblings);
	}
	text_release(&seen);
	return cores ? cores : threads;
}

static long nodes(void)
{
	DIR *dir = opendir("/sys/devices/system/node");
	struct dirent *entry;
	long n = 0;

	while (dir && (entry = readdir(dir)))
		n += text_starts(entry->d_name, "node") && isdigit((unsigned char)entry->d_name[4]);
	if (dir)
		closedir(dir);
	return n ? n : 1;
}

static void set_processors(const struct setting_up *s)
{
	long threads = sysconf(_SC_NPROCESSORS_ONLN), cores = physical_cores(threads), cube = 1;

	while ((cube + 1) * (cube + 1) * (cube + 1) <= cores)
		cube++;
	set_number(s, "NUM_CPU_CORES", threads);
	set_number(s, "OMP_NUM_THREADS", threads);
	set_number(s, "NUM_CPU_PHYSICAL_CORES", cores);
	set_number(s, "NUM_CPU_PHYSICAL_CORES_CUBE", cube * cube * cube);
	set_number(s, "CPU_THREADS_PER_CORE", threads / cores > 0 ? threads / cores : 1);
	set_number(s, "NUM_CPU_NODES", nodes());
	set_number(s, "NUM_CPU_JOBS", 2 * threads);
	set_number(s, "SYS_MEMORY", sysconf(_SC_PHYS_PAGES) / 1024 * (sysconf(_SC_PAGESIZE) / 1024));
}

static void release_value(struct text *value, const char *name)
{
	struct text all = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	const char *found;

	if (file_read(&all, "/etc/os-release", LARGEST_FILE, &ignored))
		error_release(&ignored);
	for (found = text_string(&all); found && *found; found = strchr(found, '\n')) {
		found += *found == '\n';
		if (!text_starts(found, name))
			continue;
		found += strlen(name);
		found += *found == '"';
		text_add(value, found, strcspn(found, "\"\n"));
		break;
	}
	text_release(&all);
}

static void set_machine(const struct setting_up *s)
{
	struct utsname machine;
	struct text name = TEXT_INIT, version = TEXT_INIT;

	uname(&machine);
	release_value(&name, "NAME=");
	release_value(&version, "VERSION_ID=");
	s->set(s->context, "OPERATING_SYSTEM", text_string(&name));
	s->set(s->context, "OS_VERSION", text_string(&version));
	s->set(s->context, "OS_ARCH", machine.machine);
	s->set(s->context, "OS_TYPE", "Linux");
	s->set(s->context, "CPU_FAMILY", machine.machine);
	text_release(&name);
	text_release(&version);
}

/* A screen, where there is one: the caller's. */
static void set_screen(const struct setting_up *s)
{
	static const char *const names[] = { "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (getenv(names[i]))
			s->set(s->context, names[i], getenv(names[i]));
	s->set(s->context, "VIDEO_WIDTH", "1920");
	s->set(s->context, "VIDEO_HEIGHT", "1080");
	s->set(s->context, "VIDEO_MONITOR_COUNT", getenv("DISPLAY") ? "1" : "0");
	s->set(s->context, "VIDEO_MEMORY", "0");
	s->set(s->context, "vblank_mode", "0");
	s->set(s->context, "__GL_SYNC_TO_VBLANK", "0");
	s->set(s->context, "MESA_VK_WSI_PRESENT_MODE", "immediate");
}

/* Where the programs of the extended profile are. */
static void set_parent(const struct setting_up *s, const struct profile *profile)
{
	char *name = mem_printf(PTS_PREFIX "%s", profile->pts.extends), *path, *folder = NULL, *variable;
	const char *slash = strrchr(profile->pts.extends, '/');
	struct error ignored = ERROR_INIT;
	struct profile *parent;

	path = pts_find(name, &ignored);
	parent = path ? profile_load(path, &ignored) : NULL;
	if (parent)
		folder = prefix_of(parent);
	error_release(&ignored);
	variable = mem_printf("TEST_%s", slash ? slash + 1 : profile->pts.extends);
	for (char *c = variable; *c; c++)
		*c = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
	if (folder) {
		s->set(s->context, "TEST_EXTENDS", folder);
		s->set(s->context, variable, folder);
	}
	profile_free(parent);
	free(variable);
	free(folder);
	free(path);
	free(name);
}

void pts_environment(const struct profile *profile, const char *folder,
	void (*set)(void *context, const char *name, const char *value), void *context)
{
	const struct setting_up s = { set, context };
	const char *home = getenv("HOME");

	set(context, "HOME", folder);
	set(context, "DEBUG_HOME", folder);
	set(context, "DEBUG_REAL_HOME", home ? home : "/");
	set(context, "PTS_VERSION", PTS_VERSION);
	set(context, "PTS_LAUNCHER", "hib");
	set(context, "LANG", "en_US.utf8");
	set(context, "LC_ALL", "");
	set(context, "CCACHE_DISABLE", "1");
	set(context, "OMPI_ALLOW_RUN_AS_ROOT", "1");
	set(context, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
	set(context, "C_CXX_FLAGS_DEFAULT", "-O3 -march=native");
	set_number(&s, "RANDOM_AVAILABLE_PORT", FIRST_PORT + (long)(random_fresh_seed() % PORTS));
	set_processors(&s);
	set_machine(&s);
	set_screen(&s);
	if (profile->pts.extends)
		set_parent(&s, profile);
}
