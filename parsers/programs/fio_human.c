#include "parsers/programs/fio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/banned.h"

/* From fio 2.17 on: KiB and kB mean what they say (samples/UNITS). */
static const struct unit new_rates[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "KiB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MiB/s", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "GiB/s", 0x1p30, BASE_BYTES_PER_SECOND },
	{ "TiB/s", 0x1p40, BASE_BYTES_PER_SECOND },
	{ "PiB/s", 0x1p50, BASE_BYTES_PER_SECOND },
	{ "kB/s", 1e3, BASE_BYTES_PER_SECOND },
	{ "KB/s", 1e3, BASE_BYTES_PER_SECOND },
	{ "MB/s", 1e6, BASE_BYTES_PER_SECOND },
	{ "GB/s", 1e9, BASE_BYTES_PER_SECOND },
	{ "TB/s", 1e12, BASE_BYTES_PER_SECOND },
	{ "bit/s", 1 / 8., BASE_BYTES_PER_SECOND },
	{ "Kibit/s", 128., BASE_BYTES_PER_SECOND },
	{ "Mibit/s", 0x1p17, BASE_BYTES_PER_SECOND },
	{ "Gibit/s", 0x1p27, BASE_BYTES_PER_SECOND },
	{ "Tibit/s", 0x1p37, BASE_BYTES_PER_SECOND },
	{ "kbit/s", 125., BASE_BYTES_PER_SECOND },
	{ "Mbit/s", 125e3, BASE_BYTES_PER_SECOND },
	{ "Gbit/s", 125e6, BASE_BYTES_PER_SECOND },
	{ "Tbit/s", 125e9, BASE_BYTES_PER_SECOND },
	{ NULL, 0, BASE_NONE },
};
/* Up to 2.16: 1024-based, whatever they look like. */
static const struct unit old_rates[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "KB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MB/s", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "GB/s", 0x1p30, BASE_BYTES_PER_SECOND },
	{ "TB/s", 0x1p40, BASE_BYTES_PER_SECOND },
	{ NULL, 0, BASE_NONE },
};

enum { NO_PERCENTILES, CLAT_NSEC, CLAT_USEC, CLAT_MSEC, OTHER_PERCENTILES };

static const struct unit *const clat_units[] = { NULL, &fio_nsec, &fio_usec, &fio_msec, NULL };

/* A number with k, M, G suffix, glued unit and all: "13.5k", "551816B/s", "2179Mibit/s". */
static bool take_quantity(struct scan *scan, struct digits *digits, char *letters, size_t room)
{
	size_t n = 0;

	if (!scan_number(scan, true, digits))
		return false;
	while (scan->at < scan->end && n + 1 < room &&
		(*scan->at == '/' || (*scan->at >= 'A' && *scan->at <= 'Z') ||
			(*scan->at >= 'a' && *scan->at <= 'z')))
		letters[n++] = *scan->at++;
	letters[n] = '\0';
	return true;
}

/* The value in plain digits, the suffix multiplied out by moving the decimal point: exact. */
static bool set_suffixed(struct fio_value *value, const struct digits *digits, const char *suffix,
	const struct unit *unit, unsigned long line)
{
	static const char suffixes[] = "kMGT";
	const char *place = *suffix && !suffix[1] ? strchr(suffixes, *suffix) : NULL;
	const char *dot = memchr(digits->bytes, '.', digits->size);
	int zeros = place ? 3 * (int)(place - suffixes + 1) : 0;
	struct text plain = TEXT_INIT;

	if (*suffix && !place) {
		fio_value_set(value, digits->bytes, digits->size, NULL, line);
		snprintf(value->unit_text, sizeof value->unit_text, "%s", suffix);
		return true;
	}
	if (!zeros || !dot) {
		text_add(&plain, digits->bytes, digits->size);
	} else {
		text_add(&plain, digits->bytes, (size_t)(dot - digits->bytes));
		for (const char *p = dot + 1; p < digits->bytes + digits->size; p++) {
			if (!zeros--)
				text_addc(&plain, '.');
			text_addc(&plain, *p);
		}
	}
	while (zeros-- > 0)
		text_addc(&plain, '0');
	fio_value_set(value, text_string(&plain), plain.size, unit, line);
	text_release(&plain);
	return true;
}

