#include "runner/process/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define PIPE_SIZE      (1 << 20)
#define AT_ONCE        ((size_t)1 << 20)
#define SAME_MOMENT_US 5000 /* output this close together is one index entry ... */
#define MANY_ENTRIES   100000 /* ... and from here on, within a second */

static const char *const extensions[] = { "out", "err" };

static int open_pipe(int *read_end, int *write_end)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	fcntl(ends[0], F_SETPIPE_SZ, PIPE_SIZE);
	*read_end = ends[0];
	*write_end = ends[1];
	return 0;
}

/* Logs of a trial of this number that was interrupted. */
static void remove_old(const char *stem)
{
	static const char *const endings[] = { "out", "err", "out.tail", "err.tail", "idx", "file", NULL };

	for (int i = 0; endings[i]; i++) {
		char *path = mem_printf("%s.%s", stem, endings[i]);

		unlink(path);
		free(path);
	}
}

int capture_start(struct capture *capture, const char *stem, int *write_out, int *write_err, struct error *err)
{
	*capture = (struct capture){ .stem = mem_text(stem) };
	remove_old(stem);
	for (int i = 0; i < 2; i++)
		capture->streams[i] = (struct capture_stream){ .pipe = -1, .log = -1, .tail = -1 };
	*write_out = *write_err = -1;
	if (open_pipe(&capture->streams[STREAM_OUT].pipe, write_out) ||
		open_pipe(&capture->streams[STREAM_ERR].pipe, write_err))
		return error_set_errno(err, "cannot make a pipe");
	clock_gettime(CLOCK_MONOTONIC, &capture->start);
	return 0;
}

static int open_log(struct capture *capture, enum stream stream, const char *suffix)
{
	char *path = mem_printf("%s.%s%s", capture->stem, extensions[stream], suffix);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	free(path);
	return fd;
}

static void flush_entry(struct capture *capture)
{
	const struct capture_entry *e = &capture->pending;
	char *path;

	if (!e->size)
		return;
	if (!capture->index) {
		path = mem_printf("%s.idx", capture->stem);
		capture->index = fopen(path, "we");
		free(path);
	}
	if (capture->index)
		fprintf(capture->index, "%c %llu %llu %llu\n", e->stream == STREAM_OUT ? 'o' : 'e',
			(unsigned long long)e->offset, (unsigned long long)e->size,
			(unsigned long long)e->microseconds);
	capture->n_entries++;
	capture->pending.size = 0;
}

static void note(struct capture *capture, enum stream stream, uint64_t offset, uint64_t size)
{
	struct capture_entry *e = &capture->pending;
	struct timespec now;
	uint64_t us, near = capture->n_entries < MANY_ENTRIES ? SAME_MOMENT_US : 1000000;

	clock_gettime(CLOCK_MONOTONIC, &now);
	us = (uint64_t)((now.tv_sec - capture->start.tv_sec) * 1000000 +
		(now.tv_nsec - capture->start.tv_nsec) / 1000);
	if (e->size && e->stream == stream && e->offset + e->size == offset && us - e->microseconds < near) {
		e->size += size;
		return;
	}
	flush_entry(capture);
	*e = (struct capture_entry){ stream, offset, size, us };
}

/* Where the next byte goes, and how many may follow it there. */
static int place_for(struct capture *capture, enum stream stream, off_t *offset, size_t *room)
{
	struct capture_stream *s = &capture->streams[stream];
	uint64_t behind;

	if (s->size < CAPTURE_HEAD) {
		if (s->log < 0)
			s->log = open_log(capture, stream, "");
		*offset = (off_t)s->size;
		behind = CAPTURE_HEAD - s->size;
	} else {
		uint64_t at = (s->size - CAPTURE_HEAD) % CAPTURE_TAIL;

		if (s->tail < 0)
			s->tail = open_log(capture, stream, ".tail");
		*offset = (off_t)at;
		behind = CAPTURE_TAIL - at;
	}
	*room = behind < AT_ONCE ? (size_t)behind : AT_ONCE;
	return s->size < CAPTURE_HEAD ? s->log : s->tail;
}

static ssize_t discard(int pipe)
{
	char buffer[1 << 16];

	return read(pipe, buffer, sizeof buffer);
}

static ssize_t copy(int pipe, int fd, off_t offset, size_t room, bool *write_failed)
{
	char buffer[1 << 16];
	ssize_t n = read(pipe, buffer, room < sizeof buffer ? room : sizeof buffer), done = 0;

	while (done < n) {
		ssize_t k = pwrite(fd, buffer + done, (size_t)(n - done), offset + done);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			*write_failed = true;
			break;
		}
		done += k;
	}
	return n;
}

/* Nothing in the pipe now: no log is made for it. */
static bool is_empty(int pipe)
{
	int waiting = 0;

	return !ioctl(pipe, FIONREAD, &waiting) && !waiting;
}

