#include "runner/pts/profile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "runner/keys/keys_write.h"
#include "runner/profile/trust.h"
#include "runner/pts/building.h"
#include "runner/pts/dependencies.h"
#include "runner/pts/menus.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LARGEST_SCRIPT ((size_t)512 << 10)
#define MIB            1048576

void building_warn(struct building *b, const char *text)
{
	b->warnings->items = arena_more(b->arena, b->warnings->items, b->warnings->n, sizeof(const char *));
	b->warnings->items[b->warnings->n++] = arena_text(b->arena, text);
}

static void warn_all(struct building *b, const char *const *warnings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		building_warn(b, warnings[i]);
}

double building_number(const char *text)
{
	double value;

	return text && *text && number_double(text, strlen(text), &value) && value > 0 ? value : 0;
}

/* Whose all these files are: one that is a stranger's makes the profile a stranger's. */
void building_take_origin(struct building *b, const char *path)
{
	struct stat st;

	if (stat(path, &st) || (b->origin->mode && !trust_is_own(b->origin->owner, b->origin->mode)))
		return;
	b->origin->owner = st.st_uid;
	b->origin->mode = st.st_mode;
}

/* A script of the folder, else of the profile it extends; NULL when there is none. */
static const char *script_in(struct building *b, const char *folder, const char *name)
{
	const char *endings[] = { "_linux", "" }, *text = NULL;

	for (int i = 0; i < 2 && !text && !b->err->message; i++) {
		char *path = mem_printf("%s/%s%s.sh", folder, name, endings[i]);
		struct text content = TEXT_INIT;

		if (file_exists(path) && !file_read(&content, path, LARGEST_SCRIPT, b->err)) {
			text = arena_bytes(b->arena, text_string(&content), content.size);
			if (strlen(text) != content.size)
				error_set(b->err, "%s: a NUL character is refused", path);
			building_take_origin(b, path);
		}
		text_release(&content);
		free(path);
	}
	return text;
}

static const char *parent_folder(struct building *b)
{
	const char *extends = b->definition.extends, *name = strrchr(extends, '/');
	char *above = mem_printf(PTS_PREFIX "%.*s%s", (int)(strrchr(b->folder, '/') + 1 - b->folder), b->folder,
		name ? name + 1 : extends);
	char *by_name = mem_printf(PTS_PREFIX "%s", extends), *found;
	struct error ignored = ERROR_INIT;
	const char *kept = NULL;

	found = pts_find(above, &ignored);
	error_release(&ignored);
	if (!found)
		found = pts_find(by_name, &ignored);
	error_release(&ignored);
	if (found)
		kept = arena_text(b->arena, found + strlen(PTS_PREFIX));
	else
		building_warn(b,
			arena_printf(b->arena,
				"%s/test-definition.xml: Extends '%s': that profile is not there, and what this one has from it is missing",
				b->folder, extends));
	free(above);
	free(by_name);
	free(found);
	return kept;
}

static void take_identity(struct building *b)
{
	const struct pts_definition *d = &b->definition;
	struct profile *p = &b->profile;

	p->version = text_or(d->version, *b->names.version ? b->names.version : "1.0.0");
	p->name = arena_text(b->arena, b->names.name);
	p->title = d->title;
	p->description = none_if_empty(d->description);
	p->subtitle = none_if_empty(d->subtitle);
	p->app_version = none_if_empty(d->app_version);
	p->packages.elsewhere = none_if_empty(d->project_url);
	p->pts.identifier = arena_printf(b->arena, "%s/%s-%s", b->names.repository, b->names.name, p->version);
	p->pts.extends = none_if_empty(d->extends);
	p->cost.seconds = building_number(d->time_per_run);
	p->cost.space = (uint64_t)(building_number(d->testing_size) * MIB);
	p->source.space = (uint64_t)(building_number(d->environment_size) * MIB);
	p->time_limit = 6 * 3600.0; /* as every profile has */
	p->trials = (int64_t)building_number(text_or(d->times_to_run, "3"));
	p->pts.least_seconds = building_number(d->least_length);
	p->pts.most_seconds = building_number(d->most_length);
	p->pts.display_format = none_if_empty(d->display_format);
	p->pts.quantifier = none_if_empty(d->quantifier);
	if (p->pts.quantifier && !strcasecmp(p->pts.quantifier, "AVG"))
		p->pts.quantifier = NULL;
	/* one trial only is a plan, not a warm-up */
	for (int run = 1; p->trials > 1 && run <= 9; run++) {
		char number[8];

		snprintf(number, sizeof number, "%d", run);
		p->warmup += pts_list_has(d->ignore_runs, number);
	}
	p->trials -= p->warmup < p->trials ? p->warmup : 0;
}

