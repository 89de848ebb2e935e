#include "runner/command/report_write.h"

#include <stdlib.h>
#include <string.h>

#include "report/article/html.h"
#include "report/article/written.h"
#include "report/composite/composite.h"
#include "report/export/export.h"
#include "report/result/publish.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* One report being written. */
struct writing {
	const struct report_options *options;
	struct article article;
	bool kinds[FIGURE_KINDS]; /* of pictures that are written */
	bool has_svg;
	const char *beside[16]; /* documents that the page links */
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
	char *path;
	int rc;

	if (!w->out) {
		fwrite(text_string(content), 1, content->size, stdout);
		return file_check_stream(stdout, "the report", err);
	}
	path = file_join(w->out, name);
	rc = file_replace(path, content, err);
	if (!rc && !strchr(name, '/'))
		printf("%s\n", path);
	free(path);
	return rc;
}

static int write_svgs(struct writing *w, struct error *err)
{
	struct text svg = TEXT_INIT;
	int rc = 0;

	for (size_t i = 0; i < w->article.n_figures && !rc; i++) {
		const struct figure *figure = &w->article.figures[i];
		struct arena arena = { 0 };
		struct layout layout;
		char *name;

		if (!w->kinds[figure->kind])
			continue;
		name = mem_printf("charts/%s.svg", figure->name);
		figure_layout(&layout, &arena, &w->article, figure, picture_width(w));
		text_clear(&svg);
		svg_add(&svg, &layout, false);
		rc = write_document(w, name, &svg, err);
		free(name);
		arena_release(&arena);
	}
	text_release(&svg);
	return rc;
}

static int write_png(struct writing *w, const struct figure *figure, struct error *err)
{
	const struct png_options options = { w->options->scale };
	struct arena arena = { 0 };
	struct layout layout;
	struct file_writer writer;
	char *name = mem_printf("%s/charts/%s.png", w->out ? w->out : "", figure->name);
	int rc;

	figure_layout(&layout, &arena, &w->article, figure, picture_width(w));
	if (!w->out) {
		rc = png_write(&layout, &options, stdout, w->notes, err);
	} else if (!(rc = file_begin(&writer, name, err))) {
		rc = png_write(&layout, &options, writer.stream, w->notes, err);
		if (rc) {
			file_abandon(&writer);
			error_context(err, "'%s'", name);
		} else
			rc = file_place(&writer, err);
	}
	free(name);
	arena_release(&arena);
	return rc;
}

static int write_pngs(struct writing *w, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < w->article.n_figures && !rc; i++)
		if (w->kinds[w->article.figures[i].kind])
			rc = write_png(w, &w->article.figures[i], err);
	return rc || w->out ? rc : file_check_stream(stdout, "the picture", err);
}

static int write_dump(struct writing *w, struct error *err)
{
	struct text dump = TEXT_INIT;
	int rc;

	for (size_t i = 0; i < w->article.n_figures; i++) {
		struct arena arena = { 0 };
		struct layout layout;

		if (!w->kinds[w->article.figures[i].kind])
			continue;
		figure_layout(&layout, &arena, &w->article, &w->article.figures[i], picture_width(w));
		dump_add(&dump, &layout);
		arena_release(&arena);
	}
	rc = write_document(w, "charts.dump", &dump, err);
	text_release(&dump);
	return rc;
}

static int write_html(struct writing *w, struct error *err)
{
	struct text page = TEXT_INIT;
	int rc;

	article_html(&page, &w->article, w->beside);
	rc = write_document(w, "index.html", &page, err);
	text_release(&page);
	return rc;
}

static int write_markdown(struct writing *w, struct error *err)
{
	struct text words = TEXT_INIT;
	int rc = article_markdown(&words, &w->article, w->out && w->has_svg ? "charts" : NULL, w->kinds, err);

	if (!rc)
		rc = write_document(w, "article.md", &words, err);
	text_release(&words);
	return rc;
}

static int write_text(struct writing *w, struct error *err)
{
	struct text words = TEXT_INIT;
	int rc = article_text(&words, &w->article, w->options->width ? w->options->width : 80, err);

	if (!rc)
		rc = write_document(w, "article.txt", &words, err);
	text_release(&words);
	return rc;
}

