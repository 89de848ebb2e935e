#ifndef RUNNER_PROCESS_SIGNALS_H
#define RUNNER_PROCESS_SIGNALS_H

#include <signal.h>

/*
 * Signals of a run. They are blocked except inside ppoll(), which takes signals_mask(); a handler
 * only stores them. SIGINT, SIGTERM and SIGQUIT stop the run, SIGHUP does not; SIGCHLD wakes it.
 */
void signals_watch(void); /* once; later calls change nothing */
const sigset_t *signals_mask(void);

/* The signal that asks to stop, 0: none. */
extern volatile int signals_stop;
/* Was there a SIGHUP? */
extern volatile int signals_hangup;

/* Let signals that came meanwhile be seen. */
void signals_poll(void);

/* Wait so long, or until it is asked to stop. */
void signals_wait(double seconds);

/* Wait until there is something to read; 0 when it was asked to stop before. */
int signals_wait_input(int fd);

/* End as the signal would have ended the program, after cleaning up: does not return. */
void signals_raise(int number) __attribute__((noreturn));

#endif
