#include "runner/trial/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "share/base/text.h"
#include "share/base/banned.h"

/* Debian's headers know ABI 2 or 3; the values are the kernel's (uapi/linux/landlock.h). */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

#define FILE_WRITES (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)
#define FOLDER_WRITES                                                                                          \
	(LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |       \
		LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |     \
		LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |   \
		LANDLOCK_ACCESS_FS_REFER)

int sandbox_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	return abi > 0 ? (int)abi : 0;
}

static uint64_t handled(int abi)
{
	uint64_t access = FILE_WRITES | FOLDER_WRITES;

	if (abi < 2)
		access &= ~(uint64_t)LANDLOCK_ACCESS_FS_REFER;
	if (abi < 3)
		access &= ~(uint64_t)LANDLOCK_ACCESS_FS_TRUNCATE;
	return access;
}

/* A path that does not exist gives nothing away. */
static int allow(int ruleset, const char *path, uint64_t access, struct error *err)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = access };
	struct stat st;
	int rc;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return errno == ENOENT || errno == EACCES ? 0 : error_set_errno(err, "sandbox: '%s'", path);
	if (!fstat(rule.parent_fd, &st) && !S_ISDIR(st.st_mode))
		rule.allowed_access &= FILE_WRITES;
	rc = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	if (rc)
		error_set_errno(err, "sandbox: '%s'", path);
	close(rule.parent_fd);
	return rc;
}

int sandbox_ruleset(
	const struct sandbox *sandbox, const char *target, const char *work, int *abi, struct error *err)
{
	static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
		"/dev/urandom", "/dev/tty", NULL };
	struct landlock_ruleset_attr attr = { 0 };
	int ruleset, failed;

	*abi = sandbox_abi();
	if (!*abi)
		return -1;
	attr.handled_access_fs = handled(*abi);
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
	if (ruleset < 0)
		return error_set_errno(err, "cannot make the sandbox");
	failed = allow(ruleset, target, attr.handled_access_fs, err) ||
		allow(ruleset, work, attr.handled_access_fs, err);
	for (int i = 0; devices[i] && !failed; i++)
		failed = allow(ruleset, devices[i], attr.handled_access_fs & FILE_WRITES, err);
	for (size_t i = 0; i < sandbox->write.n && !failed; i++)
		failed = allow(ruleset, sandbox->write.items[i], attr.handled_access_fs, err);
	if (!failed && sandbox->shm)
		failed = allow(ruleset, "/dev/shm", attr.handled_access_fs, err);
	if (!failed)
		return ruleset;
	close(ruleset);
	return -1;
}

void sandbox_add_words(struct text *out, const struct sandbox *sandbox)
{
	size_t before = out->size;

	for (size_t i = 0; i < sandbox->read.n; i++)
		text_printf(out, "%sreads %s", out->size > before ? ", " : "", sandbox->read.items[i]);
	for (size_t i = 0; i < sandbox->write.n; i++)
		text_printf(out, "%swrites %s", out->size > before ? ", " : "", sandbox->write.items[i]);
	if (sandbox->network)
		text_printf(out, "%suses the network", out->size > before ? ", " : "");
	if (sandbox->signals)
		text_printf(out, "%ssends signals", out->size > before ? ", " : "");
	if (sandbox->shm)
		text_printf(out, "%suses /dev/shm", out->size > before ? ", " : "");
	if (sandbox->shell)
		text_printf(out, "%sruns a shell", out->size > before ? ", " : "");
	if (out->size > before && sandbox->reason)
		text_printf(out, " (%s)", sandbox->reason);
}
