#include "runner/trial/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/base/banned.h"

/* Units of charts: here kB and MB are 1000-based and KiB and MiB 1024-based, always. */
static const struct scale {
	const char *name;
	double factor;
	enum base_unit base;
} scales[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "kB/s", 1e3, BASE_BYTES_PER_SECOND },
	{ "MB/s", 1e6, BASE_BYTES_PER_SECOND },
	{ "GB/s", 1e9, BASE_BYTES_PER_SECOND },
	{ "KiB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MiB/s", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "GiB/s", 0x1p30, BASE_BYTES_PER_SECOND },
	{ "B", 1, BASE_BYTES },
	{ "MB", 1e6, BASE_BYTES },
	{ "MiB", 0x1p20, BASE_BYTES },
	{ "s", 1, BASE_SECONDS },
	{ "Seconds", 1, BASE_SECONDS },
	{ "ms", 1e-3, BASE_SECONDS },
	{ "us", 1e-6, BASE_SECONDS },
	{ "ns", 1e-9, BASE_SECONDS },
	{ "Files/s", 1, BASE_PER_SECOND },
	{ "IOPS", 1, BASE_PER_SECOND },
	{ "TPS", 1, BASE_PER_SECOND },
	{ "ops/s", 1, BASE_PER_SECOND },
	{ "/s", 1, BASE_PER_SECOND },
};

static const struct scale *scale_named(const char *name)
{
	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
		if (!strcmp(scales[i].name, name))
			return &scales[i];
	return NULL;
}

bool unit_is_known(const char *scale)
{
	return scale_named(scale) != NULL;
}

bool unit_convert(const struct measurement *m, const char *name, char text[64], double *value, char reason[160])
{
	const struct scale *scale = m->base_unit == BASE_NONE && !strcmp(name, m->unit) ? NULL :
											  scale_named(name);

	if (!scale && strcmp(name, m->unit)) {
		snprintf(reason, 160, "'%.40s' cannot be converted to '%.40s'", m->unit, name);
		return false;
	}
	if (scale && scale->base != m->base_unit) {
		snprintf(reason, 160, "'%.40s' is no kind of '%.40s'", m->unit, name);
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
