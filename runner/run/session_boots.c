/* A run whose systems are kernels: which of its slots this boot can run, and how many boots are left. */
#include "runner/machine/boot.h"
#include "runner/run/session_boots.h"
#include "share/base/text.h"
#include "share/base/banned.h"

const char *session_kernel(const struct session *s, size_t slot)
{
	const struct target *target = &s->plan.targets[s->plan.slots[slot].system];

	return target->spec ? target->spec->kernel : NULL;
}

bool session_needs_boots(const struct session *s)
{
	for (size_t i = 0; i < s->plan.n_targets; i++)
		if (s->plan.targets[i].spec && s->plan.targets[i].spec->kernel)
			return true;
	return false;
}

/* The block that this boot runs: the one it began, else the first that the running kernel can go on with. */
void session_choose_block(struct session *s)
{
	bool found = s->booted_before;

	for (size_t i = s->first_slot; i < s->plan.n_slots && !s->booted_before; i++) {
		if (s->done[i] || !machine_kernel_fits(session_kernel(s, i)))
			continue;
		if (!found || s->plan.slots[i].block < s->boot_block)
			s->boot_block = s->plan.slots[i].block;
		found = true;
	}
}

/* What is left, counted in boots: each is a kernel and a block. */
void session_count_boots(struct session *s)
{
	for (size_t i = s->first_slot; i < s->plan.n_slots; i++) {
		bool counted = s->done[i];

		if (!s->done[i] && !s->next_kernel)
			s->next_kernel = session_kernel(s, i) ? session_kernel(s, i) : machine_kernel();
		for (size_t k = s->first_slot; k < i && !counted; k++)
			counted = !s->done[k] && s->plan.slots[k].block == s->plan.slots[i].block &&
				text_equal(session_kernel(s, k), session_kernel(s, i));
		s->boots_left += !counted;
	}
}
