#include "parsers/document/heading.h"

#include <string.h>
#include <strings.h>

#include "share/base/banned.h"

#define FEW_WORDS    4
#define LONGEST_NAME 100

static const char *const file_systems[] = { "ext2", "ext3", "ext4", "xfs", "btrfs", "jfs", "reiserfs",
	"reiser4", "reiser3", "zfs", "f2fs", "bcachefs", "nilfs2", "ntfs", "ntfs3", "fat32", "vfat", "exfat",
	"fat", "ufs", "ufs2", "hfs", "apfs", "tmpfs", "nfs", "cifs", "smb", "gfs2", "ocfs2", "minix", "udf",
	"squashfs", "overlayfs", NULL };

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct scan trimmed(struct scan scan, const char *signs)
{
	while (scan.at < scan.end && strchr(signs, *scan.at))
		scan.at++;
	while (scan.end > scan.at && strchr(signs, scan.end[-1]))
		scan.end--;
	return scan;
}

/* The name of a file system at the cursor, as a word: "Reiserfs3" is one, "ext4b" and "xfsprogs" are none. */
static size_t file_system_at(const char *at, const char *end)
{
	size_t longest = 0;

	for (const char *const *name = file_systems; *name; name++) {
		size_t size = strlen(*name);

		if ((size_t)(end - at) >= size && !strncasecmp(at, *name, size) && size > longest &&
			(at + size == end || !is_letter(at[size])))
			longest = size;
	}
	return longest;
}

/*
 * The first word that names a file system; *n counts the different ones. Words within paths and
 * options count only `in_paths`.
 */
static const char *find_file_system(struct scan line, bool in_paths, int *n)
{
	const char *first = NULL;
	size_t first_size = 0;

	*n = 0;
	for (const char *at = line.at; at < line.end; at++) {
		bool begins = at == line.at || !is_alnum(at[-1]);
		size_t size = begins ? file_system_at(at, line.end) : 0;
		bool in_path = at > line.at && strchr("/._=-", at[-1]);

		if (!size || (in_path && !in_paths))
			continue;
		if (!first || size != first_size || strncasecmp(at, first, size) != 0)
			++*n;
		if (!first) {
			first = at;
			first_size = size;
		}
	}
	return first;
}

static int count_words(struct scan line)
{
	const char *word;
	size_t size;
	int n = 0;

	while (scan_token(&line, &word, &size))
		n++;
	return n;
}

bool heading_is_rule(struct scan line)
{
	for (const char *at = line.at; at < line.end; at++)
		if (!strchr("-=~*_+|`'., ", *at))
			return false;
	return line.end > line.at;
}

/* Skip one tag "<h2>" or "[b]" at the cursor. */
static bool skip_tag(struct scan *line)
{
	const char *close = NULL;

	if (line->at < line->end && *line->at == '<')
		close = memchr(line->at, '>', (size_t)(line->end - line->at));
	else if (line->at < line->end && *line->at == '[')
		close = memchr(line->at, ']', (size_t)(line->end - line->at));
	if (close)
		line->at = close + 1;
	return close != NULL;
}

/* "1)", "2.", "a)": the number of a section. */
static bool skip_number(struct scan *line)
{
	const char *at = line->at;

	while (at < line->end && at - line->at < 3 && is_alnum(*at))
		at++;
	if (at == line->at || at + 1 >= line->end || (*at != ')' && *at != '.') || at[1] != ' ')
		return false;
	line->at = at + 2;
	return true;
}

/* The words without the markup around them; true when there was some. */
static bool strip_markup(struct scan *line)
{
	static const char signs[] = "#=*-_~\xef\xbb\xbf ";
	const char *start = line->at, *end = line->end;
	const char *open;

	*line = trimmed(*line, signs);
	while (skip_tag(line) || skip_number(line))
		*line = trimmed(*line, signs);
	/* what closes: "</h2><pre>", "[/b]" */
	while (line->end > line->at && (line->end[-1] == '>' || line->end[-1] == ']')) {
		open = memrchr(line->at, line->end[-1] == '>' ? '<' : '[', (size_t)(line->end - line->at));
		if (!open)
			break;
		line->end = open;
		*line = trimmed(*line, signs);
	}
	return line->at != start || line->end != end;
}

