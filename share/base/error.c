#include "share/base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

static char *format_text(const char *format, va_list ap)
{
	char *text = NULL;

	if (vasprintf(&text, format, ap) < 0)
		mem_exhausted();
	return text;
}

int error_set(struct error *err, const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = format_text(format, ap);
	va_end(ap);
	free(err->message);
	err->message = text;
	return -1;
}

int error_set_errno(struct error *err, const char *format, ...)
{
	const char *cause = strerror(errno);
	va_list ap;
	char *text;

	va_start(ap, format);
	text = format_text(format, ap);
	va_end(ap);
	error_set(err, "%s: %s", text, cause);
	free(text);
	return -1;
}

int error_context(struct error *err, const char *format, ...)
{
	va_list ap;
	char *text, *old = err->message;

	va_start(ap, format);
	text = format_text(format, ap);
	va_end(ap);
	err->message = NULL;
	error_set(err, "%s: %s", text, old ? old : "unknown error");
	free(text);
	free(old);
	return -1;
}

int error_code(struct error *err, enum exit_code code)
{
	err->code = code;
	return -1;
}

void error_release(struct error *err)
{
	free(err->message);
	err->message = NULL;
}

void faults_add(struct faults *faults, const char *format, ...)
{
	va_list ap;

	faults->items = mem_resize(faults->items, (size_t)faults->n + 1, sizeof *faults->items);
	va_start(ap, format);
	faults->items[faults->n++] = format_text(format, ap);
	va_end(ap);
}

void faults_release(struct faults *faults)
{
	for (int i = 0; i < faults->n; i++)
		free(faults->items[i]);
	free(faults->items);
	*faults = (struct faults){ 0 };
}
