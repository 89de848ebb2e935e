#include "parsers/template/template.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tap.h"

/* The value of a template in an output, or "-". */
static const char *value(const struct template *t, const char *output)
{
	static struct arena arena;
	struct template_found found;

	template_apply(
		&found, t, "-s 4 --mode fast", "--mode fast", "BAR_GRAPH", output, strlen(output), &arena);
	return found.value.text ? found.value.text : "-";
}

static const char *extremes(const struct template *t, const char *output)
{
	static struct arena arena;
	struct template_found found;

	template_apply(&found, t, "", "", "BAR_GRAPH", output, strlen(output), &arena);
	return arena_printf(&arena, "%s %s %s", found.value.text ? found.value.text : "-",
		found.min.text ? found.min.text : "-", found.max.text ? found.max.text : "-");
}

static void lines(void)
{
	const struct template rate = { .output = "Rate: #_RESULT_# MB/s" };
	const struct template hinted = { .output = "total 12 #_RESULT_# ops", .line_hint = "total" };
	const struct template before = { .output = "#_RESULT_# x", .line_before_hint = "Header" };
	const struct template slash = { .output = "1/#_RESULT_#/3" };

	tap_text(value(&rate, "noise\nRate: 12.50 MB/s\nend\n"), "12.5", "the word in the place of the key");
	tap_text(value(&rate, "x\nRate: 1 MB/s\nRate: 2 MB/s\n"), "2", "the last line that fits counts");
	tap_text(value(&rate, "x\nRate: 1 MB/s\nRate: none MB/s\n"), "1",
		"a line without a number is passed over");
	tap_text(value(&rate, "x\nRate: 1 MB/s"), "-", "without a line end the line is lost");
	tap_text(value(&rate, "x\nRate: 0.000 MB/s\n"), "-", "zero is no value");
	tap_text(value(&rate, "x\nRate: 1,5 MB/s\n"), "-", "a comma is no decimal point");
	tap_text(value(&rate, "x\nRate: 0x10 MB/s\n"), "-", "no hexadecimal numbers");
	tap_text(value(&hinted, "x\ntotal 99 7.25 ops\n"), "7.25",
		"a hint stands for other numbers in the line");
	tap_text(value(&before, "a\nHeader\n5 x\n6 x\n"), "5", "the line after a hint");
	tap_text(value(&slash, "x\n1/42/3\n"), "42", "a slash beside the key separates words");
}

static void forms(void)
{
	const struct template plain = { .output = "took: #_RESULT_# done" };
	const struct template strip = { .output = "took: #_RESULT_#", .strip = "ms" };
	const struct template per = { .output = "took: #_RESULT_#", .divisor = "3600" };
	const struct template times = { .output = "took: #_RESULT_#", .multiply_by = "8", .divide_by = "4" };
	const struct template after = { .output = "x #_RESULT_#", .line_hint = "x", .after_string = "p99" };
	const struct template nearer = { .output = "x #_RESULT_#", .line_hint = "x", .before_string = "fps" };

	tap_text(value(&plain, "x\ntook: 12.5k done\n"), "12500", "k is 1000");
	tap_text(value(&plain, "x\ntook: 1.5M done\n"), "1500000", "M is 1000000");
	tap_text(value(&plain, "x\ntook: 1h02m03s done\n"), "3723", "hours, minutes and seconds");
	tap_text(value(&plain, "x\ntook: 01h:04m:33s done\n"), "3873", "with colons too");
	tap_text(value(&plain, "x\ntime took: 06:12.32 done\n"), "-",
		"another place in the line is another word");
	tap_text(value(&strip, "x\ntook: 17ms\n"), "17", "what is stripped");
	tap_text(value(&per, "x\ntook: 36\n"), "100", "a number divided by the value");
	tap_text(value(&times, "x\ntook: 3\n"), "6", "divided, then multiplied");
	tap_text(value(&after, "x p50 3 p99 = 7 end\n\nx p50 3 p99 = 8\n"), "8", "the word after another one");
	tap_text(value(&nearer, "y\nx 3 at 61.5 fps\n"), "61.5", "the word before another one");
}

