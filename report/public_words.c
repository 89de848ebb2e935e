#include "report/public_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "share/base/banned.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Bytes at `text` of the form "8-4-4-4-12": runs of hex digits of these lengths with `between` in the gaps. */
static size_t hex_groups(const char *text, const int *sizes, size_t n, char between)
{
	const char *p = text;

	for (size_t i = 0; i < n; i++) {
		for (int k = 0; k < sizes[i]; k++)
			if (!isxdigit((unsigned char)*p++))
				return 0;
		if (i + 1 < n && *p++ != between)
			return 0;
	}
	return is_word(*p) || *p == between ? 0 : (size_t)(p - text);
}

static size_t uuid_size(const char *text)
{
	static const int sizes[] = { 8, 4, 4, 4, 12 };

	return hex_groups(text, sizes, 5, '-');
}

static size_t address_size(const char *text)
{
	static const int sizes[] = { 2, 2, 2, 2, 2, 2 };

	return hex_groups(text, sizes, 6, ':');
}

/* Bytes of "/home/name", "/root": what "~" stands for. */
static size_t home_size(const char *text)
{
	static const char *const folders[] = { "/home/", "/Users/", "/var/home/" };
	static const char root[] = "/root";

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t size = strlen(folders[i]), name;

		if (!text_starts(text, folders[i]))
			continue;
		name = strcspn(text + size, "/ ,;:'\"()");
		return name ? size + name : 0;
	}
	return text_starts(text, root) && !is_word(text[sizeof root - 1]) && text[sizeof root - 1] != '-' ?
		sizeof root - 1 :
		0;
}

/* Bytes up to a serial number behind "serial", "serial number:", "S/N"; 0: none follows. */
static size_t serial_lead(const char *text)
{
	static const char *const leads[] = { "serial number", "serial no.", "serial", "s/n" };

	for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
		size_t size = strlen(leads[i]);

		if (strncasecmp(text, leads[i], size) || is_word(text[size]))
			continue;
		size += strspn(text + size, " :=#");
		/* "serial console" is none: a number has a digit */
		for (const char *p = text + size; is_word(*p) || *p == '-' || *p == '.'; p++)
			if (isdigit((unsigned char)*p))
				return size;
	}
	return 0;
}

/* Bytes up to the name of a disk that holds its serial number or UUID. */
static size_t disk_lead(const char *text)
{
	static const char *const folders[] = { "/dev/disk/by-id/", "/dev/disk/by-uuid/",
		"/dev/disk/by-partuuid/", "/dev/disk/by-label/", "/dev/disk/by-partlabel/" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (text_starts(text, folders[i]))
			return strlen(folders[i]);
	return 0;
}

/* What stands at `text`: bytes that stay, bytes that go behind them, and what stands for those. */
static size_t hidden_at(const char *text, size_t *stays, const char **instead)
{
	size_t size;

	*stays = 0;
	if ((size = uuid_size(text))) {
		*instead = "[UUID]";
	} else if ((size = address_size(text))) {
		*instead = "[address]";
	} else if ((size = home_size(text))) {
		*instead = "~";
	} else if ((*stays = serial_lead(text))) {
		*instead = "[serial]";
		size = strcspn(text + *stays, " ,;)'\"");
	} else if ((*stays = disk_lead(text))) {
		*instead = "[name]";
		size = strcspn(text + *stays, " ,;)'\"/");
	}
	return size;
}

void public_add(struct text *out, const char *words)
{
	const char *start = words;

	while (*words) {
		const char *instead;
		size_t stays, size;

		/* each of them begins where a word or a path does */
		if ((words > start && (is_word(words[-1]) || words[-1] == '-' || words[-1] == '.') &&
			    (is_word(*words) || *words == '/')) ||
			!(size = hidden_at(words, &stays, &instead))) {
			text_addc(out, *words++);
			continue;
		}
		text_add(out, words, stays);
		text_adds(out, instead);
		words += stays + size;
	}
}

const char *public_words(struct arena *arena, const char *words, bool private)
{
	struct text out = TEXT_INIT;
	const char *kept;

	if (!words || private)
		return words;
	public_add(&out, words);
	kept = strcmp(text_string(&out), words) ? arena_text(arena, text_string(&out)) : words;
	text_release(&out);
	return kept;
}

bool public_hides(const char *name)
{
	static const char *const hidden[] = { "serial", "hostname", "host name", "host", "user", "user name",
		"username", "login", "uuid", "machine id", "mac", "mac address", "domain", "email" };

	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (!strcasecmp(name, hidden[i]))
			return true;
	return strcasestr(name, "serial number") != NULL;
}
