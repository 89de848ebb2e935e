#include "parsers/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define FAULT_LONGEST 200

void findings_clear(struct findings *findings)
{
	struct findings fresh = { .fault_line = findings->fault_line };

	if (findings->fault)
		fresh.fault = arena_text(&fresh.arena, findings->fault);
	arena_release(&findings->arena);
	*findings = fresh;
}

void findings_release(struct findings *findings)
{
	arena_release(&findings->arena);
	*findings = (struct findings){ 0 };
}

struct measurement *findings_add(struct findings *findings, const char *metric, const struct digits *digits,
	const struct unit *unit, enum proportion proportion, unsigned long line)
{
	struct measurement *m;

	findings->items = arena_more(&findings->arena, findings->items, findings->n, sizeof *findings->items);
	m = &findings->items[findings->n++];
	*m = (struct measurement){ .metric = arena_text(&findings->arena, metric),
		.unit = unit->printed,
		.base_unit = unit->base,
		.proportion = proportion,
		.line = line };
	m->number.text = arena_bytes(&findings->arena, digits->bytes, digits->size);
	m->number.value = digits->value;
	m->base_value = digits->value * unit->factor;
	if (number_is_sentinel(digits->value))
		findings_spoil(findings, m, ST_INVALID, "%s stands for no value", m->number.text);
	return m;
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

char *findings_name(struct findings *findings, const char *format, ...)
{
	char name[512];
	va_list ap;

	va_start(ap, format);
	vsnprintf(name, sizeof name, format, ap);
	va_end(ap);
	return arena_text(&findings->arena, name);
}

void findings_send(const struct findings *findings, struct sink *sink, enum verdict verdict, const char *reason)
{
	for (size_t i = 0; i < findings->n; i++) {
		struct measurement m = findings->items[i];

		if (verdict == VERDICT_FAILED && m.state == ST_OK)
			set_state(&m, ST_FAILED, reason);
		sink->measure(sink->context, &m);
	}
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
