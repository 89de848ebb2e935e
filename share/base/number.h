#ifndef SHARE_BASE_NUMBER_H
#define SHARE_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The one strict way from text to number: the whole of `text[0..size)` is one decimal number with
 * '.' as decimal point, an optional sign, digits on at least one side of the point and an optional
 * exponent; no blanks, no hex, no inf or nan. Returns false, leaving *value alone, when it is not,
 * or when it is not finite.
 */
bool number_double(const char *text, size_t size, double *value);

/* A whole number of decimal digits only, within bounds. */
bool number_whole(const char *text, size_t size, int64_t low, int64_t high, int64_t *value);

/* A stand-in that programs print for "no value": the extremes of 64-bit integers, in any digits. */
bool number_is_sentinel(double value);

/* Digits behind the point: "1.50" has 2, "1.5E-7" has 8, "1.5E+7" and "15" have none. */
int number_decimals(const char *text);

/*
 * `value` with exactly `decimals` digits behind the point (0..15), rounded half away from zero on
 * the form with 15 significant digits, as PHP 8.2's round() does (PTS.md 1.3). buffer: >= 350 bytes.
 */
#define NUMBER_TEXT_SIZE 352
const char *number_fixed(double value, int decimals, char buffer[NUMBER_TEXT_SIZE]);

/* The same rounding to a whole number. */
double number_round(double value);

/* The shortest digits that read back as the same finite double, as printf's %g writes them. */
const char *number_shortest(double value, char buffer[NUMBER_TEXT_SIZE]);

/*
 * A size in bytes: "64", "64k", "1 GiB", "2GB". k M G T alone and with iB are 1024-based, kB MB GB
 * TB are 1000-based, as in the file-size notation of IEC and SI. Returns false when it is no size.
 */
bool number_size(const char *text, uint64_t *bytes);

/* A duration in seconds: "90", "90 s", "2 min", "1 h 30 min", "500 ms". */
bool number_duration(const char *text, double *seconds);

/* "1.5 GiB"; "3 KiB": two or three digits. */
const char *number_size_text(uint64_t bytes, char buffer[32]);

/* "45 s", "5 min", "5 h 15 min". */
const char *number_duration_text(double seconds, char buffer[48]);

#endif
