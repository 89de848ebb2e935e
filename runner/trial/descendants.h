#ifndef RUNNER_TRIAL_DESCENDANTS_H
#define RUNNER_TRIAL_DESCENDANTS_H

/*
 * Processes that descend from hib: as hib is their subreaper, also daemons that left their group
 * and session stay below it. Found in /proc.
 */
int descendants_signal(int number); /* returns how many there are */
int descendants_count(void);        /* those that are not zombies */

#endif
