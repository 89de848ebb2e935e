#ifndef RUNNER_COMMAND_IMPORT_FIO_PLOT_H
#define RUNNER_COMMAND_IMPORT_FIO_PLOT_H

#include "report/result/result.h"
#include "share/base/text.h"

/*
 * The folder that fio-plot's bench-fio fills: below it, files MODE-IODEPTH-NUMJOBS.json ("randread-8-1.json")
 * of fio, in folders of block sizes. The folder itself is the system; each file gives IOPS, bandwidth and mean
 * latency of reading and writing. Files that are named otherwise are told in `notes`.
 */
int import_fio_plot(
	struct result_file *file, const char *folder, const char *title, struct text *notes, struct error *err);

#endif
