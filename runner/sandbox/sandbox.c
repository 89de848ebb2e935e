#include "runner/profile/prefix.h"
#include "runner/sandbox/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/spawn.h"
#include "runner/profile/library.h"
#include "runner/sandbox/landlock.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define DEVICE      (LL_READ_FILE | LL_WRITE_FILE | LL_TRUNCATE)
#define MOST_PLACES 600 /* each is a descriptor; what is beyond cannot be read */

static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/dev/tty" };

/* Where people, keys, logs, sockets, disks and results are: not to be read. */
static const char *const closed[] = { "/home", "/root", "/dev", "/run", "/tmp", "/boot", "/lost+found",
	"/etc/ssh", "/etc/ssl/private", "/var/backups", "/var/log", "/var/mail", "/var/spool", "/var/tmp",
	"/var/lib/hib" };

/* Of a file some rights make no sense, and are refused. */
static unsigned fitting(int fd, unsigned access)
{
	struct stat st;

	return !fstat(fd, &st) && !S_ISDIR(st.st_mode) ? access & LL_OF_FILE : access;
}

static void add_open(struct run_sandbox *s, int fd, unsigned access)
{
	/* a path that does not exist gives nothing away */
	if (fd < 0)
		return;
	s->places = mem_more(s->places, s->n_places, &s->capacity, sizeof *s->places);
	s->places[s->n_places++] = (struct sandbox_place){ fd, fitting(fd, access) };
}

static void add_place(struct run_sandbox *s, const char *path, unsigned access)
{
	add_open(s, open(path, O_PATH | O_CLOEXEC), access);
}

/* Paths that are closed on this machine, links followed; NULL at the end. */
struct closed_paths {
	char **items;
	size_t n, capacity;
	bool by_root;
};

static void close_path(struct closed_paths *c, const char *path)
{
	c->items = mem_more(c->items, c->n + 1, &c->capacity, sizeof *c->items);
	c->items[c->n++] = file_absolute(path);
	c->items[c->n] = NULL;
}

static void find_closed(struct closed_paths *c, const char *result)
{
	const char *home = getenv("HOME"), *sudo = getenv("SUDO_USER");
	const struct passwd *user = getpwuid(geteuid());
	char *root = store_root();

	for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
		close_path(c, closed[i]);
	if (home && *home == '/')
		close_path(c, home);
	if (user && user->pw_dir)
		close_path(c, user->pw_dir);
	user = sudo ? getpwnam(sudo) : NULL;
	if (user && user->pw_dir)
		close_path(c, user->pw_dir);
	close_path(c, root);
	close_path(c, result);
	free(root);
}

static bool is_result(const char *path)
{
	char *journal = file_join(path, "journal.jsonl"), *composite = file_join(path, "composite.xml");
	bool is = file_exists(journal) || file_exists(composite);

	free(journal);
	free(composite);
	return is;
}

/* Not what only some may read: for others than root the kernel sees to that. */
static bool is_for_all(const struct closed_paths *c, const struct stat *st)
{
	mode_t needed = S_ISDIR(st->st_mode) ? S_IXOTH | S_IROTH : S_IROTH;

	return (S_ISDIR(st->st_mode) || S_ISREG(st->st_mode)) &&
		(!c->by_root || (st->st_mode & needed) == needed);
}

static void add_tree(struct run_sandbox *s, const struct closed_paths *c, const char *folder);

static void add_entry(struct run_sandbox *s, const struct closed_paths *c, const char *path)
{
	struct stat st;
	bool leads_on = false;

	if (lstat(path, &st) || !is_for_all(c, &st))
		return;
	for (size_t i = 0; i < c->n; i++) {
		if (!strcmp(c->items[i], path))
			return;
		leads_on = leads_on || (text_starts(c->items[i], path) && c->items[i][strlen(path)] == '/');
	}
	if (leads_on)
		add_tree(s, c, path);
	else if (!S_ISDIR(st.st_mode) || !is_result(path))
		add_place(s, path, LL_READS);
}

/* Landlock knows only what is allowed: of a folder in which something is closed, all the rest. */
static void add_tree(struct run_sandbox *s, const struct closed_paths *c, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && s->n_places < MOST_PLACES && (entry = readdir(dir))) {
		char *path = file_join(folder, entry->d_name);

		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			add_entry(s, c, path);
		free(path);
	}
	if (dir)
		closedir(dir);
}

static void add_machine(struct run_sandbox *s, const char *result)
{
	struct closed_paths c = { 0 };

	c.by_root = !geteuid();
	find_closed(&c, result);
	add_tree(s, &c, "/");
	for (size_t i = 0; i < c.n; i++)
		free(c.items[i]);
	free(c.items);
	add_place(s, "/dev", LL_READ_DIR);
	add_place(s, "/run/systemd/resolve", LL_READS);
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		add_place(s, devices[i], DEVICE);
}

