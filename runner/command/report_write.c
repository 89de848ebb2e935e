#include "runner/command/report_write.h"

#include <stdlib.h>
#include <string.h>

#include "report/layout/charts.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* One report being written. */
struct writing {
	const struct report_options *options;
	struct article article;
	const char *out; /* folder, or NULL: stdout */
	struct text *notes;
};

static double picture_width(const struct writing *w)
{
	int width = w->options->width ? w->options->width : LAYOUT_WIDTH;

	return width < LAYOUT_LEAST_WIDTH ? LAYOUT_LEAST_WIDTH : width;
}

/* A document as DIR/name, or on stdout. */
static int write_document(
	const struct writing *w, const char *name, const struct text *content, struct error *err)
{
	struct file_writer writer;
	char *path;
	int rc;

	if (!w->out) {
		fwrite(text_string(content), 1, content->size, stdout);
		return file_check_stream(stdout, "the report", err);
	}
	path = file_join(w->out, name);
	rc = file_begin(&writer, path, err);
	if (!rc) {
		fwrite(text_string(content), 1, content->size, writer.stream);
		rc = file_place(&writer, err);
	}
	free(path);
	return rc;
}

/* One chart laid out; its memory is in `arena`. */
static void lay_out(const struct writing *w, size_t i, struct layout *layout, struct arena *arena)
{
	layout_bars(layout, arena, &w->article.charts[i], picture_width(w));
}

static int write_svgs(struct writing *w, struct error *err)
{
	struct text svg = TEXT_INIT;
	int rc = 0;

	for (size_t i = 0; i < w->article.n && !rc; i++) {
		struct arena arena = { 0 };
		struct layout layout;
		char *name = mem_printf("charts/%s.svg", w->article.names[i]);

		lay_out(w, i, &layout, &arena);
		text_clear(&svg);
		svg_add(&svg, &layout, false);
		rc = write_document(w, name, &svg, err);
		free(name);
		arena_release(&arena);
	}
	text_release(&svg);
	return rc;
}

static int write_png(struct writing *w, size_t i, struct error *err)
{
	const struct png_options options = { w->options->scale };
	struct arena arena = { 0 };
	struct layout layout;
	struct file_writer writer;
	char *name = mem_printf("%s/charts/%s.png", w->out ? w->out : "", w->article.names[i]);
	int rc = 0;

	lay_out(w, i, &layout, &arena);
	if (!w->out) {
		rc = png_write(&layout, &options, stdout, w->notes, err);
	} else if (!(rc = file_begin(&writer, name, err))) {
		rc = png_write(&layout, &options, writer.stream, w->notes, err);
		if (rc)
			file_abandon(&writer);
		else
			rc = file_place(&writer, err);
	}
	free(name);
	arena_release(&arena);
	return rc;
}

static int write_pngs(struct writing *w, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < w->article.n && !rc; i++)
		rc = write_png(w, i, err);
	return rc || w->out ? rc : file_check_stream(stdout, "the picture", err);
}

static int write_dump(struct writing *w, struct error *err)
{
	struct text dump = TEXT_INIT;
	int rc;

	for (size_t i = 0; i < w->article.n; i++) {
		struct arena arena = { 0 };
		struct layout layout;

		lay_out(w, i, &layout, &arena);
		dump_add(&dump, &layout);
		arena_release(&arena);
	}
	rc = write_document(w, "charts.dump", &dump, err);
	text_release(&dump);
	return rc;
}

static const struct format {
	const char *name;
	int (*write)(struct writing *w, struct error *err);
	bool pictures; /* one file a chart, in charts/ */
} formats[] = {
	{ "svg", write_svgs, true },
	{ "png", write_pngs, true },
	{ "dump", write_dump, false },
};

#define N_FORMATS (sizeof formats / sizeof *formats)

static int unknown_format(const char *name, size_t size, struct error *err)
{
	struct text known = TEXT_INIT;

	for (size_t i = 0; i < N_FORMATS; i++)
		text_printf(&known, "%s%s", i ? ", " : "", formats[i].name);
	error_set(err, "--format: '%.*s' is none of: %s", (int)size, name, text_string(&known));
	text_release(&known);
	return -1;
}

/* Marks the formats of one list "svg,png". */
static int take_formats(const char *list, bool wanted[N_FORMATS], struct error *err)
{
	while (*list) {
		size_t size = strcspn(list, ","), i = 0;

		while (i < N_FORMATS && (strncmp(formats[i].name, list, size) || formats[i].name[size]))
			i++;
		if (i == N_FORMATS)
			return unknown_format(list, size, err);
		wanted[i] = true;
		list += size + (list[size] == ',');
	}
	return 0;
}

/* Several documents need a folder. */
static int check_output(const struct writing *w, const bool wanted[N_FORMATS], struct error *err)
{
	size_t documents = 0;

	for (size_t i = 0; i < N_FORMATS; i++)
		documents += !wanted[i] ? 0 : formats[i].pictures ? w->article.n : 1;
	if (!w->out && documents != 1)
		return error_set(err, "%zu documents do not fit into one stream: -o DIR takes them", documents);
	return 0;
}

static int make_folders(const struct writing *w, const bool wanted[N_FORMATS], struct error *err)
{
	bool pictures = false;
	char *charts = w->out ? file_join(w->out, "charts") : NULL;
	int rc = 0;

	for (size_t i = 0; i < N_FORMATS; i++)
		pictures = pictures || (wanted[i] && formats[i].pictures);
	if (w->out && file_make_folders(pictures ? charts : w->out, 0755, err))
		rc = error_code(err, EXIT_WRITE);
	free(charts);
	return rc;
}

int report_write(struct loaded *loaded, const struct report_options *options, const struct floors *floors,
	const size_t *chosen, size_t n, struct text *notes, struct error *err)
{
	struct writing w = { .options = options, .out = options->out, .notes = notes };
	const struct article_options article = { options->title, loaded->name, options->baseline,
		loaded->folder != NULL, loaded->order, floors };
	struct arena arena = { 0 };
	bool wanted[N_FORMATS] = { 0 };
	int rc = 0;

	for (size_t i = 0; i < options->formats.n && !rc; i++)
		rc = take_formats(options->formats.items[i], wanted, err);
	if (!options->formats.n)
		wanted[0] = true;
	if (!rc)
		rc = article_build(&w.article, &arena, &loaded->file, chosen, n, &article, err);
	if (!rc)
		rc = check_output(&w, wanted, err);
	if (!rc)
		rc = make_folders(&w, wanted, err);
	for (size_t i = 0; i < N_FORMATS && !rc; i++)
		if (wanted[i])
			rc = formats[i].write(&w, err);
	arena_release(&arena);
	return rc;
}
