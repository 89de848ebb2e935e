#ifndef RUNNER_COMMAND_PARSE_PRINT_H
#define RUNNER_COMMAND_PARSE_PRINT_H

#include "runner/measurements.h"

/*
 * What `hib parse` says of one output, on stdout: an output may hold millions of values, so that
 * what stands around the same metric again and again is made once. Remarks go to stderr, in JSON
 * into the document.
 */
void parse_print_text(const struct parser *parser, const struct measurements *got);
void parse_print_json(const struct parser *parser, const struct measurements *got);

#endif
