/* The terminal's form of a diff: a table in the width there is, and what it rests on around it. */
#include "report/diff/words.h"

#include <math.h>
#include <string.h>

#include "share/base/file.h"
#include "share/base/banned.h"

#define WIDE        100 /* columns from which n and p stand in the table */
#define WIDEST      120 /* and the interval of the other median */
#define LEAST_LABEL 18
#define MOST_SIDE   14 /* columns of a side's name */
#define INDENT      2

/* The cells of one row as they are printed. */
enum column { BASE, OTHER, CHANGE, INTERVAL, P, N, VERDICT, COLUMNS };

struct line {
	const char *label;
	struct text cells[COLUMNS];
	const char *heading; /* of a new unit above it, or NULL */
};

struct layout {
	struct line *lines;
	size_t n_lines;
	const char *names[COLUMNS];
	int widths[COLUMNS]; /* 0: not shown */
	int label;
	bool above; /* labels have lines of their own */
};

struct writer {
	const struct comparison *c;
	const struct terminal *t;
	FILE *out;
	size_t side; /* of the changes */
};

static void add_value(struct text *out, const struct cell *cell, bool with_interval)
{
	if (cell->words) {
		text_adds(out, cell->word);
		return;
	}
	text_adds(out, cell->value);
	if (with_interval && *cell->low)
		text_printf(out, " (%s .. %s)", cell->low, cell->high);
}

static void fill_line(struct line *line, const struct writer *w, const struct row *row)
{
	const struct change *change = &row->changes[w->side];
	const struct difference *d = &change->difference;

	line->label = row->label;
	add_value(&line->cells[BASE], &row->cells[0], false);
	add_value(&line->cells[OTHER], &row->cells[w->side + 1], w->t->width >= WIDEST);
	if (change->compared) {
		words_change(&line->cells[CHANGE], d->ratio);
		words_interval(&line->cells[INTERVAL], d->interval);
		words_p(&line->cells[P], d->p);
		words_n(&line->cells[N], change);
	} else {
		text_addc(&line->cells[CHANGE], '-');
		text_addc(&line->cells[INTERVAL], '-');
	}
	text_printf(&line->cells[VERDICT], "%c ", words_sign(change));
	words_verdict(&line->cells[VERDICT], change);
}

static void fill_total(struct line *line, struct arena *arena, const struct writer *w)
{
	const struct total *total = &w->c->totals[w->side];

	line->label = arena_printf(arena, "geometric mean of %zu of %zu", total->k, total->n);
	line->heading = "All tests, higher is better";
	words_change(&line->cells[CHANGE], total->ratio);
	if (!isnan(total->interval.low))
		words_interval(&line->cells[INTERVAL], total->interval);
	else
		text_addc(&line->cells[INTERVAL], '-');
}

static const char *unit_heading(struct arena *arena, const struct result *r)
{
	const char *words = proportion_words(r->proportion);

	if (!*r->scale && !*words)
		return "(no unit)";
	return arena_printf(arena, "%s%s%s", r->scale, *r->scale && *words ? ", " : "", words);
}