static void break_log(struct capture *capture, struct capture_stream *s)
{
	if (!capture->write_error)
		capture->write_error = errno ? errno : EIO;
	s->broken = true;
}

/* Bytes moved; 0 at the end of the pipe; -1 when there is nothing now. */
static ssize_t move(struct capture *capture, enum stream stream)
{
	struct capture_stream *s = &capture->streams[stream];
	bool write_failed = false;
	off_t offset;
	size_t room;
	ssize_t n = -1;
	int fd;

	if (s->broken || is_empty(s->pipe))
		return discard(s->pipe);
	fd = place_for(capture, stream, &offset, &room);
	if (fd < 0) {
		break_log(capture, s);
		return discard(s->pipe);
	}
	if (!capture->no_splice) {
		loff_t to = offset;

		n = splice(s->pipe, NULL, fd, &to, room, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
		if (n < 0 && errno == EINVAL)
			capture->no_splice = true;
		else if (n < 0 && errno != EAGAIN && errno != EINTR) {
			break_log(capture, s);
			return discard(s->pipe);
		}
	}
	if (capture->no_splice)
		n = copy(s->pipe, fd, offset, room, &write_failed);
	if (write_failed)
		break_log(capture, s);
	if (n > 0)
		note(capture, stream, s->size, (uint64_t)n);
	return n;
}

bool capture_take(struct capture *capture, enum stream stream)
{
	struct capture_stream *s = &capture->streams[stream];
	ssize_t n;

	if (s->pipe < 0)
		return false;
	n = move(capture, stream);
	if (n > 0)
		s->size += (uint64_t)n;
	if (n)
		return true;
	close(s->pipe);
	s->pipe = -1;
	return false;
}

bool capture_is_open(const struct capture *capture)
{
	return capture->streams[0].pipe >= 0 || capture->streams[1].pipe >= 0;
}

bool capture_is_capped(const struct capture *capture)
{
	for (int i = 0; i < 2; i++)
		if (capture->streams[i].size > CAPTURE_HEAD + CAPTURE_TAIL)
			return true;
	return false;
}

static int copy_range(int from, off_t offset, off_t end, int to)
{
	char buffer[1 << 16];

	while (offset < end) {
		size_t want = (size_t)(end - offset) < sizeof buffer ? (size_t)(end - offset) : sizeof buffer;
		ssize_t n = pread(from, buffer, want, offset);

		if (n <= 0 || file_write_all(to, buffer, (size_t)n))
			return -1;
		offset += n;
	}
	return 0;
}

/* A ring that wrapped becomes a file in order. */
static int unroll(struct capture *capture, enum stream stream)
{
	struct capture_stream *s = &capture->streams[stream];
	off_t at = (off_t)((s->size - CAPTURE_HEAD) % CAPTURE_TAIL);
	char *path, *fresh;
	int fd, rc;

	if (s->tail < 0 || s->size <= CAPTURE_HEAD + CAPTURE_TAIL)
		return 0;
	path = mem_printf("%s.%s.tail", capture->stem, extensions[stream]);
	fresh = mem_printf("%s.new", path);
	fd = open(fresh, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	rc = fd < 0 || copy_range(s->tail, at, (off_t)CAPTURE_TAIL, fd) || copy_range(s->tail, 0, at, fd) ||
		rename(fresh, path);
	free(path);
	free(fresh);
	if (fd >= 0) {
		close(s->tail);
		s->tail = fd;
	}
	return rc ? -1 : 0;
}

static int close_log(int *fd)
{
	int rc = 0;

	if (*fd >= 0) {
		rc = fdatasync(*fd);
		close(*fd);
	}
	*fd = -1;
	return rc;
}

int capture_finish(struct capture *capture)
{
	flush_entry(capture);
	for (int i = 0; i < 2; i++) {
		struct capture_stream *s = &capture->streams[i];

		if (s->pipe >= 0)
			close(s->pipe);
		s->pipe = -1;
		if (unroll(capture, (enum stream)i) || close_log(&s->log) || close_log(&s->tail))
			break_log(capture, s);
	}
	if (capture->index && (ferror(capture->index) | fclose(capture->index)))
		capture->write_error = capture->write_error ? capture->write_error : errno;
	capture->index = NULL;
	return capture->write_error ? -1 : 0;
}

void capture_release(struct capture *capture)
{
	for (int i = 0; i < 2; i++) {
		struct capture_stream *s = &capture->streams[i];

		if (s->pipe >= 0)
			close(s->pipe);
		close_log(&s->log);
		close_log(&s->tail);
	}
	if (capture->index)
		fclose(capture->index);
	free(capture->stem);
	*capture = (struct capture){ 0 };
}
