#ifndef REPORT_CHART_SWEEP_H
#define REPORT_CHART_SWEEP_H

#include "report/chart/chart.h"

/*
 * Results that are one test at several settings of one option: charts side by side. Members agree in profile,
 * title, version, unit and direction, and their descriptions in all options but one; "Client Count: 1", "Client
 * Count: 12".
 */
struct sweep {
	const char *title; /* of the charts */
	const char *subtitle; /* what the members' descriptions have in common, "" nothing */
	const char *option; /* "Client Count", "" when it has no name */
	const struct chart **charts; /* members, by number when `numeric`, else as they come */
	const char **settings; /* "12", "64Kb": what each one has of the option */
	double *numbers; /* the same as numbers; NULL unless `numeric` */
	size_t n;
	bool numeric; /* three settings or more, and all are numbers or sizes, above 0, no two alike */
};

/* The sweeps among `charts`, whose results `results` are; each chart is in one sweep at most. */
void sweeps_build(struct sweep **sweeps, size_t *n_sweeps, struct arena *arena, const struct chart *charts,
	const struct result *const *results, size_t n);

/* All bars of a sweep as if they were one chart's: what feet and counts of the whole are made from. */
struct chart sweep_whole(const struct sweep *sweep, struct arena *arena);

#endif
