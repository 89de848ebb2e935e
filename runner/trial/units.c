#include "runner/trial/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/described/units.h"
#include "share/base/banned.h"

bool unit_is_known(const char *scale)
{
	return unit_exact(scale, strlen(scale)) != NULL;
}

bool unit_convert(const struct measurement *m, const char *name, char text[64], double *value, char reason[160])
{
	const struct unit *scale = m->of->base_unit == BASE_NONE && !strcmp(name, m->of->unit) ?
		NULL :
		unit_exact(name, strlen(name));

	if (!scale && strcmp(name, m->of->unit)) {
		snprintf(reason, 160, "'%.40s' cannot be converted to '%.40s'", m->of->unit, name);
		return false;
	}
	if (scale && scale->base != m->of->base_unit) {
		snprintf(reason, 160, "'%.40s' is no kind of '%.40s'", m->of->unit, name);
		return false;
	}
	*value = scale ? m->base_value / scale->factor : m->number.value;
	if (fabs(*value - m->number.value) <= 1e-12 * fabs(*value)) {
		*value = m->number.value;
		snprintf(text, 64, "%s", m->number.text);
	} else {
		snprintf(text, 64, "%.12g", *value);
		*value = strtod(text, NULL);
	}
	return true;
}
