/*
 * Files of neighbours and of the Phoronix Test Suite's profiles: the first byte says which format, the rest is
 * the file. What was read is settled, written in every format and drawn.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/exchange/exchange.h"
#include "report/layout/charts.h"
#include "runner/pts/profile.h"
#include "share/base/banned.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(struct result_file *file)
{
	struct arena arena = { 0 };
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < file->n_results && i < 20; i++) {
		struct chart chart;
		struct layout layout;

		if (!chart_build(&chart, &arena, file, &file->results[i], &err))
			layout_bars(&layout, &arena, &chart, LAYOUT_WIDTH);
	}
	arena_release(&arena);
	error_release(&err);
}

static void exchange(const struct exchange *format, const char *bytes, size_t size)
{
	struct result_file file = { .meta = { "", "", "", "", NULL, NULL, NULL, NULL, NULL } };
	const struct exchange_source source = { "fuzz", "fuzz", bytes, size };
	struct text notes = TEXT_INIT;
	struct error err = ERROR_INIT;

	if (!format->read(&file, &source, &notes, &err) && file.n_systems) {
		result_file_settle(&file);
		draw(&file);
		for (const struct exchange *const *e = exchanges; *e; e++) {
			struct text out = TEXT_INIT;

			(*e)->write(&file, &out, &notes, &err);
			text_release(&out);
		}
	}
	result_file_release(&file);
	text_release(&notes);
	error_release(&err);
}

static void put(const char *folder, const char *name, const char *bytes, size_t size)
{
	char *path = mem_printf("%s/%s", folder, name);
	FILE *stream = fopen(path, "w");

	if (stream) {
		fwrite(bytes, 1, size, stream);
		fclose(stream);
	}
	free(path);
}

static void take_away(const char *folder, const char *name)
{
	char *path = mem_printf("%s/%s", folder, name);

	unlink(path);
	free(path);
}

/* A test profile is a folder of files; the one under test, and what it cannot be without. */
static void definitions(bool results, const char *bytes, size_t size)
{
	static const char least[] =
		"<PhoronixTestSuite><TestInformation><Title>T</Title></TestInformation></PhoronixTestSuite>";
	char folder[] = "/tmp/hib-fuzz-XXXXXX";
	struct text yaml = TEXT_INIT;
	struct strings warnings;
	struct file_origin origin;
	struct arena arena = { 0 };
	struct error err = ERROR_INIT;

	if (!mkdtemp(folder))
		return;
	put(folder, "test-definition.xml", results ? least : bytes, results ? sizeof least - 1 : size);
	if (results)
		put(folder, "results-definition.xml", bytes, size);
	if (!pts_profile_yaml(folder, &yaml, &warnings, &arena, &origin, &err)) {
		struct profile profile = { 0 };
		const struct node *root = yaml_parse(&arena, "fuzz", text_string(&yaml), yaml.size, &err);

		/* what was written as YAML is YAML */
		if (!root)
			abort();
		keys_read(&profile_keys, &arena, "fuzz", root, &profile, &err);
	}
	take_away(folder, "test-definition.xml");
	take_away(folder, "results-definition.xml");
	rmdir(folder);
	text_release(&yaml);
	arena_release(&arena);
	error_release(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes;

	if (!size)
		return 0;
	bytes = mem_bytes((const char *)data + 1, size - 1);
	if (data[0] % 8 < 5)
		exchange(exchanges[data[0] % 8], bytes, size - 1);
	else
		definitions(data[0] % 8 == 7, bytes, size - 1);
	free(bytes);
	return 0;
}
