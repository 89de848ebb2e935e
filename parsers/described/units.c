#include "parsers/described/units.h"

static const struct unit exact[] = {
	{ "B/s", 1, BASE_BYTES_PER_SECOND },
	{ "kB/s", 1e3, BASE_BYTES_PER_SECOND },
	{ "MB/s", 1e6, BASE_BYTES_PER_SECOND },
	{ "GB/s", 1e9, BASE_BYTES_PER_SECOND },
	{ "KiB/s", 1024., BASE_BYTES_PER_SECOND },
	{ "MiB/s", 0x1p20, BASE_BYTES_PER_SECOND },
	{ "GiB/s", 0x1p30, BASE_BYTES_PER_SECOND },
	{ "B", 1, BASE_BYTES },
	{ "kB", 1e3, BASE_BYTES },
	{ "MB", 1e6, BASE_BYTES },
	{ "GB", 1e9, BASE_BYTES },
	{ "KiB", 1024., BASE_BYTES },
	{ "MiB", 0x1p20, BASE_BYTES },
	{ "GiB", 0x1p30, BASE_BYTES },
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
	{ NULL, 0, BASE_NONE },
};

const struct unit *unit_exact(const char *name, size_t size)
{
	return unit_named(exact, name, size);
}
