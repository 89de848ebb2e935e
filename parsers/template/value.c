#include "parsers/template/value.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define PHP_DIGITS    14
#define MOST_DECIMALS 15

bool template_is_number(struct bytes word, double *value)
{
	while (word.size && strchr(" \t\n\r\v\f", *word.at) && *word.at) {
		word.at++;
		word.size--;
	}
	while (word.size && word.at[word.size - 1] && strchr(" \t\n\r\v\f", word.at[word.size - 1]))
		word.size--;
	return number_double(word.at, word.size, value);
}

struct bytes template_number(struct arena *arena, double value)
{
	char text[64], *exponent;
	int power;

	snprintf(text, sizeof text, "%.*G", PHP_DIGITS, value);
	exponent = strchr(text, 'E');
	if (!exponent)
		return bytes_of(arena_text(arena, text));
	power = (int)strtol(exponent + 1, NULL, 10);
	*exponent = '\0';
	return bytes_of(arena_printf(arena, "%s%sE%+d", text, strchr(text, '.') ? "" : ".0", power));
}

struct bytes template_clean(struct arena *arena, const struct template *t, struct bytes word)
{
	struct bytes postfix = bytes_of(t->strip_postfix);
	double value;
	char last;

	word = bytes_replace(arena, word, bytes_of(t->strip), bytes_of(""));
	if (postfix.size && word.size >= postfix.size &&
		bytes_equal(bytes_part(word, word.size - postfix.size, word.size), postfix))
		word.size -= postfix.size;
	if (!word.size || template_is_number(word, &value))
		return word;
	last = (char)tolower((unsigned char)word.at[word.size - 1]);
	if ((last == 'k' || last == 'm') && template_is_number(bytes_part(word, 0, word.size - 1), &value))
		return template_number(arena, value * (last == 'k' ? 1e3 : 1e6));
	return word;
}

/*
 * Digits and one of the letters h, m, s, in this order, each at most once. With ':' between them
 * the last letter must be s; without, digits at the end that have no letter do not count.
 */
static bool time_with_letters(struct bytes word, double *seconds)
{
	static const char letters[] = "hms";
	static const double factors[] = { 3600, 60, 1 };
	bool colons = memchr(word.at, ':', word.size);
	const char *letter = letters;
	double sum = 0;

	if (colons && tolower((unsigned char)word.at[word.size - 1]) != 's')
		return false;
	for (size_t i = 0; i < word.size;) {
		size_t from = i;
		double value;
		const char *found;

		while (i < word.size && (isdigit((unsigned char)word.at[i]) || word.at[i] == '.'))
			i++;
		if (i == word.size)
			break;
		found = strchr(letter, tolower((unsigned char)word.at[i]));
		if (!number_double(word.at + from, i - from, &value) || !found || !*found)
			return false;
		sum += value * factors[found - letters];
		letter = found + 1;
		i++;
		if (colons && i < word.size && word.at[i++] != ':')
			return false;
	}
	*seconds = sum;
	return letter > letters;
}

static size_t count(struct bytes word, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < word.size; i++)
		n += word.at[i] == c;
	return n;
}

static bool speaks_of_time(struct bytes line)
{
	for (size_t i = 0; i + 4 <= line.size; i++)
		if (!strncasecmp(line.at + i, "time", 4))
			return true;
	return false;
}

/* MM:SS.ss */
static bool minutes(struct bytes word, double *seconds)
{
	const char *colon = memchr(word.at, ':', word.size);
	double whole, rest;

	if (!colon || !template_is_number(bytes_part(word, 0, (size_t)(colon - word.at)), &whole) ||
		!template_is_number(bytes_part(word, (size_t)(colon - word.at) + 1, word.size), &rest))
		return false;
	*seconds = whole * 60 + rest;
	return true;
}

bool template_time(struct bytes word, struct bytes line, double *seconds)
{
	if (time_with_letters(word, seconds))
		return true;
	return count(word, ':') == 1 && speaks_of_time(line) && minutes(word, seconds);
}

/* Step 8 for one value; false drops it. */
static bool compute(const struct template *t, struct bytes *word, struct arena *arena)
{
	double value, factor;
	bool changed = false;
	const char *colon;

	*word = template_clean(arena, t, *word);
	if (!template_is_number(*word, &value)) {
		colon = memchr(word->at, ':', word->size);
		if (count(*word, ':') != 1 || count(*word, '.') != 1 ||
			memchr(word->at, '.', word->size) < (const void *)colon || !minutes(*word, &value))
			return false;
		changed = true;
	}
	if (template_is_number(bytes_of(t->divide_by), &factor) && factor != 0) {
		value /= factor;
		changed = true;
	}
	if (template_is_number(bytes_of(t->divisor), &factor) && value != 0 && factor != 0) {
		value = factor / value;
		changed = true;
	}
	if (template_is_number(bytes_of(t->multiply_by), &factor) && factor != 0) {
		value *= factor;
		changed = true;
	}
	if (changed)
		*word = template_number(arena, value);
	return true;
}

