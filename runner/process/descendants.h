#ifndef RUNNER_PROCESS_DESCENDANTS_H
#define RUNNER_PROCESS_DESCENDANTS_H

/*
 * Processes that descend from hib: as hib is their subreaper, also daemons that left their group
 * and session stay below it. Found in /proc.
 */
int descendants_signal(int number); /* returns how many there are */
int descendants_count(void); /* those that are not zombies */

/* Variable of the environment that marks every process of a run. */
#define TRIAL_MARK "HIB_RUN"

/*
 * Kill every process whose environment says NAME=VALUE, which this user may see, and wait up to a
 * few seconds for their end. Returns how many are left.
 */
int marked_processes_kill(const char *name, const char *value);

#endif
