/* The keys of profiles and suites: reading, checks, `hib info --keys` and hib-profile(5) come from here. */
#include <string.h>

#include "runner/profile/profile.h"
#include "runner/profile/key_tables.h"
#include "parsers/described/described.h"
#include "parsers/template/parser.h"
#include "parsers/template/value.h"
#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

static const struct key value_quick_keys[] = {
	{ "title", KEY_TEXT, AT(option_quick, title), .help = "in the description" },
	{ "value", KEY_TEXT, AT(option_quick, value), .help = "for {option.NAME} inside an argument" },
	{ "args", KEY_ARGV, AT(option_quick, args), .help = "for an argument that is {option.NAME} alone" },
	COST_KEYS(option_quick, cost),
	END_OF_KEYS,
};
static const struct key_table value_quick_table = { "quick block", sizeof(struct option_quick), KEY_NONE,
	KEY_NONE, value_quick_keys, NULL };

static const struct key value_keys[] = {
	{ "title", KEY_TEXT, AT(option_value, title),
		.help = "in the description of the test; without it the name; an empty one adds nothing" },
	{ "value", KEY_TEXT, AT(option_value, value),
		.help = "for {option.NAME} inside an argument; without it the name" },
	{ "args", KEY_ARGV, AT(option_value, args),
		.help = "arguments that replace an argument that is {option.NAME} alone" },
	COST_KEYS(option_value, cost),
	{ "quick", KEY_TABLE, AT(option_value, quick), .table = &value_quick_table,
		.help = "what replaces these keys in a --quick run" },
	END_OF_KEYS
};
static const struct key_table value_table = { "value of an option", sizeof(struct option_value),
	AT(option_value, name), AT(option_value, place), value_keys, NULL };

static const char *const free_choices[] = { "no", "text", "whole", "size", "file", "tarball", NULL };

static int check_option(const char *name, const struct node *node, void *values, struct error *err)
{
	const struct option *option = values;

	if (!option->values.n && option->free == FREE_NONE)
		return node_error(err, name, node, "the option '%s' has no values", option->name);
	if (option_value_named(option, ""))
		return node_error(err, name, node, "the option '%s' has a value without a name", option->name);
	if (option->free == FREE_NONE && !option_value_named(option, option->standard))
		return node_error(err, name, node, "the default '%s' is not a value of the option '%s'",
			option->standard, option->name);
	return 0;
}

static const struct key option_keys[] = {
	{ "title", KEY_TEXT, AT(option, title), .required = true,
		.help = "what the option is called in descriptions" },
	{ "default", KEY_TEXT, AT(option, standard), .required = true,
		.help = "name of the value that is taken when none is chosen" },
	{ "values", KEY_NAMED, AT(option, values), .table = &value_table, .help = "the values there are" },
	{ "free", KEY_CHOICE, AT(option, free), .choices = free_choices,
		.help = "what --set may give besides the values; tarball: a source tree, auto finds one" },
	{ "prefix", KEY_TEXT, AT(option, prefix), .help = "stands before what is given freely" },
	{ "postfix", KEY_TEXT, AT(option, postfix), .help = "stands behind it" },
	{ "space_each", KEY_SIZE, AT(option, space_each),
		.help = "a value that is a number needs so much space for each: 24 MiB a client" },
	END_OF_KEYS,
};
static const struct key_table option_table = { "option", sizeof(struct option), AT(option, name),
	AT(option, place), option_keys, check_option };

static const char *const proportion_choices[] = { "HIB", "LIB", "none", NULL };
static const char *const report_choices[] = { "AVG", "MIN", "MAX", "ALL", NULL };
static const char *const several_choices[] = { "refuse", "each", "mean", "sum", "last", NULL };

static int check_number(
	const char *name, const struct node *node, const char *key, const char *text, struct error *err)
{
	double value;

	if (!text || (number_double(text, strlen(text), &value) && value != 0))
		return 0;
	return node_error(
		err, name, node_get(node, key), "'%s' must be a number other than 0, not '%s'", key, text);
}