/* Rows of one unit stand together, in the order in which the units come. */
static void fill_lines(struct layout *layout, struct arena *arena, const struct writer *w)
{
	const struct comparison *c = w->c;
	bool *done = arena_take(arena, c->n_rows + 1);

	layout->lines = arena_take(arena, (c->n_rows + 1) * sizeof *layout->lines);
	for (size_t i = 0; i < c->n_rows; i++) {
		const char *heading = unit_heading(arena, c->rows[i].result);
		bool first = true;

		for (size_t k = i; k < c->n_rows; k++) {
			if (done[k] || strcmp(unit_heading(arena, c->rows[k].result), heading))
				continue;
			done[k] = true;
			layout->lines[layout->n_lines].heading = first ? heading : NULL;
			fill_line(&layout->lines[layout->n_lines++], w, &c->rows[k]);
			first = false;
		}
	}
	if (c->totals[w->side].k > 1)
		fill_total(&layout->lines[layout->n_lines++], arena, w);
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

static void name_columns(struct layout *layout, struct arena *arena, const struct writer *w)
{
	struct text interval = TEXT_INIT;
	const char **names = layout->names;

	words_interval_name(&interval, w->c);
	names[BASE] = w->c->sides[0].label;
	names[OTHER] = w->c->sides[w->side + 1].label;
	names[CHANGE] = "change";
	names[INTERVAL] = arena_text(arena, text_string(&interval));
	names[P] = "p";
	names[N] = "n";
	names[VERDICT] = "  verdict";
	text_release(&interval);
}

static void measure(struct layout *layout, const struct writer *w)
{
	int rest = w->t->width;

	for (int i = 0; i < COLUMNS; i++) {
		int name = terminal_label_width(w->t, layout->names[i]);

		if ((i == P || i == N) && w->t->width < WIDE)
			continue;
		layout->widths[i] = i == BASE || i == OTHER ? (name < MOST_SIDE ? name : MOST_SIDE) : name;
		for (size_t k = 0; k < layout->n_lines; k++)
			layout->widths[i] = max(layout->widths[i], (int)layout->lines[k].cells[i].size);
	}
	layout->label = (int)strlen("test");
	for (size_t k = 0; k < layout->n_lines; k++)
		layout->label = max(layout->label, terminal_label_width(w->t, layout->lines[k].label) + INDENT);
	for (int i = 0; i < COLUMNS; i++)
		rest -= layout->widths[i] ? layout->widths[i] + 2 : 0;
	/* where there is no room beside the figures, the label stands above them */
	layout->above = rest < LEAST_LABEL;
	layout->label = layout->above ? 2 * INDENT - 2 : rest < layout->label ? rest : layout->label;
}

/* Numbers to the right, words to the left. */
static void add_cells(struct text *out, const struct layout *layout, const struct line *line)
{
	for (int i = 0; i < COLUMNS; i++) {
		int width = layout->widths[i];

		if (!width)
			continue;
		text_adds(out, "  ");
		if (i != VERDICT)
			text_pad(out, width - (int)line->cells[i].size);
		text_add(out, text_string(&line->cells[i]), line->cells[i].size);
	}
}

static void write_text(const struct writer *w, struct text *line)
{
	while (line->size && line->bytes[line->size - 1] == ' ')
		line->bytes[--line->size] = '\0';
	fprintf(w->out, "%s\n", text_string(line));
	text_clear(line);
}

static void write_names(const struct layout *layout, const struct writer *w)
{
	struct text line = TEXT_INIT, name = TEXT_INIT;

	text_printf(&line, "%-*s", layout->label, layout->above ? "" : "test");
	for (int i = 0; i < COLUMNS; i++) {
		int width = layout->widths[i];

		if (!width)
			continue;
		text_clear(&name);
		terminal_label(&name, w->t, layout->names[i], width, false);
		text_adds(&line, "  ");
		if (i != VERDICT)
			text_pad(&line, width - text_width(name.bytes, name.size));
		text_add(&line, text_string(&name), name.size);
	}
	if (w->t->colour)
		fputs("\033[1m", w->out);
	write_text(w, &line);
	if (w->t->colour)
		fputs("\033[0m", w->out);
	text_release(&line);
	text_release(&name);
}

/* A label longer than its column goes on below, the figures beside its last line. */
static void write_line(const struct layout *layout, const struct writer *w, const struct line *line)
{
	struct text label = TEXT_INIT, out = TEXT_INIT;
	int columns = (layout->above ? w->t->width : layout->label) - INDENT;
	size_t from = 0;

	terminal_label(&label, w->t, line->label, 1 << 20, false);
	for (bool first = true;; first = false) {
		int indent = first ? INDENT : 2 * INDENT;
		size_t fits = text_fit_words(
			label.bytes + from, label.size - from, columns - (first ? 0 : INDENT));

		text_pad(&out, indent);
		text_add(&out, label.bytes + from, fits);
		text_pad(&out, layout->label - indent - text_width(label.bytes + from, fits));
		from += fits;
		while (from < label.size && label.bytes[from] == ' ')
			from++;
		if (from >= label.size && !layout->above)
			break;
		write_text(w, &out);
		if (from >= label.size)
			break;
	}
	if (layout->above)
		text_pad(&out, layout->label);
	add_cells(&out, layout, line);
	write_text(w, &out);
	text_release(&label);
	text_release(&out);
}

static void write_remark(void *context, const char *words)
{
	const struct writer *w = context;
	struct text clean = TEXT_INIT;

	terminal_label(&clean, w->t, words, 1 << 20, false);
	terminal_wrap_from(w->out, w->t, text_string(&clean), 0, INDENT);
	text_release(&clean);
}

/* What the columns are. */
static void write_key(struct writer *w)
{
	const struct comparison *c = w->c;
	struct text words = TEXT_INIT;

	words_change_means(&words, c, 0);
	if (words.size) {
		struct text key = TEXT_INIT;

		text_printf(&key, "columns: medians%s; ",
			w->t->width >= WIDEST ?
				", those of each other side with their own 95 % interval in ( )" :
				"");
		text_adds(&key, text_string(&words));
		if (w->t->width >= WIDE)
			text_adds(&key,
				"; p, how likely such a difference is by chance alone, for one test by itself; n, "
				"blocks or trials");
		text_adds(&key,
			"; + BETTER or - WORSE: proven, and no smaller than the limit; = SAME: proven to be "
			"within it; ~ small: proven, but smaller; ? INCONCLUSIVE: not proven either way");
		write_remark(w, text_string(&key));
		text_release(&key);
	}
	text_release(&words);
}

static void write_fact(const struct writer *w, const char *name, const struct text *words)
{
	struct text clean = TEXT_INIT;
	int column = fprintf(w->out, "%-9s", name);

	terminal_label(&clean, w->t, text_string(words), 1 << 20, false);
	terminal_wrap_from(w->out, w->t, text_string(&clean), column, column);
	text_release(&clean);
}

static void write_head(const struct writer *w, const struct diff_head *head)
{
	struct text words = TEXT_INIT;

	if (head->system) {
		text_adds(&words, head->system);
		write_fact(w, "system", &words);
		text_clear(&words);
	}
	words_facts(&words, w->c);
	write_fact(w, "differs", &words);
	text_clear(&words);
	words_order(&words, w->c, head);
	text_adds(&words, "; ");
	words_limit(&words, w->c);
	if (*w->c->shared)
		text_printf(&words, "; all tests %s", w->c->shared);
	write_fact(w, "order", &words);
	for (size_t side = 0; side + 1 < w->c->n_sides; side++) {
		text_clear(&words);
		if (w->c->n_sides > 2)
			text_printf(&words, "%s: ", w->c->sides[side + 1].label);
		words_found(&words, &w->c->tallies[side]);
		write_fact(w, side ? "" : "found", &words);
	}
	text_release(&words);
}

static void write_table(struct writer *w)
{
	struct arena arena = { 0 };
	struct layout layout = { 0 };

	name_columns(&layout, &arena, w);
	fill_lines(&layout, &arena, w);
	measure(&layout, w);
	if (w->c->n_sides > 2) {
		char *names = arena_printf(
			&arena, "%s against %s", w->c->sides[w->side + 1].label, w->c->sides[0].label);
		struct text line = TEXT_INIT;

		fputc('\n', w->out);
		terminal_label(&line, w->t, names, 1 << 20, false);
		terminal_wrap(w->out, w->t, text_string(&line), 0);
		text_release(&line);
	}
	write_names(&layout, w);
	for (size_t i = 0; i < layout.n_lines; i++) {
		if (layout.lines[i].heading) {
			struct text heading = TEXT_INIT;

			terminal_label(&heading, w->t, layout.lines[i].heading, w->t->width, false);
			write_text(w, &heading);
			text_release(&heading);
		}
		write_line(&layout, w, &layout.lines[i]);
		for (int k = 0; k < COLUMNS; k++)
			text_release(&layout.lines[i].cells[k]);
	}
	words_remarks(w->c, w->side, write_remark, w);
	arena_release(&arena);
}

int diff_text(const struct comparison *c, const struct diff_head *head, const struct terminal *t, FILE *out,
	struct error *err)
{
	struct writer w = { c, t, out, 0 };

	write_head(&w, head);
	if (!c->n_rows)
		fprintf(out, "%s\n", c->n_hidden ? "no test has a proven change" : "no tests");
	for (w.side = 0; c->n_rows && w.side + 1 < c->n_sides; w.side++)
		write_table(&w);
	w.side = 0;
	if (c->n_rows)
		write_key(&w);
	return file_check_stream(out, "the comparison", err);
}
