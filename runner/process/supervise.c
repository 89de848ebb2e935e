#include "runner/process/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/process/descendants.h"
#include "runner/process/signals.h"
#include "share/base/banned.h"

#define TICK_SECONDS       0.5
#define GIVE_UP_SECONDS    30.0 /* a process in the kernel's uninterruptible sleep is left then */
#define KILL_AGAIN_SECONDS 0.05
#define AWAY_SECONDS       0.25 /* later than asked by more than this: the machine's load does not do that */

enum phase { PHASE_RUN, PHASE_TERM, PHASE_KILL };

struct watch {
	const struct supervision *how;
	struct supervised *got;
	struct capture *capture;
	struct spawned child;
	enum phase phase;
	double deadline; /* of the phase, in seconds since the start */
	bool command_ended, timed_out, alone;
};

static double since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* Signal the group, the cgroup and every descendant: each catches what the others miss. */
static void signal_all(struct watch *w, int number)
{
	if (!w->command_ended)
		kill(-w->child.pid, number);
	if (number == SIGKILL && !cgroup_kill(w->how->cgroup))
		return;
	cgroup_signal(w->how->cgroup, number);
	descendants_signal(number);
}

static void enter(struct watch *w, enum phase phase, double now)
{
	w->phase = phase;
	if (phase == PHASE_TERM) {
		signal_all(w, SIGTERM);
		signal_all(w, SIGCONT); /* a stopped process must wake to end */
		w->deadline = now + w->how->grace;
	} else {
		signal_all(w, SIGKILL);
		w->deadline = now + GIVE_UP_SECONDS;
	}
}

/* Orphans that were handed to us end too while the command runs; its own end is not taken from it. */
static void reap_others(pid_t command)
{
	siginfo_t ended = { 0 };

	while (!waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) && ended.si_pid &&
		ended.si_pid != command) {
		waitpid(ended.si_pid, NULL, WNOHANG);
		ended.si_pid = 0;
	}
}

/* Has the command ended? Then its time is now. */
static void check_command(struct watch *w)
{
	int status;

	if (wait4(w->child.pid, &status, WNOHANG, &w->got->usage) != w->child.pid) {
		reap_others(w->child.pid);
		return;
	}
	w->got->seconds = since(&w->child.started);
	w->command_ended = true;
	if (w->timed_out)
		w->got->ending.how = END_TIMEOUT;
	else if (WIFSIGNALED(status))
		w->got->ending = (struct ending){ END_SIGNAL, WTERMSIG(status), false };
	else
		w->got->ending = (struct ending){ END_EXIT, WEXITSTATUS(status), false };
}

/* Reap what was handed to us as subreaper. True when nobody is left. */
static bool reap(void)
{
	pid_t pid;

	do
		pid = waitpid(-1, NULL, WNOHANG);
	while (pid > 0);
	return pid < 0 && errno == ECHILD;
}

/* Behind the command's end: whoever it left is ended, and the pipes are emptied. */
static void after_command(struct watch *w, double now)
{
	if (!w->alone && (reap() || (w->how->linger && w->phase == PHASE_RUN)))
		w->alone = true;
	if (w->alone || w->phase != PHASE_RUN)
		return;
	w->got->left_behind = descendants_count();
	enter(w, PHASE_TERM, now);
}

static void check_time(struct watch *w, double now)
{
	bool stop = w->how->stop && *w->how->stop;

	if (w->phase == PHASE_RUN && (stop || now >= w->deadline)) {
		w->got->stopped = stop;
		w->timed_out = !stop;
		enter(w, PHASE_TERM, now);
	} else if (w->phase == PHASE_TERM && now >= w->deadline) {
		enter(w, PHASE_KILL, now);
	}
}

static double next_wake(const struct watch *w, double now, double next_tick)
{
	double wake = w->deadline;

	if (w->how->tick)
		wake = fmin(wake, next_tick);
	if (w->command_ended && w->phase != PHASE_RUN)
		wake = fmin(wake, now + KILL_AGAIN_SECONDS); /* who forks while it is killed needs it again */
	return fmax(wake - now, 0);
}

static double boot_clock(void)
{
	struct timespec boot, monotonic;

	clock_gettime(CLOCK_BOOTTIME, &boot);
	clock_gettime(CLOCK_MONOTONIC, &monotonic);
	return (double)(boot.tv_sec - monotonic.tv_sec) + (double)(boot.tv_nsec - monotonic.tv_nsec) / 1e9;
}