/* A folder of the PATH, and beside a "bin" what belongs to its programs. */
static void add_program_folder(struct run_sandbox *s, const char *folder)
{
	static const char *const beside[] = { "lib", "lib64", "libexec", "share", NULL };
	const char *slash = strrchr(folder, '/');

	add_place(s, folder, LL_READS);
	if (!slash || (strcmp(slash, "/bin") && strcmp(slash, "/sbin")))
		return;
	for (int i = 0; beside[i]; i++) {
		char *path = mem_printf("%.*s/%s", (int)(slash - folder), folder, beside[i]);

		add_place(s, path, LL_READS);
		free(path);
	}
}

static void add_path(struct run_sandbox *s)
{
	char *programs = store_programs(), *profiles = library_folder();

	for (const char *p = trial_path(); *p; p += strcspn(p, ":") + (p[strcspn(p, ":")] == ':')) {
		char *folder = mem_bytes(p, strcspn(p, ":"));

		if (strcmp(folder, "/") && !text_starts(folder, "/usr/") && strcmp(folder, "/bin") &&
			strcmp(folder, "/sbin"))
			add_program_folder(s, folder);
		free(folder);
	}
	add_place(s, programs, LL_READS);
	add_place(s, profiles, LL_READS);
	free(programs);
	free(profiles);
}

/* A home folder, or the top of everything: a program that lies in it does not open it. */
static bool is_too_much(const char *folder)
{
	const char *home = getenv("HOME");
	char real[PATH_MAX];

	return !*folder || !strcmp(folder, "/root") || !strcmp(folder, "/home") || !strcmp(folder, "/tmp") ||
		!strcmp(folder, "/var") || (text_starts(folder, "/home/") && !strchr(folder + 6, '/')) ||
		(home && realpath(home, real) && !strcmp(folder, real));
}

/* The folder that a program lies in, links followed, with what lies beside it; or the program alone. */
static char *reach_of(const char *word)
{
	char *program = *word && !strchr(word, '{') ? program_path(word, trial_path()) : NULL, *slash;
	char real[PATH_MAX];

	if (!program || !realpath(program, real) || text_starts(real, "/usr/")) {
		free(program);
		return NULL;
	}
	free(program);
	slash = strrchr(real, '/');
	*slash = '\0';
	if (is_too_much(real))
		*slash = '/';
	return mem_text(real);
}

struct visitor {
	void (*each)(void *context, const char *path, unsigned access);
	void *context;
};

static void visit_program(const struct visitor *v, const char *word)
{
	char *reach = reach_of(word);

	if (reach)
		v->each(v->context, reach, LL_READS);
	free(reach);
}

/* Visit what a test names: its programs' folders, its source trees, and what its profile excepts. */
static void visit(const struct test *test, const struct visitor *v)
{
	const struct profile *p = test->profile;

	for (size_t i = 0; i < p->programs.n; i++)
		visit_program(v, p->programs.items[i]);
	if (p->command.n)
		visit_program(v, p->command.items[0]);
	for (size_t i = 0; i < p->prepare.n; i++)
		visit_program(v, ((const struct strings *)p->prepare.items + i)->items[0]);
	for (size_t i = 0; i < p->options.n; i++) {
		enum option_free free = ((const struct option *)p->options.items + i)->free;

		if ((free == FREE_TARBALL || free == FREE_FILE) && test->values[i]->value)
			v->each(v->context, test->values[i]->value, LL_READS);
	}
	if (p->pts.identifier) {
		char *prefix = prefix_of(p);

		v->each(v->context, prefix, p->pts.own_folder ? LL_WRITES : LL_READS);
		free(prefix);
	}
	for (size_t i = 0; i < p->sandbox.read.n; i++)
		v->each(v->context, p->sandbox.read.items[i], LL_READS);
	for (size_t i = 0; i < p->sandbox.write.n; i++)
		v->each(v->context, p->sandbox.write.items[i], LL_WRITES | LL_IOCTL_DEV);
	if (p->sandbox.shm)
		v->each(v->context, "/dev/shm", LL_WRITES);
}

struct kept {
	char **items;
	size_t n, capacity;
};

static void keep(void *context, const char *path, unsigned access)
{
	struct kept *kept = context;

	(void)access;
	/* memory of its own is what /dev/shm is for */
	if (!strcmp(path, "/dev/shm"))
		return;
	kept->items = mem_more(kept->items, kept->n, &kept->capacity, sizeof *kept->items);
	kept->items[kept->n++] = file_absolute(path);
}

static void open_namespaces(struct run_sandbox *s, const struct tests *tests, const char *folder,
	const char *const *paths, size_t n)
{
	struct kept kept = { 0 };
	const struct visitor keeper = { keep, &kept };
	char *programs = store_programs(), *profiles = library_folder();

	for (size_t i = 0; i < n; i++)
		keep(&kept, paths[i], 0);
	for (size_t i = 0; i < tests->n; i++)
		visit(&tests->items[i], &keeper);
	for (const char *p = trial_path(); *p; p += strcspn(p, ":") + (p[strcspn(p, ":")] == ':')) {
		char *of_path = mem_bytes(p, strcspn(p, ":"));

		keep(&kept, of_path, 0);
		free(of_path);
	}
	keep(&kept, programs, 0);
	keep(&kept, profiles, 0);
	keep(&kept, "/run/systemd/resolve", 0);
	kept.items = mem_more(kept.items, kept.n, &kept.capacity, sizeof *kept.items);
	kept.items[kept.n] = NULL;
	namespaces_open(&s->namespaces, folder, (const char *const *)(const void *)kept.items);
	for (size_t i = 0; i < kept.n; i++)
		free(kept.items[i]);
	free(kept.items);
	free(programs);
	free(profiles);
}

