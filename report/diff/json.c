/* A diff as JSON: everything that the other formats show, unrounded. */
#include <math.h>
#include <string.h>

#include "report/diff/words.h"
#include "share/base/file.h"
#include "share/base/json.h"
#include "share/base/banned.h"

static void add_real(struct text *out, const char *key, double value)
{
	json_add_key(out, key);
	json_add_number(out, value);
}

static void add_bool(struct text *out, const char *key, bool value)
{
	json_add_key(out, key);
	text_adds(out, value ? "true" : "false");
}

static void add_range(struct text *out, const char *key, double low, double high)
{
	json_add_key(out, key);
	if (isnan(low) || isnan(high)) {
		text_adds(out, "null");
		return;
	}
	text_addc(out, '[');
	json_add_number(out, low);
	text_addc(out, ',');
	json_add_number(out, high);
	text_addc(out, ']');
}

static void open_list(struct text *out, const char *key)
{
	json_add_key(out, key);
	text_addc(out, '[');
}

static void add_fact(struct text *out, const struct system_fact *fact, size_t n)
{
	text_addc(out, '{');
	json_add_text(out, "name", fact->name);
	add_bool(out, "factor", fact->factor);
	open_list(out, "values");
	for (size_t i = 0; i < n; i++) {
		if (i)
			text_addc(out, ',');
		json_add_string(out, fact->values[i]);
	}
	text_adds(out, "]}");
}

static void add_cell(struct text *out, const struct cell *cell)
{
	const struct summary *s = &cell->summary;

	text_addc(out, '{');
	json_add_text(out, "state", state_name(s->state));
	json_add_text(out, "words", cell->words);
	json_add_whole(out, "trials", (long long)s->n);
	json_add_whole(out, "ok", (long long)s->n_ok);
	add_bool(out, "n_known", !cell->n_unknown);
	add_real(out, "median", s->median);
	add_range(out, "interval", s->interval == INTERVAL_MEDIAN ? s->low : NAN, s->high);
	add_range(out, "range", s->minimum, s->maximum);
	json_add_whole(out, "flagged", (long long)cell->n_flagged);
	json_add_whole(out, "outliers", (long long)cell->n_outliers);
	add_bool(out, "bimodal", cell->bimodal);
	text_addc(out, '}');
}

static void add_proven(struct text *out, const char *key, enum proven proven)
{
	json_add_key(out, key);
	json_add_string(out, proven == PROVEN_NOTHING ? NULL : proven_name(proven));
}

static void add_change(struct text *out, const struct change *change)
{
	static const char *const methods[] = { "paired log ratio, t interval, sign-flip guard",
		"pairs with zeros: ratio of means, Fieller", "Hodges-Lehmann, Mann-Whitney",
		"Mann-Whitney, ratio of means, Fieller" };
	const struct difference *d = &change->difference;

	text_addc(out, '{');
	add_bool(out, "compared", change->compared);
	json_add_text(out, "why", change->why);
	if (change->compared) {
		json_add_text(out, "method", methods[d->method]);
		add_bool(out, "paired", d->paired);
		json_add_whole(out, "n", (long long)d->n);
		json_add_whole(out, "m", (long long)d->m);
		json_add_whole(out, "without_partner", (long long)change->n_lost);
		add_real(out, "ratio", d->ratio);
		add_real(out, "change_percent", change_percent(d->ratio));
		add_range(out, "interval", d->interval.low, d->interval.high);
		add_real(out, "level", d->level);
		add_real(out, "p", d->p);
		add_real(out, "guard_p", d->guard);
		json_add_whole(out, "family", (long long)change->family);
		add_real(out, "threshold", d->threshold);
		add_real(out, "floor", change->floor);
		add_proven(out, "verdict", d->proven);
		add_proven(out, "verdict_other_flagged", change->without_flagged);
		add_proven(out, "verdict_without_outliers", change->without_outliers);
		add_real(out, "needed", difference_needs(d));
		add_real(out, "drift", change->drift.together);
		if (change->drift.apart)
			add_range(out, "drift_apart", change->drift.own[0], change->drift.own[1]);
		add_bool(out, "no_spread", d->no_spread);
	} else {
		add_proven(out, "verdict", PROVEN_NOTHING);
	}
	text_addc(out, '}');
}