static void wait_for_events(struct watch *w, double seconds)
{
	struct pollfd fds[2];
	nfds_t n = 0;
	int out = -1, err = -1, ready;
	double before;
	struct timespec timeout = { (time_t)fmin(seconds, 1e8), 0 };

	timeout.tv_nsec = (long)((fmin(seconds, 1e8) - (double)timeout.tv_sec) * 1e9);
	if (w->capture->streams[STREAM_OUT].pipe >= 0) {
		out = (int)n;
		fds[n++] = (struct pollfd){ w->capture->streams[STREAM_OUT].pipe, POLLIN, 0 };
	}
	if (w->capture->streams[STREAM_ERR].pipe >= 0) {
		err = (int)n;
		fds[n++] = (struct pollfd){ w->capture->streams[STREAM_ERR].pipe, POLLIN, 0 };
	}
	before = since(&w->child.started);
	ready = ppoll(fds, n, &timeout, signals_mask());
	/* waking much later than asked means that hib was stopped meanwhile */
	if (since(&w->child.started) - before > seconds + AWAY_SECONDS)
		w->got->away = true;
	/* the end first: its time is measured; SIGCHLD woke us */
	if (!w->command_ended)
		check_command(w);
	if (ready < 0)
		return;
	if (out >= 0 && fds[out].revents)
		capture_take(w->capture, STREAM_OUT);
	if (err >= 0 && fds[err].revents)
		capture_take(w->capture, STREAM_ERR);
}

/* What is still in the pipes when nobody writes any more. */
static void drain(struct capture *capture)
{
	for (int i = 0; i < 2; i++) {
		struct pollfd fd = { capture->streams[i].pipe, POLLIN, 0 };

		while (capture->streams[i].pipe >= 0 && poll(&fd, 1, 0) > 0 &&
			capture_take(capture, (enum stream)i))
			;
	}
}

static void watch(struct watch *w)
{
	double next_tick = TICK_SECONDS, now = 0;

	while (!w->command_ended || !w->alone) {
		/* a write that was held up for so long held the clock, too */
		if (since(&w->child.started) - now > AWAY_SECONDS)
			w->got->away = true;
		wait_for_events(w, next_wake(w, now, next_tick));
		now = since(&w->child.started);
		if (w->command_ended)
			after_command(w, now);
		if (w->alone)
			break;
		check_time(w, now);
		if (w->phase == PHASE_KILL) {
			if (now >= w->deadline) {
				w->got->unkillable = descendants_count();
				break;
			}
			signal_all(w, SIGKILL);
		}
		if (w->how->tick && now >= next_tick) {
			w->how->tick(w->how->context, now);
			next_tick = now + TICK_SECONDS;
		}
	}
	drain(w->capture);
}

static int start(struct watch *w, struct error *err)
{
	struct launch launch = w->how->launch;
	int rc;

	/* without it the end of the command would not wake the loop below */
	signals_watch();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	rc = capture_start(w->capture, w->how->log_stem, &launch.out, &launch.err, err);
	launch.cgroup = w->how->cgroup->folder;
	if (!rc)
		rc = spawn(&w->child, &launch, err);
	if (launch.out >= 0)
		close(launch.out);
	if (launch.err >= 0)
		close(launch.err);
	return rc;
}

int supervise(struct supervised *supervised, const struct supervision *supervision, struct error *err)
{
	struct capture capture;
	struct watch w = {
		.how = supervision, .got = supervised, .capture = &capture, .deadline = supervision->time_limit
	};
	double asleep;
	int rc;

	*supervised = (struct supervised){ 0 };
	asleep = boot_clock();
	rc = start(&w, err);
	if (!rc) {
		supervised->in_cgroup = w.child.in_cgroup;
		watch(&w);
		if (boot_clock() - asleep > AWAY_SECONDS)
			supervised->away = true;
		capture_finish(&capture);
		supervised->write_error = capture.write_error;
		supervised->ending.capped = capture_is_capped(&capture);
		for (int i = 0; i < 2; i++)
			supervised->printed[i] = capture.streams[i].size;
	}
	capture_release(&capture);
	return rc;
}
