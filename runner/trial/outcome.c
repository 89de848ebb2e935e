/* What is made of a trial once its command has ended. */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runner/observe/counters.h"
#include "report/result/flags.h"
#include "runner/process/telling.h"
#include "runner/trial/under_way.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define NEARLY_FULL 20 /* less than one part in so many is free */

void trial_fail(struct trial_record *record, enum state state, const char *format, ...)
{
	char reason[400];
	va_list ap;

	va_start(ap, format);
	vsnprintf(reason, sizeof reason, format, ap);
	va_end(ap);
	record->state = state;
	record->reason = arena_text(&record->arena, reason);
}

void trial_fail_error(struct trial_record *record, struct error *err)
{
	trial_fail(record, ST_FAILED, "%s", err->message);
	error_release(err);
}

/* Whose complaints are looked for. */
struct complaint {
	struct disk_family family; /* of the disk under test */
	bool ours; /* one of it was found: others do not matter then */
};

/* "dev loop4," names loop4, and not loop49. */
static bool names_word(const char *line, const char *word)
{
	size_t size = strlen(word);

	for (const char *p = line; (p = strstr(p, word)); p++)
		if ((p == line || !isalnum((unsigned char)p[-1])) && !isalnum((unsigned char)p[size]))
			return true;
	return false;
}

static bool is_complaint(void *context, const char *line)
{
	struct complaint *complaint = context;
	bool ours = false;

	if (!kernel_line_is_error(line))
		return false;
	for (size_t i = 0; i < complaint->family.n && !ours; i++)
		ours = names_word(line, complaint->family.names[i]);
	if (complaint->ours && !ours)
		return false;
	complaint->ours = ours;
	return true;
}

/* An error that the kernel reported meanwhile: of our disk it voids the trial, of another it is a flag. */
void trial_take_complaint(struct under_way *w, struct kernel_log *log)
{
	const struct volume *volume = w->place->volume;
	struct complaint complaint = { .ours = false };
	struct text line = TEXT_INIT;

	disk_family_find(&complaint.family, volume->disk, volume->below);
	if (kernel_log_find(log, is_complaint, &complaint, &line)) {
		w->record->flags |= FLAG_KERNEL_COMPLAINED;
		if (complaint.ours && w->record->state == ST_OK)
			trial_fail(w->record, ST_FAILED, "the kernel reported: %s", text_string(&line));
	}
	text_release(&line);
}

/* A file that the program wrote is kept beside the logs. */
static int keep_file(struct under_way *w, struct error *err)
{
	const struct places places = { w->target, w->work };
	struct text path = TEXT_INIT, content = TEXT_INIT;
	char *kept = mem_printf("%s.file", w->stem);
	int fd = -1, rc = test_expand(w->test, &places, w->test->profile->parse + 5, &path, err);

	/* a link could lead to what only hib may read, a pipe would never end */
	if (!rc && file_exists(text_string(&path)) && !file_is_plain(text_string(&path)))
		rc = error_set(err, "'%s' is no plain file", text_string(&path));
	if (!rc)
		rc = file_read(&content, text_string(&path), (size_t)CAPTURE_HEAD, err);
	if (!rc) {
		fd = open(kept, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (fd < 0 || file_write_all(fd, text_string(&content), content.size) || fdatasync(fd))
			rc = error_set_errno(err, "cannot write '%s'", kept);
	}
	if (fd >= 0)
		close(fd);
	free(kept);
	text_release(&path);
	text_release(&content);
	return rc;
}

void trial_keep_file(struct under_way *w)
{
	struct error ignored = ERROR_INIT;

	/* it may have failed before it wrote any */
	if (text_starts(w->test->profile->parse, "file:") && keep_file(w, &ignored))
		error_release(&ignored);
}

void trial_parse_output(struct under_way *w)
{
	const struct profile *profile = w->test->profile;
	struct trial_record *record = w->record;
	const struct parser_options options = profile_parser_options(profile, w->test, &record->arena);
	struct error err = ERROR_INIT;
	struct trial_output *output = NULL;
	struct ending ending = record->supervised.ending;
	int rc = 0;

	if (!profile->parser)
		return;
	/* there the exit status says nothing: a file does */
	if (profile->pts.identifier && ending.how == END_EXIT)
		ending.code = 0;
	if (text_starts(profile->parse, "file:"))
		rc = keep_file(w, &err);
	if (!rc)
		output = trial_output_open(w->stem, profile->parse, &err);
	if (output) {
		const struct line_source source = { output, trial_output_next };

		rc = measurements_parse(
			&record->measurements, profile->parser, &options, &source, &ending, &err);
		trial_output_close(output);
	}
	if (rc || !output)
		trial_fail_error(record, &err);
	else if (record->measurements.version)
		record->version = record->measurements.version;
}

/* What the program said goes into the reason, where the reason is not that line itself. */
void trial_take_words(struct under_way *w)
{
	struct trial_record *record = w->record;

	record->said = telling_line(&record->arena, w->stem, "err");
	if (!record->said)
		record->said = telling_line(&record->arena, w->stem, "out");
	if (!record->said)
		record->said = telling_line(&record->arena, w->stem, "file");
	for (size_t i = 0; record->said && i < record->n_samples; i++) {
		struct trial_sample *s = &record->samples[i];

		if (s->state == ST_FAILED && s->reason && !strstr(s->reason, record->said))
			s->reason = arena_printf(&record->arena, "%s (%s)", s->reason, record->said);
	}
}

/* A full file system is the usual cause of what a program says: how full it was is told beside it. */
void trial_take_space(struct under_way *w)
{
	struct statvfs fs;
	char size[32];

	if (spec_kind(w->place->volume->spec) != VOLUME_FOLDER && !w->place->volume->mounted)
		return;
	if (statvfs(w->place->volume->point, &fs) || !fs.f_blocks)
		return;
	/* of a folder on a large disk it tells something only when that is full */
	if (spec_kind(w->place->volume->spec) == VOLUME_FOLDER && fs.f_bavail > fs.f_blocks / NEARLY_FULL)
		return;
	w->record->space = arena_printf(&w->record->arena, "%.0f %% of %s used, %.0f %% of its inodes",
		100.0 * (double)(fs.f_blocks - fs.f_bfree) / (double)fs.f_blocks,
		number_size_text((uint64_t)fs.f_blocks * fs.f_frsize, size),
		fs.f_files ? 100.0 * (double)(fs.f_files - fs.f_ffree) / (double)fs.f_files : 0);
}
