#include "runner/command/parse_print.h"

#include <stdio.h>
#include <string.h>

#include "share/base/json.h"
#include "share/base/banned.h"

#define PIECES  3 /* before the value, between it and the base value, behind */
#define KINDS   8 /* kept at a time */
#define AT_ONCE ((size_t)64 << 10)

/* What all values of one metric have in common, as it is printed. */
struct kind {
	const struct meaning *of;
	struct text pieces[PIECES];
};

struct printer {
	struct text out;
	struct kind kinds[KINDS];
	size_t last; /* place of the kind printed last; metrics come round in one order */
	int width; /* of the widest metric */
	void (*describe)(const struct printer *printer, struct kind *kind);
};

static const struct kind *kind_of(struct printer *printer, const struct measurement *m)
{
	struct kind *kind;

	for (size_t i = 1; i <= KINDS; i++) {
		kind = &printer->kinds[(printer->last + i) % KINDS];
		if (kind->of == m->of) {
			printer->last += i;
			return kind;
		}
	}
	kind = &printer->kinds[++printer->last % KINDS];
	kind->of = m->of;
	for (size_t i = 0; i < PIECES; i++)
		text_clear(&kind->pieces[i]);
	printer->describe(printer, kind);
	return kind;
}

static void add_piece(struct printer *printer, const struct kind *kind, int piece)
{
	text_add(&printer->out, kind->pieces[piece].bytes, kind->pieces[piece].size);
}

static void flush(struct text *out, size_t limit)
{
	if (out->size <= limit)
		return;
	fwrite(out->bytes, 1, out->size, stdout);
	text_clear(out);
}

static void release(struct printer *printer)
{
	flush(&printer->out, 0);
	fflush(stdout);
	text_release(&printer->out);
	for (size_t i = 0; i < KINDS; i++)
		for (size_t j = 0; j < PIECES; j++)
			text_release(&printer->kinds[i].pieces[j]);
}

static void describe_json(const struct printer *printer, struct kind *kind)
{
	const struct meaning *of = kind->of;
	struct text *before = &kind->pieces[0], *between = &kind->pieces[1], *behind = &kind->pieces[2];

	(void)printer;
	text_addc(before, '{');
	json_add_key(before, "metric");
	json_add_string(before, of->metric);
	if (of->system) {
		json_add_key(before, "system");
		json_add_string(before, of->system);
		json_add_key(before, "test");
		json_add_string(before, of->test);
	}
	json_add_key(before, "value");
	text_addc(between, ',');
	json_add_string(between, "unit");
	text_addc(between, ':');
	json_add_string(between, of->unit);
	json_add_key(between, "base_value");
	text_addc(behind, ',');
	json_add_string(behind, "base_unit");
	text_addc(behind, ':');
	json_add_string(behind, base_unit_name(of->base_unit));
	json_add_key(behind, "proportion");
	json_add_string(behind, proportion_name(of->proportion));
	text_adds(behind, ",\"state\":");
}

/* A number that mostly is the one printed from `same` on. */
static void add_base_value(struct text *out, const struct measurement *m, size_t same, size_t size)
{
	if (m->base_value != m->number.value) {
		json_add_number(out, m->base_value);
		return;
	}
	text_reserve(out, size);
	text_add(out, out->bytes + same, size);
}

static void add_json(struct printer *printer, const struct measurement *m)
{
	const struct kind *kind = kind_of(printer, m);
	struct text *out = &printer->out;
	size_t number, size;

	add_piece(printer, kind, 0);
	number = out->size;
	json_add_number(out, m->number.value);
	size = out->size - number;
	add_piece(printer, kind, 1);
	add_base_value(out, m, number, size);
	add_piece(printer, kind, 2);
	if (m->state == ST_OK && !m->reason) {
		text_adds(out, "\"ok\",\"reason\":null");
	} else {
		json_add_string(out, state_name(m->state));
		text_adds(out, ",\"reason\":");
		json_add_string(out, m->reason);
	}
	text_adds(out, ",\"line\":");
	text_add_whole(out, m->line);
	text_addc(out, '}');
}