static void add_row(struct text *out, const struct comparison *c, const struct row *row)
{
	text_adds(out, "{");
	json_add_text(out, "test", row->label);
	json_add_text(out, "profile", row->result->profile);
	json_add_text(out, "title", row->result->title);
	json_add_text(out, "version", row->result->version);
	json_add_text(out, "description", row->result->description);
	json_add_text(out, "unit", row->result->scale);
	json_add_text(out, "proportion", proportion_name(row->result->proportion));
	open_list(out, "sides");
	for (size_t i = 0; i < c->n_sides; i++) {
		if (i)
			text_addc(out, ',');
		add_cell(out, &row->cells[i]);
	}
	text_addc(out, ']');
	open_list(out, "changes");
	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		if (i)
			text_addc(out, ',');
		add_change(out, &row->changes[i]);
	}
	text_adds(out, "]}");
}

static void add_total(struct text *out, const struct total *total)
{
	text_addc(out, '{');
	json_add_whole(out, "k", (long long)total->k);
	json_add_whole(out, "n", (long long)total->n);
	add_real(out, "ratio", total->ratio);
	add_range(out, "interval", total->interval.low, total->interval.high);
	json_add_whole(out, "seed", TOTAL_SEED);
	json_add_whole(out, "resamples", TOTAL_RESAMPLES);
	text_addc(out, '}');
}

static void add_head(struct text *out, const struct comparison *c, const struct diff_head *head)
{
	struct text order = TEXT_INIT;

	json_add_text(out, "system", head->system);
	open_list(out, "sides");
	for (size_t i = 0; i < c->n_sides; i++) {
		text_adds(out, i ? ",{" : "{");
		json_add_text(out, "label", c->sides[i].label);
		json_add_text(out, "result", c->sides[i].source);
		json_add_text(out, "identifier", c->sides[i].file->systems[c->sides[i].system].identifier);
		text_addc(out, '}');
	}
	text_addc(out, ']');
	open_list(out, "differs");
	for (size_t i = 0; i < c->facts.n; i++) {
		if (i)
			text_addc(out, ',');
		add_fact(out, &c->facts.items[i], c->n_sides);
	}
	text_addc(out, ']');
	open_list(out, "interleaved");
	for (size_t i = 0; i + 1 < c->n_sides; i++)
		text_printf(out, "%s%s", i ? "," : "", c->interleaved[i] ? "true" : "false");
	text_addc(out, ']');
	words_order(&order, c, head);
	json_add_text(out, "order", text_string(&order));
	text_release(&order);
	add_real(out, "threshold", c->options.threshold);
	add_real(out, "alpha", c->options.alpha);
	json_add_text(out, "family", c->options.family == FAMILY_ALL ? "all" : "test");
	add_bool(out, "flagged_excluded", c->options.exclude_flagged);
}

int diff_json(const struct comparison *c, const struct diff_head *head, FILE *stream, struct error *err)
{
	struct text out = TEXT_INIT;

	text_addc(&out, '{');
	add_head(&out, c, head);
	open_list(&out, "tests");
	for (size_t i = 0; i < c->n_rows; i++) {
		text_adds(&out, i ? ",\n" : "\n");
		add_row(&out, c, &c->rows[i]);
	}
	text_addc(&out, ']');
	open_list(&out, "geometric_mean");
	for (size_t i = 0; i + 1 < c->n_sides; i++) {
		if (i)
			text_addc(&out, ',');
		add_total(&out, &c->totals[i]);
	}
	text_adds(&out, "]}");
	fwrite(out.bytes, 1, out.size, stream);
	text_release(&out);
	return file_check_stream(stream, "the comparison", err);
}
