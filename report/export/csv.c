#include "report/export/export.h"

#include <math.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/banned.h"

void csv_add(struct text *line, const char *field)
{
	bool quoted = field[strcspn(field, ",\"\r\n")] != '\0';

	if (!quoted) {
		text_adds(line, field);
		text_addc(line, ',');
		return;
	}
	text_addc(line, '"');
	for (; *field; field++) {
		if (*field == '"')
			text_addc(line, '"');
		text_addc(line, *field);
	}
	text_adds(line, "\",");
}

void csv_add_number(struct text *line, double value)
{
	char buffer[NUMBER_TEXT_SIZE];

	csv_add(line, isfinite(value) ? number_shortest(value, buffer) : "");
}

void csv_end(struct text *line)
{
	line->size--;
	text_adds(line, "\r\n");
}

static void add_whole(struct text *out, int value)
{
	if (value > 0)
		text_add_whole(out, (unsigned long)value);
	text_addc(out, ',');
}

void csv_add_heading(struct text *out)
{
	text_adds(out,
		"title,version,description,profile,unit,proportion,system,trial,block,slot,value,state,reason,flags,"
		"seconds\r\n");
}

void csv_add_sample(struct text *out, const struct result *r, const char *system, const struct sample *sample)
{
	const char *reason = sample->reason;

	csv_add(out, r->title);
	csv_add(out, r->version);
	csv_add(out, r->description);
	csv_add(out, r->profile);
	csv_add(out, r->scale);
	csv_add(out, proportion_name(r->proportion));
	csv_add(out, system);
	add_whole(out, sample->trial);
	add_whole(out, sample->block);
	add_whole(out, sample->slot);
	csv_add(out, sample->text ? sample->text : "");
	csv_add(out, state_name(sample->state));
	csv_add(out, reason ? reason : "");
	csv_add(out, sample->flags ? sample->flags : "");
	csv_add_number(out, sample->seconds);
	csv_end(out);
}

void export_csv(struct text *out, const struct article *a)
{
	csv_add_heading(out);
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++) {
			const struct bar *bar = &a->charts[i].bars[k];
			const struct result *r = &a->file->results[a->chosen[i]];

			for (size_t s = 0; bar->entry && s < bar->entry->n_samples; s++)
				csv_add_sample(out, r, bar->label, &bar->entry->samples[s]);
			/* values that are no numbers, and nothing at all, are lines too */
			if (!bar->entry || !bar->entry->n_samples)
				csv_add_sample(out, r, bar->label,
					&(struct sample){ .text = bar->entry ? bar->entry->value : NULL,
						.state = bar->summary.state,
						.seconds = NAN });
		}
}

/* The labels of all charts, each once, in the order in which they come. */
static const char **find_labels(const struct article *a, size_t *n)
{
	const char **labels = NULL;

	*n = 0;
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++) {
			const char *label = a->charts[i].bars[k].label;
			size_t at = k < *n && !strcmp(labels[k], label) ? k : 0;

			while (at < *n && strcmp(labels[at], label) != 0)
				at++;
			if (at < *n)
				continue;
			labels = arena_more(a->arena, labels, *n, sizeof *labels);
			labels[(*n)++] = label;
		}
	return labels;
}

static const struct bar *bar_of(const struct chart *chart, size_t hint, const char *label)
{
	if (hint < chart->n_bars && !strcmp(chart->bars[hint].label, label))
		return &chart->bars[hint];
	for (size_t i = 0; i < chart->n_bars; i++)
		if (!strcmp(chart->bars[i].label, label))
			return &chart->bars[i];
	return NULL;
}

void export_wide(struct text *out, const struct article *a)
{
	size_t n;
	const char **labels = find_labels(a, &n);

	text_adds(out, "title,version,description,unit,proportion,");
	for (size_t i = 0; labels && i < n; i++)
		csv_add(out, labels[i]);
	csv_end(out);
	for (size_t i = 0; i < a->n; i++) {
		const struct result *r = &a->file->results[a->chosen[i]];

		csv_add(out, r->title);
		csv_add(out, r->version);
		csv_add(out, r->description);
		csv_add(out, r->scale);
		csv_add(out, proportion_name(r->proportion));
		for (size_t k = 0; k < n; k++) {
			const struct bar *bar = bar_of(&a->charts[i], k, labels[k]);

			csv_add(out,
				bar && bar->summary.n_ok ?
					arena_printf(a->arena, "%.12g", bar->summary.median) :
					"");
		}
		csv_end(out);
	}
}
