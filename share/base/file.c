#include "share/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return mem_text(".");
	if (slash == path)
		return mem_text("/");
	return mem_bytes(path, (size_t)(slash - path));
}

int file_begin(struct file_writer *writer, const char *path, struct error *err)
{
	char *temporary = mem_printf("%s.%ld.tmp", path, (long)getpid());
	int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	FILE *stream = NULL;

	if (fd < 0 && errno == EEXIST && !unlink(temporary))
		fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd >= 0)
		stream = fdopen(fd, "w");
	if (!stream) {
		error_set_errno(err, "cannot write '%s'", path);
		if (fd >= 0) {
			close(fd);
			unlink(temporary);
		}
		free(temporary);
		return error_code(err, EXIT_WRITE);
	}
	*writer = (struct file_writer){ stream, mem_text(path), temporary };
	return 0;
}

static void writer_release(struct file_writer *writer)
{
	free(writer->path);
	free(writer->temporary);
	*writer = (struct file_writer){ 0 };
}

void file_abandon(struct file_writer *writer)
{
	if (!writer->stream)
		return;
	fclose(writer->stream);
	unlink(writer->temporary);
	writer_release(writer);
}

static int put_in_place(struct file_writer *writer, bool sync, struct error *err)
{
	char *folder;
	int failed, rc;

	failed = ferror(writer->stream) || fflush(writer->stream) || (sync && fsync(fileno(writer->stream)));
	if (failed) {
		error_set_errno(err, "cannot write '%s'", writer->path);
		file_abandon(writer);
		return error_code(err, EXIT_WRITE);
	}
	failed = fclose(writer->stream) || rename(writer->temporary, writer->path);
	writer->stream = NULL;
	if (failed) {
		error_set_errno(err, "cannot replace '%s'", writer->path);
		unlink(writer->temporary);
		writer_release(writer);
		return error_code(err, EXIT_WRITE);
	}
	folder = folder_of(writer->path);
	rc = sync ? file_sync_folder(folder, err) : 0;
	free(folder);
	writer_release(writer);
	return rc;
}

int file_commit(struct file_writer *writer, struct error *err)
{
	return put_in_place(writer, true, err);
}

int file_place(struct file_writer *writer, struct error *err)
{
	return put_in_place(writer, false, err);
}

/* "NAME.1234.tmp" */
static bool is_temporary(const char *name)
{
	size_t size = strlen(name), end = size - strlen(".tmp"), digits = 0;

	if (!text_ends(name, ".tmp"))
		return false;
	while (end && strchr("0123456789", name[end - 1]))
		end--, digits++;
	return digits && end > 1 && name[end - 1] == '.';
}

