#include <string.h>

#include "parsers/document/document.h"
#include "parsers/scan.h"
#include "share/base/banned.h"

#define FLAT_LINE 400 /* bytes a line, on the average, of text that lost its line ends */

/* Words that begin a line in what programs print: a flattened text gets its line ends back there. */
static const char *const line_starts[] = { "Iozone: Performance Test", "Version $Revision", "Compiled for ",
	"Build: ", "File size set to", "Command line used:", "Output is in ",
	"Time Resolution =", "Processor cache ", "File stride size", "Throughput test with", "Each thread ",
	"Children see ", "Parent sees ", "Min throughput per", "Max throughput per", "Avg throughput per",
	"Min xfer =", "iozone test complete", "Version 1.", "Version 2.", "Machine Size ", "files /sec",
	"------Sequential Create", "dbench version ", "Throughput ", "PostMark v", NULL };

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Signs that nothing but quoted-printable text has. */
static bool shows_quoted_printable(const char *bytes, size_t size)
{
	struct scan scan = scan_bytes(bytes, size);

	return scan_has(&scan, "=20") || scan_has(&scan, "=3D") || scan_has(&scan, "=\n") ||
		scan_has(&scan, "=\r\n");
}

/* Where quoted-printable text begins, or NULL; *end: where the next mail of a mailbox does. */
static const char *quoted_printable(const char *bytes, size_t size, const char **end)
{
	const char *at = memmem(bytes, size, "quoted-printable", 16);
	struct scan scan = scan_bytes(bytes, size);

	if (!at && (scan_has(&scan, "=20 >") || scan_has(&scan, "=20\n>")))
		at = bytes;
	if (!at)
		return NULL;
	*end = memmem(at, (size_t)(bytes + size - at), "\nFrom ", 6);
	*end = *end ? *end : bytes + size;
	return shows_quoted_printable(at, (size_t)(*end - at)) ? at : NULL;
}

/* RFC 2045 6.7, and what flattening made of its soft line breaks: "= ". */
static void decode(struct text *out, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const char *p = bytes + i;

		if (*p != '=' || i + 1 >= size) {
			text_addc(out, *p);
		} else if (i + 2 < size && hex(p[1]) >= 0 && hex(p[2]) >= 0) {
			text_addc(out, (char)(hex(p[1]) * 16 + hex(p[2])));
			i += 2;
		} else if (p[1] == '\n' || p[1] == ' ') {
			i++;
		} else if (p[1] == '\r' && i + 2 < size && p[2] == '\n') {
			i += 2;
		} else {
			text_addc(out, *p);
		}
	}
}

static bool is_flat(const struct text *text)
{
	size_t lines = 1;

	for (size_t i = 0; i < text->size; i++)
		lines += text->bytes[i] == '\n';
	return text->size / lines > FLAT_LINE;
}

/* "user@host: /path# " or "[user@host path]$ " at the cursor */
static bool is_prompt(const char *p, const char *end)
{
	const char *stop = end - p > 80 ? p + 80 : end, *at = NULL;
	int blanks = 0;

	for (; p < stop; p++) {
		if (*p == ' ' && ++blanks > 1)
			return false;
		if (*p == '@' && blanks == 0)
			at = p;
		if ((*p == '#' || *p == '$') && at && p + 1 < end && p[1] == ' ')
			return true;
		if (*p == '>' || *p == '<' || *p == '\n')
			return false;
	}
	return false;
}

/* "real 0m18.834s" */
static bool is_time(const char *p, const char *end)
{
	static const char *const words[] = { "real ", "user ", "sys " };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t size = strlen(words[i]);

		if ((size_t)(end - p) > size && !memcmp(p, words[i], size) && p[size] >= '0' && p[size] <= '9')
			return true;
	}
	return false;
}

static bool begins_line(const char *p, const char *end)
{
	if (p + 1 < end && *p == '>' && p[1] == ' ')
		return true;
	if (is_time(p, end) || is_prompt(p, end))
		return true;
	for (const char *const *word = line_starts; *word; word++)
		if ((size_t)(end - p) >= strlen(*word) && !memcmp(p, *word, strlen(*word)))
			return true;
	return false;
}

/* Mail wraps behind a hyphen: "linux- 2.6.5.tar.bz2" is one word of a command. */
static bool is_wrapped_hyphen(const char *p, const char *start, const char *end)
{
	return *p == ' ' && p - start > 1 && p[-1] == '-' && p[-2] != '-' && p[-2] != ' ' && p + 1 < end &&
		p[1] >= '0' && p[1] <= '9';
}

static void unflatten(struct text *out, const char *bytes, size_t size)
{
	const char *end = bytes + size;
	bool behind_sys = false;

	for (const char *p = bytes; p < end; p++) {
		bool word = p > bytes && p[-1] == ' ';

		if (word && (begins_line(p, end) || behind_sys)) {
			behind_sys = false;
			if (out->size && out->bytes[out->size - 1] == ' ')
				out->bytes[out->size - 1] = '\n';
		}
		if (word && is_time(p, end) && *p == 's') {
			/* the value is the last word of its line */
			text_adds(out, "sys ");
			for (p += 4; p < end && *p != ' '; p++)
				text_addc(out, *p);
			behind_sys = true;
		}
		if (p < end && !is_wrapped_hyphen(p, bytes, end))
			text_addc(out, *p);
	}
}

int document_repair(struct text *plain, const char *bytes, size_t size)
{
	struct text flat = TEXT_INIT;
	const char *end = bytes + size, *start, *stop;
	int changed = 0;

	/* each mail of a mailbox has its own encoding */
	while (bytes < end && (start = quoted_printable(bytes, (size_t)(end - bytes), &stop))) {
		text_add(plain, bytes, (size_t)(start - bytes));
		decode(plain, start, (size_t)(stop - start));
		bytes = stop;
		changed = 1;
	}
	text_add(plain, bytes, (size_t)(end - bytes));
	if (!is_flat(plain))
		return changed;
	flat = *plain;
	*plain = (struct text)TEXT_INIT;
	unflatten(plain, flat.bytes, flat.size);
	text_release(&flat);
	return 1;
}
