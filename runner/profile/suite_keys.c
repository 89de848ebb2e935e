/* The keys of a suite. */
#include "runner/profile/key_tables.h"
#include "share/base/banned.h"

static const struct key suite_test_key_list[] = {
	{ "profile", KEY_TEXT, AT(suite_test, profile), .required = true, .help = "name of a profile" },
	{ "set", KEY_PAIRS, AT(suite_test, set), .help = "option: values, separated by commas, or all" },
	{ "charts", KEY_WHOLE, AT(suite_test, charts), .low = 1, .high = 100, .standard = "1",
		.help = "charts that each such test gives in what the suite repeats" },
	END_OF_KEYS,
};
const struct key_table suite_test_keys = { "test of a suite", sizeof(struct suite_test), KEY_NONE,
	AT(suite_test, place), suite_test_key_list, NULL };

static const struct key suite_key_list[] = {
	{ "suite", KEY_TEXT, AT(suite, name), .required = true, .help = "short name" },
	{ "title", KEY_TEXT, AT(suite, title), .required = true, .help = "title of the result" },
	{ "description", KEY_TEXT, AT(suite, description), .help = "what it is for" },
	{ "blocks", KEY_WHOLE, AT(suite, blocks), .low = 0, .high = 100000, .standard = "0",
		.help = "trials of each test when the command line does not say; 0: the plan's" },
	{ "quick", KEY_FLAG, AT(suite, quick), .help = "small sizes, as with --quick" },
	{ "accounting", KEY_FLAG, AT(suite, accounting),
		.help = "time, processor ticks, KiB read and written and extents of each trial become charts" },
	{ "tests", KEY_TABLES, AT(suite, tests), .required = true, .table = &suite_test_keys,
		.help = "the tests, in order" },
	END_OF_KEYS,
};

const struct key_table suite_keys = { "suite", sizeof(struct suite), KEY_NONE, KEY_NONE, suite_key_list, NULL };
