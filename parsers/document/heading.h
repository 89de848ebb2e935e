#ifndef PARSERS_DOCUMENT_HEADING_H
#define PARSERS_DOCUMENT_HEADING_H

#include "parsers/scan.h"

/*
 * How a document's lines name systems. A line that names one file system is a heading wherever it
 * stands. A few words that are marked (a colon behind them, a rule below, markup around them), or
 * fewer that are not, name a system only directly above an output.
 */
struct heading {
	bool is; /* false: the line is no heading */
	bool of_file_system, marked;
	struct scan name, notes; /* "Ext4", "mounted noatime"; notes may be empty */
};

/* `line` is trimmed; `underlined`: a rule stands below it; `flat`: it lost its line ends. */
struct heading heading_of(struct scan line, bool underlined, bool flat);

/* The one file system that a typed command is about ("mkfs.xfs /dev/sdb", "cd /mnt/xfs"). */
bool heading_of_command(struct scan command, struct scan *name);

/* A line of nothing but signs: "-----", "=====", "***". */
bool heading_is_rule(struct scan line);

/* "```", "[code]", "<pre>": marks around an output that say nothing. */
bool heading_is_fence(struct scan line);

#endif