static void add_json_head(struct text *out, const struct parser *parser, const struct measurements *got)
{
	text_addc(out, '{');
	json_add_key(out, "program");
	json_add_string(out, parser->program);
	json_add_key(out, "version");
	json_add_string(out, got->version);
	json_add_key(out, "verdict");
	json_add_string(out, verdict_name(got->verdict));
	json_add_key(out, "reason");
	json_add_string(out, got->reason);
	json_add_key(out, "warnings");
	text_addc(out, '[');
	for (size_t i = 0; i < got->n_warnings; i++) {
		text_adds(out, i ? ",{" : "{");
		json_add_key(out, "line");
		text_printf(out, "%lu", got->warnings[i].line);
		json_add_key(out, "text");
		json_add_string(out, got->warnings[i].text);
		text_addc(out, '}');
	}
	text_adds(out, "]");
	json_add_key(out, "metrics");
}

void parse_print_json(const struct parser *parser, const struct measurements *got)
{
	struct printer printer = { .describe = describe_json };

	add_json_head(&printer.out, parser, got);
	text_addc(&printer.out, '[');
	for (size_t i = 0; i < got->n; i++) {
		text_adds(&printer.out, i ? ",\n  " : "\n  ");
		add_json(&printer, &got->items[i]);
		flush(&printer.out, AT_ONCE);
	}
	text_adds(&printer.out, "]}\n");
	release(&printer);
}

/* Words from the output, made fit for a terminal and padded to `columns`. */
static void add_clean(struct text *out, const char *words, int columns)
{
	size_t from = out->size;

	text_add_clean(out, words, strlen(words));
	if (columns)
		text_pad(out, columns - text_width(out->bytes + from, out->size - from));
}

static void add_right(struct text *out, const char *word, int columns)
{
	size_t size = strlen(word);

	text_pad(out, columns - (int)size);
	text_add(out, word, size);
}

static void describe_text(const struct printer *printer, struct kind *kind)
{
	const struct meaning *of = kind->of;

	add_clean(&kind->pieces[0], of->metric, printer->width);
	text_adds(&kind->pieces[0], "  ");
	text_addc(&kind->pieces[1], ' ');
	add_clean(&kind->pieces[1], of->unit, 8);
	text_printf(&kind->pieces[2], " %s\n", proportion_words(of->proportion));
}

static void add_text(struct printer *printer, const struct measurement *m)
{
	const struct kind *kind = kind_of(printer, m);

	add_piece(printer, kind, 0);
	add_right(&printer->out, m->state == ST_OK ? m->number.text : state_name(m->state), 12);
	add_piece(printer, kind, 1);
	if (m->state == ST_OK) {
		add_piece(printer, kind, 2);
		return;
	}
	text_printf(&printer->out, " line %lu: ", (unsigned long)m->line);
	add_clean(&printer->out, m->reason ? m->reason : "", 0);
	text_addc(&printer->out, '\n');
}

/* Columns of the longest name; names that come again soon are measured once. */
static int widest_metric(const struct measurements *got)
{
	const char *seen[4] = { NULL };
	int widest = 0;

	for (size_t i = 0; i < got->n; i++) {
		const char *metric = got->items[i].of->metric;
		int width;

		if (metric == seen[0] || metric == seen[1] || metric == seen[2] || metric == seen[3])
			continue;
		seen[i % 4] = metric;
		width = text_width(metric, strlen(metric));
		widest = width > widest ? width : widest;
	}
	return widest;
}

void parse_print_text(const struct parser *parser, const struct measurements *got)
{
	struct printer printer = { .describe = describe_text, .width = widest_metric(got) };
	struct text *out = &printer.out;

	text_printf(out, "%s ", parser->program);
	add_clean(out, got->version ? got->version : "(version not told)", 0);
	text_printf(out, ": %s%s", verdict_name(got->verdict), got->reason ? ", " : "");
	add_clean(out, got->reason ? got->reason : "", 0);
	text_addc(out, '\n');
	for (size_t i = 0; i < got->n; i++) {
		add_text(&printer, &got->items[i]);
		flush(out, AT_ONCE);
	}
	release(&printer);
	for (size_t i = 0; i < got->n_warnings; i++)
		fprintf(stderr, "hib: line %lu: %s\n", got->warnings[i].line, got->warnings[i].text);
	if (got->n_unsaid)
		fprintf(stderr, "hib: and %zu further remarks\n", got->n_unsaid);
}
