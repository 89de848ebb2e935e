/*
 * Charts of any values and names: everything that a report makes of them, which aborts where a picture would be
 * no XML, or a number of it none. The input is lines: a letter for the system, one for the test, a digit for
 * the state, then the value; a line that begins with '=' names all systems and tests that come next.
 */
#include <libxml/parser.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/article/html.h"
#include "report/article/written.h"
#include "report/export/export.h"
#include "report/picture/picture.h"
#include "report/result/publish.h"
#include "share/base/number.h"
#include "share/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_LINES 200

static void add_line(struct result_file *file, const char *name, const char *line, int number)
{
	struct arena *arena = &file->arena;
	struct sample sample = { .state = (enum state)((unsigned char)line[2] % ST_COUNT),
		.trial = number,
		.block = number % 8 + 1,
		.slot = line[2] & 0x40 ? 0 : number,
		.seconds = 1 };
	const char *description = arena_printf(arena, "Clients: %d - %s", (unsigned char)line[1] % 9, name);
	const struct result_key key = { arena_printf(arena, "hib/t%d-1.0.0", (unsigned char)line[1] % 3), name,
		"1", "-x", description, (unsigned char)line[1] % 2 ? "MB/s" : name,
		(enum proportion)((unsigned char)line[1] % 3), -1, 8, NULL, NULL, false };

	if (!number_double(line + 3, strlen(line + 3), &sample.value))
		sample.state = sample.state == ST_OK ? ST_FAILED : sample.state;
	if (sample.state == ST_OK)
		sample.text = line + 3;
	else
		sample.reason = line + 3;
	result_file_add(file, &key, arena_printf(arena, "%s%d", name, (unsigned char)line[0] % 12), &sample);
}

static void add_lines(struct result_file *file, char *lines)
{
	const char *name = "x";
	int number = 0;

	for (char *line = strtok_r(lines, "\n", &lines); line && number < MOST_LINES;
		line = strtok_r(NULL, "\n", &lines)) {
		if (*line == '=')
			name = line + 1;
		else if (strlen(line) > 3)
			add_line(file, name, line, ++number);
	}
}

/* Is the picture XML, and are its numbers numbers? */
static void check_picture(const struct layout *layout)
{
	struct text svg = TEXT_INIT;
	xmlDoc *document;

	for (size_t i = 0; i < layout->n; i++) {
		const struct shape *s = &layout->shapes[i];
		double sum = s->x + s->y + s->w + s->h;

		for (size_t k = 0; k < 2 * s->n_points; k++)
			sum += s->points[k];
		if (!(sum < 1e12 && sum > -1e12))
			abort();
	}
	svg_add(&svg, layout, false);
	document = xmlReadMemory(svg.bytes, (int)svg.size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
	if (!document)
		abort();
	xmlFreeDoc(document);
	text_release(&svg);
}

static void report(struct result_file *file)
{
	const struct article_options options = { .source = "x", .title = "t" };
	static const char *const none[] = { NULL };
	bool kinds[FIGURE_KINDS] = { true };
	size_t *chosen = malloc((file->n_results + 1) * sizeof *chosen);
	struct arena arena = { 0 };
	struct article article;
	struct error err = ERROR_INIT;
	struct text out = TEXT_INIT;

	for (size_t i = 0; i < file->n_results; i++)
		chosen[i] = i;
	if (!article_build(&article, &arena, file, chosen, file->n_results, &options, &err)) {
		for (size_t i = 0; i < article.n_figures; i++) {
			struct layout layout;

			figure_layout(
				&layout, &arena, &article, &article.figures[i], 320 + (double)(i % 3) * 240);
			check_picture(&layout);
		}
		article_html(&out, &article, none);
		article_markdown(&out, &article, NULL, kinds, &err);
		article_text(&out, &article, 60, &err);
		export_csv(&out, &article);
		export_wide(&out, &article);
		export_json(&out, &article);
	}
	error_release(&err);
	text_release(&out);
	arena_release(&arena);
	free(chosen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct result_file file = { .meta = { "", "", "", "", NULL, NULL, NULL, NULL, NULL } };
	char *lines = malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		lines[i] = (char)(data[i] ? data[i] : ' ');
	lines[size] = '\0';
	add_lines(&file, lines);
	result_file_publish(&file);
	report(&file);
	result_file_release(&file);
	free(lines);
	return 0;
}
