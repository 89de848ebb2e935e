#include "report/exchange/exchange.h"

#include <math.h>
#include <string.h>

#include "share/base/json.h"
#include "share/base/number.h"
#include "share/base/banned.h"

const struct exchange *const exchanges[] = { &exchange_hyperfine, &exchange_google, &exchange_go, &exchange_csv,
	&exchange_mmtests, NULL };

const struct exchange *exchange_named(const char *name)
{
	for (const struct exchange *const *e = exchanges; *e; e++)
		if (!strcmp((*e)->name, name))
			return *e;
	return NULL;
}

const struct exchange *exchange_recognise(const char *bytes, size_t size)
{
	for (const struct exchange *const *e = exchanges; *e; e++)
		if ((*e)->recognise && (*e)->recognise(bytes, size))
			return *e;
	return NULL;
}

struct sample exchange_sample(struct arena *arena, double value, int trial)
{
	char buffer[NUMBER_TEXT_SIZE];

	return (struct sample){ .text = arena_text(arena, number_shortest(value, buffer)),
		.value = value,
		.state = ST_OK,
		.trial = trial,
		.seconds = NAN };
}

void exchange_add_real(struct text *out, const char *key, double value)
{
	json_add_key(out, key);
	json_add_number(out, value);
}
