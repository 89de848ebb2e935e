#include <math.h>
#include <string.h>

#include "parsers/template/value.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define OUTLIER_DEVIATIONS 2
#define SHORTEST_FRAME     2000 /* us; below it the game did not draw */
#define LEAST_VALUES       4
#define PHP_DECIMALS       3
#define LEAST_FRAMES       60 /* no line for fewer */

struct frames {
	double *items; /* ms */
	size_t n;
};

static void add(struct frames *frames, double value, struct arena *arena)
{
	frames->items = arena_more(arena, frames->items, frames->n, sizeof *frames->items);
	frames->items[frames->n++] = value;
}

static size_t remove_outliers(struct frames *frames)
{
	double mean = 0, squares = 0, limit;
	size_t n = 0;

	for (size_t i = 0; i < frames->n; i++)
		mean += frames->items[i] / (double)frames->n;
	for (size_t i = 0; i < frames->n; i++)
		squares += (frames->items[i] - mean) * (frames->items[i] - mean);
	limit = frames->n > 1 ? OUTLIER_DEVIATIONS * sqrt(squares / (double)(frames->n - 1)) : INFINITY;
	for (size_t i = 0; i < frames->n; i++)
		if (fabs(frames->items[i] - mean) <= limit)
			frames->items[n++] = frames->items[i];
	return frames->n = n;
}

/* Lines "Frametime N us". */
static size_t read_lines(struct frames *frames, struct bytes output, double shortest, struct arena *arena)
{
	static const char head[] = "Frametime ";
	size_t lines = 0;

	for (size_t from = 0; from < output.size; lines++) {
		long end = bytes_find(output, bytes_of("\n"), from);
		struct bytes line = bytes_part(output, from, end < 0 ? output.size : (size_t)end);
		long at = bytes_find(line, bytes_of(head), 0), us = bytes_find(line, bytes_of(" us"), 0);
		double value;

		if (at >= 0 && us > at &&
			template_is_number(bytes_part(line, (size_t)at + strlen(head), (size_t)us), &value) &&
			value > shortest)
			add(frames, value / 1e3, arena);
		from += line.size + 1;
	}
	return lines;
}

static void read_csv(struct frames *frames, struct bytes output, struct arena *arena)
{
	for (size_t from = 0; from <= output.size;) {
		long comma = bytes_find(output, bytes_of(","), from);
		struct bytes cell = bytes_part(output, from, comma < 0 ? output.size : (size_t)comma);
		double value;

		/* what is no number keeps its place, for the first one is dropped */
		add(frames, template_is_number(cell, &value) ? value : 0, arena);
		from += cell.size + 1;
	}
}

void template_frames(struct template_found *found, const struct template *t, const char *which,
	struct bytes output, struct arena *arena)
{
	bool csv = !strcmp(t->output, "csv-dump-frame-latencies"), none = true;
	bool no_limit = !strcmp(t->output, "libframetime-output-no-limit");
	struct frames frames = { 0 };
	double sum = 0, least = INFINITY, most = 0;
	size_t n = 0;

	if (csv) {
		read_csv(&frames, output, arena);
	} else {
		size_t lines = read_lines(&frames, output, no_limit ? 0 : SHORTEST_FRAME, arena);

		if (!frames.n && lines >= LEAST_VALUES - 1)
			found->reason =
				"no frame times: the Phoronix Test Suite ends here with a division by zero";
		remove_outliers(&frames);
	}
	if (frames.n < LEAST_VALUES)
		return;
	for (size_t i = 1; i < frames.n; i++) {
		double rate = 1e3 / frames.items[i];

		if (frames.items[i] == 0)
			continue;
		none = false;
		sum += rate;
		least = fmin(least, rate);
		most = fmax(most, rate);
		n++;
	}
	if (none)
		return;
	found->value.number = !strcmp(which, "MIN_") ? least : !strcmp(which, "MAX_") ? most : sum / (double)n;
	found->value.text = template_number(arena, found->value.number).at;
}

bool template_knows_frames(const char *kind)
{
	return !strcmp(kind, "libframetime-output") || !strcmp(kind, "libframetime-output-no-limit") ||
		!strcmp(kind, "csv-dump-frame-latencies");
}

const char *template_frame_times(const char *kind, struct bytes output, struct arena *arena)
{
	struct frames frames = { 0 };
	struct text line = TEXT_INIT;
	const char *kept = NULL;

	if (!strcmp(kind, "csv-dump-frame-latencies"))
		read_csv(&frames, output, arena);
	else
		read_lines(&frames, output, strcmp(kind, "libframetime-output") ? 0 : SHORTEST_FRAME, arena);
	for (size_t i = 0; i < frames.n; i++)
		text_printf(&line, "%s%.14g", i ? "," : "", frames.items[i]);
	if (frames.n > LEAST_FRAMES)
		kept = arena_text(arena, text_string(&line));
	text_release(&line);
	return kept;
}
