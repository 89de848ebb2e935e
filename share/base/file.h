#ifndef SHARE_BASE_FILE_H
#define SHARE_BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "share/base/error.h"
#include "share/base/text.h"

/*
 * A file that is replaced as a whole: write to `stream`, then file_commit() (flush, fsync, rename,
 * fsync of the folder) or file_abandon(). Until the commit the old file is untouched.
 */
struct file_writer {
	FILE *stream;
	char *path, *temporary; /* owned */
};

int file_begin(struct file_writer *writer, const char *path, struct error *err);
int file_commit(struct file_writer *writer, struct error *err); /* error code EXIT_WRITE */
/* As file_commit(), without waiting for the disk: for what can be made anew at any time. */
int file_place(struct file_writer *writer, struct error *err);
void file_abandon(struct file_writer *writer);

/* Remove what a process that was killed left of files it was replacing in this folder. */
void file_remove_temporaries(const char *folder);

/* A whole file at once, put in place as file_place() does. */
int file_replace(const char *path, const struct text *content, struct error *err);

/* Whole content of a small file. Refuses more than `limit` bytes. */
int file_read(struct text *out, const char *path, size_t limit, struct error *err);

/* The same, and what the file it was read from is. */
int file_read_with(struct text *out, const char *path, size_t limit, struct stat *st, struct error *err);

/* First line of a file of /proc or /sys without its newline; "" when it cannot be read. */
void file_first_line(struct text *out, const char *path);

int file_make_folders(const char *path, mode_t mode, struct error *err); /* as mkdir -p */
int file_sync_folder(const char *path, struct error *err);
int file_write_all(int fd, const char *bytes, size_t size); /* -1 and errno on failure */

/*
 * Remove what lies below an open folder, never following a symbolic link and never crossing into
 * another file system. Returns the number of things that could not be removed.
 */
int file_remove_below(int folder);
int file_remove_tree(const char *path); /* the folder too; as above */

/* Ask the kernel to drop what it holds in memory of the files below a folder (clean pages only). */
void file_drop_cache_below(int folder);

bool file_exists(const char *path);
bool file_is_folder(const char *path);
bool file_is_plain(const char *path); /* itself, no link to one: what a stranger's program left may be a trap */
char *file_join(const char *folder, const char *name); /* owned by the caller */
char *file_absolute(const char *path); /* realpath, or cwd/path when absent */
/* The first of `places`, relative to the folder of the running program, that exists; NULL none; the caller's.
 */
char *file_of_program(const char *const *places, size_t n);

/* Does everything written to `stream` so far stand in its file? -1 with EXIT_WRITE otherwise. */
int file_check_stream(FILE *stream, const char *name, struct error *err);

#endif
