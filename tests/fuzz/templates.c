/*
 * Templates over any output. The input is fields that end with 0xff: one flag byte, then each text of
 * a template in the order of `fields`, then the output.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/template/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define END 0xff

static const char *next_field(struct arena *arena, const uint8_t **at, const uint8_t *end)
{
	const uint8_t *mark = memchr(*at, END, (size_t)(end - *at));
	const char *text;

	if (!mark)
		return NULL;
	text = arena_bytes(arena, (const char *)*at, (size_t)(mark - *at));
	*at = mark + 1;
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const matches[] = { NULL, "AVERAGE", "GEOMETRIC_MEAN", "HARMONIC_MEAN",
		"REPORT_ALL" };
	static const char *const formats[] = { NULL, NULL, "CSV", "XML" };
	struct template t = { 0 };
	const char **const fields[] = { &t.output, &t.line_hint, &t.line_before_hint, &t.line_after_hint,
		&t.before_string, &t.after_string, &t.strip, &t.strip_postfix, &t.turn_to_space,
		&t.delete_before, &t.delete_after, &t.multiply_by, &t.divide_by, &t.divisor };
	const uint8_t *at = data, *end = data + size;
	struct template_found found;
	struct arena arena = { 0 };
	char *output;

	if (!size)
		return 0;
	t.multi_match = matches[*at % 5];
	t.file_format = formats[*at / 5 % 4];
	at++;
	for (size_t i = 0; i < sizeof fields / sizeof *fields && at < end; i++)
		*fields[i] = next_field(&arena, &at, end);
	if (!t.output)
		t.output = "#_RESULT_#";
	/* a copy of just its size: a step beyond it is seen */
	output = malloc((size_t)(end - at) + !(end - at));
	memcpy(output, at, (size_t)(end - at));
	template_apply(&found, &t, "-a 1", "-a", *data & 0x80 ? "PASS_FAIL" : "BAR_GRAPH", output,
		(size_t)(end - at), &arena);
	free(output);
	arena_release(&arena);
	return 0;
}
