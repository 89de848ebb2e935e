#include "runner/command/import/fio_plot.h"

#include <fcntl.h>
#include <fts.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/lines.h"
#include "runner/measurements.h"
#include "share/base/number.h"
#include "share/base/banned.h"

/* What of fio's figures fio-plot itself draws. */
static const struct figure {
	const char *pattern, *name;
} figures[] = { { "*/read/iops", "Read IOPS" }, { "*/write/iops", "Write IOPS" },
	{ "*/read/bw", "Read bandwidth" }, { "*/write/bw", "Write bandwidth" },
	{ "*/read/clat_mean", "Read latency" }, { "*/write/clat_mean", "Write latency" } };

struct importing {
	struct result_file *file;
	struct text *notes;
	struct error *err;
	const char *system;
	size_t found;
};

/* What a file's name says. */
struct named {
	char mode[64];
	int64_t depth, jobs;
};

/* "randread-8-1.json" */
static bool split_name(const char *name, struct named *named)
{
	const char *jobs = strrchr(name, '-'), *depth = jobs;

	while (depth && depth > name && *--depth != '-')
		;
	if (!jobs || depth <= name || !text_ends(name, ".json") || (size_t)(depth - name) >= sizeof named->mode)
		return false;
	memcpy(named->mode, name, (size_t)(depth - name));
	named->mode[depth - name] = '\0';
	return number_whole(depth + 1, (size_t)(jobs - depth - 1), 1, INT32_MAX, &named->depth) &&
		number_whole(jobs + 1, strlen(jobs + 1) - strlen(".json"), 1, INT32_MAX, &named->jobs);
}

static void add(struct importing *i, const struct measurement *m, const struct named *named, const char *block,
	const char *figure, const char *version)
{
	struct arena *arena = &i->file->arena;
	const struct result_key key = { .profile = "",
		.title = "fio",
		.version = version ? arena_text(arena, version) : "",
		.arguments = arena_printf(arena, "--rw=%s --bs=%s --iodepth=%lld --numjobs=%lld", named->mode,
			block, (long long)named->depth, (long long)named->jobs),
		.description = arena_printf(arena, "Mode: %s - Block size: %s - Depth: %lld - Jobs: %lld - %s",
			named->mode, block, (long long)named->depth, (long long)named->jobs, figure),
		.scale = m->of->unit,
		.proportion = m->of->proportion,
		.decimals = -1 };
	const struct sample sample = { .text = m->number.text,
		.value = m->state == ST_OK ? m->number.value : NAN,
		.state = m->state,
		.reason = m->reason,
		.seconds = NAN };

	/* a direction that did no work is none */
	if (m->state == ST_OK && m->number.value <= 0)
		return;
	result_file_add(i->file, &key, i->system, &sample);
	i->found++;
}

/* One file's figures: of every job of it the first, as fio-plot groups them. */
static int take_figures(
	struct importing *i, const struct measurements *all, const struct named *named, const char *block)
{
	for (size_t f = 0; f < sizeof figures / sizeof *figures; f++)
		for (size_t k = 0; k < all->n; k++)
			if (text_matches(figures[f].pattern, all->items[k].of->metric)) {
				add(i, &all->items[k], named, block, figures[f].name, all->version);
				break;
			}
	return 0;
}

static int take_file(struct importing *i, const char *path, const struct named *named, const char *block)
{
	struct measurements all = { 0 };
	struct line_reader reader;
	const struct line_source source = { &reader, line_reader_next };
	const struct ending ending = { .how = END_UNKNOWN };
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	if (fd < 0)
		return error_set_errno(i->err, "cannot open '%s'", path);
	line_reader_start(&reader, fd, STREAM_OUT, path);
	rc = measurements_parse(&all, parser_named("fio"), NULL, &source, &ending, i->err);
	if (!rc && all.verdict != VERDICT_OK)
		rc = error_set(i->err, "%s: %s", path, all.reason ? all.reason : verdict_name(all.verdict));
	if (!rc)
		rc = take_figures(i, &all, named, block);
	measurements_release(&all);
	line_reader_release(&reader);
	close(fd);
	return rc;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int walk(struct importing *i, const char *folder)
{
	char *top[] = { (char *)(uintptr_t)folder, NULL };
	FTS *tree = fts_open(top, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;
	struct named named;
	int rc = tree ? 0 : error_set_errno(i->err, "cannot read '%s'", folder);

	while (!rc && tree && (entry = fts_read(tree))) {
		if (entry->fts_info != FTS_F || !text_ends(entry->fts_name, ".json"))
			continue;
		if (split_name(entry->fts_name, &named))
			rc = take_file(i, entry->fts_path, &named,
				entry->fts_level > 1 ? entry->fts_parent->fts_name : "");
		else
			text_printf(i->notes, "%s%s: its name is not MODE-IODEPTH-NUMJOBS.json: left out",
				i->notes->size ? "\n" : "", entry->fts_path);
	}
	if (tree)
		fts_close(tree);
	return rc;
}

int import_fio_plot(
	struct result_file *file, const char *folder, const char *title, struct text *notes, struct error *err)
{
	struct importing i = { .file = file, .notes = notes, .err = err };
	size_t size = strlen(folder);
	const char *slash;
	char *name;
	int rc;

	while (size > 1 && folder[size - 1] == '/')
		size--;
	name = mem_bytes(folder, size);
	slash = strrchr(name, '/');
	i.system = arena_text(&file->arena, slash && slash[1] ? slash + 1 : name);
	rc = walk(&i, name);
	free(name);
	if (!rc && !i.found)
		rc = error_set(err, "'%s' has no file MODE-IODEPTH-NUMJOBS.json of fio with values", folder);
	if (!rc && !*file->meta.title)
		file->meta.title = title ? arena_text(&file->arena, title) : i.system;
	return rc;
}
