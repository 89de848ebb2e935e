/*
 * A journal, a lock and a list of noise floors from any bytes: each is read as the file it would be, a journal
 * is replayed to a result, and what reads is written and read again.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/compare/floors.h"
#include "report/composite/composite.h"
#include "runner/journal/journal.h"
#include "runner/journal/replay.h"
#include "share/base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_again(const struct result_file *file)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&bytes, &size);
	struct error err = ERROR_INIT;
	struct result_file copy = { 0 };

	if (composite_write(file, stream, &err))
		abort();
	fclose(stream);
	stream = fmemopen(bytes, size, "r");
	if (composite_read(&copy, "again", stream, &composite_limits, &err)) {
		fprintf(stderr, "%s\n", err.message);
		abort();
	}
	result_file_release(&copy);
	fclose(stream);
	free(bytes);
}

static void journal(const char *path)
{
	struct journal_content content;
	struct loaded loaded = { 0 };
	struct error err = ERROR_INIT;

	if (!journal_read(&content, path, NULL, NULL, &err)) {
		size_t n_done = 0;

		for (size_t i = 0; i < content.n_slots; i++)
			n_done += content.done[i];
		if (n_done > content.n_slots || content.whole < 0)
			abort();
		journal_content_release(&content);
	}
	error_release(&err);
	if (!replay_journal(&loaded, path, &err) && !replay_accounting(&loaded, path, &err) &&
		loaded.file.n_results)
		write_again(&loaded.file);
	loaded_release(&loaded);
	error_release(&err);
}

static void noise(const char *path)
{
	struct floors floors = { 0 };
	struct error err = ERROR_INIT;

	floors_read(&floors, path, &err);
	floors_release(&floors);
	error_release(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("journal", MFD_CLOEXEC);
	char path[40];

	if (fd < 0 || file_write_all(fd, (const char *)data, size))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	journal(path);
	noise(path);
	close(fd);
	return 0;
}
