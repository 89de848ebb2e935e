#include "runner/trial/units.h"

#include "tests/unit/tap.h"

static void converts(const char *text, double value, const char *unit, double base, enum base_unit kind,
	const char *scale, const char *wanted)
{
	const struct meaning of = { .unit = unit, .base_unit = kind };
	struct measurement m = { .of = &of, .number = { text, value }, .base_value = base };
	char got[64] = "", reason[160] = "";
	double number;
	bool good = unit_convert(&m, scale, got, &number, reason);

	tap_text(good ? got : reason, wanted, wanted);
}

int main(void)
{
	converts("278.554", 278.554, "MB/s", 278.554e6, BASE_BYTES_PER_SECOND, "MB/s", "278.554");
	converts("512281404", 512281404, "B/s", 512281404, BASE_BYTES_PER_SECOND, "MB/s", "512.281404");
	/* fio 1.x and PostMark print MB/s and mean MiB/s */
	converts("100.0", 100, "MB/s", 100 * 1048576., BASE_BYTES_PER_SECOND, "MB/s", "104.8576");
	converts("100.0", 100, "MB/s", 100 * 1048576., BASE_BYTES_PER_SECOND, "MiB/s", "100.0");
	converts("612.4", 612.4, "files/s", 612.4, BASE_PER_SECOND, "Files/s", "612.4");
	converts("5", 5, "usec", 5e-6, BASE_SECONDS, "ms", "0.005");
	converts("5", 5, "usec", 5e-6, BASE_SECONDS, "MB/s", "'usec' is no kind of 'MB/s'");
	converts("5", 5, "widgets", NAN, BASE_NONE, "widgets", "5");
	converts("5", 5, "widgets", NAN, BASE_NONE, "gadgets", "'widgets' cannot be converted to 'gadgets'");
	return tap_end();
}
