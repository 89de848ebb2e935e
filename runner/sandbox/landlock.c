#include "runner/sandbox/landlock.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "share/base/banned.h"

#define CREATE_RULESET 444
#define ADD_RULE       445
#define ASK_VERSION    1
#define PATH_BENEATH   1

#define NET_BIND_AND_CONNECT 3 /* from ABI 4 on */
#define SCOPE_ABSTRACT_UNIX  1 /* 6 */
#define SCOPE_SIGNAL         2

struct ruleset_attributes {
	uint64_t files, network, scopes;
};

struct path_beneath {
	uint64_t access;
	int32_t parent;
} __attribute__((packed));

int landlock_abi(void)
{
	long abi = getenv("HIB_NO_LANDLOCK") ? 0 : syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);

	return abi > 0 ? (int)abi : 0;
}

static uint64_t known(int abi)
{
	uint64_t access = LL_IOCTL_DEV | (LL_IOCTL_DEV - 1);

	if (abi < 2)
		access &= ~(uint64_t)LL_REFER;
	if (abi < 3)
		access &= ~(uint64_t)LL_TRUNCATE;
	if (abi < 5)
		access &= ~(uint64_t)LL_IOCTL_DEV;
	return access;
}

int landlock_ruleset(int abi, int network, int signals)
{
	struct ruleset_attributes attributes = { .files = known(abi) };

	if (abi >= 4 && !network)
		attributes.network = NET_BIND_AND_CONNECT;
	if (abi >= 6)
		attributes.scopes = (network ? 0 : SCOPE_ABSTRACT_UNIX) | (signals ? 0 : SCOPE_SIGNAL);
	return (int)syscall(CREATE_RULESET, &attributes, sizeof attributes, 0);
}

int landlock_allow(int ruleset, int abi, int place, uint64_t access)
{
	struct path_beneath rule = { access & known(abi), place };

	return (int)syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
}