/* Characters behind the point, an exponent's too, as PTS counts them. */
static int decimals_of(struct bytes word)
{
	const char *point = memchr(word.at, '.', word.size);

	return point ? (int)(word.at + word.size - point) - 1 : 0;
}

static double geometric_mean(const double *values, size_t n)
{
	double product = 1, sum = 0;

	for (size_t i = 0; i < n; i++) {
		product *= values[i];
		sum += log(values[i]);
	}
	return isfinite(product) && product != 0 ? pow(product, 1 / (double)n) : exp(sum / (double)n);
}

static double mean_of(const double *values, size_t n, const char *how)
{
	bool harmonic = !strcmp(how, "HARMONIC_MEAN");
	double sum = 0;

	if (!strcmp(how, "GEOMETRIC_MEAN"))
		return geometric_mean(values, n);
	for (size_t i = 0; i < n; i++)
		sum += harmonic ? 1 / values[i] : values[i];
	return harmonic ? (double)n / sum : sum / (double)n;
}

static struct template_value value_of(double number, int decimals, struct arena *arena)
{
	char text[NUMBER_TEXT_SIZE];
	struct template_value value;

	if (decimals <= MOST_DECIMALS)
		number_fixed(number, decimals, text);
	else
		snprintf(text, sizeof text, "%.*f", decimals, number);
	value.number = NAN;
	number_double(text, strlen(text), &value.number);
	value.text = template_number(arena, value.number).at;
	return value;
}

static const char *verdict_of(const struct template_values *values, struct arena *arena)
{
	struct bytes word = values->items[0];

	if (word.size && strspn(arena_bytes(arena, word.at, word.size), "PASFIL,") == word.size) {
		bool good = true;

		for (size_t i = 0; i < word.size;) {
			struct bytes rest = bytes_part(word, i, word.size);

			good = good && rest.size >= 4 &&
				(!memcmp(rest.at, "PASS", 4) || !memcmp(rest.at, "FAIL", 4));
			i += 4;
			i += i < word.size && word.at[i] == ',';
		}
		if (good)
			return arena_bytes(arena, word.at, word.size);
	}
	if (bytes_equal(word, bytes_of("TRUE")) || bytes_equal(word, bytes_of("PASSED")))
		return "PASS";
	return "FAIL";
}

static bool is_verdict(const char *display_format)
{
	return !strcmp(display_format, "PASS_FAIL") || !strcmp(display_format, "MULTI_PASS_FAIL");
}

static void join(struct template_found *found, const struct template_values *values, struct arena *arena)
{
	struct text all = TEXT_INIT;

	for (size_t i = 0; i < values->n; i++)
		text_printf(&all, "%s%.*s", i ? "," : "", (int)values->items[i].size, values->items[i].at);
	found->value = (struct template_value){ arena_bytes(arena, text_string(&all), all.size), NAN };
	text_release(&all);
	if (values->n == 1)
		template_is_number(values->items[0], &found->value.number);
	found->display_format = "LINE_GRAPH";
}

void template_combine(struct template_found *found, const struct template *t, const char *display_format,
	struct template_values *values, struct arena *arena)
{
	double *numbers, mean;
	size_t n = 0;
	int decimals = 0;

	if (!values->n)
		return;
	if (is_verdict(display_format)) {
		found->value = (struct template_value){ verdict_of(values, arena), NAN };
		return;
	}
	numbers = arena_take(arena, values->n * sizeof *numbers);
	for (size_t i = 0; i < values->n; i++) {
		int places;

		if (!compute(t, &values->items[i], arena))
			continue;
		values->items[n] = values->items[i];
		template_is_number(values->items[n], &numbers[n]);
		places = decimals_of(values->items[n]);
		decimals = places > decimals ? places : decimals;
		n++;
	}
	values->n = n;
	if (!n)
		return;
	if (t->multi_match && !strcmp(t->multi_match, "REPORT_ALL")) {
		join(found, values, arena);
		return;
	}
	mean = mean_of(numbers, n, t->multi_match ? t->multi_match : "");
	if (!isfinite(mean)) {
		found->reason = "the result is no finite number";
		return;
	}
	found->value = value_of(mean, decimals, arena);
	if (found->value.number == 0) {
		found->reason = "the result is 0, which a template counts as none";
		found->value.text = NULL;
		return;
	}
	if (n < 2)
		return;
	/* PTS writes the mean over the value collected last before it looks for the extremes */
	numbers[n - 1] = found->value.number;
	found->min.number = found->max.number = numbers[0];
	for (size_t i = 1; i < n; i++) {
		found->min.number = fmin(found->min.number, numbers[i]);
		found->max.number = fmax(found->max.number, numbers[i]);
	}
	found->min.text = template_number(arena, found->min.number).at;
	found->max.text = template_number(arena, found->max.number).at;
}
