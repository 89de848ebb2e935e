#include "runner/observe/kernel_log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "share/base/banned.h"

#define RECORD 8192 /* LOG_LINE_MAX of the kernel, and its prefix */

void kernel_log_start(struct kernel_log *log)
{
	log->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log->fd >= 0)
		lseek(log->fd, 0, SEEK_END);
}

bool kernel_log_find(struct kernel_log *log, bool (*wanted)(void *context, const char *line), void *context,
	struct text *out)
{
	char record[RECORD + 1];
	struct text last = TEXT_INIT;
	bool found;

	/* a record: "6,339,5140900,-;message\n KEY=value\n"; EPIPE tells of records that were overwritten */
	while (log->fd >= 0) {
		ssize_t size = read(log->fd, record, RECORD);
		char *text;

		if (size < 0 && (errno == EPIPE || errno == EINTR))
			continue;
		if (size <= 0)
			break;
		record[size] = '\0';
		text = strchr(record, ';');
		if (!text)
			continue;
		text[strcspn(text, "\n")] = '\0';
		if (wanted(context, text + 1)) {
			text_clear(&last);
			text_add_clean(&last, text + 1, strlen(text + 1));
		}
	}
	if (log->fd >= 0)
		close(log->fd);
	log->fd = -1;
	found = last.size > 0;
	text_adds(out, text_string(&last));
	text_release(&last);
	return found;
}

bool kernel_line_is_error(const char *line)
{
	static const char *const signs[] = { "I/O error", "blocked for more than", "EXT4-fs error",
		"BTRFS error", "BTRFS critical", "Corruption", "corruption", "metadata I/O", "Internal error",
		"lost async page write", "Remounting filesystem read-only", "resetting", "F2FS-fs error",
		"critical medium error", NULL };

	for (int i = 0; signs[i]; i++)
		if (strstr(line, signs[i]))
			return true;
	return false;
}
