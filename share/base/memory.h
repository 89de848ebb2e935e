#ifndef SHARE_BASE_MEMORY_H
#define SHARE_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* Allocation that cannot fail: out of memory ends the program with a message. */
void *mem_zero(size_t n, size_t size) __attribute__((malloc, returns_nonnull));
void *mem_resize(void *old, size_t n, size_t size) __attribute__((returns_nonnull));
char *mem_text(const char *text) __attribute__((malloc, returns_nonnull));
char *mem_bytes(const char *bytes, size_t size)
	__attribute__((malloc, returns_nonnull)); /* NUL-terminated copy */
char *mem_printf(const char *format, ...) __attribute__((format(printf, 1, 2), malloc, returns_nonnull));
void mem_exhausted(void) __attribute__((noreturn));

/* Make room for one more element in a growing array of `n` elements with `*capacity` places. */
void *mem_more(void *array, size_t n, size_t *capacity, size_t size) __attribute__((returns_nonnull));

/* A broken invariant of the program itself, never of its input. */
#define BUG(text) bug_at(__FILE__, __LINE__, text)
void bug_at(const char *file, int line, const char *text) __attribute__((noreturn));

/*
 * Memory of one loaded document: pieces are taken and all are given back at once. A zeroed struct
 * is an empty arena.
 */
struct arena {
	struct arena_block *blocks;
	size_t used; /* bytes given out in all, for limits */
};

void *arena_take(struct arena *arena, size_t size); /* zeroed, aligned for any type */
char *arena_text(struct arena *arena, const char *text);
char *arena_bytes(struct arena *arena, const char *bytes, size_t size);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Room for one more element of an array in the arena; grows by doubling at powers of two, the old
 * piece stays behind until release. Returns the array to use from now on.
 */
void *arena_more(struct arena *arena, void *array, size_t n, size_t size);
void arena_release(struct arena *arena);

#endif
