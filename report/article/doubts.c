/* What speaks against the figures: readers of an article must know it as well as the one who measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/article/findings.h"
#include "report/diff/words.h"
#include "report/result/flags.h"
#include "share/base/banned.h"

#define MOST_NAMED 6 /* charts that one sentence names */
#define FLAGS      32

/* How often each kind of disturbance was seen. */
struct flags {
	size_t counts[FLAGS]; /* by the bit of the flag */
	size_t flagged, values;
};

static int bit_of(unsigned flag)
{
	int bit = 0;

	while (flag >>= 1)
		bit++;
	return bit;
}

static void count_sample(struct flags *flags, const struct sample *sample)
{
	const char *p = sample->flags;

	if (sample->state != ST_OK)
		return;
	flags->values++;
	flags->flagged += p && *p;
	while (p && *p) {
		size_t size = strcspn(p, ", ");
		char *name = mem_bytes(p, size);
		unsigned flag = flag_named(name);

		flags->counts[bit_of(flag)] += flag != 0;
		free(name);
		p += size;
		p += strspn(p, ", ");
	}
}

static void add_flags(struct text *out, const struct article *a)
{
	struct flags flags = { { 0 }, 0, 0 };
	size_t said = 0;

	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->charts[i].n_bars; k++) {
			const struct entry *entry = a->charts[i].bars[k].entry;

			for (size_t s = 0; entry && s < entry->n_samples; s++)
				count_sample(&flags, &entry->samples[s]);
		}
	if (!flags.flagged)
		return;
	text_printf(
		out, "%zu of %zu values are of trials that something disturbed", flags.flagged, flags.values);
	for (unsigned flag = 1; flag < FLAGS_END; flag <<= 1)
		if (flags.counts[bit_of(flag)])
			text_printf(out, "%s%s (%zu)", said++ ? "; " : ": ", flag_words(flag),
				flags.counts[bit_of(flag)]);
	text_adds(out, ". They count as all others do.");
}

/* "a; b; c; and 4 more" */
static void add_named(struct text *out, size_t *n, const char *label, const char *side)
{
	if ((*n)++ < MOST_NAMED)
		text_printf(out, "%s%s%s%s", *n > 1 ? "; " : "", label, *side ? ", " : "", side);
}

static void end_named(struct text *out, size_t n)
{
	if (n > MOST_NAMED)
		text_printf(out, "; and %zu more", n - MOST_NAMED);
	text_addc(out, '.');
}

static void add_outliers(struct text *out, const struct comparison *c)
{
	size_t outliers = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t k = 0; k < c->n_sides; k++)
			outliers += c->rows[i].cells[k].n_outliers;
	if (outliers)
		text_printf(out,
			"%zu value%s far from the others of %s test and system (%.1f robust deviations or more).",
			outliers, outliers == 1 ? " is" : "s are", outliers == 1 ? "its" : "their",
			OUTLIER_LIMIT);
}

static void add_groups(struct text *out, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t k = 0; k < c->n_sides; k++)
			if (c->rows[i].cells[k].bimodal) {
				text_adds(out, n ? "" : "The values fall into two groups: ");
				add_named(out, &n, c->rows[i].label, c->sides[k].label);
			}
	if (n)
		end_named(out, n);
}

static void add_drifts(struct text *out, const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_rows; i++)
		for (size_t k = 0; k + 1 < c->n_sides; k++) {
			const struct drift *drift = &c->rows[i].changes[k].drift;

			if (!c->rows[i].changes[k].compared || (!drift->apart && isnan(drift->together)))
				continue;
			text_adds(out, n ? "" : "The machine, or a system, drifted over the session: ");
			add_named(out, &n, c->rows[i].label, c->sides[k + 1].label);
		}
	if (n)
		end_named(out, n);
}

static void send(struct text *words, void (*each)(void *context, const char *sentence), void *context)
{
	if (words->size)
		each(context, text_string(words));
	text_clear(words);
}

void doubts_each(const struct article *a, void (*each)(void *context, const char *sentence), void *context)
{
	struct text words = TEXT_INIT;

	if (a->options.n_planned)
		text_printf(&words, "The run is not finished: %zu of %zu trials are done.", a->options.n_done,
			a->options.n_planned);
	send(&words, each, context);
	add_flags(&words, a);
	send(&words, each, context);
	if (a->compared) {
		add_outliers(&words, &a->comparison);
		send(&words, each, context);
		add_groups(&words, &a->comparison);
		send(&words, each, context);
		add_drifts(&words, &a->comparison);
		send(&words, each, context);
	}
	text_release(&words);
}
