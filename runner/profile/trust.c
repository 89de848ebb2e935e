#include "runner/profile/trust.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/helper.h"
#include "runner/profile/library.h"
#include "runner/sandbox/sandbox.h"
#include "runner/store/store.h"
#include "runner/pts/folder.h"
#include "share/base/file.h"
#include "share/base/number.h"
#include "share/base/banned.h"

#define LARGEST ((size_t)4 << 20)

bool trust_is_own(uid_t owner, mode_t mode)
{
	const char *sudo = getenv("SUDO_UID");
	int64_t sudo_uid = -1;

	if (mode & (S_IWGRP | S_IWOTH))
		return false;
	if (sudo && !geteuid() && !number_whole(sudo, strlen(sudo), 0, UINT32_MAX, &sudo_uid))
		sudo_uid = -1;
	return owner == geteuid() || owner == getuid() || (sudo_uid >= 0 && owner == (uid_t)sudo_uid);
}

/* Did it come with hib? */
static bool is_installed(const char *path)
{
	char *library = library_folder(), *real = file_absolute(path);
	size_t size = strlen(library);
	bool is = !strncmp(real, library, size) && real[size] == '/';

	free(library);
	free(real);
	return is;
}

static char *list_path(void)
{
	char *root = store_root(), *path = file_join(root, ".trusted");

	free(root);
	return path;
}

/* The list; nothing where somebody else may write it. */
static void read_list(struct text *out)
{
	char *path = list_path();
	struct error ignored = ERROR_INIT;
	struct stat st;

	if (!stat(path, &st) && trust_is_own(st.st_uid, st.st_mode) && file_read(out, path, LARGEST, &ignored))
		error_release(&ignored);
	free(path);
}

void trust_add_list(struct text *out)
{
	read_list(out);
}

