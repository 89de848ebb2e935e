#include "report/result/flags.h"

#include <string.h>

#include "share/base/banned.h"

static const struct {
	unsigned flag;
	const char *name, *words;
} flags[] = {
	{ FLAG_BUSY_START, "busy_start", "the machine did not become idle before it" },
	{ FLAG_NOT_SETTLED, "not_settled", "the disk did not become idle before it" },
	{ FLAG_WARM_POSSIBLE, "warm_possible", "a folder as it is: caches may be warm" },
	{ FLAG_NO_DISCARD, "no_discard", "the device cannot discard: its blocks were in use before" },
	{ FLAG_LOOP_BUFFERED, "loop_buffered", "the image file is read and written through the host's cache" },
	{ FLAG_FOREIGN_CPU, "foreign_cpu", "other programs took processor time" },
	{ FLAG_STEAL, "steal", "the hypervisor took processor time" },
	{ FLAG_SWAP, "swap", "pages were swapped" },
	{ FLAG_THROTTLED, "throttled", "the processor was throttled for heat" },
	{ FLAG_FOREIGN_IO, "foreign_io", "other disks were read or written" },
	{ FLAG_OUT_OF_MEMORY, "out_of_memory", "the kernel killed a process for want of memory" },
	{ FLAG_LOADED, "loaded", "another program was running before it" },
	{ FLAG_CACHES_KEPT, "caches_kept", "the caches could not be dropped" },
	{ FLAG_KERNEL_COMPLAINED, "kernel_complained", "the kernel reported an error of the device" },
	{ FLAG_SHARED_DISK, "shared_disk",
		"the results lie on the disk under test: hib writes there between trials" },
	{ FLAG_LAZY_INIT, "lazy_init", "tables were still initialised in the background" },
};

const char *flag_name(unsigned flag)
{
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].flag == flag)
			return flags[i].name;
	return "";
}

unsigned flag_named(const char *name)
{
	for (unsigned i = 0; name && i < sizeof flags / sizeof *flags; i++)
		if (!strcmp(flags[i].name, name))
			return flags[i].flag;
	return 0;
}

const char *flag_words(unsigned flag)
{
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].flag == flag)
			return flags[i].words;
	return "";
}
