#ifndef REPORT_PICTURE_MODULE_MODULE_H
#define REPORT_PICTURE_MODULE_MODULE_H

#include <stdio.h>

#include "report/layout/layout.h"

/*
 * The seam between hib and picture.so, which alone links cairo, pango and libpng: loading those costs every
 * command tens of milliseconds. The module exports one symbol, PICTURE_MODULE, and takes from hib what
 * picture_host names.
 */
struct picture_host {
	unsigned (*colour)(enum ink ink, int system, bool dark);
	const double *(*marker)(int system, size_t *n);
	double (*font_size)(enum font font);
	bool (*font_is_bold)(enum font font);
	void (*missing)(void *context, const char *text); /* no font has all characters of this text */
	void *context;
};

struct picture_module {
	const char *version; /* of hib that it was built with, and */
	size_t shape_size; /* of its struct shape */
	/* A PNG of `scale` pixels for one of the layout. NULL, or why it could not be written. */
	const char *(*png)(
		const struct layout *layout, double scale, const struct picture_host *host, FILE *out);
};

#define PICTURE_MODULE picture_module
extern const struct picture_module PICTURE_MODULE;

#endif
