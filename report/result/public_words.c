#include "report/result/public_words.h"

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
	size_t size = hex_groups(text, sizes, 6, ':');

	return size ? size : hex_groups(text, sizes, 6, '-');
}

/* Bytes of "name@host": letters on both sides. */
static size_t mail_size(const char *text)
{
	size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-"), host;

	if (!name || text[name] != '@' || !isalpha((unsigned char)text[name + 1]) ||
		!isalpha((unsigned char)*text))
		return 0;
	host = strspn(text + name + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-");
	return name + 1 + host;
}

/* The folders below which each user has one. */
static const char *const homes[] = { "/home/", "/Users/", "/run/media/", "/media/" };

/* Bytes of the user's name behind one of them, whose own size is in *lead; 0 none. */
static size_t home_size(const char *text, size_t *lead)
{
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
		*lead = strlen(homes[i]);
		if (text_starts(text, homes[i]))
			return strcspn(text + *lead, "/ ,;:'\"\\()");
	}
	return 0;
}

static bool is_root_home(const char *text)
{
	return text_starts(text, "/root") && !is_word(text[5]) && text[5] != '-';
}

/* Bytes of a disk's stable name, which holds its serial number: "nvme-Samsung_SSD_980_S649NX0R". */
static size_t disk_size(const char *text)
{
	static const char *const buses[] = { "nvme-", "ata-", "scsi-", "usb-", "virtio-", "wwn-0x", "mmc-" };

	for (size_t i = 0; i < sizeof buses / sizeof *buses; i++) {
		size_t bus = strlen(buses[i]), size;

		if (!text_starts(text, buses[i]))
			continue;
		size = bus +
			strspn(text + bus, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
		/* a kernel module or a word has no such tail */
		return size >= bus + 8 && strcspn(text + bus, "0123456789") < size - bus ? size : 0;
	}
	return 0;
}

/* Bytes up to a serial number behind "serial", "serial number:", "S/N"; 0: none follows. */
static size_t serial_lead(const char *text)
{
	static const char *const leads[] = { "serial number", "serial no.", "serial", "s/n" };

	for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
		size_t size = strlen(leads[i]);

		if (strncasecmp(text, leads[i], size) || is_word(text[size]))
			continue;
		size += strspn(text + size, " :=#\"'");
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
static size_t hidden_at(const char *text, bool in_path, bool mails, size_t *stays, const char **instead)
{
	size_t size;
	bool hex = isxdigit((unsigned char)*text) != 0, path = *text == '/';

	*stays = 0;
	if (!hex && !path && !isalpha((unsigned char)*text))
		return 0;
	if (hex && (size = uuid_size(text))) {
		*instead = "[UUID]";
	} else if ((hex && (size = address_size(text))) || (mails && (size = mail_size(text)))) {
		*instead = "[address]";
	} else if (path && (size = home_size(text, stays))) {
		/* "/srv/home/alice" is no "~" */
		bool media = text_starts(text, "/run/media/") || text_starts(text, "/media/");

		*instead = in_path || media ? "[user]" : "~";
		size += in_path || media ? 0 : *stays;
		*stays = in_path || media ? *stays : 0;
	} else if (path && !in_path && is_root_home(text)) {
		*stays = 0;
		*instead = "~";
		size = strlen("/root");
	} else if ((*text | 0x20) == 's' && (*stays = serial_lead(text))) {
		*instead = "[serial]";
		size = strcspn(text + *stays, " ,;)'\"\\");
	} else if (path && (*stays = disk_lead(text))) {
		*instead = "[name]";
		size = strcspn(text + *stays, " ,;)'\"\\/");
	} else if (!path && (size = disk_size(text))) {
		*instead = "[name]";
	} else {
		size = 0;
	}
	return size;
}

void public_add(struct text *out, const char *words)
{
	const char *start = words;
	bool mails = strchr(words, '@') != NULL;

	while (*words) {
		char before = words > start ? words[-1] : ' ';
		const char *instead;
		size_t stays, size;

		/* words begin behind what is none; a path goes on behind a word, but for options such as
		 * -I/home */
		if (is_word(before) && is_word(*words)) {
			text_addc(out, *words++);
			continue;
		}
		size = hidden_at(words, *words == '/' && (is_word(before) || before == '.' || before == '-'),
			mails, &stays, &instead);
		if (!size) {
			text_addc(out, *words++);
			continue;
		}
		text_add(out, words, stays);
		text_adds(out, instead);
		words += stays + size;
	}
}

const char *public_words(struct arena *arena, const char *words)
{
	struct text out = TEXT_INIT;
	const char *kept;

	if (!words || !*words)
		return words;
	public_add(&out, words);
	kept = strcmp(text_string(&out), words) ? arena_text(arena, text_string(&out)) : words;
	text_release(&out);
	return kept;
}

bool public_hides(const char *name)
{
	static const char *const whole[] = { "host", "user", "domain", "machine id", "machine-id" };
	static const char *const parts[] = { "serial", "hostname", "username", "uuid", "mac", "login", "email",
		"wwn" };

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (!strcasecmp(name, whole[i]))
			return true;
	while (*name) {
		size_t size = 0;

		while (isalnum((unsigned char)name[size]))
			size++;
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			if (size == strlen(parts[i]) && !strncasecmp(name, parts[i], size))
				return true;
		name += size + (name[size] != '\0');
	}
	return false;
}