static bool is_one_of(const char *text, const char *const *choices)
{
	while (text && *choices && strcmp(text, *choices))
		choices++;
	return !text || *choices;
}

/* A template: its key must be there, its numbers numbers, its words known. */
static int check_metric(const char *name, const struct node *node, void *values, struct error *err)
{
	static const char *const matches[] = { "NONE", "AVERAGE", "MEAN", "GEOMETRIC_MEAN", "HARMONIC_MEAN",
		"REPORT_ALL", NULL };
	static const char *const formats[] = { "CSV", "XML", NULL };
	const struct metric *m = values;
	const struct template *t = &m->template;

	if (!is_one_of(t->multi_match, matches))
		return node_error(err, name, node_get(node, "multi_match"),
			"'multi_match' must be NONE, AVERAGE, MEAN, GEOMETRIC_MEAN, HARMONIC_MEAN or REPORT_ALL, not '%s'",
			t->multi_match);
	if (!is_one_of(t->file_format, formats))
		return node_error(err, name, node_get(node, "file_format"),
			"'file_format' must be CSV or XML, not '%s'", t->file_format);
	if (t->output && strpbrk(m->pattern, "*?"))
		return node_error(
			err, name, node_get(node, "metric"), "the metric of a template needs a plain name");
	return check_number(name, node, "multiply_result_by", t->multiply_by, err) ||
			check_number(name, node, "divide_result_by", t->divide_by, err) ||
			check_number(name, node, "divide_result_divisor", t->divisor, err) ?
		-1 :
		0;
}

static const struct key sensor_keys[] = {
	{ "name", KEY_TEXT, AT(metric_sensor, name), .required = true,
		.help = "cpu.usage, cpu.temp, cpu.freq, memory.usage, sys.power or sys.iowait" },
	{ "every", KEY_DURATION, AT(metric_sensor, every), .standard = "2 s",
		.help = "time between two readings" },
	{ "report", KEY_CHOICE, AT(metric_sensor, report), .choices = report_choices,
		.help = "what becomes the value; ALL: a line of all" },
	END_OF_KEYS,
};
static const struct key_table sensor_table = { "sensor block", sizeof(struct metric_sensor), KEY_NONE, KEY_NONE,
	sensor_keys, NULL };

