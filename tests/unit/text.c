#include "share/base/text.h"

#include <stdlib.h>

#include "tests/unit/tap.h"

static void clean(const char *bytes, size_t size, const char *wanted, const char *name)
{
	struct text out = TEXT_INIT;

	text_add_clean(&out, bytes, size);
	tap_text(text_string(&out), wanted, name);
	text_release(&out);
}

static void width(const char *text, int wanted, const char *name)
{
	tap_number(text_width(text, strlen(text)), wanted, name);
}

static void quoted(const char *argument, const char *wanted)
{
	struct text out = TEXT_INIT;

	text_add_quoted(&out, argument);
	tap_text(text_string(&out), wanted, wanted);
	text_release(&out);
}

int main(void)
{
	static const char *const keys[] = { "blocks", "metrics", "command", NULL };

	clean("a\x0c\x1b[31mb\xff", 9, "a\xef\xbf\xbd\xef\xbf\xbd[31mb\xef\xbf\xbd",
		"control characters and bad bytes");
	clean("Gr\xc3\xbcn\tx\n", 8, "Gr\xc3\xbcn x ", "UTF-8 stays, tab and newline are blanks");
	clean("\xe2\x80\xaegnp.exe", 10, "\xef\xbf\xbdgnp.exe", "a bidirectional override");
	width("ext4", 4, "ASCII");
	width("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 6, "wide characters");
	width("Gru\xcc\x88n", 4, "a combining character");
	width("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac", 2, "an emoji of several code points");
	tap_number((double)text_fit("\xe6\x97\xa5\xe6\x9c\xac", 6, 3), 3, "nothing is cut within a character");
	tap(text_matches("*/read/iops", "mix/a/read/iops") && text_matches("a?c*", "abcd"), "patterns");
	tap(!text_matches("a.c", "abc") && !text_matches("bonnie++", "bonniee") && !text_matches("", "x"),
		"everything but * and ? is literal");
	tap_text(text_nearest("blok", keys), "blocks", "the nearest name");
	tap_text(text_nearest("zzzzzz", keys), NULL, "no near name");
	quoted("/mnt/my disk/-x 'y'", "'/mnt/my disk/-x '\\''y'\\'''");
	quoted("--rw=read", "--rw=read");
	quoted("", "''");
	return tap_end();
}