static int write_export(struct writing *w, void (*export)(struct text *out, const struct article *article),
	const char *name, struct error *err)
{
	struct text data = TEXT_INIT;
	int rc;

	export(&data, &w->article);
	rc = write_document(w, name, &data, err);
	text_release(&data);
	return rc;
}

static int write_csv(struct writing *w, struct error *err)
{
	return write_export(w, export_csv, "samples.csv", err);
}

static int write_wide(struct writing *w, struct error *err)
{
	return write_export(w, export_wide, "medians.csv", err);
}

static int write_json(struct writing *w, struct error *err)
{
	return write_export(w, export_json, "report.json", err);
}

/* Only the tests that were chosen. */
static void keep_chosen(const struct article *a)
{
	for (size_t i = 0; i < a->n; i++)
		a->file->results[i] = a->file->results[a->chosen[i]];
	a->file->n_results = a->n;
}

/* The result itself, without what is private. */
static int write_xml(struct writing *w, struct error *err)
{
	struct file_writer writer;
	char *path = w->out ? file_join(w->out, "composite.xml") : NULL;
	int rc = 0;

	keep_chosen(&w->article);
	if (!w->options->private)
		result_file_publish_entries(w->article.file);
	if (!w->out)
		rc = composite_write(w->article.file, stdout, err);
	else if (!(rc = file_begin(&writer, path, err))) {
		rc = composite_write(w->article.file, writer.stream, err);
		if (rc)
			file_abandon(&writer);
		else
			rc = file_place(&writer, err);
		if (!rc)
			printf("%s\n", path);
	}
	free(path);
	return rc;
}

