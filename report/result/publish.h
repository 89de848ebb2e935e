#ifndef REPORT_RESULT_PUBLISH_H
#define REPORT_RESULT_PUBLISH_H

#include "report/result/result.h"

/*
 * Makes a result fit to be published, in memory: titles, descriptions, options, systems and reasons without
 * what public_words.h names, users and host names left out altogether. Names of systems and measured values
 * stay as they are. Everything that is made from the file afterwards is public.
 */
void result_file_publish(struct result_file *file);

/* The entries' JSON, too, which costs more and is needed only where the file itself is written. */
void result_file_publish_entries(struct result_file *file);

#endif
