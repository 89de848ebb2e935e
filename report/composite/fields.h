#ifndef REPORT_COMPOSITE_FIELDS_H
#define REPORT_COMPOSITE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One table for reader and writer: the text elements of each part of composite.xml in the order in
 * which PTS writes them, and where the model keeps them. An optional one is written only when it
 * was read.
 */
struct field {
	const char *element;
	size_t offset; /* of a `const char *` in the part's struct */
	bool optional;
};

enum part { PART_NONE, PART_ROOT, PART_GENERATED, PART_SYSTEM, PART_RESULT, PART_DATA, PART_ENTRY, PART_COUNT };

/* Fields of a part, ended by one without a name; NULL for parts that hold none. */
extern const struct field *const composite_fields[PART_COUNT];
/* Where the part keeps unknown elements; valid for parts with fields. */
extern const size_t composite_extra[PART_COUNT];

#endif
