/* What a profile of the Phoronix Test Suite measures: its results definition as metrics. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parsers/template/value.h"
#include "runner/pts/building.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static int proportion_index(const char *text)
{
	return !text ? 2 : !strcmp(text, "HIB") ? 0 : !strcmp(text, "LIB") ? 1 : 2;
}

static struct metric *add_metric(struct building *b)
{
	struct rows *metrics = &b->profile.metrics;
	struct metric *m;

	metrics->items = arena_more(b->arena, metrics->items, metrics->n, sizeof *m);
	m = (struct metric *)metrics->items + metrics->n++;
	*m = (struct metric){ .scale = text_or(b->definition.scale, ""),
		.proportion = proportion_index(b->definition.proportion),
		.decimals = -1 };
	return m;
}

/* A plain word for a value, unlike those before it. */
static const char *metric_name(struct building *b, const char *from)
{
	const struct metric *items = b->profile.metrics.items;
	struct text slug = TEXT_INIT;
	const char *name, *first;
	int n = 2;

	text_add_slug(&slug, from && *from ? from : "value");
	first = name = arena_text(b->arena, text_string(&slug));
	text_release(&slug);
	/* the last one is the one that is named */
	for (size_t i = 0; i + 1 < b->profile.metrics.n; i++)
		if (!strcmp(items[i].pattern, name)) {
			name = arena_printf(b->arena, "%s-%d", first, n++);
			i = (size_t)-1;
		}
	return name;
}

/* Texts that are empty are not set: so the template engine has it. */
static void clear_empty(struct template *t)
{
	const char **fields[] = { &t->match_arguments, &t->result_key, &t->line_hint, &t->line_before_hint,
		&t->line_after_hint, &t->before_string, &t->after_string, &t->strip, &t->strip_postfix,
		&t->turn_to_space, &t->delete_before, &t->delete_after, &t->multiply_by, &t->divide_by,
		&t->divisor, &t->multi_match, &t->file_format, &t->display_format, &t->description };

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		*fields[i] = none_if_empty(*fields[i]);
}

static void add_template(struct building *b, const struct template *t)
{
	struct metric *m = add_metric(b);
	int64_t decimals;

	m->template = *t;
	clear_empty(&m->template);
	m->title = none_if_empty(t->append_description);
	m->pattern = metric_name(b, m->title ? m->title : t->description);
	m->scale = text_or(t->scale, m->scale);
	if (t->proportion && *t->proportion)
		m->proportion = proportion_index(t->proportion);
	if (t->precision && number_whole(t->precision, strlen(t->precision), 0, 9, &decimals))
		m->decimals = decimals;
	m->optional = b->results.n > 1;
}

static void add_monitor(struct building *b)
{
	const struct results_monitor *monitor = &b->results.monitor;
	static const char *const reports[] = { "AVG", "MIN", "MAX", "ALL" };
	struct metric *m = add_metric(b);

	m->pattern = "elapsed";
	m->decimals = 3;
	if (!strcmp(monitor->sensor, "sys.time")) {
		m->shortest = 2;
		return;
	}
	m->pattern = m->sensor.name = monitor->sensor;
	m->decimals = -1;
	m->template.display_format = monitor->report && !strcasecmp(monitor->report, "ALL") ? "LINE_GRAPH" :
											      NULL;
	m->sensor.every = building_number(monitor->frequency) > 0 ? building_number(monitor->frequency) : 2;
	for (int i = 0; i < 4; i++)
		if (monitor->report && !strcasecmp(monitor->report, reports[i]))
			m->sensor.report = i;
}

static void add_frame_times(struct building *b)
{
	struct metric *m = add_metric(b);

	m->pattern = "frame-times";
	m->title = "Total Frame Time";
	m->scale = "Milliseconds";
	m->proportion = 1;
	m->optional = true;
	m->template.frame_times = b->results.extra_data;
	m->template.display_format = "LINE_GRAPH";
}

int building_take_results(struct building *b, const char *parent)
{
	char *own = file_join(b->folder, "results-definition.xml"),
	     *inherited = mem_printf("%s/results-definition.xml", parent ? parent : "");
	const char *path = file_exists(own) || !parent || !file_exists(inherited) ? own : inherited;
	int rc = 0;

	if (file_exists(path)) {
		building_take_origin(b, path);
		rc = results_definition_read(&b->results, path, b->err);
		for (size_t i = 0; i < b->results.n_warnings; i++)
			building_warn(b, b->results.warnings[i]);
	} else {
		building_warn(b,
			arena_printf(b->arena,
				"%s: it has no results-definition.xml: the Phoronix Test Suite gets no value from it; hib takes its time",
				b->folder));
	}
	if (!rc && b->results.monitor.sensor)
		add_monitor(b);
	for (size_t i = 0; i < b->results.n && !rc && !b->results.monitor.sensor; i++)
		add_template(b, &b->results.templates[i]);
	if (!rc && b->results.extra_data && template_knows_frames(b->results.extra_data) && b->results.n &&
		!b->results.monitor.sensor)
		add_frame_times(b);
	else if (!rc && b->results.extra_data)
		building_warn(b,
			arena_printf(b->arena, "%s: ExtraData '%s': its line of frame times is not drawn", path,
				b->results.extra_data));
	if (!rc && !b->profile.metrics.n) {
		struct metric *m = add_metric(b);

		m->pattern = "elapsed";
		m->scale = "Seconds";
		m->proportion = 1;
	}
	b->profile.parser_name = b->results.n && !b->results.monitor.sensor ? "template" : "elapsed";
	b->profile.parse = b->results.n && !b->results.monitor.sensor ? "file:{work}/log" : "stdout";
	free(own);
	free(inherited);
	return rc;
}
