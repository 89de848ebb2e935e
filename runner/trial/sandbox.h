#ifndef RUNNER_TRIAL_SANDBOX_H
#define RUNNER_TRIAL_SANDBOX_H

#include "runner/profile/profile.h"
#include "share/base/text.h"

/*
 * A Landlock ruleset under which a trial writes only below `target` and `work`, to the harmless
 * devices of /dev, and where the profile's exceptions say. Reading is not restricted. Returns the
 * ruleset's descriptor (owned by the caller), or -1 with *abi 0 where the kernel has no Landlock,
 * or -1 with a message.
 */
int sandbox_ruleset(
	const struct sandbox *sandbox, const char *target, const char *work, int *abi, struct error *err);

/* ABI of the kernel's Landlock, 0 when there is none. */
int sandbox_abi(void);

/* "writes /x; network: because ..." for a profile with exceptions; "" without. Appends. */
void sandbox_add_words(struct text *out, const struct sandbox *sandbox);

#endif
