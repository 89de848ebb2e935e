#include "share/base/number.h"

#include "tests/unit/tap.h"

static bool reads(const char *text, double wanted)
{
	double value = -1;

	return number_double(text, strlen(text), &value) && value == wanted;
}

static bool refuses(const char *text)
{
	double value = 77;

	return !number_double(text, strlen(text), &value) && value == 77;
}

static void read_numbers(void)
{
	static const char *const bad[] = { "", " 1", "1 ", "0x10", "1e", "nan", "inf", "1,5", "1.2.3", "--1",
		"1k", ".", "-", "e5", "1e999", NULL };

	tap(reads("60.8", 60.8) && reads("-3", -3) && reads("5.", 5) && reads(".5", .5) && reads("1e-05", 1e-5),
		"decimal forms are read");
	for (int i = 0; bad[i]; i++)
		tap(refuses(bad[i]), bad[i][0] ? bad[i] : "(empty)");
}

/* PTS.md 1.3 and 1.4: half away from zero on the form with 15 significant digits */
static void fixed_numbers(void)
{
	char b[NUMBER_TEXT_SIZE];

	tap_text(number_fixed(100.4567, 2, b), "100.46", "rounds up");
	tap_text(number_fixed(1234567.891, 2, b), "1234567.89", "large");
	tap_text(number_fixed(0.125, 2, b), "0.13", "half goes away from zero");
	tap_text(number_fixed(-0.125, 2, b), "-0.13", "also below zero");
	tap_text(number_fixed(1.005, 2, b), "1.01", "on the decimal form, not the binary one");
	tap_text(number_fixed(9.995, 2, b), "10.00", "a carry lengthens the number");
	tap_text(number_fixed(0.0004, 2, b), "0.00", "nothing is left");
	tap_text(number_fixed(-0.0004, 2, b), "0.00", "and no minus of it");
	tap_text(number_fixed(0, 3, b), "0.000", "zero");
	tap_text(number_fixed(5e-7, 6, b), "0.000001", "small");
	tap_text(number_fixed(123456789012345678.0, 1, b), "123456789012346000.0", "beyond 15 digits");
	tap_text(number_fixed(512281404, 3, b), "512281404.000", "many digits");
	tap_number(number_round(31.499999999999996), 32, "31.499999999999996 is 31.5 in 15 digits");
	tap_number(number_round(31.4999999), 31, "31.4999999 is not");
	tap_number(number_round(-2.5), -3, "half away from zero");
}

static void quantities(void)
{
	uint64_t bytes = 0;
	double seconds = 0;
	char b[48];

	tap(number_size("4g", &bytes) && bytes == (uint64_t)4 << 30, "4g is 4 GiB");
	tap(number_size("2 GB", &bytes) && bytes == 2000000000, "2 GB is 2 * 10^9");
	tap(number_size("64", &bytes) && bytes == 64, "a bare size is bytes");
	tap(!number_size("64 Gi", &bytes) && !number_size("x", &bytes) && !number_size("1 2", &bytes),
		"no sizes");
	tap(number_duration("1 h 30 min", &seconds) && seconds == 5400, "1 h 30 min");
	tap(number_duration("500 ms", &seconds) && seconds == .5, "500 ms");
	tap(!number_duration("5 m", &seconds), "m is neither minutes nor anything");
	tap_text(number_size_text(1610612736, b), "1.5 GiB", "size in words");
	tap_text(number_size_text(1023, b), "1023 B", "bytes in words");
	tap_text(number_duration_text(18900, b), "5 h 15 min", "duration in words");
	tap_text(number_duration_text(89, b), "89 s", "seconds in words");
	tap_text(number_duration_text(7170, b), "2 h", "no 1 h 60 min");
}

static void decimals(void)
{
	tap(number_decimals("1.50") == 2 && number_decimals("15") == 0, "digits behind the point");
	tap(number_decimals("1.5E-7") == 8 && number_decimals("1.5e+7") == 0, "an exponent moves the point");
	tap(number_decimals("1.25e1") == 1 && number_decimals("2E-3") == 3, "also with few digits, or none");
}

int main(void)
{
	decimals();
	read_numbers();
	fixed_numbers();
	quantities();
	tap(number_is_sentinel(9223372036854775807.0) && number_is_sentinel(18446744073709551615.0) &&
			number_is_sentinel(9223372036854776.0) && !number_is_sentinel(9223372036.0) &&
			!number_is_sentinel(0),
		"2^63-1 and 2^64-1 stand for no value, in thousands too");
	return tap_end();
}
