#ifndef RUNNER_SANDBOX_LANDLOCK_H
#define RUNNER_SANDBOX_LANDLOCK_H

#include <stdint.h>

/*
 * The kernel's Landlock (uapi/linux/landlock.h), as far as ABI 7 knows it: Debian's headers stop at ABI 2, so
 * that the values stand here.
 */
enum landlock_file_access {
	LL_EXECUTE = 1 << 0,
	LL_WRITE_FILE = 1 << 1,
	LL_READ_FILE = 1 << 2,
	LL_READ_DIR = 1 << 3,
	LL_REMOVE_DIR = 1 << 4,
	LL_REMOVE_FILE = 1 << 5,
	LL_MAKE_CHAR = 1 << 6,
	LL_MAKE_DIR = 1 << 7,
	LL_MAKE_REG = 1 << 8,
	LL_MAKE_SOCK = 1 << 9,
	LL_MAKE_FIFO = 1 << 10,
	LL_MAKE_BLOCK = 1 << 11,
	LL_MAKE_SYM = 1 << 12,
	LL_REFER = 1 << 13, /* from ABI 2 on */
	LL_TRUNCATE = 1 << 14, /* 3 */
	LL_IOCTL_DEV = 1 << 15, /* 5 */
};

/* What is asked of a place; device nodes may be made nowhere, for behind one lies the whole disk. */
#define LL_READS (LL_EXECUTE | LL_READ_FILE | LL_READ_DIR)
#define LL_WRITES                                                                                              \
	(LL_READS | LL_WRITE_FILE | LL_REMOVE_DIR | LL_REMOVE_FILE | LL_MAKE_DIR | LL_MAKE_REG |               \
		LL_MAKE_SOCK | LL_MAKE_FIFO | LL_MAKE_SYM | LL_REFER | LL_TRUNCATE)
#define LL_OF_FILE (LL_EXECUTE | LL_WRITE_FILE | LL_READ_FILE | LL_TRUNCATE | LL_IOCTL_DEV)

/* ABI of the running kernel, 0 when it has no Landlock. HIB_NO_LANDLOCK in the environment: 0, for tests. */
int landlock_abi(void);

/*
 * A ruleset that restricts everything this ABI can: files; TCP unless `network`; signals and abstract sockets
 * to processes outside unless `signals`. Its descriptor, or -1 and errno.
 */
int landlock_ruleset(int abi, int network, int signals);

/* Allow `access` (what the ABI does not know is left out) below an open folder, or of an open file, for which
 * only rights of LL_OF_FILE can be given. 0, or -1 and errno. */
int landlock_allow(int ruleset, int abi, int place, uint64_t access);

#endif
