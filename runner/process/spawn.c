#include "runner/process/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "share/base/memory.h"
#include "share/base/text.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define CLOSE_RANGE         436
#define CLOSE_RANGE_ON_EXEC 4
#define STACK_SIZE          ((size_t)64 << 10)

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif

/* What the child tells before exec; in shared memory, for valgrind makes a vfork a fork. */
struct told {
	struct timespec started;
	int error; /* errno */
	const char *step;
	bool outside; /* the cgroup could not be joined */
};

struct child {
	const struct launch *launch;
	struct told *told;
	bool join_cgroup; /* it was not cloned into it */
};

static void reset_signals(void)
{
	const struct sigaction standard = { .sa_handler = SIG_DFL };
	sigset_t none;

	/* a shell starts background jobs with SIGINT ignored; a benchmark must be stoppable */
	for (int i = 1; i < NSIG; i++)
		sigaction(i, &standard, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int join_cgroup(int folder)
{
	int fd = openat(folder, "cgroup.procs", O_WRONLY | O_CLOEXEC);
	int failed = fd < 0 || write(fd, "0", 1) != 1;

	if (fd >= 0)
		close(fd);
	return failed;
}

/*
 * Between clone and exec only system calls: memory is the parent's. dup2 leaves the copies open
 * over exec; all other descriptors of hib close on exec.
 */
__attribute__((no_sanitize("address", "undefined"))) static int child_main(void *argument)
{
	struct child *c = argument;
	const struct launch *l = c->launch;
	int null;

	c->told->step = "process group";
	reset_signals();
	if (setpgid(0, 0))
		goto failed;
	c->told->outside = c->join_cgroup && join_cgroup(l->cgroup);
	c->told->step = "standard streams";
	null = open("/dev/null", O_RDONLY);
	if (null < 0 || dup2(null, 0) < 0 || (l->out >= 0 && dup2(l->out, 1) < 0) ||
		(l->err >= 0 && dup2(l->err, 2) < 0))
		goto failed;
	if (null > 2)
		close(null);
	if (l->confinement && (c->told->step = confine(l->confinement)))
		goto failed;
	c->told->step = "working directory";
	if (l->directory && chdir(l->directory))
		goto failed;
	/* here, for entering a namespace forgets it */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* what hib's caller left open is not the program's; kernels before 5.11 do not know this */
	syscall(CLOSE_RANGE, 3, ~0u, CLOSE_RANGE_ON_EXEC);
	c->told->step = NULL;
	clock_gettime(CLOCK_MONOTONIC, &c->told->started);
	execve(l->program, l->argv, l->environment);
failed:
	c->told->error = errno;
	_exit(127);
}

#if defined(__x86_64__)
/*
 * clone3 with a stack for the child, which runs child_main(argument) on it and never returns. It
 * is the only way to start in a cgroup: joining one later waits for the kernel's grace periods.
 */
static long clone_into(struct clone_args *args, struct child *argument)
{
	register long function __asm__("r12") = (long)child_main;
	register long context __asm__("r13") = (long)argument;
	long result = SYS_clone3;

	__asm__ volatile("syscall\n\t"
			 "test %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "xor %%ebp, %%ebp\n\t"
			 "mov %%r13, %%rdi\n\t"
			 "call *%%r12\n\t"
			 "hlt\n"
			 "1:"
			 : "+a"(result)
			 : "D"(args), "S"(sizeof *args), "r"(function), "r"(context)
			 : "rcx", "r11", "memory");
	return result;
}
#else
static long clone_into(struct clone_args *args, struct child *argument)
{
	(void)args;
	(void)argument;
	return -ENOSYS;
}
#endif

static pid_t clone_child(struct child *child, char *stack)
{
	int flags = CLONE_VM | CLONE_VFORK;
	struct clone_args args = { .flags = (uint64_t)flags | CLONE_INTO_CGROUP,
		.exit_signal = SIGCHLD,
		.stack = (uint64_t)(uintptr_t)stack,
		.stack_size = STACK_SIZE };
	long pid = -ENOSYS;

	if (child->launch->cgroup >= 0) {
		args.cgroup = (uint64_t)child->launch->cgroup;
		pid = clone_into(&args, child);
		child->join_cgroup = pid < 0;
	}
	if (pid < 0)
		pid = clone(child_main, stack + STACK_SIZE, flags | SIGCHLD, child);
	return (pid_t)pid;
}

static int explain(const struct launch *launch, const struct told *told, struct error *err)
{
	errno = told->error;
	if (told->step)
		return error_set_errno(err, "cannot set up the %s of '%s'", told->step, launch->program);
	return error_set_errno(err, "cannot execute '%s'", launch->program);
}

int spawn(struct spawned *spawned, const struct launch *launch, struct error *err)
{
	size_t size = STACK_SIZE + 4096;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct told *told = (struct told *)(void *)(memory + STACK_SIZE);
	struct child child = { launch, told, false };
	sigset_t all, before;
	struct timespec now;
	int rc = 0;

	if (memory == MAP_FAILED)
		return error_set_errno(err, "no memory for a child");
	clock_gettime(CLOCK_MONOTONIC, &now);
	/* a handler must not run in the child while it shares our memory */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	spawned->pid = clone_child(&child, memory);
	sigprocmask(SIG_SETMASK, &before, NULL);
	/* the child, which had our memory, entered a user namespace: that made us undumpable, too */
	if (launch->confinement && launch->confinement->user >= 0)
		prctl(PR_SET_DUMPABLE, 1);
	if (spawned->pid < 0) {
		rc = error_set_errno(err, "cannot start a process");
	} else if (told->error) {
		TEMP_FAILURE_RETRY(waitpid(spawned->pid, NULL, 0));
		rc = explain(launch, told, err);
	} else {
		spawned->in_cgroup = launch->cgroup >= 0 && !told->outside;
		spawned->started = told->started.tv_sec ? told->started : now;
	}
	munmap(memory, size);
	return rc;
}

static bool is_program(const char *path)
{
	struct stat st;

	return !access(path, X_OK) && !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Folders of a PATH that are absolute and not there yet. */
static void add_folders(struct text *path, const char *folders)
{
	while (*folders) {
		size_t size = strcspn(folders, ":");
		char *wanted = mem_printf(":%.*s:", (int)size, folders);
		char *there = mem_printf(":%s:", text_string(path));

		if (*folders == '/' && !strstr(there, wanted))
			text_printf(path, "%s%.*s", path->size ? ":" : "", (int)size, folders);
		free(there);
		free(wanted);
		folders += size + (folders[size] == ':');
	}
}

const char *trial_path(void)
{
	static char *kept;
	char *programs, *bin;
	const char *callers = getenv("PATH");
	struct text path = TEXT_INIT;

	if (kept)
		return kept;
	programs = store_programs();
	bin = file_join(programs, "bin");
	if (file_exists(bin))
		add_folders(&path, bin);
	free(programs);
	free(bin);
	add_folders(&path, callers ? callers : "");
	add_folders(&path, "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
	kept = text_take(&path);
	return kept;
}

char *program_path(const char *name, const char *path)
{
	if (strchr(name, '/'))
		return is_program(name) ? mem_text(name) : NULL;
	while (path && *path) {
		size_t size = strcspn(path, ":");
		char *candidate = mem_printf("%.*s/%s", (int)size, path, name);

		if (is_program(candidate))
			return candidate;
		free(candidate);
		path += size + (path[size] == ':');
	}
	return NULL;
}
