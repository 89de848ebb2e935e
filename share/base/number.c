#include "share/base/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/memory.h"
#include "share/base/banned.h"

#define NUMBER_LONGEST 512

static const char *skip_digits(const char *p, const char *end)
{
	while (p < end && *p >= '0' && *p <= '9')
		p++;
	return p;
}

static bool is_decimal_form(const char *p, const char *end)
{
	const char *digits;
	size_t n;

	if (p < end && (*p == '+' || *p == '-'))
		p++;
	digits = p;
	p = skip_digits(p, end);
	n = (size_t)(p - digits);
	if (p < end && *p == '.') {
		digits = ++p;
		p = skip_digits(p, end);
		n += (size_t)(p - digits);
	}
	if (!n)
		return false;
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		digits = p;
		p = skip_digits(p, end);
		if (p == digits)
			return false;
	}
	return p == end;
}

/*
 * Up to 15 digits and up to 22 places behind the point: digits and power of ten are both exact, so that
 * one division rounds correctly (W. D. Clinger, "How to read floating point numbers accurately", 1990).
 */
static bool exact_decimal(const char *p, const char *end, double *value)
{
	static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
		1e13, 1e14, 1e15 };
	int64_t digits = 0;
	int n = 0, places = 0;
	bool point = false;

	for (; p < end && n <= 15; p++) {
		if (*p == '.' && !point) {
			point = true;
		} else if (*p >= '0' && *p <= '9') {
			digits = digits * 10 + (*p - '0');
			n++;
			places += point;
		} else {
			return false;
		}
	}
	if (!n || n > 15)
		return false;
	*value = (double)digits / powers[places];
	return true;
}

bool number_double(const char *text, size_t size, double *value)
{
	char copy[NUMBER_LONGEST];
	double v;

	if (size < 20 && exact_decimal(text, text + size, value))
		return true;
	if (!size || size >= sizeof copy || !is_decimal_form(text, text + size))
		return false;
	memcpy(copy, text, size);
	copy[size] = '\0';
	v = strtod(copy, NULL);
	if (!isfinite(v))
		return false;
	*value = v;
	return true;
}