void file_remove_temporaries(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (is_temporary(entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

int file_replace(const char *path, const struct text *content, struct error *err)
{
	char *temporary = mem_printf("%s.%ld.tmp", path, (long)getpid());
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
	bool failed = fd < 0 || file_write_all(fd, text_string(content), content->size);

	failed = (fd >= 0 && close(fd)) || failed;
	failed = failed || rename(temporary, path);
	if (failed) {
		error_set_errno(err, "cannot write '%s'", path);
		error_code(err, EXIT_WRITE);
		unlink(temporary);
	}
	free(temporary);
	return failed ? -1 : 0;
}

int file_read(struct text *out, const char *path, size_t limit, struct error *err)
{
	struct stat st;

	return file_read_with(out, path, limit, &st, err);
}

int file_read_with(struct text *out, const char *path, size_t limit, struct stat *st, struct error *err)
{
	FILE *stream = fopen(path, "re");
	char buffer[1 << 14];
	size_t n;

	if (!stream || fstat(fileno(stream), st)) {
		error_set_errno(err, "cannot open '%s'", path);
		if (stream)
			fclose(stream);
		return -1;
	}
	while ((n = fread(buffer, 1, sizeof buffer, stream)) > 0) {
		if (out->size + n > limit) {
			fclose(stream);
			return error_set(err, "'%s' is larger than %zu bytes", path, limit);
		}
		text_add(out, buffer, n);
	}
	if (ferror(stream)) {
		error_set_errno(err, "cannot read '%s'", path);
		fclose(stream);
		return -1;
	}
	fclose(stream);
	return 0;
}

void file_first_line(struct text *out, const char *path)
{
	char buffer[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return;
	n = read(fd, buffer, sizeof buffer);
	close(fd);
	if (n > 0) {
		char *end = memchr(buffer, '\n', (size_t)n);

		text_add(out, buffer, end ? (size_t)(end - buffer) : (size_t)n);
	}
}

int file_make_folders(const char *path, mode_t mode, struct error *err)
{
	char *copy = mem_text(path);
	int rc = 0;

	for (char *p = copy + 1;; p++) {
		char kept = *p;

		if (kept && kept != '/')
			continue;
		*p = '\0';
		if (mkdir(copy, mode) && errno != EEXIST) {
			int cause = errno;

			/* a folder that is there on a read-only file system, or above one we may not change */
			if (!file_exists(copy)) {
				errno = cause;
				rc = error_set_errno(err, "cannot make the folder '%s'", copy);
				break;
			}
		}
		*p = kept;
		if (!kept)
			break;
	}
	free(copy);
	return rc;
}

int file_sync_folder(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int failed = fd < 0 || fsync(fd);

	/* some file systems cannot sync a folder; the rename itself stands */
	if (failed && errno != EINVAL && errno != EROFS)
		error_code(err, EXIT_WRITE), error_set_errno(err, "cannot sync the folder '%s'", path);
	else
		failed = 0;
	if (fd >= 0)
		close(fd);
	return failed ? -1 : 0;
}

int file_write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t n = write(fd, bytes, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		bytes += n;
		size -= (size_t)n;
	}
	return 0;
}

static int remove_entry(int folder, const char *name, dev_t device)
{
	struct stat st;
	int sub, left;

	if (!unlinkat(folder, name, 0))
		return 0;
	if (errno == ENOENT)
		return 0;
	if (errno != EISDIR && errno != EPERM && errno != EACCES)
		return 1;
	sub = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sub < 0)
		return unlinkat(folder, name, AT_REMOVEDIR) ? 1 : 0;
	if (fstat(sub, &st) || st.st_dev != device) {
		close(sub);
		return 1;
	}
	if ((st.st_mode & S_IRWXU) != S_IRWXU)
		fchmod(sub, S_IRWXU);
	left = file_remove_below(sub);
	close(sub);
	return left + (unlinkat(folder, name, AT_REMOVEDIR) ? 1 : 0);
}

int file_remove_below(int folder)
{
	int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), left = 0;
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;
	struct stat st;

	if (!dir || fstat(folder, &st)) {
		if (dir)
			closedir(dir);
		else if (copy >= 0)
			close(copy);
		return 1;
	}
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			left += remove_entry(folder, entry->d_name, st.st_dev);
	closedir(dir);
	return left;
}

int file_remove_tree(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), left;

	if (fd < 0)
		return errno == ENOENT ? 0 : 1;
	left = file_remove_below(fd);
	close(fd);
	return left + (rmdir(path) ? 1 : 0);
}

void file_drop_cache_below(int folder)
{
	int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		int fd = -1;

		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (entry->d_type == DT_DIR || entry->d_type == DT_REG)
			fd = openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd >= 0 && entry->d_type == DT_DIR)
			file_drop_cache_below(fd);
		else if (fd >= 0)
			posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		if (fd >= 0)
			close(fd);
	}
	if (dir)
		closedir(dir);
	else if (copy >= 0)
		close(copy);
}

bool file_exists(const char *path)
{
	return !access(path, F_OK);
}

bool file_is_plain(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISREG(st.st_mode);
}

bool file_is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

char *file_join(const char *folder, const char *name)
{
	return text_ends(folder, "/") ? mem_printf("%s%s", folder, name) : mem_printf("%s/%s", folder, name);
}

char *file_absolute(const char *path)
{
	char real[PATH_MAX];

	if (realpath(path, real))
		return mem_text(real);
	if (path[0] == '/' || !getcwd(real, sizeof real))
		return mem_text(path);
	return file_join(real, path);
}

char *file_of_program(const char *const *places, size_t n)
{
	char program[PATH_MAX], *real = NULL;
	ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);

	if (size <= 0)
		return NULL;
	program[size] = '\0';
	*strrchr(program, '/') = '\0';
	for (size_t i = 0; i < n && !real; i++) {
		char *path = file_join(program, places[i]);

		if (file_exists(path))
			real = file_absolute(path);
		free(path);
	}
	return real;
}

int file_check_stream(FILE *stream, const char *name, struct error *err)
{
	errno = 0;
	if (!fflush(stream) && !ferror(stream))
		return 0;
	if (errno)
		error_set_errno(err, "cannot write %s", name);
	else
		error_set(err, "cannot write %s", name);
	return error_code(err, EXIT_WRITE);
}