/* Why it cannot run on this machine, whatever is installed. */
static void take_fitness(struct building *b)
{
	const struct pts_definition *d = &b->definition;
	struct utsname machine;

	uname(&machine);
	if (d->platforms && *d->platforms && !pts_list_has(d->platforms, "Linux"))
		b->profile.unfit = arena_printf(b->arena, "it is for %s, and this is Linux", d->platforms);
	else if (d->architectures && *d->architectures && !pts_list_has(d->architectures, machine.machine) &&
		!(pts_list_has(d->architectures, "x86") && !strcmp(machine.machine, "x86_64")))
		b->profile.unfit = arena_printf(
			b->arena, "it is for %s, and this machine is %s", d->architectures, machine.machine);
}

/* An argument that holds what looks like a placeholder goes in by way of a variable. */
static const char *argument_text(struct building *b, const char *name, const char *text)
{
	struct pairs *v = &b->profile.variables;

	if (!text || !strchr(text, '{'))
		return text_or(text, "");
	v->names = arena_more(b->arena, v->names, v->n, sizeof *v->names);
	v->values = arena_more(b->arena, v->values, v->n, sizeof *v->values);
	v->names[v->n] = name;
	v->values[v->n++] = text;
	return arena_printf(b->arena, "{%s}", name);
}

/* "./stream --fast {option.run-type} 2>&1", as the Phoronix Test Suite starts it. */
static void take_command(struct building *b)
{
	const struct pts_definition *d = &b->definition;
	struct profile *p = &b->profile;
	struct text line = TEXT_INIT;
	char *program = mem_printf("./%s", text_or(d->executable, b->names.name));
	const char *before = argument_text(b, "default_arguments", d->arguments),
		   *behind = argument_text(b, "post_arguments", d->post_arguments);

	text_adds(&line, "exec ");
	text_add_quoted(&line, program);
	if (*before)
		text_printf(&line, " %s", before);
	for (size_t i = 0; i < p->options.n; i++)
		text_printf(&line, " {option.%s}", ((const struct option *)p->options.items + i)->name);
	if (*behind)
		text_printf(&line, " %s", behind);
	text_adds(&line, " 2>&1");
	p->shell = arena_text(b->arena, text_string(&line));
	p->pts.executable = arena_text(b->arena, program + strlen("./"));
	p->pts.root = pts_is_true(d->requires_root);
	p->pts.arguments = none_if_empty(d->arguments);
	p->pts.post_arguments = none_if_empty(d->post_arguments);
	/* a disk is tested where the system under test is; others need not be copied there */
	p->pts.own_folder = !d->test_type || strcasecmp(d->test_type, "Disk");
	p->directory = p->pts.own_folder ? "{install}" : "{target}";
	text_release(&line);
	free(program);
}

static void take_sandbox(struct building *b)
{
	const struct pts_definition *d = &b->definition;
	struct sandbox *s = &b->profile.sandbox;

	s->shell = s->shm = true;
	s->network = pts_is_true(d->requires_network) || pts_is_true(d->requires_internet) ||
		(d->test_type && !strcasecmp(d->test_type, "Network"));
	s->reason = "its scripts run as under the Phoronix Test Suite";
	b->profile.pts.display = d->requires_display ? pts_is_true(d->requires_display) :
						       d->test_type && !strcasecmp(d->test_type, "Graphics") &&
			(!d->tags || (!strstr(d->tags, "OpenCL") && !strstr(d->tags, "CUDA")));
}

/* The words of "a, b" in the arena. */
static struct strings list_of(struct building *b, const char *text)
{
	struct strings list = { 0 };

	while (text && *text) {
		size_t size, end;

		text += strspn(text, ", \t\r\n");
		end = size = strcspn(text, ",");
		while (size && isspace((unsigned char)text[size - 1]))
			size--;
		if (size) {
			list.items = arena_more(b->arena, list.items, list.n, sizeof *list.items);
			list.items[list.n++] = arena_bytes(b->arena, text, size);
		}
		text += end;
	}
	return list;
}

static void take_dependencies(struct building *b)
{
	const struct strings names = list_of(b, b->definition.dependencies);
	struct text packages = TEXT_INIT;

	for (size_t i = 0; i < names.n; i++) {
		const char *found = pts_dependency_packages(names.items[i]);

		if (!found)
			building_warn(b,
				arena_printf(b->arena,
					"%s/test-definition.xml: ExternalDependencies: no package of Debian is known for '%s'",
					b->folder, names.items[i]));
		else
			text_printf(&packages, "%s%s", packages.size ? " " : "", found);
	}
	if (packages.size)
		b->profile.packages.debian = arena_text(b->arena, text_string(&packages));
	b->profile.needs = list_of(b, b->definition.system_dependencies);
	text_release(&packages);
}

