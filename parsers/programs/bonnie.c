/*
 * bonnie++ 1.03 to 2.00: CSV lines where there are some, else the tables for readers, in order of
 * the runs. "+++++" is too fast to measure, an empty cell was not run. The CSV's own format field
 * decides which columns it has; its line of names does not fit the data and is not read. 2.00a
 * prints the number of files where the table should have a rate: such a cell is invalid.
 */
#include "parsers/programs/bonnie.h"

#include <string.h>

#include "parsers/list_of_parsers.h"
#include "parsers/signs.h"
#include "share/base/banned.h"

static const char *const rate_names[BONNIE_RATES] = { "seq_output_per_chr", "seq_output_block",
	"seq_output_rewrite", "seq_input_per_chr", "seq_input_block", "random_seeks", "seq_create", "seq_stat",
	"seq_delete", "ran_create", "ran_stat", "ran_delete" };

static const struct unit kib_per_second = { "K/sec", 1024., BASE_BYTES_PER_SECOND };
static const struct unit mib_per_second = { "M/sec", 0x1p20, BASE_BYTES_PER_SECOND };
static const struct unit gib_per_second = { "G/sec", 0x1p30, BASE_BYTES_PER_SECOND };
static const struct unit per_second = { "/sec", 1, BASE_PER_SECOND };
static const struct unit latency_units[] = {
	{ "us", 1e-6, BASE_SECONDS },
	{ "ms", 1e-3, BASE_SECONDS },
	{ "s", 1, BASE_SECONDS },
	{ NULL, 0, BASE_NONE },
};

#define FAULTS                                                                                                 \
	"Can't ", "usage:", "You must use the", "File size should be double", "No space left",                 \
		"Bonnie: drastic", "must be less than", "Exiting"

/* Words of the lines that concern it, but for CSV and for what a heading announces. */
static const char *const signs[] = { "%CP", "------Sequential", "Output------", "Create--", "Latency",
	"Version", FAULTS, NULL };
static const char *const faults[] = { FAULTS, NULL };

#define LEAST_COMMAS 10

struct bonnie {
	struct signs signs;
	struct bonnie_csv csv;
	struct bonnie_table table;
};

static int bonnie_probe(const char *head, size_t size)
{
	struct scan scan = scan_bytes(head, size);

	if (scan_has(&scan, "Sequential Output------") || scan_has(&scan, "------Sequential Create"))
		return 95;
	if (scan_has(&scan, "Writing with putc()...") || scan_has(&scan, "Writing intelligently..."))
		return 90;
	if (scan_word(&scan, "1.98,") || scan_word(&scan, "1.97,") || scan_word(&scan, "1.96,") ||
		scan_has(&scan, "format_version,bonnie_version"))
		return 90;
	if (scan_has(&scan, "Writing a byte at a time...") ||
		scan_word(&scan, "File size should be double RAM") || scan_has(&scan, "file ./Bonnie."))
		return 85;
	if (scan_word(&scan, "Using uid:"))
		return 78;
	if (scan_has(&scan, "bonnie"))
		return 60;
	return scan_has(&scan, ",+++++,+++,") ? 80 : scan_has(&scan, "--R= andom-") ? 80 : 0;
}

static void bonnie_open(void *state, const struct parser_options *options)
{
	struct bonnie *b = state;

	(void)options;
	signs_prepare(&b->signs, signs);
}

static void add_too_fast(
	struct findings *findings, const char *name, const struct unit *unit, unsigned long line)
{
	static const struct digits none = { "0", 1, 0 };

	findings_spoil(findings, findings_add(findings, name, &none, unit, PROPORTION_HIB, line), ST_TOOFAST,
		"+++++ stands there: less than half a second");
}