static void several(void)
{
	struct template t = { .output = "run #_RESULT_# s", .line_hint = "run", .multi_match = "AVERAGE" };
	/* the first line that fits loses a character at each pass: a blank here, a letter below */
	const char *three = "start\n  run 1.0 s\n  run 2.0 s\n  run 6.0 s\n";
	static char many[400000];
	size_t size = 0;

	tap_text(extremes(&t, "x\nrun 1.0 s\nrun 2.0 s\nrun 6.0 s\n"), "4 4 6",
		"the first of three lines is lost, as there");
	tap_text(extremes(&t, three), "3 2 6",
		"mean; the value collected last gives way to it among the extremes");
	t.multi_match = "GEOMETRIC_MEAN";
	tap_text(value(&t, three), "2.3", "geometric mean, rounded as the values are");
	t.multi_match = "HARMONIC_MEAN";
	tap_text(value(&t, three), "1.8", "harmonic mean");
	t.multi_match = "REPORT_ALL";
	tap_text(value(&t, three), "6.0,2.0,1.0", "all, the last one first");
	t = (struct template){ .output = "fps #_MIN_RESULT_# #_RESULT_# #_MAX_RESULT_#", .line_hint = "fps" };
	tap_text(extremes(&t, "x\nfps 1 2 3\n"), "2 1 3", "minimum and maximum of a line");
	t = (struct template){ .output = "run #_RESULT_# s", .line_hint = "run", .multi_match = "AVERAGE" };
	t.line_hint = NULL;
	t.output = "#_RESULT_#";
	tap_text(value(&t, "5 x"), "5", "all of the output as the line, once");
	t = (struct template){ .output = "run #_RESULT_# s", .line_hint = "run", .multi_match = "AVERAGE" };
	for (int i = 0; i < 20000; i++)
		size += (size_t)snprintf(many + size, sizeof many - size, "run %d.5 s\n", i % 10 + 20);
	tap(strcmp(value(&t, many), "-") != 0, "20000 lines that fit");
}

static void conditions(void)
{
	const struct template arguments = { .output = "v: #_RESULT_#", .match_arguments = "--mode fast" };
	const struct template others = { .output = "v: #_RESULT_#", .match_arguments = "--mode slow" };
	const struct template keyed = {
		.output = "#_--modefast_# #_x_#", .result_key = "PTS_USER_SET_ARGUMENTS", .line_hint = " "
	};
	const struct template endless = { .output = "Head\n#_RESULT_#" };
	const struct template xml = { .output = "a/b", .file_format = "XML", .divide_by = "2" };
	const struct template csv = { .output = "x,#_RESULT_#", .line_hint = "x", .file_format = "CSV" };
	const struct template cut = {
		.output = "v: #_RESULT_#", .delete_before = "BEGIN", .delete_after = "END"
	};
	struct template_found found;
	struct arena arena = { 0 };

	tap_text(value(&arguments, "x\nv: 1\n"), "1", "a template for these arguments");
	tap_text(value(&others, "x\nv: 1\n"), "-", "a template for others");
	tap_text(value(&keyed, "y\n5 6\n"), "5", "the key made of the arguments");
	template_apply(&found, &endless, "", "", "BAR_GRAPH", "Head\n5\n", 7, &arena);
	tap(!found.value.text && found.reason, "where the Phoronix Test Suite never ends, a reason");
	tap_text(value(&xml, "<r><a><b> 5 </b></a></r>"), "2.5", "an element of XML");
	tap_text(value(&xml, "<r><a><b>5</b><b>6</b></a></r>"), "-", "but not one of several");
	tap_text(value(&xml, "<r><a>"), "-", "nor in broken XML");
	tap_text(value(&csv, "y\nx,3.5,z\n"), "3.5", "a cell of CSV");
	tap_text(value(&cut, "v: 1\nBEGIN\nv: 2\nEND\nv: 3\n"), "2", "a part of the output");
	template_apply(&found, &arguments, "--mode fast", "", "PASS_FAIL", "x\nv: PASS\n", 10, &arena);
	tap_text(found.value.text, "PASS", "a verdict");
	template_apply(&found, &arguments, "--mode fast", "", "BAR_GRAPH", "x\nv: 0\n", 7, &arena);
	tap(!found.value.text && found.reason, "zero: no value, and why");
	arena_release(&arena);
}

int main(void)
{
	lines();
	forms();
	several();
	conditions();
	return tap_end();
}
