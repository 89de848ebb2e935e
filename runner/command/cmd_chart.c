#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/layout/charts.h"
#include "report/picture/picture.h"
#include "report/text/rich.h"
#include "report/exchange/plain_values.h"
#include "runner/command/command.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)64 << 20)

struct chart_options {
	const char *unit, *title, *format, *sort;
	bool lower, ascii;
	int width;
};

static const struct option_spec chart_options[] = {
	{ "title", 0, OPTION_TEXT, offsetof(struct chart_options, title), "TEXT", "heading", 0, 0, NULL },
	{ "unit", 0, OPTION_TEXT, offsetof(struct chart_options, unit), "UNIT", "unit of the values", 0, 0,
		NULL },
	{ "lower", 0, OPTION_FLAG, offsetof(struct chart_options, lower), NULL,
		"lower is better (else higher is)", 0, 0, NULL },
	{ "sort", 0, OPTION_CHOICE, offsetof(struct chart_options, sort), NULL,
		"bars in the order of the file, or the best first", 0, 0, "file best" },
	{ "format", 'f', OPTION_CHOICE, offsetof(struct chart_options, format), NULL,
		"bars of characters, or a picture on stdout", 0, 0, "text svg png" },
	{ "width", 0, OPTION_WHOLE, offsetof(struct chart_options, width), "N",
		"columns; without it the terminal's, 80 in a pipe. Of a picture pixels, from 320 on, default 800",
		20, LAYOUT_MOST_WIDTH, NULL },
	{ "ascii", 0, OPTION_FLAG, offsetof(struct chart_options, ascii), NULL, "no character outside ASCII", 0,
		0, NULL },
	{ 0 }
};

static int read_values(
	struct result_file *file, const struct result_key *key, const char *name, struct error *err)
{
	struct text content = TEXT_INIT;
	const char *where = strcmp(name, "-") ? name : "stdin";
	int rc = file_read(&content, strcmp(name, "-") ? name : "/dev/stdin", LARGEST, err);

	if (!rc)
		rc = plain_values_read(file, key, where, text_string(&content), content.size, err);
	text_release(&content);
	return rc;
}

/* The chart as SVG or PNG on stdout. */
static int draw_picture(
	const struct chart *chart, struct arena *arena, const struct chart_options *options, struct error *err)
{
	const struct png_options png = { 1 };
	struct layout layout;
	struct text svg = TEXT_INIT, notes = TEXT_INIT;
	int rc = 0;

	if (options->width && options->width < LAYOUT_LEAST_WIDTH)
		return error_set(err, "--width: a picture has %d pixels or more", LAYOUT_LEAST_WIDTH);
	layout_bars(&layout, arena, chart, options->width ? options->width : LAYOUT_WIDTH);
	if (!strcmp(options->format, "png")) {
		rc = png_write(&layout, &png, stdout, &notes, err);
	} else {
		svg_add(&svg, &layout, false);
		fwrite(svg.bytes, 1, svg.size, stdout);
		text_release(&svg);
	}
	command_notes(&notes);
	return rc ? rc : file_check_stream(stdout, "the picture", err);
}

static int draw(struct result_file *file, const struct chart_options *options, struct error *err)
{
	struct terminal t = terminal_for(stdout, options->width, options->ascii);
	struct arena arena = { 0 };
	struct chart chart;
	int rc;

	result_file_settle(file);
	rc = chart_build(&chart, &arena, file, &file->results[0], err);
	if (!rc)
		charts_settle(&chart, 1);
	if (!rc && options->sort && !strcmp(options->sort, "best"))
		chart_sort(&chart);
	if (!rc && options->format && strcmp(options->format, "text") != 0)
		rc = draw_picture(&chart, &arena, options, err);
	else if (!rc)
		rc = text_rich(&chart, &t, stdout, err);
	arena_release(&arena);
	return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
	struct chart_options options = { 0 };
	struct result_file file = { 0 };
	struct result_key key = { "", "", "", "", "", "", PROPORTION_HIB, -1, 0, NULL, NULL, false };
	struct error err = ERROR_INIT;
	int first, rc = options_parse(command, argc, argv, &options, &first, &err);

	if (rc)
		return rc > 0 ? EXIT_OK : command_fail(&err);
	if (argc - first > 1)
		return command_usage(command, "chart reads one file");
	key.title = options.title ? options.title : "";
	key.scale = options.unit ? options.unit : "";
	if (options.lower)
		key.proportion = PROPORTION_LIB;
	rc = read_values(&file, &key, argv[first] ? argv[first] : "-", &err);
	if (!rc)
		rc = draw(&file, &options, &err);
	result_file_release(&file);
	return rc ? command_fail(&err) : EXIT_OK;
}

const struct command command_chart = {
	.name = "chart",
	.operands = "[FILE|-]",
	.summary = "bars from plain \"label value\" lines",
	.text = "Each line is a label and a number; a repeated label is one more sample. Empty lines and "
		"lines that begin with # are skipped.",
	.options = chart_options,
	.run = run,
};
