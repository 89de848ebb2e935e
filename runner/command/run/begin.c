#include "runner/command/run/begin.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/signals.h"
#include "runner/run/probe.h"
#include "runner/system/device.h"
#include "share/base/banned.h"

/* Two runs on one machine measure each other. */
static int warn_of_other(void *context, const char *folder, const struct run_holder *holder)
{
	(void)context;
	if (holder->pid != (long)getpid())
		fprintf(stderr,
			"note  another run goes on here, process %ld in %s: each disturbs the other's values\n",
			holder->pid, folder);
	return 0;
}

/*
 * What is on a device is lost: the user types the end of its serial number, unless --yes stands for that.
 * Without a terminal nothing is asked, and nothing is erased.
 */
static int confirm_devices(struct plan *plan, bool yes, struct error *err)
{
	for (size_t i = 0; i < plan->n_targets; i++) {
		struct target *target = &plan->targets[i];
		struct device device;
		int rc;

		/* also one whose kernel runs later: then nobody is asked */
		if (spec_kind(target->spec) != VOLUME_DEVICE)
			continue;
		rc = device_examine(&device, target->spec->device, err);
		if (!rc && !yes)
			rc = device_ask(&device, err);
		if (!rc)
			target->identity = arena_text(&plan->arena, device.identity);
		device_release(&device);
		if (rc)
			return rc;
	}
	return 0;
}

void run_begin_quietly(void)
{
	running_each(warn_of_other, NULL);
	signals_watch();
	if (!geteuid())
		umask(022); /* root's results are readable by all */
}

int run_begin(struct plan *plan, struct run_lock *lock, const struct permission *permission, struct error *err)
{
	run_begin_quietly();
	if (confirm_devices(plan, permission->yes, err))
		return -1;
	if (probe_targets(plan, lock, permission->erase_foreign, err))
		return -1;
	return signals_stop ? error_set(err, "stopped before the first trial") : 0;
}
