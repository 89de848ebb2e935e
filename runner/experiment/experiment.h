#ifndef RUNNER_EXPERIMENT_EXPERIMENT_H
#define RUNNER_EXPERIMENT_EXPERIMENT_H

#include "runner/profile/profile.h"
#include "runner/system/spec.h"

enum experiment_order { ORDER_BY_BLOCK, ORDER_BY_TEST };

/* An experiment: systems, tests and the plan that joins them; one YAML file. All memory is in its arena. */
struct experiment {
	struct arena arena;
	const char *path;
	struct file_origin origin; /* whose it is, and its hash */
	const char *name, *title, *description;
	const char *suite; /* name of a suite, or NULL */
	struct rows tests; /* of struct suite_test; behind those of the suite */
	bool quick, accounting;
	struct experiment_plan {
		int64_t blocks; /* 0: as the command line says */
		int order; /* enum experiment_order */
		const char *seed;
		int64_t warmup;
		double settle, time_budget; /* seconds; 0: none */
		const char *until_width; /* "2 %", or NULL */
		int64_t most_blocks;
	} plan;
	struct rows systems; /* of struct system_spec */
	struct strings reboot; /* command that boots {kernel} */
};

extern const struct key_table experiment_keys;

/* Load one from a file. Errors are "path:line:column: ...". */
struct experiment *experiment_load(const char *path, struct error *err);
void experiment_free(struct experiment *experiment);

#endif
