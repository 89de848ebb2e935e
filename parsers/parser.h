#ifndef PARSERS_PARSER_H
#define PARSERS_PARSER_H

#include <stdbool.h>
#include <stddef.h>

#include "report/result/result.h"
#include "share/base/error.h"

/*
 * A parser turns the output of one benchmark program into measurements. It is fed line by line, so
 * that pipes, huge logs and fuzzers are one case; it never opens a file and keeps no globals.
 */

enum stream { STREAM_OUT, STREAM_ERR };

struct line {
	const char *bytes; /* without line end; any byte may occur; not NUL-terminated */
	size_t size;
	unsigned long number; /* from 1 */
	enum stream stream;
	bool cut; /* not the whole line: too long, or at the gap of a capped log */
	/*
	 * The last line of an output that stops without a line end, unless its program is known to
	 * have ended by itself: a number that touches its end may have lost digits.
	 */
	bool unfinished;
};

/* How the program ended. Output that was found somewhere has END_UNKNOWN. */
struct ending {
	enum { END_UNKNOWN, END_EXIT, END_SIGNAL, END_TIMEOUT } how;
	int code; /* exit status or signal */
	bool capped; /* a part of the output was not kept */
};

enum base_unit { BASE_NONE, BASE_BYTES, BASE_BYTES_PER_SECOND, BASE_SECONDS, BASE_PER_SECOND, BASE_COUNT };

const char *base_unit_name(enum base_unit unit); /* "B", "B/s", "s", "1/s", "" */

struct number {
	const char *text; /* as printed, or computed; NULL when there is none */
	double value; /* a k or M suffix multiplied out; NaN when text is no number */
};

/* What a value tells of: the same for all values of a metric that follow each other. */
struct meaning {
	const char *metric; /* "mix/read/iops" */
	const char *unit; /* as printed: "MiB/s" */
	enum base_unit base_unit;
	enum proportion proportion;
	/* Where one output tells of several: which system and which test; else NULL. */
	const char *system, *test;
};

/* An output may hold millions of these: they are kept small. */
struct measurement {
	const struct meaning *of;
	struct number number;
	double base_value; /* in of->base_unit */
	const char *reason; /* why it is not ok, or NULL */
	enum state state : 8;
	unsigned long line : 56; /* where it was read; 0 unknown */
};

/* What an output says about a system or a test that it names. */
enum subject { ABOUT_HARDWARE, ABOUT_SOFTWARE, ABOUT_NOTES, ABOUT_TEST };

/*
 * ok: all that the program was to measure. partial: killed or cut short, the values are real but
 * cover less. failed: nothing counts. empty: it ended well without a measurement. untrue: a normal
 * report of a run that did not do what was asked.
 */
enum verdict { VERDICT_OK, VERDICT_PARTIAL, VERDICT_FAILED, VERDICT_EMPTY, VERDICT_UNTRUE };

const char *verdict_name(enum verdict verdict);

/* Where a parser's answers go. */
struct sink {
	void *context;
	/* all that was measured, in print order: exactly once */
	void (*measure)(void *context, const struct measurement *measurements, size_t n);
	void (*warn)(void *context, unsigned long line, const char *text);
	void (*tool)(void *context, const char *version);
	void (*verdict)(void *context, enum verdict verdict, const char *reason); /* exactly once */
	/* `name` is that of measurement.system, or of .test for ABOUT_TEST; NULL when nobody asks */
	void (*about)(void *context, enum subject subject, const char *name, const char *text);
};

/* What a parser is told beside the output. */
struct parser_options {
	const struct template_metric *templates; /* for the template parser */
	size_t n;
	const struct described *described; /* for pattern, csv and json */
	bool all; /* also figures that are no metrics of the program, such as IOzone's "Min xfer" */
};

struct parser {
	const char *program;
	const char *versions; /* that its samples cover */
	size_t state_size; /* bytes of state, handed zeroed to open */
	/* How sure the first bytes of an output are this program's: 0 never .. 100 certain. */
	int (*probe)(const char *head, size_t size);
	void (*open)(void *state, const struct parser_options *options); /* options: NULL when there are none */
	void (*line)(void *state, const struct line *line, struct sink *sink);
	/* Everything was read: send measurements in print order, then the verdict. */
	void (*end)(void *state, const struct ending *ending, struct sink *sink);
	void (*close)(void *state);
};

/* The one list of parsers, ended by NULL. */
extern const struct parser *const parsers[];

const struct parser *parser_named(const char *program); /* or NULL */

/*
 * The parser that is surest about the output that begins with `head`; NULL with a message when
 * none is, or when two are equally sure.
 */
const struct parser *parser_recognise(const char *head, size_t size, struct error *err);

/* Bytes of an output that a probe wants to see. */
#define PARSER_HEAD ((size_t)64 << 10)

/* A source of lines: returns 1 with a line that is valid until the next call, 0 at the end, -1. */
struct line_source {
	void *context;
	int (*next)(void *context, struct line *line, struct error *err);
};

/* A parser at work: what it measured points into its state. A zeroed struct is closed. */
struct parsing {
	const struct parser *parser;
	void *state;
};

/*
 * Parse a whole output. Measurements and their strings stay valid until parsing_close(); those of
 * warnings, versions and verdicts are valid during the call only. To be closed after failure too.
 */
int parse_stream(struct parsing *parsing, const struct parser *parser, const struct parser_options *options,
	const struct line_source *source, const struct ending *ending, struct sink *sink, struct error *err);
void parsing_close(struct parsing *parsing);

#endif
