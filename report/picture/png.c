/* Loads the module that paints PNGs, when the first one is asked for. */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture/module/module.h"
#include "report/picture/picture.h"
#include "share/base/file.h"
#include "share/base/version.h"
#include "share/base/banned.h"

#define TOLD 40 /* bytes of a text that a note shows */

static const struct picture_module *module;

/* Beside the program where it was built, in ../lib/hib where it was installed. */
static char *module_path(void)
{
	static const char *const places[] = { "picture.so", "../lib/hib/picture.so" };

	return file_of_program(places, sizeof places / sizeof *places);
}

static int load(struct error *err)
{
	char *path = module ? NULL : module_path();
	void *library;

	if (module)
		return 0;
	if (!path)
		return error_set(err,
			"PNG needs picture.so, which stands neither beside hib nor in ../lib/hib: make, or make install");
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	module = library ? dlsym(library, "picture_module") : NULL;
	if (!module) {
		error_set(err, "PNG: '%s' cannot be loaded: %s", path, dlerror());
	} else if (strcmp(module->version, HIB_VERSION) != 0 || module->shape_size != sizeof(struct shape)) {
		error_set(err, "PNG: '%s' is of another hib (%s, this is %s): make, or make install", path,
			module->version, HIB_VERSION);
		module = NULL;
	}
	free(path);
	return module ? 0 : -1;
}

/* The first text that cannot be shown, and how many there are. */
struct missing {
	const char *first;
	size_t n;
};

static void count_missing(void *context, const char *text)
{
	struct missing *missing = context;

	if (!missing->n++)
		missing->first = text;
}

int png_write(const struct layout *layout, const struct png_options *options, FILE *out, struct text *notes,
	struct error *err)
{
	struct missing missing = { 0 };
	struct picture_host host = { layout_colour, layout_marker, font_size, font_is_bold, count_missing,
		&missing };
	const char *wrong;

	if (layout->width * layout->height * options->scale * options->scale > PNG_MOST_PIXELS)
		return error_set(err, "a PNG of %.0f x %.0f pixels is too large: a smaller --scale, or SVG",
			layout->width * options->scale, layout->height * options->scale);
	if (load(err))
		return -1;
	errno = 0;
	wrong = module->png(layout, options->scale, &host, out);
	if (missing.n && !notes->size)
		text_printf(notes,
			"no installed font has all characters of '%.*s'%s: they are boxes in the PNG (the package "
			"fonts-noto-cjk and its like have more)\n",
			(int)text_fit(missing.first, strlen(missing.first), TOLD), missing.first,
			missing.n > 1 ? " and other texts" : "");
	if (!wrong)
		return 0;
	error_set(err, "%s%s%s", wrong, errno ? ": " : "", errno ? strerror(errno) : "");
	return error_code(err, EXIT_WRITE);
}
