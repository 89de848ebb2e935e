/*
 * fio 1.57 to 3.42: JSON where there is JSON, else the human report, else terse lines. Of several
 * reports of one kind (--status-interval) the last one counts. Jobs of one name are kept apart and
 * in order. A job's error, or an "err=" of fio itself, voids everything.
 */
#include "parsers/programs/fio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

const struct unit fio_iops = { "IOPS", 1, BASE_PER_SECOND };
const struct unit fio_msec = { "msec", 1e-3, BASE_SECONDS };
const struct unit fio_usec = { "usec", 1e-6, BASE_SECONDS };
const struct unit fio_nsec = { "nsec", 1e-9, BASE_SECONDS };

/* Words of the lines that concern it, but for those of JSON and terse reports. */
static const char *const signs[] = { "fio", "(groupid=", "IOPS=", "io=", "clat", "percentiles (", "th=[",
	"Run status group ", "bw=", "aggrb=", NULL };

struct fio {
	struct signs signs;
	struct fio_human human;
	struct fio_json json;
	struct findings terse, faults; /* faults: only its fault is used */
	bool terminated;
	char first_message[200];
};

static int fio_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "\"fio version\""))
		return 95;
	if (scan_has(&scan, "(groupid=") && scan_has(&scan, "err="))
		return 90;
	if (scan_has(&scan, "(g=") && scan_has(&scan, "): rw="))
		return 85;
	if (scan_has(&scan, ";fio-") || (scan_has(&scan, "\nfio-") || scan_has(&scan, "\nfio ")))
		return 80;
	if (scan_word(&scan, "fio-") || scan_word(&scan, "fio: ") || scan_word(&scan, "fio 1.") ||
		scan_word(&scan, "fio 2."))
		return 70;
	if (size > 2 && *head >= '2' && *head <= '5' && head[1] == ';')
		return 40;
	return scan_has(&scan, "\nfio: ") || scan_has(&scan, "\"jobname\"") ? 60 : 0;
}

static void fio_open(void *state, const struct parser_options *options)
{
	struct fio *fio = state;

	(void)options;
	fio->human.group = -1;
	signs_prepare(&fio->signs, signs);
}

struct fio_direction fio_direction_start(const char *name)
{
	return (struct fio_direction){ .name = name, .clat_min = NAN, .clat_max = NAN };
}

void fio_value_set(
	struct fio_value *value, const char *text, size_t size, const struct unit *unit, unsigned long line)
{
	struct scan scan = scan_bytes(text, size);
	struct digits digits;

	*value = (struct fio_value){ .unit = unit, .line = line, .value = NAN };
	if (size >= sizeof value->text)
		size = sizeof value->text - 1;
	memcpy(value->text, text, size);
	value->no_number = !scan_number(&scan, false, &digits) || !scan_done(&scan);
	if (!value->no_number)
		value->value = digits.value;
}

static void add_value(struct findings *findings, const char *job, const char *direction, const char *name,
	const struct fio_value *value)
{
	const struct unit *unit = value->unit;
	struct unit unknown = { value->unit_text, NAN, BASE_NONE };
	struct digits digits = { value->text, strlen(value->text), value->value };
	bool lower = strcmp(name, "iops") && strcmp(name, "bw");
	struct measurement *m;

	if (!*value->text)
		return;
	m = findings_add(findings, findings_name(findings, "%s/%s/%s", job, direction, name), &digits,
		unit ? unit : &unknown, lower ? PROPORTION_LIB : PROPORTION_HIB, value->line);
	if (!unit) {
		findings_own(findings, m)->unit = arena_text(&findings->arena, value->unit_text);
		findings_spoil(findings, m, ST_INVALID, "the unit '%s' is not known", value->unit_text);
	} else if (value->value < 0) {
		findings_spoil(findings, m, ST_INVALID, "%s is below zero", value->text);
	} else if (value->no_number) {
		findings_spoil(findings, m, ST_INVALID, "'%s' is not a number", value->text);
	}
}

void fio_direction_add(struct findings *findings, const char *job, const struct fio_direction *d)
{
	size_t before = findings->n;

	/* a direction without any input or output was not asked for, or is fio's wrong "mixed" line */
	if (d->iops.value == 0 && d->bw.value == 0)
		return;
	add_value(findings, job, d->name, "iops", &d->iops);
	add_value(findings, job, d->name, "bw", &d->bw);
	add_value(findings, job, d->name, "runtime", &d->runtime);
	before = findings->n;
	add_value(findings, job, d->name, "clat_mean", &d->clat_mean);
	if (findings->n > before && (d->clat_mean.value < d->clat_min || d->clat_mean.value > d->clat_max))
		findings_spoil(findings, &findings->items[before], ST_INVALID,
			"the mean %s is not between minimum and maximum", d->clat_mean.text);
	add_value(findings, job, d->name, "clat_p99", &d->clat_p99);
}