static const struct key metric_keys[] = {
	{ "metric", KEY_TEXT, AT(metric, pattern), .required = true,
		.help = "name of a measured metric, * and ? allowed; elapsed (the command alone) or elapsed_sync (until the data is on the disk) are hib's own clock" },
	{ "title", KEY_TEXT, AT(metric, title),
		.help = "appended to the description; only the first metric that a test has may lack it" },
	{ "scale", KEY_TEXT, AT(metric, scale), .required = true,
		.help = "unit of the chart; values are converted to it" },
	{ "proportion", KEY_CHOICE, AT(metric, proportion), .required = true, .choices = proportion_choices,
		.help = "HIB: higher is better, LIB: lower is better, none: a fact" },
	{ "decimals", KEY_WHOLE, AT(metric, decimals), .low = -1, .high = 9, .standard = "-1",
		.help = "digits behind the point; -1: as the program prints them" },
	{ "several", KEY_CHOICE, AT(metric, several), .choices = several_choices,
		.help = "when one trial gives several values: refuse them, keep each as a sample, or take mean, sum or last" },
	{ "when", KEY_PAIRS, AT(metric, when),
		.help = "option: values with which the metric exists, separated by commas" },
	{ "optional", KEY_FLAG, AT(metric, optional),
		.help = "an output without it lacks nothing, as long as it has one of the others" },
	{ "shortest", KEY_DURATION, AT(metric, shortest),
		.help = "a command that took less is too fast to be timed: for elapsed" },
	{ "sensor", KEY_TABLE, AT(metric, sensor), .table = &sensor_table,
		.help = "read from the machine while the command runs" },
	{ "output_template", KEY_TEXT, AT(metric, template.output),
		.help = "with parser: template, a line of the output that has #_RESULT_# in the place of the value; this and the keys below mean what the elements of these names mean in a results definition of the Phoronix Test Suite" },
	{ "line_hint", KEY_TEXT, AT(metric, template.line_hint),
		.help = "a part of the template that its line is known by; the last line that has it counts" },
	{ "line_before_hint", KEY_TEXT, AT(metric, template.line_before_hint),
		.help = "stands in the line before that of the value" },
	{ "result_before_string", KEY_TEXT, AT(metric, template.before_string),
		.help = "the word that the value stands before" },
	{ "result_after_string", KEY_TEXT, AT(metric, template.after_string),
		.help = "the word that the value stands after" },
	{ "strip_from_result", KEY_TEXT, AT(metric, template.strip), .help = "to be taken out of the value" },
	{ "strip_result_postfix", KEY_TEXT, AT(metric, template.strip_postfix),
		.help = "to be taken off the value's end" },
	{ "turn_chars_to_space", KEY_TEXT, AT(metric, template.turn_to_space),
		.help = "a text that becomes a blank" },
	{ "delete_output_before", KEY_TEXT, AT(metric, template.delete_before),
		.help = "what stands before this text in the output does not count" },
	{ "delete_output_after", KEY_TEXT, AT(metric, template.delete_after),
		.help = "what stands from this text on does not count" },
	{ "multiply_result_by", KEY_TEXT, AT(metric, template.multiply_by), .help = "a factor" },
	{ "divide_result_by", KEY_TEXT, AT(metric, template.divide_by), .help = "a divisor" },
	{ "divide_result_divisor", KEY_TEXT, AT(metric, template.divisor),
		.help = "a number that is divided by the value" },
	{ "multi_match", KEY_TEXT, AT(metric, template.multi_match),
		.help = "take all lines that fit: AVERAGE, GEOMETRIC_MEAN or HARMONIC_MEAN of their values, or REPORT_ALL: a line of them" },
	{ "match_to_test_arguments", KEY_TEXT, AT(metric, template.match_arguments),
		.help = "a part of the arguments: tests without it have no such value" },
	{ "result_key", KEY_TEXT, AT(metric, template.result_key),
		.help = "PTS_TEST_ARGUMENTS or PTS_USER_SET_ARGUMENTS: #_ARGUMENTS_# stands in the place of the value, without blanks" },
	{ "line_after_hint", KEY_TEXT, AT(metric, template.line_after_hint),
		.help = "as the Phoronix Test Suite reads it: the last line of the output, where this occurs" },
	{ "arguments_description", KEY_TEXT, AT(metric, template.description),
		.help = "instead of the description of the test" },
	{ "frame_times", KEY_TEXT, AT(metric, template.frame_times),
		.help = "with parser: template, instead of a template: the frame times of an output of this kind (libframetime-output, csv-dump-frame-latencies) as a line" },
	{ "display_format", KEY_TEXT, AT(metric, template.display_format),
		.help = "LINE_GRAPH or PASS_FAIL: a value that is no number" },
	{ "file_format", KEY_TEXT, AT(metric, template.file_format),
		.help = "CSV: ',' separates words too; XML: the template is a path of elements below the root" },
	END_OF_KEYS
};
static const struct key_table metric_table = { "metric", sizeof(struct metric), KEY_NONE, AT(metric, place),
	metric_keys, check_metric };

static const struct key packages_keys[] = {
	{ "debian", KEY_TEXT, AT(profile_packages, debian), .help = "Debian and Ubuntu" },
	{ "fedora", KEY_TEXT, AT(profile_packages, fedora), .help = "Fedora" },
	{ "arch", KEY_TEXT, AT(profile_packages, arch), .help = "Arch Linux" },
	{ "elsewhere", KEY_TEXT, AT(profile_packages, elsewhere),
		.help = "where it is published, when no distribution has it" },
	END_OF_KEYS,
};
static const struct key_table packages_table = { "packages block", sizeof(struct profile_packages), KEY_NONE,
	KEY_NONE, packages_keys, NULL };