static bool is_listed(const char *hash)
{
	struct text list = TEXT_INIT;
	bool found = false;

	read_list(&list);
	for (const char *p = text_string(&list); *p && !found;
		p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n'))
		found = !strncmp(p, hash, 64) && p[64] == ' ';
	text_release(&list);
	return found;
}

bool trust_is_given(const char *path, const struct file_origin *origin)
{
	return is_installed(path) || trust_is_own(origin->owner, origin->mode) || is_listed(origin->hash);
}

int trust_remember(const char *path, const char *hash, struct error *err)
{
	char *list = list_path(), *absolute = pts_is_name(path) ? mem_text(path) : file_absolute(path),
	     *slash = strrchr(list, '/');
	struct text line = TEXT_INIT;
	int fd = -1, rc;

	*slash = '\0';
	rc = file_make_folders(list, 0755, err);
	*slash = '/';
	text_printf(&line, "%s ", hash);
	text_add_quoted(&line, absolute);
	text_addc(&line, '\n');
	if (!rc)
		fd = open(list, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (!rc && (fd < 0 || file_write_all(fd, text_string(&line), line.size) || fsync(fd)))
		rc = error_set_errno(err, "cannot write '%s'", list);
	if (fd >= 0)
		close(fd);
	free(list);
	free(absolute);
	text_release(&line);
	return rc ? error_code(err, EXIT_WRITE) : 0;
}

/* Is this line about it: its hash, or its path? */
static bool is_about(const char *line, size_t size, const char *hash, const struct text *quoted)
{
	return (size > 64 && strlen(hash) == 64 && !strncmp(line, hash, 64)) ||
		(size == 65 + quoted->size && !strncmp(line + 65, text_string(quoted), quoted->size));
}

int trust_forget(const char *path_or_hash, struct error *err)
{
	char *list = list_path(), *absolute = file_absolute(path_or_hash);
	struct text old = TEXT_INIT, kept = TEXT_INIT, quoted = TEXT_INIT;
	int n = 0;

	text_add_quoted(&quoted, absolute);
	read_list(&old);
	for (const char *p = text_string(&old); *p;) {
		size_t size = strcspn(p, "\n");

		if (is_about(p, size, path_or_hash, &quoted)) {
			n++;
		} else {
			text_add(&kept, p, size);
			text_addc(&kept, '\n');
		}
		p += size + (p[size] == '\n');
	}
	if (n && file_replace(list, &kept, err))
		n = -1;
	text_release(&old);
	text_release(&kept);
	text_release(&quoted);
	free(list);
	free(absolute);
	return n;
}

void trust_add_reason(struct text *out, const struct file_origin *origin)
{
	const struct passwd *user;

	if (origin->mode & (S_IWGRP | S_IWOTH)) {
		text_printf(out, "can be written by %s", origin->mode & S_IWOTH ? "everybody" : "its group");
		return;
	}
	user = getpwuid(origin->owner);
	text_adds(out, "belongs to ");
	if (user)
		text_add_quoted(out, user->pw_name);
	else
		text_printf(out, "user %u", (unsigned)origin->owner);
}

static void add_command(struct text *out, const char *what, const struct strings *words)
{
	text_printf(out, "  %-9s", what);
	for (size_t i = 0; i < words->n; i++) {
		text_addc(out, ' ');
		text_add_quoted(out, words->items[i]);
	}
	text_addc(out, '\n');
}

static void add_commands(struct text *out, const char *what, const struct rows *commands)
{
	for (size_t i = 0; i < commands->n; i++)
		add_command(out, what, (const struct strings *)commands->items + i);
}

static void add_source(struct text *out, const struct profile_source *source)
{
	for (size_t i = 0; i < source->files.n + (source->file.url.n > 0); i++) {
		const struct source_file *file = i < source->files.n ?
			(const struct source_file *)source->files.items + i :
			&source->file;

		text_adds(out, "  fetches   ");
		text_add_quoted(out, file->url.n ? file->url.items[0] : file->name);
		text_addc(out, '\n');
	}
}

/* A script, line by line. */
static void add_script(struct text *out, const char *what, const char *script)
{
	for (const char *line = script; line && *line;
		line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
		text_printf(out, "  %-9s ", line == script ? what : "");
		text_add_clean(out, line, strcspn(line, "\n"));
		text_addc(out, '\n');
	}
}

void trust_add_profile(struct text *out, const struct profile *p)
{
	struct text words = TEXT_INIT;

	add_command(out, "programs", &p->programs);
	if (p->detect.command.n)
		add_command(out, "asks", &p->detect.command);
	add_commands(out, "prepares", &p->prepare);
	if (p->command.n)
		add_command(out, "runs", &p->command);
	if (p->shell) {
		text_adds(out, "  shell     ");
		text_add_quoted(out, p->shell);
		text_addc(out, '\n');
	}
	add_commands(out, "finishes", &p->finish);
	add_source(out, &p->source);
	add_commands(out, "builds", &p->source.build);
	add_script(out, "installs", p->source.script);
	add_script(out, "pre", p->pts.pre);
	add_script(out, "interim", p->pts.interim);
	add_script(out, "post", p->pts.post);
	sandbox_add_words(&words, &p->sandbox);
	text_printf(out, "  %-9s %s\n", "sandbox", words.size ? text_string(&words) : "no exceptions");
	text_release(&words);
}

void trust_add_experiment(struct text *out, const struct experiment *e)
{
	for (size_t i = 0; i < e->systems.n; i++) {
		const struct system_spec *spec = (const struct system_spec *)e->systems.items + i;

		text_adds(out, "  system    ");
		text_add_quoted(out, spec->name);
		if (spec->device) {
			text_adds(out, spec->erase ? ", erases " : ", on ");
			text_add_quoted(out, spec->device);
		}
		text_addc(out, '\n');
		add_commands(out, "before", &spec->before);
		add_commands(out, "after", &spec->after);
	}
	if (e->reboot.n)
		add_command(out, "reboots", &e->reboot);
}

/* `shown` is what it would run. */
static int ask(const char *path, const struct file_origin *origin, const struct text *shown, struct error *err)
{
	struct text reason = TEXT_INIT, name = TEXT_INIT;
	char answer[16] = "";
	int rc = 0;

	trust_add_reason(&reason, origin);
	text_add_quoted(&name, path);
	if (!isatty(STDIN_FILENO)) {
		rc = error_set(err,
			"'%s' %s, and has not been run before: read it, then say 'hib trust %s'\n%s", path,
			text_string(&reason), text_string(&name), text_string(shown));
	} else {
		fprintf(stderr, "%s %s, and has not been run before. It\n%srun it, now and later? [y/N] ",
			text_string(&name), text_string(&reason), text_string(shown));
		if (!fgets(answer, sizeof answer, stdin) || (*answer != 'y' && *answer != 'Y'))
			rc = error_set(err, "'%s' is not trusted: nothing was run", path);
		else
			rc = trust_remember(path, origin->hash, err);
	}
	text_release(&reason);
	text_release(&name);
	return rc;
}

int trust_profile(const struct profile *profile, struct error *err)
{
	struct text shown = TEXT_INIT;
	int rc;

	if (trust_is_given(profile->path, &profile->origin))
		return 0;
	trust_add_profile(&shown, profile);
	rc = ask(profile->path, &profile->origin, &shown, err);
	text_release(&shown);
	return rc;
}

int trust_experiment(const struct experiment *experiment, struct error *err)
{
	struct text shown = TEXT_INIT;
	int rc;

	if (trust_is_given(experiment->path, &experiment->origin))
		return 0;
	trust_add_experiment(&shown, experiment);
	rc = ask(experiment->path, &experiment->origin, &shown, err);
	text_release(&shown);
	return rc;
}
