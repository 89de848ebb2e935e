/* Of a journal's line: the state that the trial started from, what it cost, and what disturbed it. */
#include <math.h>

#include "report/result/flags.h"
#include "runner/journal/state.h"
#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* How the system was brought into its state: [name, code, seconds, what was said]. */
static void add_steps(struct text *out, const struct steps *steps)
{
	if (!steps->n)
		return;
	json_add_key(out, "steps");
	text_addc(out, '[');
	for (size_t i = 0; i < steps->n; i++) {
		const struct step *step = &steps->items[i];

		text_adds(out, i ? ",[" : "[");
		json_add_string(out, step->name);
		text_printf(out, ",%d,%.6f,", step->code, step->seconds);
		json_add_string(out, step->said);
		text_addc(out, ']');
	}
	text_addc(out, ']');
}

static void add_flags(struct text *out, unsigned flags)
{
	const char *separator = "";

	if (!flags)
		return;
	json_add_key(out, "flags");
	text_addc(out, '[');
	for (unsigned flag = 1; flag < FLAGS_END; flag <<= 1)
		if (flags & flag) {
			text_adds(out, separator);
			json_add_string(out, flag_name(flag));
			separator = ",";
		}
	text_addc(out, ']');
}

/* A figure that nobody could tell is left out. */
static void add_figure(struct text *out, const char *key, double value)
{
	if (!isnan(value))
		json_add_real(out, key, value);
}

static void add_accounting(struct text *out, const struct accounting *a)
{
	if (!a->taken)
		return;
	json_add_key(out, "accounting");
	text_addc(out, '{');
	json_add_real(out, "real", a->real);
	json_add_whole(out, "user_ticks", (long long)a->user_ticks);
	json_add_whole(out, "system_ticks", (long long)a->system_ticks);
	json_add_whole(out, "ticks_per_second", a->ticks_per_second);
	if (a->has_disk) {
		json_add_real(out, "read_kib", a->read_kib);
		json_add_real(out, "written_kib", a->written_kib);
	}
	if (a->extents >= 0) {
		json_add_whole(out, "extents", a->extents);
		json_add_whole(out, "files", a->files);
	}
	json_add_real(out, "foreign_share", a->foreign_share);
	json_add_real(out, "steal_share", a->steal_share);
	json_add_whole(out, "swapped", (long long)a->swapped);
	json_add_real(out, "other_kib", a->other_kib);
	json_add_real(out, "load_before", a->load_before);
	json_add_whole(out, "runnable_before", a->runnable_before);
	add_figure(out, "cgroup_cpu_seconds", a->cgroup_cpu_seconds);
	add_figure(out, "cgroup_read_kib", a->cgroup_read_kib);
	add_figure(out, "cgroup_written_kib", a->cgroup_written_kib);
	add_figure(out, "cgroup_memory_peak_kib", a->cgroup_memory_peak_kib);
	text_addc(out, '}');
}

/* The figures as [name, number, unit, decimals]: what the table of accounting is made from. */
static void add_figures(struct text *out, const struct accounting *a)
{
	const char *separator = "";
	double value;

	if (!a->taken)
		return;
	json_add_key(out, "figures");
	text_addc(out, '[');
	for (const struct account_figure *f = account_figures; f->name; f++) {
		char number[NUMBER_TEXT_SIZE];

		if (!f->value(a, &value))
			continue;
		text_printf(out, "%s[\"%s\",\"%s\",\"%s\",%d]", separator, f->name,
			number_fixed(value, f->decimals, number), f->scale, f->decimals);
		separator = ",";
	}
	text_addc(out, ']');
}

void journal_add_state(struct text *line, const struct trial_record *r)
{
	add_flags(line, r->flags);
	add_steps(line, &r->steps);
	add_accounting(line, &r->accounting);
	add_figures(line, &r->accounting);
}