static const struct format {
	const char *name;
	const char *file; /* what it writes, where that is one document that an article links */
	int (*write)(struct writing *w, struct error *err);
	bool pictures; /* one file a chart, in charts/ */
	bool compares; /* with words of what is proven */
} formats[] = {
	{ "html", NULL, write_html, false, true },
	{ "md", "article.md", write_markdown, false, true },
	{ "txt", "article.txt", write_text, false, true },
	{ "svg", NULL, write_svgs, true, false },
	{ "png", NULL, write_pngs, true, false },
	{ "csv", "samples.csv", write_csv, false, false },
	{ "wide", "medians.csv", write_wide, false, false },
	{ "json", "report.json", write_json, false, false },
	{ "dump", NULL, write_dump, false, false },
	/* the last: it changes the result in memory */
	{ "xml", "composite.xml", write_xml, false, false },
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

static int take_kinds(const char *list, bool kinds[FIGURE_KINDS], struct error *err)
{
	while (*list) {
		size_t size = strcspn(list, ",");
		bool all = size == 3 && !strncmp(list, "all", 3), found = all;

		for (int i = 0; i < FIGURE_KINDS; i++) {
			const char *name = figure_kind_name((enum figure_kind)i);

			if (all || (!strncmp(name, list, size) && !name[size]))
				found = kinds[i] = true;
		}
		if (!found)
			return error_set(err,
				"--chart: '%.*s' is none of: overview, lines, groups, bars, runs, all",
				(int)size, list);
		list += size + (list[size] == ',');
	}
	return 0;
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

/* Pictures of single charts, and data, do without. */
static bool needs_comparison(const struct writing *w, const bool wanted[N_FORMATS])
{
	bool needs = w->kinds[FIGURE_OVERVIEW];

	for (size_t i = 0; i < N_FORMATS; i++)
		needs = needs || (wanted[i] && formats[i].compares);
	return needs;
}

/* What lies beside the page, for its links. */
static void name_beside(struct writing *w, const bool wanted[N_FORMATS])
{
	size_t n = 0;

	for (size_t i = 0; i < N_FORMATS; i++) {
		if (wanted[i] && w->out && formats[i].file)
			w->beside[n++] = formats[i].file;
		w->has_svg = w->has_svg || (wanted[i] && !strcmp(formats[i].name, "svg"));
	}
}

/* Several documents need a folder. */
static int check_output(const struct writing *w, const bool wanted[N_FORMATS], struct error *err)
{
	size_t documents = 0, pictures = 0;
	bool drawn = false;

	for (size_t i = 0; i < w->article.n_figures; i++)
		pictures += w->kinds[w->article.figures[i].kind];
	for (size_t i = 0; i < N_FORMATS; i++) {
		documents += !wanted[i] ? 0 : formats[i].pictures ? pictures : 1;
		drawn = drawn || (wanted[i] && (formats[i].pictures || !strcmp(formats[i].name, "dump")));
	}
	if (!drawn && w->options->charts.n)
		return error_set(
			err, "--chart chooses pictures, and no format of them is asked for: -f svg or png");
	if (drawn && !pictures && w->article.n)
		return error_set(err, "this result has no chart of that kind (--chart)");
	if (drawn && w->options->width && w->options->width < LAYOUT_LEAST_WIDTH)
		return error_set(err, "--width: a picture has %d pixels or more", LAYOUT_LEAST_WIDTH);
	if (!w->article.n)
		return error_set(err, "this result has no tests to report");
	if (!documents)
		return error_set(err, "--format: no format is named");
	if (!w->out && documents != 1)
		return error_set(err,
			"%zu documents do not fit into one stream: name a folder for them with -o", documents);
	return 0;
}

/* A composite.xml that is there may be a result, of which there is no other copy. */
static int check_result(const struct writing *w, const bool wanted[N_FORMATS], struct error *err)
{
	char *path = w->out ? file_join(w->out, "composite.xml") : NULL;
	int rc = 0;

	for (size_t i = 0; i < N_FORMATS && path && !rc; i++)
		if (wanted[i] && formats[i].write == write_xml && !w->options->force && file_exists(path))
			rc = error_set(err, "'%s' exists already: --force replaces it", path);
	free(path);
	return rc;
}

static int make_folders(const struct writing *w, const bool wanted[N_FORMATS], struct error *err)
{
	bool pictures = false;
	char *charts = w->out ? file_join(w->out, "charts") : NULL;
	int rc = 0;

	for (size_t i = 0; i < N_FORMATS; i++)
		pictures = pictures || (wanted[i] && formats[i].pictures);
	if (w->out && file_exists(w->out) && !file_is_folder(w->out))
		rc = error_set(err, "'%s' is no folder: name one with -o", w->out);
	else if (w->out && file_make_folders(pictures ? charts : w->out, 0755, err))
		rc = error_code(err, EXIT_WRITE);
	free(charts);
	return rc;
}

int report_write(struct loaded *loaded, const struct report_options *options, const struct floors *floors,
	const size_t *chosen, size_t n, struct text *notes, struct error *err)
{
	struct writing w = { .options = options, .out = options->out, .notes = notes };
	struct article_options article = { .title = options->title,
		.source = loaded->name,
		.baseline = options->baseline,
		.n_done = loaded->unfinished ? (size_t)loaded->n_done : 0,
		.n_planned = loaded->unfinished ? (size_t)loaded->n_planned : 0,
		.logs = loaded->folder != NULL,
		.order = loaded->order,
		.floors = floors,
		.sorted = options->sort && !strcmp(options->sort, "best") };
	struct arena arena = { 0 };
	bool wanted[N_FORMATS] = { 0 };
	int rc = 0;

	for (size_t i = 0; i < options->formats.n && !rc; i++)
		rc = take_formats(options->formats.items[i], wanted, err);
	for (size_t i = 0; i < options->charts.n && !rc; i++)
		rc = take_kinds(options->charts.items[i], w.kinds, err);
	if (!options->charts.n)
		w.kinds[FIGURE_BARS] = true;
	if (!options->formats.n)
		wanted[0] = true;
	if (!options->private)
		result_file_publish(&loaded->file);
	article.uncompared = !needs_comparison(&w, wanted);
	if (!rc)
		rc = article_build(&w.article, &arena, &loaded->file, chosen, n, &article, err);
	name_beside(&w, wanted);
	if (!rc)
		rc = check_output(&w, wanted, err);
	if (!rc)
		rc = check_result(&w, wanted, err);
	if (!rc)
		rc = make_folders(&w, wanted, err);
	for (size_t i = 0; i < N_FORMATS && !rc; i++)
		if (wanted[i])
			rc = formats[i].write(&w, err);
	arena_release(&arena);
	return rc;
}
