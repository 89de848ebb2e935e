/* Axes, texts in pixels, sweeps and what is private: the numbers and words behind pictures. */
#include "report/layout/layout.h"

#include <string.h>

#include "report/layout/axis.h"
#include "report/result/public_words.h"
#include "report/chart/sweep.h"

#include "tests/unit/tap.h"

static struct arena arena;

/* All ticks of an axis in words, "|" between them. */
static const char *ticks(double low, double high, size_t most)
{
	struct axis axis = axis_round(low, high, most);
	const char *words = "";

	for (size_t i = 0; i < axis.n; i++)
		words = arena_printf(&arena, "%s%s%s", words, i ? "|" : "", axis_text(&axis, i, &arena));
	return words;
}

static void test_axes(void)
{
	tap_text(ticks(0, 84.83, 6), "0|20|40|60|80|100", "round steps");
	tap_text(ticks(0, 1.9, 4), "0|0.5|1.0|1.5|2.0", "halves");
	tap_text(ticks(0, 1, 4), "0|0.25|0.50|0.75|1.00", "quarters need two digits");
	tap_text(ticks(0, 48100, 5), "0|10000|20000|30000|40000|50000", "thousands");
	tap_text(ticks(0, 1.2e6, 6), "0|200k|400k|600k|800k|1000k|1200k", "more have a letter");
	tap_text(ticks(-10, 4, 6), "-10.0|-7.5|-5.0|-2.5|0|2.5|5.0", "both sides of zero");
	tap_text(ticks(0, 0, 4), "0|0.25|0.50|0.75|1.00", "nothing but zero");
	tap_text(ticks(0, 3e-300, 3), "0|1e-300|2e-300|3e-300", "tiny");
	tap_text(ticks(0, 3e300, 3), "0|1e+300|2e+300|3e+300", "huge");
	tap_text(ticks(103, 118, 4), "100|105|110|115|120", "not from zero");
}

static void test_texts(void)
{
	const char **lines;
	size_t n;

	tap(font_width(FONT_LABEL, "\xe6\x97\xa5", 3) > 12.9 &&
			font_width(FONT_LABEL, "\xe6\x97\xa5", 3) < 13.1,
		"a wide character is an em");
	tap(font_width(FONT_LABEL, "e\xcc\x81", 3) <= font_width(FONT_LABEL, "e", 1) + 1e-9,
		"a combining one takes no room");
	tap(font_width(FONT_LABEL_STRONG, "mount", 5) > font_width(FONT_LABEL, "mount", 5), "bold is wider");
	n = font_wrap(&arena, FONT_LABEL, "ext4 with data=journal and nodelalloc", 150, 2, &lines);
	tap(n == 2, "two lines");
	tap_text(lines[0], "ext4 with", "broken at a blank");
	n = font_wrap(&arena, FONT_LABEL, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", 100, 1,
		&lines);
	tap(n == 1, "one line");
	tap(strstr(lines[0], "\xe2\x80\xa6") && lines[0][strlen(lines[0]) - 1] == 'b', "cut in its middle");
	tap(font_width(FONT_LABEL, lines[0], strlen(lines[0])) <= 100, "to its width");
	tap_text(font_cut(&arena, FONT_LABEL, "xfs", 100), "xfs", "what fits stays");
	n = font_wrap(&arena, FONT_LABEL, "", 100, 2, &lines);
	tap(n == 1 && !*lines[0], "nothing is one empty line");
}

static const char *public(const char *words)
{
	return public_words(&arena, words);
}