void run_sandbox_open(
	struct run_sandbox *s, const struct tests *tests, const char *folder, const char *const *kept, size_t n)
{
	char *result;

	*s = (struct run_sandbox)RUN_SANDBOX_NONE;
	s->abi = landlock_abi();
	open_namespaces(s, tests, folder, kept, n);
	if (!s->abi)
		return;
	result = file_absolute(folder);
	*strrchr(result, '/') = '\0';
	add_machine(s, result);
	free(result);
	add_path(s);
	if (s->namespaces.mount >= 0) {
		char *tmp = file_join(folder, "tmp"), *var_tmp = file_join(folder, "var-tmp");

		add_place(s, tmp, LL_WRITES);
		add_place(s, var_tmp, LL_WRITES);
		free(tmp);
		free(var_tmp);
	}
}

void run_sandbox_close(struct run_sandbox *s)
{
	namespaces_close(&s->namespaces);
	for (size_t i = 0; i < s->n_places; i++)
		close(s->places[i].fd);
	free(s->places);
	*s = (struct run_sandbox)RUN_SANDBOX_NONE;
}

struct adding {
	int ruleset, abi, root;
	struct error *err;
};

static void allow(void *context, const char *path, unsigned access)
{
	struct adding *adding = context;
	/* their own memory lies in their own mounts */
	bool theirs = !strcmp(path, "/dev/shm") && adding->root >= 0;
	int fd = theirs ? openat(adding->root, "dev/shm", O_PATH | O_CLOEXEC) : open(path, O_PATH | O_CLOEXEC);

	if (fd < 0 && (errno == ENOENT || errno == EACCES))
		return;
	if (!adding->err->message &&
		(fd < 0 || landlock_allow(adding->ruleset, adding->abi, fd, fitting(fd, access))))
		error_set_errno(adding->err, "sandbox: '%s'", path);
	if (fd >= 0)
		close(fd);
}

int run_sandbox_ruleset(const struct run_sandbox *s, const struct test *test, const char *target,
	const char *work, struct error *err)
{
	const struct sandbox *exceptions = &test->profile->sandbox;
	struct adding adding = { -1, s->abi, s->namespaces.root, err };
	const struct visitor adder = { allow, &adding };

	if (!s->abi)
		return -1;
	adding.ruleset = landlock_ruleset(s->abi, exceptions->network, exceptions->signals);
	if (adding.ruleset < 0)
		return error_set_errno(err, "cannot make the sandbox");
	for (size_t i = 0; i < s->n_places && !err->message; i++)
		if (landlock_allow(adding.ruleset, s->abi, s->places[i].fd, s->places[i].access))
			error_set_errno(err, "sandbox");
	allow(&adding, target, LL_WRITES);
	allow(&adding, work, LL_WRITES);
	visit(test, &adder);
	if (!err->message)
		return adding.ruleset;
	close(adding.ruleset);
	return -1;
}

void run_sandbox_add_words(struct text *out, const struct run_sandbox *s, const struct sandbox *exceptions)
{
	bool network = exceptions && exceptions->network;
	size_t before = out->size;

	if (s->abi)
		text_printf(out, "Landlock %d", s->abi);
	if (s->namespaces.mount >= 0)
		text_printf(out, "%sown /tmp", out->size > before ? ", " : "");
	if (s->namespaces.ipc >= 0)
		text_printf(out, "%sown shared memory", out->size > before ? ", " : "");
	if (!network && (s->namespaces.network >= 0 || s->abi >= 4))
		text_printf(out, "%s%s", out->size > before ? ", " : "",
			s->namespaces.network >= 0 ? "no network" : "no TCP");
	if (out->size == before)
		text_adds(out, "none");
}

void sandbox_add_words(struct text *out, const struct sandbox *sandbox)
{
	size_t before = out->size;

	for (size_t i = 0; i < sandbox->read.n; i++)
		text_printf(out, "%sreads %s", out->size > before ? ", " : "", sandbox->read.items[i]);
	for (size_t i = 0; i < sandbox->write.n; i++)
		text_printf(out, "%swrites %s", out->size > before ? ", " : "", sandbox->write.items[i]);
	if (sandbox->network)
		text_printf(out, "%suses the network", out->size > before ? ", " : "");
	if (sandbox->signals)
		text_printf(out, "%ssends signals", out->size > before ? ", " : "");
	if (sandbox->shm)
		text_printf(out, "%suses /dev/shm", out->size > before ? ", " : "");
	if (sandbox->shell)
		text_printf(out, "%sruns a shell", out->size > before ? ", " : "");
	if (out->size > before && sandbox->reason)
		text_printf(out, " (%s)", sandbox->reason);
}
