#ifndef RUNNER_COMMAND_IMPORT_DOCUMENT_H
#define RUNNER_COMMAND_IMPORT_DOCUMENT_H

#include "report/result/result.h"
#include "share/base/text.h"

struct document_options {
	const char *title; /* or NULL: the document's subject, else `name` */
	const char *systems; /* names for the systems in order, comma-separated; or NULL */
	bool by_folder; /* several files have one name: their folders name the systems */
	/* The systems in order of appearance, as the documents so far named them; zeroed at first. */
	const char **found;
	size_t n_found;
};

/*
 * Add what the benchmark programs in a document printed to a result file: a result for each test
 * and metric, a system for each name that stands above an output; without one, the file's name.
 * Each guess, and each output that holds no value, is a line of `notes`. Fails when no value is
 * found at all.
 */
int import_document(struct result_file *file, const char *name, const char *bytes, size_t size,
	struct document_options *options, struct text *notes, struct error *err);

/* After the last document: -1 when there are more or fewer names than systems. */
int import_check_names(const struct document_options *options, struct error *err);

#endif
