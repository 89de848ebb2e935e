#ifndef RUNNER_COMMAND_REPORT_WRITE_H
#define RUNNER_COMMAND_REPORT_WRITE_H

#include "report/article/article.h"
#include "report/picture/picture.h"
#include "runner/options.h"
#include "runner/store/store.h"

struct report_options {
	struct text_list formats;
	struct text_list charts; /* kinds of pictures */
	const char *out, *baseline, *title, *scale_text, *sort;
	int width;
	double scale;
	bool private, force;
};

/* Write the formats that are asked for; `notes` gets what the user should know. */
int report_write(struct loaded *loaded, const struct report_options *options, const struct floors *floors,
	const size_t *chosen, size_t n, struct text *notes, struct error *err);

#endif
