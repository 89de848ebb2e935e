#ifndef REPORT_RESULT_FLAGS_H
#define REPORT_RESULT_FLAGS_H

/*
 * What may have disturbed a trial, or how its state falls short (METHOD.md 8). Flagged samples stay in the
 * data. One table holds the thresholds and the words.
 */
enum trial_flag {
	FLAG_BUSY_START = 1 << 0,
	FLAG_NOT_SETTLED = 1 << 1,
	FLAG_WARM_POSSIBLE = 1 << 2,
	FLAG_NO_DISCARD = 1 << 3,
	FLAG_LOOP_BUFFERED = 1 << 4,
	FLAG_FOREIGN_CPU = 1 << 5,
	FLAG_STEAL = 1 << 6,
	FLAG_SWAP = 1 << 7,
	FLAG_THROTTLED = 1 << 8,
	FLAG_FOREIGN_IO = 1 << 9,
	FLAG_OUT_OF_MEMORY = 1 << 10,
	FLAG_LOADED = 1 << 11,
	FLAG_CACHES_KEPT = 1 << 12,
	FLAG_KERNEL_COMPLAINED = 1 << 13,
	FLAG_LAZY_INIT = 1 << 14,
	FLAG_SHARED_DISK = 1 << 15,
};

/* Those of them that tell of a disturbance; the others describe how it was measured. */
#define FLAGS_DISTURBED                                                                                        \
	(FLAG_BUSY_START | FLAG_NOT_SETTLED | FLAG_FOREIGN_CPU | FLAG_STEAL | FLAG_SWAP | FLAG_THROTTLED |     \
		FLAG_FOREIGN_IO | FLAG_OUT_OF_MEMORY | FLAG_LOADED | FLAG_KERNEL_COMPLAINED | FLAG_LAZY_INIT)

const char *flag_name(unsigned flag); /* of one flag: "busy_start" */
unsigned flag_named(const char *name); /* 0 for NULL and for none of them */
const char *flag_words(unsigned flag); /* "the machine was busy at the start" */

#define FLAGS_END (1u << 16) /* for (unsigned f = 1; f < FLAGS_END; f <<= 1) */

#endif
