#ifndef RUNNER_SYSTEM_IDLE_H
#define RUNNER_SYSTEM_IDLE_H

#include "runner/system/steps.h"

/*
 * Waiting for a state that is measured, up to a limit; never for a fixed time. Thresholds are METHOD.md
 * 2's. `disk` is a name in /proc/diskstats, or "" where there is none.
 */

/* Until the disk finished its last request and got no other for a moment. False: it was never idle. */
bool idle_settle(struct steps *steps, const char *disk, double limit);

/* Until processors, disk and I/O pressure were idle over a window. False: the trial starts busy. */
bool idle_gate(struct steps *steps, const char *disk, double limit);

/* Until ext4's thread that initialises tables in the background is gone, where one is. */
bool idle_lazy_init(struct steps *steps, double limit);

#endif