static const struct key detect_keys[] = {
	{ "command", KEY_ARGV, AT(profile_detect, command), .required = true,
		.help = "prints the program's version, on either stream" },
	{ "pattern", KEY_TEXT, AT(profile_detect, pattern), .required = true,
		.help = "regular expression (PCRE2) with one group: the version" },
	END_OF_KEYS,
};
static const struct key_table detect_table = { "detect block", sizeof(struct profile_detect), KEY_NONE,
	KEY_NONE, detect_keys, NULL };

static const struct key quick_keys[] = { COST_KEYS(profile_quick, cost),
	{ "variables", KEY_PAIRS, AT(profile_quick, variables),
		.help = "what replaces variables in a --quick run" },
	END_OF_KEYS };
static const struct key_table quick_table = { "quick block", sizeof(struct profile_quick), KEY_NONE, KEY_NONE,
	quick_keys, NULL };

static int check_sandbox(const char *name, const struct node *node, void *values, struct error *err)
{
	const struct sandbox *sandbox = values;
	bool exception = sandbox->read.n || sandbox->write.n || sandbox->network || sandbox->signals ||
		sandbox->shm || sandbox->shell;

	if (exception && !sandbox->reason)
		return node_error(err, name, node, "an exception from the sandbox needs its 'reason'");
	return 0;
}

static const struct key sandbox_keys[] = {
	{ "read", KEY_LIST, AT(sandbox, read), .help = "further paths it may read" },
	{ "write", KEY_LIST, AT(sandbox, write), .help = "further paths it may write" },
	{ "network", KEY_FLAG, AT(sandbox, network), .help = "may use the network" },
	{ "signals", KEY_FLAG, AT(sandbox, signals), .help = "may send signals to processes outside" },
	{ "shm", KEY_FLAG, AT(sandbox, shm), .help = "may write /dev/shm" },
	{ "shell", KEY_FLAG, AT(sandbox, shell), .help = "runs a shell" },
	{ "reason", KEY_TEXT, AT(sandbox, reason), .help = "why; shown before a run" },
	END_OF_KEYS,
};
static const struct key_table sandbox_table = { "sandbox block", sizeof(struct sandbox), KEY_NONE, KEY_NONE,
	sandbox_keys, check_sandbox };

static bool is_clock(const struct metric *m)
{
	return m->sensor.name || !strcmp(m->pattern, "elapsed") || !strcmp(m->pattern, "elapsed_sync");
}

static bool is_xml(const struct template *t)
{
	return t->file_format && !strcmp(t->file_format, "XML");
}

/* Under the template parser each value has its template; elsewhere a template would be overlooked. */
static int check_templates(const char *name, const struct profile *p, struct error *err)
{
	for (size_t i = 0; i < p->metrics.n; i++) {
		const struct metric *m = (const struct metric *)p->metrics.items + i;
		bool wanted = p->parser == &parser_template && !is_clock(m) && !m->template.frame_times;

		if (m->template.frame_times && !template_knows_frames(m->template.frame_times))
			return error_set(err,
				"%s:%d:%d: 'frame_times' must be libframetime-output, libframetime-output-no-limit or csv-dump-frame-latencies, not '%s'",
				name, m->place.line, m->place.column, m->template.frame_times);

		if (wanted != (m->template.output != NULL))
			return error_set(err, "%s:%d:%d: metric '%s' %s", name, m->place.line, m->place.column,
				m->pattern,
				wanted ? "needs an 'output_template'" :
					 "has an 'output_template', which only 'parser: template' reads");
		/* the Phoronix Test Suite has templates without a key, and its own ways with them */
		if (wanted && !p->pts.identifier && !is_xml(&m->template) &&
			!strstr(m->template.output, "#_RESULT_#"))
			return error_set(err,
				"%s:%d:%d: the template of '%s' has no #_RESULT_# in the place of the value",
				name, m->place.line, m->place.column, m->pattern);
	}
	return 0;
}

