#include "runner/run/progress.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runner/process/signals.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define VALUE_WIDTH 9
#define ETA_AFTER   2 /* trials from which the measured time tells more than the profiles' */

static double monotonic(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_start(struct progress *p, const struct plan *plan, const char *log_path)
{
	*p = (struct progress){ .plan = plan,
		.terminal = terminal_for(stderr, 0, false),
		.redraw = isatty(STDERR_FILENO),
		.started = monotonic() };
	p->log = fopen(log_path, "ae");
	if (p->log)
		setvbuf(p->log, NULL, _IOLBF, 0);
	for (size_t i = 0; i < plan->tests.n; i++) {
		int width = terminal_label_width(&p->terminal, plan->tests.items[i].name);

		p->name_width = width > p->name_width ? width : p->name_width;
	}
	for (size_t i = 0; i < plan->n_targets; i++) {
		int width = terminal_label_width(&p->terminal, plan->targets[i].identifier);

		p->system_width = width > p->system_width ? width : p->system_width;
	}
	if (p->name_width > 34)
		p->name_width = 34;
	if (p->system_width > 16)
		p->system_width = 16;
}

static void erase(struct progress *p)
{
	if (p->drawn && !signals_hangup)
		fputs("\r\033[K", stderr);
	p->drawn = false;
}

void progress_stop(struct progress *p)
{
	erase(p);
	if (p->log)
		fclose(p->log);
	p->log = NULL;
}

static void write_line(struct progress *p, const char *line)
{
	erase(p);
	if (!signals_hangup)
		fprintf(stderr, "%s\n", line);
	if (p->log)
		fprintf(p->log, "%s\n", line);
}

void progress_say(struct progress *p, const char *format, ...)
{
	char *line = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&line, format, ap) < 0)
		mem_exhausted();
	va_end(ap);
	write_line(p, line);
	free(line);
}

static double time_left(const struct progress *p)
{
	struct cost rest = plan_cost(p->plan, (size_t)(p->current->slot - 1));

	/* profiles state times of some machine; what was measured here scales them */
	if (p->n_done >= ETA_AFTER && p->seconds_planned > 0)
		rest.seconds *= p->seconds_done / p->seconds_planned;
	return rest.seconds;
}

void progress_tick(void *context, double seconds)
{
	struct progress *p = context;
	char about[48], left[48], line[256];
	struct text clean = TEXT_INIT;
	struct pollfd terminal = { STDERR_FILENO, POLLOUT, 0 };
	const struct test *test;
	int size;

	/* a terminal that is held (Ctrl-S, a stalled connection) must not hold the clock */
	if (!p->redraw || !p->current || signals_hangup || poll(&terminal, 1, 0) < 1)
		return;
	test = &p->plan->tests.items[p->current->test];
	size = snprintf(line, sizeof line, "block %d, trial %d of %zu: %.60s, %.30s, %d:%02d",
		p->current->block, p->current->slot, p->plan->n_slots, test->name,
		p->plan->targets[p->current->system].identifier, (int)seconds / 60, (int)seconds % 60);
	/* a profile need not state its time */
	if (test->cost.seconds > 0)
		snprintf(line + size, sizeof line - (size_t)size, " of about %s; %s left",
			number_duration_text(test->cost.seconds, about),
			number_duration_text(time_left(p), left));
	terminal_label(&clean, &p->terminal, line, p->terminal.width - 1, false);
	fprintf(stderr, "\r\033[K%s", text_string(&clean));
	fflush(stderr);
	p->drawn = true;
	text_release(&clean);
}

void progress_trial(struct progress *p, const struct slot *slot)
{
	p->current = slot;
	progress_tick(p, 0);
}

static void add_value(struct text *line, const struct trial_record *r, const struct test *test)
{
	const struct trial_sample *s = r->n_samples ? &r->samples[0] : NULL;
	const struct metric *m = s ? (const struct metric *)test->profile->metrics.items + s->metric : NULL;
	char buffer[NUMBER_TEXT_SIZE];
	double value;

	if (r->state == ST_OK && s && s->text && number_double(s->text, strlen(s->text), &value)) {
		int decimals = m->decimals >= 0 ? (int)m->decimals : number_decimals(s->text);

		text_printf(line, " %*s %-8s", VALUE_WIDTH - 1,
			number_fixed(value, decimals > 6 ? 6 : decimals, buffer), m->scale);
	} else {
		text_printf(line, "%*s%9s", VALUE_WIDTH,
			r->state == ST_FAILED ? "FAILED" : state_name(r->state), "");
	}
}

/* Words that programs have for what the sandbox does. */
static bool may_be_refused(const struct trial_record *r)
{
	static const char *const words[] = { "Permission denied", "Operation not permitted",
		"Read-only file system", "Network is unreachable", "Cross-device link", "cross-device link",
		"EACCES", "EPERM" };

	for (size_t i = 0; r->said && i < sizeof words / sizeof *words; i++)
		if (strstr(r->said, words[i]))
			return r->sandbox && strcmp(r->sandbox, "none") != 0;
	return false;
}

static void say_failure(struct progress *p, const struct trial_record *r, const char *folder)
{
	struct text reason = TEXT_INIT;

	text_add_clean(&reason, r->reason ? r->reason : "", r->reason ? strlen(r->reason) : 0);
	if (r->said)
		progress_say(p, "  said   %s", r->said);
	progress_say(p, "  why    %s", reason.size ? text_string(&reason) : state_name(r->state));
	if (may_be_refused(r))
		progress_say(p,
			"         the sandbox may be what refused it (%s): a profile names exceptions, man hib-profile, "
			"SANDBOX",
			r->sandbox);
	if (r->space)
		progress_say(p, "         the file system at that moment: %s", r->space);
	if (r->supervised.printed[0])
		progress_say(p, "  log    %s/%s.out", folder, r->log);
	if (r->supervised.printed[1])
		progress_say(p, "  log    %s/%s.err", folder, r->log);
	text_release(&reason);
}

void progress_result(struct progress *p, const struct trial_record *r, const char *folder)
{
	const struct test *test = &p->plan->tests.items[r->slot.test];
	struct text line = TEXT_INIT;
	int seconds = (int)(r->seconds + r->sync_seconds + 0.5);

	p->n_done++;
	p->seconds_done += r->seconds + r->sync_seconds;
	p->seconds_planned += test->cost.seconds;
	text_printf(&line, "%s %*d/%zu ", r->at + 11, p->plan->n_slots > 99 ? 3 : 2, r->slot.slot,
		p->plan->n_slots);
	terminal_label(&line, &p->terminal, test->name, p->name_width, true);
	text_addc(&line, ' ');
	terminal_label(&line, &p->terminal, p->plan->targets[r->slot.system].identifier, p->system_width, true);
	add_value(&line, r, test);
	text_printf(&line, "  %2d:%02d", seconds / 60, seconds % 60);
	write_line(p, text_string(&line));
	text_release(&line);
	if (r->state != ST_OK)
		say_failure(p, r, folder);
	if (r->supervised.left_behind)
		progress_say(p, "  note   it left %d process%s behind; ended", r->supervised.left_behind,
			r->supervised.left_behind == 1 ? "" : "es");
	if (r->supervised.ending.capped)
		progress_say(p, "  note   it printed more than is kept: 64 MiB from each end");
}