bool heading_is_fence(struct scan line)
{
	static const char *const fences[] = { "```", "~~~", "[code", "[/code", "<pre", "</pre", "{{{", "}}}",
		"<code", "</code" };

	struct scan words = line;

	strip_markup(&words);
	if (words.at < words.end && *words.at != '`' && *words.at != '{' && *words.at != '}')
		return false;
	for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
		struct scan rest = line;

		if (scan_word(&rest, fences[i]))
			return true;
	}
	return false;
}

static struct heading named(struct scan name, bool of_file_system, bool marked)
{
	struct heading heading = { true, of_file_system, marked, trimmed(name, " :."),
		{ name.end, name.end, NULL } };
	struct scan rest = heading.name;

	/* "Ext4 - mounted noatime." */
	if (scan_until(&rest, " - ") && rest.at < heading.name.end) {
		heading.notes = rest;
		heading.name.end = rest.at - 3;
		heading.name = trimmed(heading.name, " :.");
	}
	heading.is = heading.name.at < heading.name.end;
	return heading;
}

/* "Results for ext4": what stands before the name only leads to it. */
static bool leads_to(const struct scan *line, const char *name)
{
	static const char *const words[] = { "for", "on", "with", "using", "of", "in", "to", "is", "try", "and",
		"under", "from" };
	struct scan before = trimmed((struct scan){ line->at, name, NULL }, " ");
	const char *blank = memrchr(before.at, ' ', (size_t)(before.end - before.at));
	const char *last = blank ? blank + 1 : before.at;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == (size_t)(before.end - last) &&
			!strncasecmp(last, words[i], strlen(words[i])))
			return true;
	return false;
}

/* The last word of a line that was joined with others. */
static struct scan last_word(struct scan line)
{
	const char *blank = memrchr(line.at, ' ', (size_t)(line.end - line.at));

	line.at = blank ? blank + 1 : line.at;
	return line;
}

static int words_of_name(struct scan line)
{
	struct scan rest = line;

	if (scan_until(&rest, " - "))
		line.end = rest.at - 3;
	return count_words(line);
}

/* "Kernel A", "linux-6.1": up to three words that are no part of a sentence. */
static bool is_name(struct scan line)
{
	bool digit = false;

	for (const char *at = line.at; at < line.end; at++)
		digit = digit || (*at >= '0' && *at <= '9');
	if (memchr(line.at, '/', (size_t)(line.end - line.at)))
		return false;
	return count_words(line) <= 3 && !strchr(".,!?;", line.end[-1]) &&
		(digit || !(*line.at >= 'a' && *line.at <= 'z'));
}

struct heading heading_of(struct scan line, bool underlined, bool flat)
{
	static const struct heading none = { .is = false };
	bool marked = strip_markup(&line) || underlined, few;
	const char *file_system, *comma;
	int n;

	if (flat && line.end - line.at > LONGEST_NAME)
		line = last_word(line);
	if (line.at == line.end || line.end - line.at > LONGEST_NAME)
		return none;
	marked = marked || line.end[-1] == ':';
	few = words_of_name(line) <= FEW_WORDS;
	file_system = find_file_system(line, false, &n);
	if (n > 1 || (n == 0 && !(few && marked) && !is_name(line)))
		return none;
	if (n == 1 && (!few || leads_to(&line, file_system))) {
		/* "Then I formatted it with XFS, and this came out." */
		line.at = file_system;
		comma = memchr(line.at, ',', (size_t)(line.end - line.at));
		line.end = comma && !few ? comma : line.end;
	}
	return named(line, n == 1, marked);
}

bool heading_of_command(struct scan command, struct scan *name)
{
	int n;
	const char *at = find_file_system(command, true, &n);

	if (n != 1)
		return false;
	*name = (struct scan){ at, at + file_system_at(at, command.end), NULL };
	return true;
}