static bool is_for_us(const struct pts_package *package)
{
	struct utsname machine;

	uname(&machine);
	return (!package->platform || !*package->platform || pts_list_has(package->platform, "Linux")) &&
		(!package->architecture || !*package->architecture ||
			pts_list_has(package->architecture, machine.machine));
}

static int add_package(struct building *b, const struct pts_package *package)
{
	struct rows *files = &b->profile.source.files;
	struct source_file *file;
	int64_t size = 0;

	if (!is_for_us(package))
		return 0;
	if (package->file_size && *package->file_size &&
		!number_whole(package->file_size, strlen(package->file_size), 0, INT64_MAX / 2, &size))
		building_warn(b,
			arena_printf(b->arena, "%s/downloads.xml: FileSize '%s' is no number of bytes",
				b->folder, package->file_size));
	files->items = arena_more(b->arena, files->items, files->n, sizeof *file);
	file = (struct source_file *)files->items + files->n++;
	*file = (struct source_file){ .url = list_of(b, package->url),
		.name = none_if_empty(package->file_name),
		.sha256 = none_if_empty(package->sha256),
		.md5 = none_if_empty(package->md5),
		.size = size,
		.optional = pts_is_true(package->optional) };
	if (!file->name && !file->url.n)
		return error_set(
			b->err, "%s/downloads.xml: a Package with neither URL nor FileName", b->folder);
	/* a bare name is in caches only */
	if (file->url.n == 1 && !strchr(file->url.items[0], '/')) {
		file->name = file->name ? file->name : file->url.items[0];
		file->url.n = 0;
	}
	return 0;
}

static int take_source(struct building *b, const char *parent)
{
	const struct pts_definition *d = &b->definition;
	struct profile *p = &b->profile;
	const struct {
		const char *name, **place;
		bool inherited;
	} scripts[] = { { "install", &p->source.script, false }, { "pre", &p->pts.pre, true },
		{ "interim", &p->pts.interim, true }, { "post", &p->pts.post, true },
		{ "support-check", &p->pts.support_check, false } };

	for (size_t i = 0; i < sizeof scripts / sizeof *scripts && !b->err->message; i++) {
		*scripts[i].place = script_in(b, b->folder, scripts[i].name);
		if (!*scripts[i].place && parent && scripts[i].inherited)
			*scripts[i].place = script_in(b, parent, scripts[i].name);
	}
	for (size_t i = 0; i < d->n_packages && !b->err->message; i++)
		add_package(b, &d->packages[i]);
	p->source.network = pts_is_true(d->install_internet);
	p->source.root = pts_is_true(d->requires_root_install);
	return b->err->message ? -1 : 0;
}

static int build(struct building *b)
{
	char *definition = file_join(b->folder, "test-definition.xml");
	const char *parent = NULL;
	int rc = pts_definition_read(&b->definition, b->folder, b->err);

	building_take_origin(b, definition);
	free(definition);
	if (rc)
		return rc;
	warn_all(b, b->definition.warnings, b->definition.n_warnings);
	if (b->definition.extends && *b->definition.extends)
		parent = parent_folder(b);
	if (parent && pts_definition_read(&b->parent, parent, b->err))
		return -1;
	if (parent)
		pts_definition_inherit(&b->definition, &b->parent);
	if (!b->definition.title || !*b->definition.title)
		return error_set(b->err,
			"%s/test-definition.xml:1: the profile has no TestInformation/Title%s%s%s", b->folder,
			b->definition.extends && !parent ? ", and the one that it Extends, '" : "",
			b->definition.extends && !parent ? b->definition.extends : "",
			b->definition.extends && !parent ? "', is not there" : "");
	take_identity(b);
	take_fitness(b);
	pts_add_options(&b->profile, &b->definition, b->arena);
	take_command(b);
	take_sandbox(b);
	take_dependencies(b);
	return take_source(b, parent) || building_take_results(b, parent) ? -1 : 0;
}

int pts_profile_yaml(const char *folder, struct text *yaml, struct strings *warnings, struct arena *arena,
	struct file_origin *origin, struct error *err)
{
	struct building b = {
		.folder = folder, .arena = arena, .warnings = warnings, .origin = origin, .err = err
	};
	int rc;

	*warnings = (struct strings){ 0 };
	*origin = (struct file_origin){ 0 };
	pts_names_of(&b.names, folder);
	rc = build(&b);
	if (!rc && keys_write(&profile_keys, &b.profile, yaml, err))
		rc = error_context(err, "%s", folder);
	pts_definition_release(&b.definition);
	pts_definition_release(&b.parent);
	results_definition_release(&b.results);
	pts_names_release(&b.names);
	return rc;
}
