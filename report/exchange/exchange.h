#ifndef REPORT_EXCHANGE_EXCHANGE_H
#define REPORT_EXCHANGE_EXCHANGE_H

#include "report/result/result.h"
#include "share/base/text.h"

/*
 * Results of neighbours: files of other benchmark programs read into a result file and written from one. One
 * file each, one table that names them. What a format has no place for is told in `notes` (lines), never
 * dropped in silence.
 */
struct exchange_source {
	const char *name; /* of the file, for messages */
	const char *system; /* what to call the system where the file does not say; never NULL */
	const char *bytes;
	size_t size;
};

struct exchange {
	const char *name; /* "hyperfine" */
	const char *what; /* "JSON of hyperfine --export-json" */
	/* Does the file look like it? NULL: it must be named. */
	bool (*recognise)(const char *bytes, size_t size);
	/* Adds samples. -1 with "name:line: cause"; NULL: it is only written. */
	int (*read)(struct result_file *file, const struct exchange_source *source, struct text *notes,
		struct error *err);
	/* Appends the file's content. NULL: it is only read. */
	int (*write)(struct result_file *file, struct text *out, struct text *notes, struct error *err);
};

/* The one list, ended by NULL. */
extern const struct exchange *const exchanges[];

const struct exchange *exchange_named(const char *name); /* or NULL */
const struct exchange *exchange_recognise(const char *bytes, size_t size); /* or NULL */

/* What the files of this folder share: a value from elsewhere as a sample, the `trial`-th of its kind. */
struct sample exchange_sample(struct arena *arena, double value, int trial);

/* A pair of JSON whose number keeps all its digits. */
void exchange_add_real(struct text *out, const char *key, double value);

/* Each format's own entry, for the list. */
extern const struct exchange exchange_hyperfine, exchange_google, exchange_go, exchange_csv, exchange_mmtests;

#endif
