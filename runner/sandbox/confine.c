#include "runner/sandbox/confine.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "share/base/banned.h"

#define RESTRICT_SELF 446
#define MOST_FILES    524288 /* as a service of systemd gets */

#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#define CAP_BPF     39
#endif
#ifndef CAP_CHECKPOINT_RESTORE
#define CAP_CHECKPOINT_RESTORE 40
#endif

/* Of the whole machine, and files by their handles, which leads past their folders; what a benchmark needs of
 * root (owners, priorities, locked memory) stays. */
static const unsigned char taken[] = { CAP_SYS_MODULE, CAP_SYS_RAWIO, CAP_SYS_PTRACE, CAP_SYS_PACCT,
	CAP_SYS_ADMIN, CAP_SYS_BOOT, CAP_SYS_TIME, CAP_SYS_TTY_CONFIG, CAP_MKNOD, CAP_NET_ADMIN, CAP_NET_RAW,
	CAP_AUDIT_CONTROL, CAP_AUDIT_READ, CAP_AUDIT_WRITE, CAP_MAC_ADMIN, CAP_MAC_OVERRIDE, CAP_SYSLOG,
	CAP_WAKE_ALARM, CAP_BLOCK_SUSPEND, CAP_DAC_READ_SEARCH, CAP_LINUX_IMMUTABLE, CAP_SETFCAP, CAP_SETPCAP,
	CAP_PERFMON, CAP_BPF, CAP_CHECKPOINT_RESTORE };

#define SYSTEM_CALLS_ONLY __attribute__((no_sanitize("address", "undefined")))

SYSTEM_CALLS_ONLY static int enter(int namespace, int kind)
{
	return namespace >= 0 && setns(namespace, kind);
}

SYSTEM_CALLS_ONLY static void limit(void)
{
	struct rlimit files, none = { 0, 0 };
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd >= 0) {
		/* best effort: without it the kernel chooses by size, which finds the same one */
		if (write(fd, "500", 3) < 0)
			fd = fd + 0;
		close(fd);
	}
	setrlimit(RLIMIT_CORE, &none);
	if (!getrlimit(RLIMIT_NOFILE, &files) && files.rlim_max > MOST_FILES) {
		files.rlim_max = MOST_FILES;
		if (files.rlim_cur > MOST_FILES)
			files.rlim_cur = MOST_FILES;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

SYSTEM_CALLS_ONLY const char *confine(const struct confinement *c)
{
	if (enter(c->user, CLONE_NEWUSER) || enter(c->mount, CLONE_NEWNS) || enter(c->ipc, CLONE_NEWIPC) ||
		enter(c->network, CLONE_NEWNET))
		return "namespaces";
	if (c->root >= 0 && (fchdir(c->root) || chroot(".")))
		return "root folder";
	limit();
	/* one that this kernel does not know cannot be held either */
	for (size_t i = 0; i < sizeof taken; i++)
		prctl(PR_CAPBSET_DROP, taken[i], 0, 0, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return "privileges";
	if (c->ruleset >= 0 && syscall(RESTRICT_SELF, c->ruleset, 0))
		return "sandbox";
	return NULL;
}
