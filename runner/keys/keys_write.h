#ifndef RUNNER_KEYS_KEYS_WRITE_H
#define RUNNER_KEYS_KEYS_WRITE_H

#include "runner/keys/keys.h"
#include "share/base/text.h"

/*
 * The YAML that keys_read() would fill `values` from: every key that is not at its default, in the
 * table's order, long texts as blocks. Appends. -1 with a message when a text is no UTF-8, which YAML cannot
 * hold.
 */
int keys_write(const struct key_table *table, const void *values, struct text *out, struct error *err);

#endif