bool number_whole(const char *text, size_t size, int64_t low, int64_t high, int64_t *value)
{
	bool negative = size && text[0] == '-';
	const char *p = text + negative, *end = text + size;
	uint64_t v = 0;

	if (p == end)
		return false;
	for (; p < end; p++)
		if (*p < '0' || *p > '9' || __builtin_mul_overflow(v, (uint64_t)10, &v) ||
			__builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			return false;
	if (v > (uint64_t)INT64_MAX)
		return false;
	if ((negative ? -(int64_t)v : (int64_t)v) < low || (negative ? -(int64_t)v : (int64_t)v) > high)
		return false;
	*value = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

bool number_is_sentinel(double value)
{
	double v = fabs(value);

	if (v < 9e8)
		return false;
	/* 2^63 and 2^64 as bytes or nanoseconds, and the same in thousands, millions and billions */
	for (double limit = 9223372036854775807.0; limit > 9e8; limit /= 1000)
		if (fabs(v - limit) < limit * 1e-12 || fabs(v - 2 * limit) < limit * 1e-12)
			return true;
	return false;
}

int number_decimals(const char *text)
{
	const char *dot = strrchr(text, '.'), *exponent = strpbrk(text, "eE");
	int decimals = dot ? (int)strspn(dot + 1, "0123456789") : 0;

	if (exponent)
		decimals -= (int)strtol(exponent + 1, NULL, 10);
	return decimals < 0 ? 0 : decimals;
}

/* Decimal digits of |value|: 15 significant ones, and the power of ten of the first. */
struct decimal {
	char digits[16];
	int exponent;
};

/*
 * Most values that are shown were read from short decimals. When a whole number / 10^k gives back
 * exactly the value, its digits are the 15-digit form, for every decimal of up to 15 digits has its
 * own double. About ten times cheaper than printf. Returns the count of digits, or 0; *places of them
 * stand behind the point, the last one not 0.
 */
static int short_digits(double value, char digits[20], int *places)
{
	static const double powers[] = { 1, 10, 100, 1e3, 1e4, 1e5, 1e6 };
	double v = fabs(value);

	for (int k = 0; k < 7 && v < 1e8; k++) {
		double whole = rint(v * powers[k]);
		uint64_t rest = (uint64_t)whole;
		char reversed[20];
		int n = 0;

		if (whole / powers[k] != v)
			continue;
		do
			reversed[n++] = (char)('0' + rest % 10);
		while (rest /= 10);
		for (int i = 0; i < n; i++)
			digits[i] = reversed[n - 1 - i];
		*places = k;
		return n;
	}
	return 0;
}

static bool short_decimal(double value, struct decimal *d)
{
	char digits[20];
	int places, n = short_digits(value, digits, &places);

	if (!n)
		return false;
	memset(d->digits, '0', 15);
	memcpy(d->digits, digits, (size_t)n);
	d->digits[15] = '\0';
	d->exponent = n - 1 - places;
	return true;
}

static struct decimal decimal_of(double value)
{
	struct decimal d;
	char text[32];

	if (short_decimal(value, &d))
		return d;
	snprintf(text, sizeof text, "%.14e", fabs(value));
	d.digits[0] = text[0];
	memcpy(d.digits + 1, text + 2, 14);
	d.digits[15] = '\0';
	d.exponent = (int)strtol(text + 17, NULL, 10);
	return d;
}

/* Keep `keep` digits (<= 15), rounding half up; a carry may lengthen the number. */
static void decimal_round(struct decimal *d, int keep)
{
	bool up = keep >= 0 && keep < 15 && d->digits[keep] >= '5';
	int i;

	for (i = keep > 0 ? keep : 0; i < 15; i++)
		d->digits[i] = '0';
	if (!up)
		return;
	for (i = keep - 1; i >= 0 && d->digits[i] == '9'; i--)
		d->digits[i] = '0';
	if (i >= 0) {
		d->digits[i]++;
		return;
	}
	memmove(d->digits + 1, d->digits, 14);
	d->digits[0] = '1';
	d->exponent++;
}

const char *number_fixed(double value, int decimals, char buffer[NUMBER_TEXT_SIZE])
{
	struct decimal d;
	char *p = buffer;
	bool zero = true;

	if (!isfinite(value) || decimals < 0 || decimals > 15)
		BUG("number_fixed needs a finite value and 0..15 decimals");
	d = decimal_of(value);
	decimal_round(&d, d.exponent + 1 + decimals);
	for (int i = 0; i < 15; i++)
		zero = zero && d.digits[i] == '0';
	if (value < 0 && !zero)
		*p++ = '-';
	if (zero)
		d.exponent = 0;
	for (int place = d.exponent > 0 ? d.exponent : 0; place >= -decimals; place--) {
		int index = d.exponent - place;

		if (place == -1)
			*p++ = '.';
		*p++ = index >= 0 && index < 15 ? d.digits[index] : '0';
	}
	*p = '\0';
	return buffer;
}

/* The digits with a point in front of the last `places`. Returns the end. */
static char *write_short(char *p, const char *digits, int n, int places)
{
	int whole = n - places;

	for (int i = 0; i < whole; i++)
		*p++ = digits[i];
	if (whole <= 0)
		*p++ = '0';
	if (places)
		*p++ = '.';
	for (int i = whole; i < n; i++)
		*p++ = i < 0 ? '0' : digits[i];
	return p;
}

const char *number_shortest(double value, char buffer[NUMBER_TEXT_SIZE])
{
	char digits[20], *p = buffer;
	int places, n = fabs(value) >= 1e-4 || value == 0 ? short_digits(value, digits, &places) : 0;

	if (n) {
		if (signbit(value))
			*p++ = '-';
		*write_short(p, digits, n, places) = '\0';
		return buffer;
	}
	for (int precision = 15; precision <= 17; precision++) {
		snprintf(buffer, NUMBER_TEXT_SIZE, "%.*g", precision, value);
		if (strtod(buffer, NULL) == value)
			break;
	}
	return buffer;
}

double number_round(double value)
{
	char buffer[NUMBER_TEXT_SIZE];

	return strtod(number_fixed(value, 0, buffer), NULL);
}

struct unit_name {
	const char *name;
	double factor;
};

static const struct unit_name size_units[] = {
	{ "", 1 },
	{ "B", 1 },
	{ "k", 1024. },
	{ "K", 1024. },
	{ "KiB", 1024. },
	{ "kB", 1e3 },
	{ "m", 0x1p20 },
	{ "M", 0x1p20 },
	{ "MiB", 0x1p20 },
	{ "MB", 1e6 },
	{ "g", 0x1p30 },
	{ "G", 0x1p30 },
	{ "GiB", 0x1p30 },
	{ "GB", 1e9 },
	{ "T", 0x1p40 },
	{ "TiB", 0x1p40 },
	{ "TB", 1e12 },
	{ NULL, 0 },
};

static const struct unit_name duration_units[] = {
	{ "", 1 },
	{ "ms", 1e-3 },
	{ "s", 1 },
	{ "sec", 1 },
	{ "min", 60 },
	{ "h", 3600 },
	{ "d", 86400 },
	{ NULL, 0 },
};

/* One "number unit" piece from *p on; *p is moved behind it and following blanks. */
static bool take_quantity(const char **p, const struct unit_name *units, double *value)
{
	size_t digits = strspn(*p, "0123456789."), letters;
	const char *name;
	double number;

	if (!number_double(*p, digits, &number))
		return false;
	name = *p + digits;
	name += strspn(name, " ");
	letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (; units->name; units++)
		if (strlen(units->name) == letters && !strncmp(units->name, name, letters))
			break;
	if (!units->name)
		return false;
	*value = number * units->factor;
	*p = name + letters;
	*p += strspn(*p, " ");
	return true;
}

bool number_size(const char *text, uint64_t *bytes)
{
	double value;

	if (!take_quantity(&text, size_units, &value) || *text || value > 0x1p62)
		return false;
	*bytes = (uint64_t)value;
	return true;
}

bool number_duration(const char *text, double *seconds)
{
	double sum = 0, piece;

	do {
		if (!take_quantity(&text, duration_units, &piece))
			return false;
		sum += piece;
	} while (*text);
	*seconds = sum;
	return true;
}

const char *number_size_text(uint64_t bytes, char buffer[32])
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
	double value = (double)bytes;
	int unit = 0;

	while (value >= 1023.5 && unit < 5) {
		value /= 1024;
		unit++;
	}
	snprintf(buffer, 32, "%.*f %s", unit && value < 9.95 && value != floor(value), value, names[unit]);
	return buffer;
}

const char *number_duration_text(double seconds, char buffer[48])
{
	double minutes = floor(seconds / 60 + 0.5);

	if (seconds < 9.95 && seconds != floor(seconds))
		snprintf(buffer, 48, "%.1f s", seconds);
	else if (seconds < 89.5)
		snprintf(buffer, 48, "%.0f s", seconds);
	else if (minutes < 60)
		snprintf(buffer, 48, "%.0f min", minutes);
	else if (fmod(minutes, 60) == 0)
		snprintf(buffer, 48, "%.0f h", minutes / 60);
	else
		snprintf(buffer, 48, "%.0f h %.0f min", floor(minutes / 60), fmod(minutes, 60));
	return buffer;
}
