/* Paints a chart's layout in cells on a terminal. */
#include "report/text/rich.h"

#include <math.h>

#include "report/layout/charts.h"
#include "share/base/file.h"
#include "share/base/banned.h"

/* Readable on light and dark grounds; the label says the same without colour. */
static const char *const codes[] = { "36", "33", "35", "32", "34", "31" };

/* A line being filled from the left. */
struct page {
	const struct terminal *t;
	FILE *out;
	struct text line;
	int column, y;
	bool bold;
};

static void end_line(struct page *p)
{
	if (p->bold)
		text_adds(&p->line, "\033[0m");
	while (p->line.size && p->line.bytes[p->line.size - 1] == ' ')
		p->line.size--;
	text_addc(&p->line, '\n');
	fwrite(p->line.bytes, 1, p->line.size, p->out);
	text_clear(&p->line);
	p->column = 0;
	p->bold = false;
	p->y++;
}

static void go_to(struct page *p, int x, int y)
{
	while (p->y < y)
		end_line(p);
	text_pad(&p->line, x - p->column);
	p->column = x > p->column ? x : p->column;
}

static void paint_bar(struct page *p, const struct shape *s)
{
	int cells = (int)ceil(s->w);

	if (p->t->colour)
		text_printf(&p->line, "\033[%sm", codes[(s->system < 0 ? 0 : s->system) % 6]);
	terminal_bar(&p->line, p->t, s->w / cells, cells, s->broken);
	if (p->t->colour)
		text_adds(&p->line, "\033[0m");
	p->column += cells;
}

static void paint_text(struct page *p, const struct shape *s)
{
	int width = text_width(s->text, strlen(s->text));

	go_to(p, (int)s->x - (s->anchor == ANCHOR_END ? width : 0), (int)s->y);
	if (s->font == FONT_TITLE && p->t->colour && !p->bold) {
		text_adds(&p->line, "\033[1m");
		p->bold = true;
	}
	text_adds(&p->line, s->text);
	p->column += width;
}

int text_rich(const struct chart *chart, const struct terminal *t, FILE *out, struct error *err)
{
	struct arena arena = { 0 };
	struct layout layout;
	struct page page = { .t = t, .out = out };

	layout_cells(&layout, &arena, chart, t);
	for (size_t i = 0; i < layout.n; i++) {
		const struct shape *s = &layout.shapes[i];

		if (s->kind == SHAPE_TEXT) {
			paint_text(&page, s);
		} else {
			go_to(&page, (int)s->x, (int)s->y);
			paint_bar(&page, s);
		}
	}
	go_to(&page, 0, (int)layout.height);
	text_release(&page.line);
	arena_release(&arena);
	return file_check_stream(out, "the chart", err);
}
