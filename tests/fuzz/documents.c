/* Result files, text exports, documents, plain values, profiles, suites and experiments from any bytes; what
 * reads is written and read again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/composite/composite.h"
#include "report/exchange/openbenchmarking.h"
#include "report/exchange/plain_values.h"
#include "report/layout/terminal.h"
#include "report/text/classic.h"
#include "report/text/metrics.h"
#include "report/layout/charts.h"
#include "report/picture/picture.h"
#include "report/text/rich.h"
#include "runner/command/import/document.h"
#include "runner/experiment/experiment.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct limits small = {
	.bytes = 1 << 20, .depth = 64, .systems = 100, .results = 200, .entries = 2000
};

static void draw(struct result_file *file, FILE *out)
{
	const struct classic_options options = { 79, NULL, 0 };
	const struct terminal terminal = { .width = 80 };
	struct text notes = TEXT_INIT;
	struct error err = ERROR_INIT;

	text_classic(file, &options, out, &notes, &err);
	for (size_t i = 0; i < file->n_results && i < 20; i++) {
		struct arena arena = { 0 };
		struct chart chart;

		if (!chart_build(&chart, &arena, file, &file->results[i], &err)) {
			struct layout layout;
			struct text svg = TEXT_INIT;

			charts_settle(&chart, 1);
			text_rich(&chart, &terminal, out, &err);
			layout_bars(&layout, &arena, &chart, 400);
			svg_add(&svg, &layout, false);
			text_release(&svg);
			if (chart_has_slots(&chart))
				layout_runs(&layout, &arena, &chart, 400);
		}
		arena_release(&arena);
	}
	error_release(&err);
	text_release(&notes);
}

static void tables(struct result_file *file, FILE *out)
{
	const struct terminal terminal = { .width = 80 };
	size_t chosen[20], n_tables, n = 0;
	struct table *list;
	struct arena arena = { 0 };
	struct error err = ERROR_INIT;

	while (n < file->n_results && n < 20) {
		chosen[n] = n;
		n++;
	}
	if (tables_build(&list, &n_tables, &arena, file, chosen, n, &err))
		n_tables = 0;
	for (size_t i = 0; i < n_tables; i++) {
		text_metrics(&list[i], &terminal, out, &err);
		text_accounting(&list[i], &terminal, out, &err);
	}
	arena_release(&arena);
	error_release(&err);
}

static void again(struct result_file *file)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&bytes, &size);
	struct error err = ERROR_INIT;
	struct result_file copy = { 0 };

	if (composite_write(file, stream, &err))
		abort();
	fclose(stream);
	stream = fmemopen(bytes, size, "r");
	if (composite_read(&copy, "again", stream, &composite_limits, &err)) {
		fprintf(stderr, "%s\n", err.message);
		abort();
	}
	if (copy.n_systems != file->n_systems || copy.n_results != file->n_results)
		abort();
	result_file_release(&copy);
	fclose(stream);
	free(bytes);
}

static void composite(const uint8_t *data, size_t size, FILE *out)
{
	struct result_file file = { 0 };
	struct error err = ERROR_INIT;
	FILE *stream = fmemopen((void *)(uintptr_t)data, size, "r");

	if (stream && !composite_read(&file, "fuzz", stream, &small, &err)) {
		draw(&file, out);
		again(&file);
	}
	result_file_release(&file);
	if (stream)
		fclose(stream);
	error_release(&err);
}

static void text_export(const uint8_t *data, size_t size, FILE *out)
{
	struct result_file file = { 0 };
	struct text warnings = TEXT_INIT;
	struct error err = ERROR_INIT;
	char *bytes = mem_bytes((const char *)data, size);

	if (!openbenchmarking_read(&file, "fuzz", bytes, size, NULL, &warnings, &err))
		draw(&file, out);
	result_file_release(&file);
	text_release(&warnings);
	error_release(&err);
	free(bytes);
}

static void document(const uint8_t *data, size_t size, FILE *out)
{
	struct result_file file = { .meta = { "", "", "", "", NULL, NULL, NULL, NULL, NULL } };
	struct document_options options = { 0 };
	struct text notes = TEXT_INIT;
	struct error err = ERROR_INIT;

	if (!import_document(&file, "fuzz", (const char *)data, size, &options, &notes, &err)) {
		result_file_settle(&file);
		draw(&file, out);
		tables(&file, out);
		again(&file);
	}
	result_file_release(&file);
	text_release(&notes);
	error_release(&err);
}

static void values(const uint8_t *data, size_t size, FILE *out)
{
	const struct result_key key = { "hib/chart-1.0.0", "Title", "", "", "", "Unit", PROPORTION_HIB, 0, 0,
		NULL, NULL, false };
	struct result_file file = { .meta = { "", "", "", "", NULL, NULL, NULL, NULL, NULL } };
	struct error err = ERROR_INIT;
	char *bytes = mem_bytes((const char *)data, size);

	if (!plain_values_read(&file, &key, "fuzz", bytes, size, &err)) {
		result_file_settle(&file);
		draw(&file, out);
		again(&file);
	}
	result_file_release(&file);
	error_release(&err);
	free(bytes);
}

static void yaml(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct arena arena = { 0 };
	struct profile profile = { 0 };
	struct suite suite = { 0 };
	struct experiment experiment = { 0 };
	const struct node *root = yaml_parse(&arena, "fuzz", (const char *)data, size, &err);

	if (root && root->kind == NODE_MAP) {
		keys_read(&profile_keys, &arena, "fuzz", root, &profile, &err);
		keys_read(&suite_keys, &arena, "fuzz", root, &suite, &err);
		keys_read(&experiment_keys, &arena, "fuzz", root, &experiment, &err);
	}
	arena_release(&arena);
	error_release(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;

	if (!out)
		out = fopen("/dev/null", "w");
	if (!size || !out)
		return 0;
	composite(data, size, out);
	text_export(data, size, out);
	document(data, size, out);
	values(data, size, out);
	yaml(data, size);
	return 0;
}
