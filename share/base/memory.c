#include "share/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/banned.h"

#define ARENA_BLOCK ((size_t)16 << 10)
#define ARENA_ALIGN _Alignof(max_align_t)

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	max_align_t bytes[];
};

void mem_exhausted(void)
{
	fputs("hib: out of memory\n", stderr);
	abort();
}

void bug_at(const char *file, int line, const char *text)
{
	fprintf(stderr, "hib: bug at %s:%d: %s\n", file, line, text);
	abort();
}

void *mem_zero(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		mem_exhausted();
	return p;
}

void *mem_resize(void *old, size_t n, size_t size)
{
	void *p = reallocarray(old, n ? n : 1, size);

	if (!p)
		mem_exhausted();
	return p;
}

void *mem_more(void *array, size_t n, size_t *capacity, size_t size)
{
	if (n < *capacity)
		return array;
	*capacity = *capacity ? *capacity * 2 : 8;
	return mem_resize(array, *capacity, size);
}

char *mem_bytes(const char *bytes, size_t size)
{
	char *copy = mem_zero(size + 1, 1);

	if (size)
		memcpy(copy, bytes, size);
	return copy;
}

char *mem_text(const char *text)
{
	return mem_bytes(text, strlen(text));
}

char *mem_printf(const char *format, ...)
{
	va_list ap;
	char *text = NULL;

	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		mem_exhausted();
	va_end(ap);
	return text;
}

static struct arena_block *arena_block(size_t size)
{
	struct arena_block *block = calloc(1, sizeof *block + size);

	if (!block)
		mem_exhausted();
	block->size = size;
	return block;
}

void *arena_take(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	size_t need = (size + ARENA_ALIGN - 1) & ~(ARENA_ALIGN - 1);
	void *p;

	if (need < size)
		mem_exhausted();
	if (block && block->used % ARENA_ALIGN) {
		size_t padding = ARENA_ALIGN - block->used % ARENA_ALIGN;

		block->used += padding < block->size - block->used ? padding : block->size - block->used;
	}
	if (!block || block->size - block->used < need) {
		struct arena_block *fresh = arena_block(need > ARENA_BLOCK ? need : ARENA_BLOCK);

		/* an oversized piece goes behind the head, so that the head keeps its room */
		if (block && need > ARENA_BLOCK) {
			fresh->next = block->next;
			block->next = fresh;
		} else {
			fresh->next = block;
			arena->blocks = fresh;
		}
		block = fresh;
	}
	p = (char *)block->bytes + block->used;
	block->used += need;
	arena->used += need;
	return p;
}

/* Room for text needs no alignment: short pieces lie close together. */
static char *take_text(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	char *p;

	if (!block || block->size - block->used < size)
		return arena_take(arena, size);
	p = (char *)block->bytes + block->used;
	block->used += size;
	arena->used += size;
	return p;
}

char *arena_bytes(struct arena *arena, const char *bytes, size_t size)
{
	char *copy = take_text(arena, size + 1);

	if (size)
		memcpy(copy, bytes, size);
	return copy;
}

char *arena_text(struct arena *arena, const char *text)
{
	return arena_bytes(arena, text, strlen(text));
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list ap, again;
	int size;
	char *text;

	va_start(ap, format);
	va_copy(again, ap);
	size = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	if (size < 0)
		mem_exhausted();
	text = take_text(arena, (size_t)size + 1);
	vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	return text;
}

void *arena_more(struct arena *arena, void *array, size_t n, size_t size)
{
	void *bigger;

	if (n & (n - 1))
		return array;
	if (n && n < 4)
		return array;
	bigger = arena_take(arena, (n ? n * 2 : 4) * size);
	if (n)
		memcpy(bigger, array, n * size);
	return bigger;
}

void arena_release(struct arena *arena)
{
	struct arena_block *next;

	for (struct arena_block *block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	*arena = (struct arena){ 0 };
}