void bonnie_add_rate(struct findings *findings, int which, const char *cell, size_t size, unsigned long line)
{
	const struct unit *unit = which < BONNIE_IO - 1 ? &kib_per_second : &per_second;
	struct scan scan = scan_bytes(cell, size);
	struct digits digits;

	if (scan_done(&scan))
		return;
	if (size && *cell == '+') {
		add_too_fast(findings, rate_names[which], unit, line);
		return;
	}
	if (!scan_number(&scan, true, &digits))
		return;
	if (scan_word(&scan, "m"))
		unit = &mib_per_second;
	else if (scan_word(&scan, "g"))
		unit = &gib_per_second;
	else
		scan_word(&scan, "k");
	if (!scan_done(&scan))
		return;
	/* bon_csv2txt writes "0k +++" for "+++++" */
	if (digits.value == 0 && unit != &per_second)
		add_too_fast(findings, rate_names[which], unit, line);
	else
		findings_add(findings, rate_names[which], &digits, unit, PROPORTION_HIB, line);
}

void bonnie_add_latency(struct findings *findings, int which, const char *cell, size_t size, unsigned long line)
{
	struct scan scan = scan_bytes(cell, size);
	const struct unit *unit;
	struct digits digits;

	if (!scan_number(&scan, true, &digits))
		return;
	unit = unit_named(latency_units, scan.at, (size_t)(scan.end - scan.at));
	if (unit)
		findings_add(findings, findings_name(findings, "lat_%s", rate_names[which]), &digits, unit,
			PROPORTION_LIB, line);
}

static bool is_fault(const struct line *line)
{
	struct scan scan = scan_line(line);

	return scan_has_any(&scan, faults);
}

/* As many as the shortest CSV line has, or so: prose has fewer. */
static bool has_commas(const struct line *line)
{
	const char *at = line->bytes, *end = at + line->size;
	int n = 0;

	while (n < LEAST_COMMAS && at < end && (at = memchr(at, ',', (size_t)(end - at)))) {
		n++;
		at++;
	}
	return n == LEAST_COMMAS;
}

static void bonnie_line(void *state, const struct line *line, struct sink *sink)
{
	struct bonnie *b = state;
	struct scan scan = scan_line(line);

	if (line->cut || (!has_commas(line) && !bonnie_table_awaits(&b->table) && !signs_any(&b->signs, &scan)))
		return;
	if (is_fault(line))
		findings_fault(&b->csv.findings, line);
	else if (!bonnie_csv_line(&b->csv, line, sink))
		bonnie_table_line(&b->table, line, sink);
}

static bool has_value(const struct findings *findings)
{
	for (size_t i = 0; i < findings->n; i++)
		if (findings->items[i].state == ST_OK)
			return true;
	return false;
}

static void bonnie_end(void *state, const struct ending *ending, struct sink *sink)
{
	struct bonnie *b = state;
	struct findings *chosen = b->csv.findings.n ? &b->csv.findings : &b->table.findings;
	char buffer[80];
	const char *how = ending_words(ending, buffer),
		   *fault = b->csv.findings.fault ? b->csv.findings.fault : how;

	if (fault)
		findings_send(chosen, sink, VERDICT_FAILED, fault);
	else if (!chosen->n && *b->csv.unknown)
		findings_send(chosen, sink, VERDICT_FAILED,
			findings_name(
				chosen, "its CSV line is of format '%s', which is not known", b->csv.unknown));
	else if (!chosen->n)
		findings_send(chosen, sink, VERDICT_FAILED,
			"no table and no CSV line: the run did not come to its end");
	else if (!has_value(chosen))
		findings_send(chosen, sink, VERDICT_EMPTY, "every phase was too fast to measure");
	else
		findings_send(chosen, sink, VERDICT_OK, NULL);
}

static void bonnie_close(void *state)
{
	struct bonnie *b = state;

	findings_release(&b->csv.findings);
	findings_release(&b->table.findings);
}

const struct parser parser_bonnie = { "bonnie++", "1.03 - 2.00a", sizeof(struct bonnie), bonnie_probe,
	bonnie_open, bonnie_line, bonnie_end, bonnie_close };