static void set_rate(struct fio_value *value, struct scan *scan, const struct unit *table, unsigned long line)
{
	struct digits digits;
	char unit[16];

	if (!take_quantity(scan, &digits, unit, sizeof unit))
		return;
	/* "BW=0": fio leaves the unit out of a zero */
	fio_value_set(value, digits.bytes, digits.size,
		*unit ? unit_named(table, unit, strlen(unit)) : &table[0], line);
	memcpy(value->unit_text, unit, sizeof unit);
}

static bool set_count(struct fio_value *value, struct scan *scan, const struct unit *unit, unsigned long line)
{
	struct digits digits;
	char suffix[16];

	return take_quantity(scan, &digits, suffix, sizeof suffix) &&
		set_suffixed(value, &digits, suffix, unit, line);
}

static void finish_direction(struct fio_human *h)
{
	if (h->has_direction)
		fio_direction_add(&h->findings, h->job, &h->direction);
	h->has_direction = false;
	h->percentiles = NO_PERCENTILES;
}

/* "mix: (groupid=0, jobs=4): err= 0: pid=18134: ..." */
static bool take_job(struct fio_human *h, const struct line *line)
{
	struct scan scan = scan_line(line), rest = scan;
	const char *end;
	size_t size;
	long code;

	if (!scan_until_last(&rest, ": (groupid=") || !scan_until(&rest, "): err="))
		return false;
	end = memmem(scan.at, line->size, ": (groupid=", 11);
	size = (size_t)(end - scan.at);
	finish_direction(h);
	/* behind a group's summary a job starts the next report: the figures are cumulative */
	if (h->group >= 0)
		findings_clear(&h->findings);
	h->group = -1;
	h->started = h->in_job = true;
	if (size >= sizeof h->job)
		size = sizeof h->job - 1;
	memcpy(h->job, scan.at, size);
	h->job[size] = '\0';
	if (!scan_whole(&rest, &code) || code)
		findings_fault(&h->findings, line);
	return true;
}

/* "(366MiB/3003msec)" */
static void take_new_runtime(struct fio_direction *d, struct scan scan, unsigned long line)
{
	struct scan rest = scan;
	struct digits digits;

	while (scan_until(&rest, "/"))
		if (scan_number(&rest, true, &digits) && scan_word(&rest, "msec)"))
			fio_value_set(&d->runtime, digits.bytes, digits.size, &fio_msec, line);
}

/* "read: IOPS=31.2k, BW=122MiB/s (128MB/s)(366MiB/3003msec)" */
static void take_new_direction(struct fio_human *h, struct scan scan, unsigned long line)
{
	struct fio_direction *d = &h->direction;

	set_count(&d->iops, &scan, &fio_iops, line);
	if (scan_until(&scan, "BW="))
		set_rate(&d->bw, &scan, new_rates, line);
	take_new_runtime(d, scan, line);
}

/* "io=580852KB, bw=193617KB/s, iops=48404 , runt=  3000msec" */
static void take_old_direction(struct fio_human *h, struct scan scan, unsigned long line)
{
	struct fio_direction *d = &h->direction;
	struct scan rest = scan;
	struct digits digits;

	if (scan_until(&rest, "bw="))
		set_rate(&d->bw, &rest, old_rates, line);
	rest = scan;
	if (scan_until(&rest, "iops="))
		set_count(&d->iops, &rest, &fio_iops, line);
	rest = scan;
	if (scan_until(&rest, "runt=") && scan_number(&rest, true, &digits) && scan_word(&rest, "msec"))
		fio_value_set(&d->runtime, digits.bytes, digits.size, &fio_msec, line);
}

static bool take_direction(struct fio_human *h, const struct line *line)
{
	static const char *const names[] = { "read", "write", "trim", "mixed" };
	struct scan scan = scan_line(line);

	scan_blanks(&scan);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct scan rest = scan;

		if (!scan_word(&rest, names[i]))
			continue;
		scan_blanks(&rest);
		if (!scan_word(&rest, ":"))
			continue;
		scan_blanks(&rest);
		if (!scan_has(&rest, "IOPS=") && !scan_has(&rest, "io="))
			continue;
		finish_direction(h);
		h->direction = fio_direction_start(names[i]);
		h->has_direction = true;
		if (scan_word(&rest, "IOPS="))
			take_new_direction(h, rest, line->number);
		else
			take_old_direction(h, rest, line->number);
		return true;
	}
	return false;
}

static int unit_in_brackets(struct scan *scan)
{
	if (!scan_until(scan, "("))
		return NO_PERCENTILES;
	if (scan_word(scan, "nsec)"))
		return CLAT_NSEC;
	if (scan_word(scan, "usec)"))
		return CLAT_USEC;
	return scan_word(scan, "msec)") ? CLAT_MSEC : NO_PERCENTILES;
}

