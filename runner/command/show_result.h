#ifndef RUNNER_COMMAND_SHOW_RESULT_H
#define RUNNER_COMMAND_SHOW_RESULT_H

#include "report/layout/terminal.h"
#include "runner/store/store.h"

/*
 * Results of an opened file in the rich style on stdout: bars, or one table when there is one
 * system. `chosen`: indices of `n` results.
 */
int show_rich(struct loaded *loaded, const struct terminal *terminal, bool sorted, const size_t *chosen,
	size_t n, struct error *err);

/* The results with one of the words in title, profile or description; all without words. */
size_t choose_results(const struct result_file *file, char **words, int n_words, size_t *chosen);

/* The first of the words that no result has, or NULL. */
const char *missing_word(const struct result_file *file, char **words, int n_words);

/* The results as tables of metrics, in the form of kernel developers' accounting or aligned. */
int show_tables(struct loaded *loaded, const struct terminal *terminal, bool accounting, const size_t *chosen,
	size_t n, struct error *err);

#endif