/* fio's own messages: "fio: pid=0, err=13/file:...", and what it says before it gives up. */
static void take_message(struct fio *fio, const struct line *line, struct sink *sink)
{
	struct scan scan = scan_line(line), rest = scan;
	struct findings first = { 0 };
	long code;

	if (scan_until(&rest, "fio: pid=") && scan_until(&rest, ", err=") && scan_whole(&rest, &code) && code)
		findings_fault(&fio->faults, line);
	if (scan_has(&scan, "fio: terminating on signal"))
		fio->terminated = true;
	if (!scan_word(&scan, "fio: "))
		return;
	findings_fault(&first, line);
	sink->warn(sink->context, line->number, first.fault);
	if (!*fio->first_message)
		memcpy(fio->first_message, first.fault,
			strlen(first.fault) < sizeof fio->first_message ? strlen(first.fault) :
									  sizeof fio->first_message - 1);
	findings_release(&first);
}

static void fio_line(void *state, const struct line *line, struct sink *sink)
{
	struct fio *fio = state;
	struct line last = *line;
	const char *cr = line->size ? memrchr(line->bytes, '\r', line->size - 1) : NULL;
	struct scan scan;
	const char *token;
	size_t size;

	if (line->cut)
		return;
	/* progress is overwritten with carriage returns: what stands after the last one is the line */
	if (cr) {
		last.size -= (size_t)(cr + 1 - line->bytes);
		last.bytes = cr + 1;
	}
	scan = scan_line(&last);
	if (fio_json_line(&fio->json, &last, sink))
		return;
	if (!memchr(last.bytes, ';', last.size) && !signs_any(&fio->signs, &scan))
		return;
	if (fio_terse_line(&fio->terse, &last, sink) || fio_human_line(&fio->human, &last, sink))
		return;
	take_message(fio, &last, sink);
	if ((scan_word(&scan, "fio-") || scan_word(&scan, "fio ")) && scan_token(&scan, &token, &size) &&
		scan_done(&scan) && size < 32) {
		char version[32] = "";

		memcpy(version, token, size);
		sink->tool(sink->context, version);
	}
}

static const char *no_report(struct fio *fio)
{
	if (*fio->first_message)
		return fio->first_message;
	if (fio->json.broken_at)
		return findings_name(
			&fio->faults, "the JSON ends at byte %zu of its document", fio->json.broken_at);
	return "no report in the output";
}

static void fio_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct fio *fio = state;
	struct findings *chosen = &fio->terse;
	char buffer[80];
	const char *how = ending_words(ending, buffer), *fault;
	bool reported;

	fio_json_end(&fio->json, sink);
	fio_human_end(&fio->human);
	if (fio->json.documents)
		chosen = &fio->json.findings;
	else if (fio->human.findings.n || fio->human.findings.fault)
		chosen = &fio->human.findings;
	fault = chosen->fault ? chosen->fault : fio->faults.fault;
	reported = fio->json.documents || fio->human.started || chosen->n;
	if (fault)
		findings_send(chosen, sink, VERDICT_FAILED, fault);
	else if (!reported || (!chosen->n && fio->json.broken_at))
		findings_send(chosen, sink, VERDICT_FAILED, no_report(fio));
	else if (!chosen->n)
		findings_send(chosen, sink, how ? VERDICT_FAILED : VERDICT_EMPTY,
			how ? how : "a report without any input or output");
	else if (fio->terminated || fio->json.broken_at ||
		(how && fio->json.documents && ending->how != END_EXIT))
		findings_send(chosen, sink, VERDICT_PARTIAL,
			fio->terminated ? "terminated by a signal" :
				how     ? how :
					  "the last report is cut short");
	else if (how)
		findings_send(chosen, sink, VERDICT_FAILED, how);
	else
		findings_send(chosen, sink, VERDICT_OK, NULL);
}

static void fio_close(void *state)
{
	struct fio *fio = state;

	fio_json_release(&fio->json);
	findings_release(&fio->human.findings);
	findings_release(&fio->terse);
	findings_release(&fio->faults);
}

const struct parser parser_fio = { "fio", "1.57 - 3.42", sizeof(struct fio), fio_probe, fio_open, fio_line,
	fio_end, fio_close };
