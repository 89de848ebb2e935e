#include "parsers/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define FAULT_LONGEST 200

void findings_clear(struct findings *findings)
{
	struct arena fresh = { 0 };

	if (findings->fault)
		findings->fault = arena_text(&fresh, findings->fault);
	arena_release(&findings->arena);
	findings->arena = fresh;
	findings->n = 0;
	memset(findings->recent, 0, sizeof findings->recent);
}

void findings_release(struct findings *findings)
{
	arena_release(&findings->arena);
	free(findings->items);
	text_release(&findings->name);
	*findings = (struct findings){ 0 };
}

static struct measurement *more(struct findings *findings)
{
	findings->items = mem_more(findings->items, findings->n, &findings->capacity, sizeof *findings->items);
	return &findings->items[findings->n++];
}

void findings_append(struct findings *findings, const struct findings *from)
{
	for (size_t i = 0; i < from->n; i++)
		*more(findings) = from->items[i];
}

static bool means(
	const struct meaning *meaning, const char *metric, const struct unit *unit, enum proportion proportion)
{
	return meaning && meaning->unit == unit->printed && meaning->base_unit == unit->base &&
		meaning->proportion == proportion && !strcmp(meaning->metric, metric);
}

/* One meaning for all values of a metric that follow each other closely. */
static const struct meaning *meaning_once(
	struct findings *findings, const char *metric, const struct unit *unit, enum proportion proportion)
{
	enum { MOST = sizeof findings->recent / sizeof *findings->recent };
	size_t first = findings->last + 1; /* metrics come round in one order */
	struct meaning *fresh;

	for (size_t i = first; i < first + MOST; i++) {
		if (!means(findings->recent[i % MOST], metric, unit, proportion))
			continue;
		findings->last = i % MOST;
		return findings->recent[i % MOST];
	}
	fresh = arena_take(&findings->arena, sizeof *fresh);
	*fresh = (struct meaning){ .metric = arena_text(&findings->arena, metric),
		.unit = unit->printed,
		.base_unit = unit->base,
		.proportion = proportion };
	findings->last = first % MOST;
	return findings->recent[findings->last] = fresh;
}

struct measurement *findings_add(struct findings *findings, const char *metric, const struct digits *digits,
	const struct unit *unit, enum proportion proportion, unsigned long line)
{
	struct measurement *m = more(findings);

	*m = (struct measurement){ .of = meaning_once(findings, metric, unit, proportion), .line = line };
	m->number.text = arena_bytes(&findings->arena, digits->bytes, digits->size);
	m->number.value = digits->value;
	m->base_value = digits->value * unit->factor;
	if (number_is_sentinel(digits->value))
		findings_spoil(findings, m, ST_INVALID, "%s stands for no value", m->number.text);
	return m;
}

struct meaning *findings_own(struct findings *findings, struct measurement *m)
{
	struct meaning *own = arena_take(&findings->arena, sizeof *own);

	*own = *m->of;
	m->of = own;
	return own;
}

static void set_state(struct measurement *m, enum state state, const char *reason)
{
	m->state = state;
	m->reason = reason;
	m->number = (struct number){ NULL, NAN };
	m->base_value = NAN;
}

void findings_spoil(struct findings *findings, struct measurement *m, enum state state, const char *format, ...)
{
	char reason[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(reason, sizeof reason, format, ap);
	va_end(ap);
	set_state(m, state, arena_text(&findings->arena, reason));
}

void findings_fault_text(struct findings *findings, const char *text, unsigned long number)
{
	if (findings->fault)
		return;
	findings->fault = arena_text(&findings->arena, text);
	findings->fault_line = number;
}

void findings_fault(struct findings *findings, const struct line *line)
{
	struct scan scan = scan_line(line);
	struct text clean = TEXT_INIT;
	size_t size;

	if (findings->fault)
		return;
	scan_blanks(&scan);
	size = (size_t)(scan.end - scan.at);
	text_add_clean(&clean, scan.at, size > FAULT_LONGEST ? FAULT_LONGEST : size);
	findings_fault_text(findings, text_string(&clean), line->number);
	text_release(&clean);
}

const char *findings_name(struct findings *findings, const char *format, ...)
{
	char name[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(name, sizeof name, format, ap);
	va_end(ap);
	text_clear(&findings->name);
	text_adds(&findings->name, name);
	return text_string(&findings->name);
}

void findings_send(struct findings *findings, struct sink *sink, enum verdict verdict, const char *reason)
{
	/* measurements outlive the caller's words */
	if (reason)
		reason = arena_text(&findings->arena, reason);
	for (size_t i = 0; verdict == VERDICT_FAILED && i < findings->n; i++)
		if (findings->items[i].state == ST_OK)
			set_state(&findings->items[i], ST_FAILED, reason);
	sink->measure(sink->context, findings->items, findings->n);
	sink->verdict(sink->context, verdict, reason);
}

const struct unit *unit_named(const struct unit *table, const char *name, size_t size)
{
	for (; table->printed; table++)
		if (strlen(table->printed) == size && !memcmp(table->printed, name, size))
			return table;
	return NULL;
}

const char *ending_words(const struct ending *ending, char buffer[80])
{
	switch (ending->how) {
	case END_EXIT:
		if (!ending->code)
			return NULL;
		snprintf(buffer, 80, "exit status %d", ending->code);
		return buffer;
	case END_SIGNAL:
		snprintf(buffer, 80, "ended by signal %d (%s)", ending->code, strsignal(ending->code));
		return buffer;
	case END_TIMEOUT:
		return "time limit reached";
	case END_UNKNOWN:
		break;
	}
	return NULL;
}
