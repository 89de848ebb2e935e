#include "runner/process/telling.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/lines.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define TELLING_LONGEST 200

static bool sounds_like_error(const struct line *line)
{
	static const char *const signs[] = { "error", "cannot", "can't", "could not", "failed", "no such",
		"denied", "too long", "not found", "invalid", "unable", "refused", "no space", "not permitted",
		"must be", "unrecognized", "fault", "killed" };
	char low[512];
	size_t size = line->size < sizeof low ? line->size : sizeof low - 1;

	for (size_t i = 0; i < size; i++)
		low[i] = (char)tolower((unsigned char)line->bytes[i]);
	low[size] = '\0';
	if (strstr(low, "error: 0") || strstr(low, "error\" : 0") || strstr(low, "error\":0") ||
		strstr(low, "err= 0"))
		return false;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		for (const char *p = low; (p = strstr(p, signs[i])); p++)
			if (p == low || !isalpha((unsigned char)p[-1])) /* "default" holds "fault" */
				return true;
	return false;
}

static void keep(struct text *kept, const struct line *line)
{
	size_t size = line->size < TELLING_LONGEST ? line->size : TELLING_LONGEST;

	text_clear(kept);
	text_add_clean(kept, line->bytes, size);
}

const char *telling_line(struct arena *arena, const char *stem, const char *stream)
{
	char *path = mem_printf("%s.%s", stem, stream);
	struct text kept = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	struct line_reader reader;
	struct line line;
	const char *told = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		line_reader_start(&reader, fd, STREAM_ERR, path);
		while (line_reader_next(&reader, &line, &ignored) > 0) {
			if (!line.size)
				continue;
			keep(&kept, &line);
			if (sounds_like_error(&line))
				break;
		}
		line_reader_release(&reader);
		close(fd);
	}
	if (kept.size)
		told = arena_text(arena, text_string(&kept));
	error_release(&ignored);
	text_release(&kept);
	free(path);
	return told;
}
