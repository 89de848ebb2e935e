#ifndef PARSERS_TEMPLATE_VALUE_H
#define PARSERS_TEMPLATE_VALUE_H

#include "parsers/template/bytes.h"
#include "parsers/template/template.h"

/* Values on their way from words of the output to what a template gives. */
struct template_values {
	struct bytes *items; /* as collected: the last one in the output first */
	size_t n;
};

/* PHP's is_numeric(): a number with white space around it. */
bool template_is_number(struct bytes word, double *value);

/* Step 7a: strip what is to be stripped; 12k and 12M become numbers. */
struct bytes template_clean(struct arena *arena, const struct template *t, struct bytes word);

/* Step 7b: 1h02m03s, 01h:04m:33s, and MM:SS.ss where `line` speaks of time. */
bool template_time(struct bytes word, struct bytes line, double *seconds);

/* A number as PHP writes it: 14 significant digits at most. */
struct bytes template_number(struct arena *arena, double value);

/* Steps 8 to 11: arithmetic, and one value out of all. Nothing found: text is NULL. */
void template_combine(struct template_found *found, const struct template *t, const char *display_format,
	struct template_values *values, struct arena *arena);

/* Step 5: an output of frame times gives frames per second. `which`: "", "MIN_" or "MAX_". */
void template_frames(struct template_found *found, const struct template *t, const char *which,
	struct bytes output, struct arena *arena);

/*
 * ExtraData: all frame times of an output in ms, joined by ',', when there are more than 60; else NULL. `kind`
 * is libframetime-output, libframetime-output-no-limit or csv-dump-frame-latencies.
 */
const char *template_frame_times(const char *kind, struct bytes output, struct arena *arena);
bool template_knows_frames(const char *kind);

#endif
