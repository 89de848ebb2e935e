#include "runner/machine/boot.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "share/base/file.h"
#include "share/base/banned.h"

const char *machine_boot_id(void)
{
	static char id[64];
	struct text line = TEXT_INIT;

	if (!*id) {
		file_first_line(&line, "/proc/sys/kernel/random/boot_id");
		snprintf(id, sizeof id, "%s", text_string(&line));
		text_release(&line);
	}
	return id;
}

const char *machine_kernel(void)
{
	static struct utsname name;

	return *name.release || !uname(&name) ? name.release : "";
}

bool machine_kernel_fits(const char *pattern)
{
	return !pattern || !fnmatch(pattern, machine_kernel(), 0);
}
