#include "report/text/classic_line.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/number.h"
#include "share/base/text.h"
#include "share/base/banned.h"

struct list {
	double *values; /* as given, then sorted */
	size_t n;
	double smallest, largest, mean;
};

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct list list_of(const char *text)
{
	struct list list = { .values = mem_zero(strlen(text) / 2 + 2, sizeof(double)) };
	double sum = 0;

	for (;;) {
		size_t size = strcspn(text, ",");

		if (number_double(text, size, &list.values[list.n]))
			sum += list.values[list.n++];
		if (!text[size])
			break;
		text += size + 1;
	}
	if (list.n) {
		qsort(list.values, list.n, sizeof *list.values, compare);
		list.smallest = list.values[0];
		list.largest = list.values[list.n - 1];
		list.mean = sum / (double)list.n;
	}
	return list;
}

/* Words by which PTS gives an identifier a vendor's colour (PTS.md 1.8), and what they must not follow. */
static bool has_vendor(const char *identifier)
{
	static const char *const words[] = { "nvidia", "geforce", "quadro", "rtx ", "gtx ", "radeon", "amd ",
		"epyc", "opteron", "ryzen", "threadripper", "athlon", "fx-", "firepro", "a10-", "r7 ", "r9 ",
		"hd 7", "rx ", "intel ", "xeon ", "core i", "core ultra", "pentium", "celeron", "arc ", "bsd",
		"windows ", "microsoft", "ec2 ", "amazon", "google", "arm ", NULL };
	char *low = mem_printf("%s ", identifier);
	bool found = false;

	for (char *p = low; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	for (int i = 0; words[i] && !found; i++)
		found = strstr(low, words[i]) != NULL && !(!strcmp(words[i], "r9 ") && strstr(low, "power9")) &&
			!(!strcmp(words[i], "rx ") && strstr(low, "thunderx"));
	free(low);
	return found;
}

static double quantile(const struct list *list, double q)
{
	size_t index = (size_t)floor((double)list->n * q);

	return list->values[index < list->n ? index : list->n - 1];
}

static void mark(char *cells, int n, double position, char c)
{
	if (position >= 0 && position < n)
		cells[(int)position] = c;
}

static void write_box(const struct list *list, double top, int n, FILE *out)
{
	double low = quantile(list, 0.02), high = quantile(list, 0.98);
	char *cells = mem_zero((size_t)n + 1, 1);

	memset(cells, ' ', (size_t)n);
	for (size_t i = 0; i < list->n; i++)
		if ((list->values[i] < low || list->values[i] > high) && list->values[i] > 0.1)
			mark(cells, n, floor(list->values[i] / top * n), '.');
	for (double x = number_round(low / top * n); x <= number_round(high / top * n); x++)
		mark(cells, n, x, '-');
	for (double x = number_round(quantile(list, 0.25) / top * n);
		x <= number_round(quantile(list, 0.75) / top * n); x++)
		mark(cells, n, x, '#');
	mark(cells, n, number_round(low / top * n), '|');
	mark(cells, n, number_round(high / top * n), '|');
	mark(cells, n, number_round(quantile(list, 0.5) / top * n), 'X');
	fputs(cells, out);
	free(cells);
}

struct scale {
	double top, smallest, largest_minimum;
	int decimals, n_vendors;
};

static struct scale scale_of(const struct result *result, const struct list *lists)
{
	struct scale s = { .smallest = INFINITY };
	double largest = 0;

	for (size_t i = 0; i < result->n_entries; i++) {
		s.n_vendors += has_vendor(result->entries[i].identifier);
		if (!lists[i].n)
			continue;
		largest = fmax(largest, lists[i].largest);
		s.smallest = fmin(s.smallest, lists[i].smallest);
		s.largest_minimum = fmax(s.largest_minimum, lists[i].smallest);
	}
	s.top = 1.03 * largest;
	s.decimals = s.top > 100 || (s.smallest > 29 && s.top > 79) ? 0 : 1;
	return s;
}

static void write_line(const struct list *list, const struct scale *s, const char *head, int width, FILE *out)
{
	char a[NUMBER_TEXT_SIZE], b[NUMBER_TEXT_SIZE], c[NUMBER_TEXT_SIZE], pad[NUMBER_TEXT_SIZE];
	int min_width = (int)strlen(number_fixed(s->largest_minimum, s->decimals, pad));
	int mean_width = (int)strlen(number_fixed(s->top, s->decimals, pad));
	char *line = mem_printf("%sMIN: %-*s  AVG: %-*s  MAX: %s ", head, min_width,
		number_fixed(list->smallest, s->decimals, a), mean_width,
		number_fixed(list->mean, s->decimals, b), number_fixed(list->largest, s->decimals, c));

	fputs(line, out);
	/* PTS counts vendor colours with a counter it shares with this plot */
	if (width > 2 * (int)strlen(line) && s->n_vendors >= 2 && s->top > 0)
		write_box(list, s->top, width - (int)strlen(line), out);
	free(line);
}

void classic_lines(const struct result *result, int width, const char *prefix, int longest, FILE *out)
{
	struct list *lists = mem_zero(result->n_entries, sizeof *lists);
	struct text head = TEXT_INIT;
	struct scale scale;

	for (size_t i = 0; i < result->n_entries; i++)
		lists[i] = list_of(result->entries[i].value);
	scale = scale_of(result, lists);
	for (size_t i = 0; i < result->n_entries; i++) {
		const char *identifier = result->entries[i].identifier;

		if (!*result->entries[i].value)
			continue;
		text_clear(&head);
		text_printf(&head, "%s%s ", prefix, identifier);
		for (int k = longest + 1 - (int)strlen(identifier); k > 0; k--)
			text_addc(&head, '.');
		text_addc(&head, ' ');
		putc('\n', out);
		if (lists[i].n)
			write_line(&lists[i], &scale, text_string(&head), width, out);
		else
			fputs(text_string(&head), out);
	}
	for (size_t i = 0; i < result->n_entries; i++)
		free(lists[i].values);
	free(lists);
	text_release(&head);
}