static void test_private(void)
{
	tap_text(public("UUID=0a1b2c3d-0000-1111-2222-334455667788, rw"), "UUID=[UUID], rw", "a UUID");
	tap_text(public("eth0 00:1a:2B:3c:4d:5e up"), "eth0 [address] up", "an address");
	tap_text(public("at 12:30:45 to 12:31"), "at 12:30:45 to 12:31", "a time is none");
	tap_text(public("SSD 980, serial S3Z8NB0K, 1 TB"), "SSD 980, serial [serial], 1 TB", "a serial number");
	tap_text(public("Serial Number: WD-123 x"), "Serial Number: [serial] x", "after a colon");
	tap_text(public("serial console on"), "serial console on", "a serial console is none");
	tap_text(public("on /dev/disk/by-id/nvme-Samsung_1-part1; rw"), "on /dev/disk/by-id/[name]; rw",
		"a disk by its name");
	tap_text(public("in /home/alice/work and /root/x"), "in ~/work and ~/x", "a home folder");
	tap_text(public("/mnt/homes/x /rootfs /root-a"), "/mnt/homes/x /rootfs /root-a", "not another folder");
	tap_text(public("6.1.0-32, gcc 12.2.0, 1.2.3.4"), "6.1.0-32, gcc 12.2.0, 1.2.3.4", "a version stays");
	tap_text(public("-I/home/alice/inc"), "-I/home/[user]/inc", "behind an option");
	tap_text(public("/srv/home/alice/x"), "/srv/home/[user]/x", "elsewhere");
	tap_text(public("/dev/mapper/luks-0a1b2c3d-0000-1111-2222-334455667788"), "/dev/mapper/luks-[UUID]",
		"behind a dash");
	tap_text(public("00-11-22-33-44-55"), "[address]", "an address with dashes");
	tap_text(public("serial \"ZX9Y1\", x"), "serial \"[serial]\", x", "in quotes");
	tap_text(public("{\"reason\":\"cannot open \\\"/home/alice\\\": no\"}"),
		"{\"reason\":\"cannot open \\\"~\\\": no\"}", "an escaped quote stays");
	tap_text(public("nvme-Samsung_SSD_980_S649NX0R123456 1 TB"), "[name] 1 TB", "a stable name");
	tap_text(public("wwn-0x5000c500a1b2c3d4"), "[name]", "a world wide name");
	tap_text(public("nvme-core"), "nvme-core", "a module is none");
	tap_text(public("by carol@lab.example.org"), "by [address]", "a mail address");
	tap_text(public("i7 720Q @ 1.60GHz, 2@3200"), "i7 720Q @ 1.60GHz, 2@3200", "a frequency is none");
	tap_text(public("/media/alice/disk"), "/media/[user]/disk", "a medium");
	tap(public_hides("hostname") && public_hides("disk-serial") && public_hides("User") &&
			!public_hides("Kernel") && !public_hides("user space"),
		"names of facts");
}

static void add(struct chart *charts, struct result *results, const struct result **list, size_t i,
	const char *description)
{
	charts[i] = (struct chart){ .title = "IOzone 3.4", .unit = "MB/s", .proportion = PROPORTION_HIB };
	results[i] = (struct result){ .profile = "hib/iozone-1.0.0",
		.title = "IOzone",
		.version = "3.4",
		.scale = "MB/s",
		.proportion = PROPORTION_HIB,
		.description = description };
	list[i] = &results[i];
}

static void test_sweeps(void)
{
	static const char *const descriptions[] = { "Record Size: 1MB - Test: Read",
		"Record Size: 4Kb - Test: Read", "Record Size: 64Kb - Test: Read",
		"Record Size: 4Kb - Test: Write", "Record Size: 64Kb - Test: Write", "Other" };
	struct chart charts[6];
	struct result results[6];
	const struct result *list[6];
	struct sweep *sweeps;
	size_t n;

	for (size_t i = 0; i < 6; i++)
		add(charts, results, list, i, descriptions[i]);
	sweeps_build(&sweeps, &n, &arena, charts, list, 6);
	tap(n == 2, "two sweeps");
	tap(sweeps[0].numeric && sweeps[0].n == 3, "one of numbers");
	tap_text(sweeps[0].option, "Record Size", "of that option");
	tap_text(sweeps[0].subtitle, "Read", "without it in the subtitle");
	tap_text(sweeps[0].settings[0], "4Kb", "by size, not as they came");
	tap(sweeps[0].charts[0] == &charts[1] && sweeps[0].charts[2] == &charts[0], "and its chart with it");
	tap(!sweeps[1].numeric && sweeps[1].n == 2, "two numbers are no line");
	tap_text(sweeps[1].settings[1], "64Kb", "but groups");
}

int main(void)
{
	test_axes();
	test_texts();
	test_private();
	test_sweeps();
	arena_release(&arena);
	return tap_end();
}