/* What describes the values belongs to one parser: it must be there, and nowhere else. */
static int check_described(
	const char *name, const struct node *node, const struct profile *p, struct error *err)
{
	const struct {
		const struct parser *parser;
		const char *key;
		size_t n;
	} rules[] = { { &parser_pattern, "patterns", p->patterns.n }, { &parser_csv, "columns", p->columns.n },
		{ &parser_json, "paths", p->paths.n } };
	struct error cause = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (p->parser == rules[i].parser && !rules[i].n)
			return node_error(err, name, node_get(node, "parser"), "'parser: %s' needs '%s'",
				rules[i].parser->program, rules[i].key);
		if (p->parser != rules[i].parser && rules[i].n)
			return node_error(err, name, node_get(node, rules[i].key),
				"'%s' is for 'parser: %s' only", rules[i].key, rules[i].parser->program);
	}
	if (strcmp(p->separator, "tab") && (strlen(p->separator) != 1 || strchr("\"\r\n", *p->separator)))
		return node_error(err, name, node_get(node, "separator"),
			"'separator' must be one character or the word tab, not '%s'", p->separator);
	for (size_t i = 0; i < p->patterns.n && !rc; i++)
		if (pattern_check(p->patterns.items[i], &cause))
			rc = node_error(err, name, node_get(node, "patterns"), "%s", cause.message);
	for (size_t i = 0; i < p->paths.n && !rc; i++)
		if (json_path_check(p->paths.values[i], &cause))
			rc = node_error(err, name, node_get(node, "paths"), "%s", cause.message);
	error_release(&cause);
	return rc;
}

/* Does what describes the values give the metric? */
static bool is_described(const struct profile *p, const struct metric *m)
{
	const struct pairs *places = p->parser == &parser_csv ? &p->columns : &p->paths;

	for (size_t i = 0; p->parser == &parser_pattern && i < p->patterns.n; i++)
		if (pattern_gives(p->patterns.items[i], m->pattern))
			return true;
	for (size_t i = 0; p->parser != &parser_pattern && i < places->n; i++)
		if (text_matches(m->pattern, places->names[i]))
			return true;
	return is_clock(m);
}

/* A metric that nothing gives would be missing in every trial. */
static int check_given(const char *name, const struct profile *p, struct error *err)
{
	if (p->parser != &parser_pattern && p->parser != &parser_csv && p->parser != &parser_json)
		return 0;
	for (size_t i = 0; i < p->metrics.n; i++) {
		const struct metric *m = (const struct metric *)p->metrics.items + i;

		if (!is_described(p, m))
			return error_set(err, "%s:%d:%d: metric '%s' is given by none of the %s", name,
				m->place.line, m->place.column, m->pattern,
				p->parser == &parser_pattern     ? "patterns' named groups" :
					p->parser == &parser_csv ? "columns" :
								   "paths");
	}
	return 0;
}

static const struct parser *parser_of(const struct profile *p)
{
	static const struct parser *const described[] = { &parser_template, &parser_pattern, &parser_csv,
		&parser_json };

	for (size_t i = 0; i < sizeof described / sizeof *described; i++)
		if (!strcmp(p->parser_name, described[i]->program))
			return described[i];
	return parser_named(p->parser_name);
}

/* A name that is a file's name, and nothing more. */
bool profile_name_ok(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t size = strlen(name);

	return size && size < 64 && strchr(letters, *name) &&
		strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+") == size;
}