/* "    clat (usec): min=5, max=753, avg=75.94, stdev=73.08" */
static bool take_clat(struct fio_human *h, const struct line *line)
{
	struct scan scan = scan_line(line), rest;
	struct fio_value low = { .value = NAN }, high = { .value = NAN };
	int unit;

	scan_blanks(&scan);
	rest = scan;
	if (!scan_word(&rest, "clat ("))
		return false;
	unit = unit_in_brackets(&scan);
	if (unit == NO_PERCENTILES || *h->direction.clat_mean.text)
		return true;
	rest = scan;
	if (scan_until(&rest, "min="))
		set_count(&low, &rest, clat_units[unit], line->number);
	if (scan_until(&rest, "max="))
		set_count(&high, &rest, clat_units[unit], line->number);
	if (scan_until(&rest, "avg="))
		set_count(&h->direction.clat_mean, &rest, clat_units[unit], line->number);
	/* suffixed figures are rounded to a few digits: allow for it */
	h->direction.clat_min = low.value * 0.999;
	h->direction.clat_max = high.value * 1.001;
	return true;
}

/* "clat percentiles (usec):" and the lines "|  1.00th=[   19],  5.00th=[   36], ..." below it */
static bool take_percentiles(struct fio_human *h, const struct line *line)
{
	struct scan scan = scan_line(line), rest;

	scan_blanks(&scan);
	rest = scan;
	if (scan_has(&rest, " percentiles (")) {
		h->percentiles = scan_word(&rest, "clat percentiles ") ? unit_in_brackets(&rest) :
									 OTHER_PERCENTILES;
		return true;
	}
	if (!scan_word(&scan, "|"))
		return false;
	rest = scan;
	while (clat_units[h->percentiles] && scan_until(&rest, "99.00th=[")) {
		const char *before = rest.at - strlen("99.00th=[");

		if (before > line->bytes && before[-1] >= '0' && before[-1] <= '9')
			continue;
		set_count(&h->direction.clat_p99, &rest, clat_units[h->percentiles], line->number);
	}
	return true;
}

static bool take_group(struct fio_human *h, const struct line *line)
{
	struct scan scan = scan_line(line);
	long group;

	if (!scan_word(&scan, "Run status group ") || !scan_whole(&scan, &group))
		return false;
	finish_direction(h);
	h->started = true;
	h->in_job = false;
	h->group = group;
	return true;
}

/* "   READ: bw=122MiB/s (128MB/s), ..." or "   READ: io=580852KB, aggrb=193617KB/s, ..." */
static bool take_group_rate(struct fio_human *h, const struct line *line)
{
	static const char *const names[] = { "READ", "WRITE", "TRIM", "MIXED" };
	struct scan scan = scan_line(line);
	struct fio_direction d = fio_direction_start("");

	if (h->group < 0)
		return false;
	scan_blanks(&scan);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct scan rest = scan;
		struct digits digits;
		struct measurement *m;

		if (!scan_word(&rest, names[i]) || !scan_word(&rest, ": "))
			continue;
		if (scan_word(&rest, "bw="))
			set_rate(&d.bw, &rest, new_rates, line->number);
		else if (scan_until(&rest, "aggrb="))
			set_rate(&d.bw, &rest, old_rates, line->number);
		if (!*d.bw.text)
			return true;
		digits = (struct digits){ d.bw.text, strlen(d.bw.text), d.bw.value };
		m = findings_add(&h->findings,
			findings_name(&h->findings, "group%ld/%s/bw", h->group, names[i]), &digits,
			d.bw.unit ? d.bw.unit : &new_rates[0], PROPORTION_HIB, line->number);
		if (!d.bw.unit) {
			findings_own(&h->findings, m)->unit = arena_text(&h->findings.arena, d.bw.unit_text);
			findings_spoil(
				&h->findings, m, ST_INVALID, "the unit '%s' is not known", d.bw.unit_text);
		}
		return true;
	}
	return false;
}

bool fio_human_line(struct fio_human *h, const struct line *line, struct sink *sink)
{
	(void)sink;
	if (take_job(h, line) || take_group(h, line) || take_group_rate(h, line))
		return true;
	if (!h->in_job)
		return false;
	if (take_direction(h, line))
		return true;
	return h->has_direction && (take_clat(h, line) || take_percentiles(h, line));
}

void fio_human_end(struct fio_human *h)
{
	finish_direction(h);
}
