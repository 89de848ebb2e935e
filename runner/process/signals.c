#include "runner/process/signals.h"

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "share/base/banned.h"

volatile int signals_stop, signals_hangup;
static sigset_t open_mask;
static bool watching;

static void on_stop(int number)
{
	signals_stop = number;
}

/* It only has to wake ppoll(). */
static void on_child(int number)
{
	(void)number;
}

static void on_hangup(int number)
{
	signals_hangup = number;
}

void signals_watch(void)
{
	static const int stops[] = { SIGINT, SIGTERM, SIGQUIT };
	struct sigaction action = { .sa_handler = on_stop };
	sigset_t blocked;

	if (watching)
		return;
	watching = true;
	sigemptyset(&action.sa_mask);
	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		sigaction(stops[i], &action, NULL);
		sigaddset(&blocked, stops[i]);
	}
	action.sa_handler = on_hangup;
	sigaction(SIGHUP, &action, NULL);
	sigaddset(&blocked, SIGHUP);
	action.sa_handler = on_child; /* ignored, as it may be inherited, it would take the exit status away */
	sigaction(SIGCHLD, &action, NULL);
	sigaddset(&blocked, SIGCHLD);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
	sigprocmask(SIG_BLOCK, &blocked, &open_mask);
	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
		sigdelset(&open_mask, stops[i]);
	sigdelset(&open_mask, SIGHUP);
	sigdelset(&open_mask, SIGCHLD);
}

const sigset_t *signals_mask(void)
{
	return &open_mask;
}

void signals_poll(void)
{
	const struct timespec now = { 0, 0 };

	ppoll(NULL, 0, &now, watching ? &open_mask : NULL);
}

static double monotonic(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void signals_wait(double seconds)
{
	double end = monotonic() + seconds, left;

	/* the end of a child wakes it too early */
	while (!signals_stop && (left = end - monotonic()) > 0) {
		const struct timespec t = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };

		ppoll(NULL, 0, &t, watching ? &open_mask : NULL);
	}
}

int signals_wait_input(int fd)
{
	struct pollfd input = { fd, POLLIN, 0 };

	while (!signals_stop)
		if (ppoll(&input, 1, NULL, watching ? &open_mask : NULL) > 0)
			return 1;
	return 0;
}

void signals_raise(int number)
{
	const struct sigaction standard = { .sa_handler = SIG_DFL };
	sigset_t one;

	fflush(NULL);
	sigaction(number, &standard, NULL);
	sigemptyset(&one);
	sigaddset(&one, number);
	raise(number);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	_exit(128 + number);
}