static int check_profile(const char *name, const struct node *node, void *values, struct error *err)
{
	struct profile *p = values;
	bool own_clock = !strcmp(p->parser_name, "elapsed");

	if (!profile_name_ok(p->name))
		return node_error(err, name, node_get(node, "profile"),
			"'%s' is no name for a profile: letters, digits, '_', '-', '.' and '+', a letter or digit first",
			p->name);
	if (!profile_name_ok(p->version))
		return node_error(err, name, node_get(node, "version"),
			"'%s' is no version: letters, digits, '_', '-', '.' and '+', a letter or digit first",
			p->version);
	for (size_t i = 0; i < p->files.n; i++)
		if (strchr(p->files.names[i], '/') || *p->files.names[i] == '.' || !*p->files.names[i])
			return node_error(err, name, node_get(node, "files"),
				"'%s' is no name for a file in {work}: it has no '/' and begins with no '.'",
				p->files.names[i]);
	if (!p->command.n == !p->shell)
		return node_error(err, name, node, "a profile needs one of 'command' and 'shell'");
	if (p->shell && !p->sandbox.shell)
		return node_error(err, name, node_get(node, "shell"),
			"'shell' needs 'sandbox: {shell: true, reason: ...}'");
	if (!own_clock)
		p->parser = parser_of(p);
	if (!p->parser && !own_clock) {
		const char *names[64], *nearest;
		int n = 0;

		for (const struct parser *const *q = parsers; *q && n < 58; q++)
			names[n++] = (*q)->program;
		names[n++] = "elapsed";
		names[n++] = parser_template.program;
		names[n++] = parser_pattern.program;
		names[n++] = parser_csv.program;
		names[n++] = parser_json.program;
		names[n] = NULL;
		nearest = text_nearest(p->parser_name, names);
		return node_error(err, name, node_get(node, "parser"), "no parser '%s'%s%s%s", p->parser_name,
			nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
	}
	if (strcmp(p->parse, "stdout") && strcmp(p->parse, "stderr") && strcmp(p->parse, "both") &&
		!text_starts(p->parse, "file:"))
		return node_error(err, name, node_get(node, "parse"),
			"'parse' must be stdout, stderr, both or file:PATH, not '%s'", p->parse);
	if (!p->metrics.n)
		return node_error(err, name, node, "a profile needs at least one metric");
	return check_described(name, node, p, err) || check_templates(name, p, err) ||
			check_given(name, p, err) ?
		-1 :
		0;
}

static const struct key profile_key_list[] = {
	{ "profile", KEY_TEXT, AT(profile, name), .required = true,
		.help = "short name, as given on the command line" },
	{ "version", KEY_TEXT, AT(profile, version), .required = true,
		.help = "of the profile, as 1.0.0; results of different versions are not merged" },
	{ "title", KEY_TEXT, AT(profile, title), .required = true,
		.help = "what the benchmark is called in charts" },
	{ "description", KEY_TEXT, AT(profile, description), .help = "what it does, in a sentence" },
	{ "measures", KEY_TEXT, AT(profile, measures), .help = "a few words for hib list" },
	{ "subtitle", KEY_TEXT, AT(profile, subtitle),
		.help = "description of the test when there are no options" },
	{ "same_as", KEY_TEXT, AT(profile, same_as),
		.help = "profile of the Phoronix Test Suite whose command and clock are equal (pts/dbench-1.0.2): charts merge with its own" },
	{ "app_version", KEY_TEXT, AT(profile, app_version),
		.help = "version of the program to write into results; without it the detected one" },
	{ "programs", KEY_LIST, AT(profile, programs), .help = "programs that must be installed" },
	{ "packages", KEY_TABLE, AT(profile, packages), .table = &packages_table,
		.help = "packages that have them" },
	{ "detect", KEY_TABLE, AT(profile, detect), .table = &detect_table,
		.help = "how the version is found; without it the output tells" },
	{ "options", KEY_NAMED, AT(profile, options), .table = &option_table,
		.help = "what can be chosen; options combine" },
	{ "variables", KEY_PAIRS, AT(profile, variables),
		.help = "words for {NAME} in arguments, files and values" },
	{ "files", KEY_PAIRS, AT(profile, files),
		.help = "small files to write into {work} before each trial: name and text" },
	{ "environment", KEY_PAIRS, AT(profile, environment),
		.help = "variables added to the cleaned environment; placeholders are replaced" },
	{ "prepare", KEY_ARGVS, AT(profile, prepare), .help = "commands that run before the clock starts" },
	{ "finish", KEY_ARGVS, AT(profile, finish), .help = "commands that run behind the clock" },
	{ "command", KEY_ARGV, AT(profile, command),
		.help = "the measured command as a list of arguments; no shell" },
	{ "shell", KEY_TEXT, AT(profile, shell), .help = "instead of command: a line for /bin/sh" },
	{ "directory", KEY_TEXT, AT(profile, directory), .standard = "{target}",
		.help = "working directory of the command" },
	{ "memory_limit", KEY_SIZE, AT(profile, memory_limit),
		.help = "memory that its processes and what they cache may take; without it all of the machine but a 32nd" },
	{ "time_limit", KEY_DURATION, AT(profile, time_limit), .standard = "6 h",
		.help = "after it the command is ended" },
	{ "trials", KEY_WHOLE, AT(profile, trials), .low = 0, .high = 100000, .standard = "0",
		.help = "blocks for this test whatever the plan says; 0: the plan's" },
	{ "warmup", KEY_WHOLE, AT(profile, warmup), .low = 0, .high = 100, .standard = "0",
		.help = "blocks of this test that run first and do not count" },
	COST_KEYS(profile, cost),
	{ "quick", KEY_TABLE, AT(profile, quick), .table = &quick_table,
		.help = "what replaces these keys in a --quick run" },
	{ "parser", KEY_TEXT, AT(profile, parser_name), .required = true,
		.help = "program whose output is read; pattern, csv, json or template: the profile says where the values stand; or elapsed: hib's own clock" },
	{ "patterns", KEY_LIST, AT(profile, patterns),
		.help = "with parser: pattern, regular expressions (PCRE2) for lines; a named group (?<NAME>...) is the metric NAME, a group NAME_unit its unit" },
	{ "columns", KEY_PAIRS, AT(profile, columns),
		.help = "with parser: csv, metric: name of its column in the header line, or its number from 1" },
	{ "separator", KEY_TEXT, AT(profile, separator), .standard = ",",
		.help = "with parser: csv, what stands between columns: one character, or tab" },
	{ "paths", KEY_PAIRS, AT(profile, paths),
		.help = "with parser: json, metric: its path, such as jobs[0].read.iops or results[*].rate" },
	{ "parse", KEY_TEXT, AT(profile, parse), .standard = "stdout",
		.help = "stdout, stderr, both or file:PATH: what is read" },
	{ "metrics", KEY_TABLES, AT(profile, metrics), .required = true, .table = &metric_table,
		.help = "the values that become charts; the first one is the headline" },
	{ "sandbox", KEY_TABLE, AT(profile, sandbox), .table = &sandbox_table,
		.help = "exceptions from the sandbox, with a reason" },
	{ "source", KEY_TABLE, AT(profile, source), .table = &source_table,
		.help = "what hib install downloads and builds, in a folder of its own: {install}" },
	{ "needs", KEY_LIST, AT(profile, needs),
		.help = "programs, headers and libraries without which it cannot be built" },
	{ "unfit", KEY_TEXT, AT(profile, unfit),
		.help = "why it cannot run on this kind of machine, where that is known" },
	{ "pts", KEY_TABLE, AT(profile, pts), .table = &pts_table,
		.help = "it runs as the Phoronix Test Suite runs its test profiles: scripts, environment, exit status" },
	END_OF_KEYS,
};

const struct key_table profile_keys = { "profile", sizeof(struct profile), KEY_NONE, KEY_NONE, profile_key_list,
	check_profile };
