#ifndef SHARE_BASE_ERROR_H
#define SHARE_BASE_ERROR_H

#include <stdarg.h>

/* Exit codes of the program; DESIGN's command line table documents them for users. */
enum exit_code {
	EXIT_OK = 0,
	EXIT_THRESHOLD = 1, /* diff --fail-on threshold passed */
	EXIT_USAGE = 2, /* usage, bad input, anything found before the first trial */
	EXIT_TRIALS = 3, /* some trials failed */
	EXIT_INCOMPLETE = 4, /* the plan is not finished */
	EXIT_WRITE = 5 /* results could not be written */
};

/*
 * An error message with the exit code it calls for. Start with ERROR_INIT and release with
 * error_release(). A function that fails returns -1, leaves its outputs untouched and fills the
 * error; each caller may put what only it knows in front with error_context().
 */
struct error {
	char *message; /* owned; NULL when nothing is set */
	int code; /* enum exit_code; EXIT_USAGE unless set otherwise */
};

#define ERROR_INIT                                                                                             \
	{                                                                                                      \
		0, EXIT_USAGE                                                                                  \
	}

/* Set the message, replacing an older one. Always returns -1, for `return error_set(...)`. */
int error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As error_set, with ": strerror(errno)" appended. */
int error_set_errno(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Put "text: " in front of the message. Always returns -1. */
int error_context(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Mark the error as one of exit code `code`. Always returns -1. */
int error_code(struct error *err, enum exit_code code);

void error_release(struct error *err);

/* A list of faults that are reported together. Owned strings. */
struct faults {
	char **items;
	int n;
};

void faults_add(struct faults *faults, const char *format, ...) __attribute__((format(printf, 2, 3)));
void faults_release(struct faults *faults);

#endif
