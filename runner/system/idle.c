#include "runner/system/idle.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "runner/observe/counters.h"
#include "runner/process/signals.h"
#include "share/base/file.h"
#include "share/base/memory.h"
#include "share/base/text.h"
#include "share/base/banned.h"

/* Starting values of METHOD.md 2: what "idle" means. */
#define GATE_WINDOW      5.0 /* seconds */
#define GATE_BUSY        0.03 /* of all processors */
#define GATE_IO          (100.0 * 1024) /* bytes a second of the disk */
#define GATE_PRESSURE    0.01 /* of the window in which some task waited for I/O */
#define SETTLE_WINDOW    0.1
#define SETTLE_IO        (16.0 * 1024) /* bytes within the window: a superblock now and then is no load */
#define LAZY_INIT_WINDOW 0.2

static const struct disk_family none; /* what other disks do is no matter here */

static bool stopped(const struct steps *steps)
{
	return steps->stop && *steps->stop;
}

static double disk_bytes(const struct counters *before, const struct counters *after)
{
	return 512.0 *
		(double)(after->read_sectors - before->read_sectors + after->written_sectors -
			before->written_sectors);
}

bool idle_settle(struct steps *steps, const char *disk, double limit)
{
	double start = steps_clock();
	struct counters before, after;
	bool idle = !*disk;

	while (!idle && !stopped(steps) && steps_clock() - start < limit) {
		counters_read(&before, disk, &none);
		signals_wait(SETTLE_WINDOW);
		counters_read(&after, disk, &none);
		idle = !after.in_flight && disk_bytes(&before, &after) <= SETTLE_IO;
	}
	steps_note(steps, "settle", !idle, steps_clock() - start, "%s %s", *disk ? disk : "no disk",
		idle ? "idle" : "still busy");
	return idle;
}

bool idle_gate(struct steps *steps, const char *disk, double limit)
{
	double start = steps_clock(), busy = 1, pressure = 0, io = 0;
	struct counters before, after;
	bool idle = false;

	while (!idle && !stopped(steps) && steps_clock() - start < limit) {
		counters_read(&before, disk, &none);
		for (double left = GATE_WINDOW; left > 0 && !stopped(steps); left -= 0.5)
			signals_wait(0.5);
		counters_read(&after, disk, &none);
		busy = after.all > before.all ?
			1 - (double)(after.idle - before.idle) / (double)(after.all - before.all) :
			0;
		io = disk_bytes(&before, &after) / GATE_WINDOW;
		pressure = (double)(after.io_pressure - before.io_pressure) / 1e6 / GATE_WINDOW;
		idle = busy < GATE_BUSY && io < GATE_IO && pressure < GATE_PRESSURE;
	}
	steps_note(steps, "gate", !idle, steps_clock() - start,
		"processors %.1f %% busy, disk %.0f B/s, I/O pressure %.1f %%: %s", busy * 100, io,
		pressure * 100, idle ? "idle" : "busy start");
	return idle;
}

static bool has_lazy_init(void)
{
	DIR *stream = opendir("/proc");
	struct dirent *entry;
	bool found = false;

	while (!found && stream && (entry = readdir(stream))) {
		char *comm;
		struct text name = TEXT_INIT;

		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		comm = mem_printf("/proc/%s/comm", entry->d_name);
		file_first_line(&name, comm);
		found = !strcmp(text_string(&name), "ext4lazyinit");
		text_release(&name);
		free(comm);
	}
	if (stream)
		closedir(stream);
	return found;
}

bool idle_lazy_init(struct steps *steps, double limit)
{
	double start = steps_clock();
	bool there = has_lazy_init();

	while (there && !stopped(steps) && steps_clock() - start < limit) {
		signals_wait(LAZY_INIT_WINDOW);
		there = has_lazy_init();
	}
	steps_note(steps, "lazy_init", there, steps_clock() - start, "%s",
		there ? "ext4lazyinit still runs" : "no table is initialised in the background");
	return !there;
}
