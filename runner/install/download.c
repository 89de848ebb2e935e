#include "runner/install/download.h"

#include <errno.h>
#include <md5.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/process/helper.h"
#include "runner/process/spawn.h"
#include "share/base/file.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define CACHE_SYSTEM "/var/cache/hib"
#define NO_RANGES    33 /* exit status of curl: the server cannot go on in the middle */
#define HTTP_ERROR   22
#define MOST_WORDS   32

static char *cache_root(void)
{
	const char *forced = getenv("HIB_CACHE"), *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (forced && *forced)
		return file_absolute(forced);
	if (!geteuid())
		return mem_text(CACHE_SYSTEM);
	return cache && *cache == '/' ? mem_printf("%s/hib", cache) :
					mem_printf("%s/.cache/hib", home && *home ? home : "/nonexistent");
}

static const char *sum_of(const struct source_file *file)
{
	return file->sha256 ? file->sha256 : file->md5;
}

/* A folder for each sum: two files of one name do not meet. */
static char *place_in_cache(const struct source_file *file)
{
	char *root = cache_root(), *place;

	place = mem_printf(
		"%s/downloads/%.16s/%s", root, sum_of(file) ? sum_of(file) : "unverified", file->name);
	free(root);
	return place;
}

/* Is the file at `path`, which came from `origin`, what the profile says? -1 with a message. */
static int verify(const struct source_file *file, const char *path, const char *origin, struct error *err)
{
	char sum[65];
	struct stat st;

	if (stat(path, &st))
		return error_set_errno(err, "'%s'", path);
	if (file->size && st.st_size != file->size)
		return error_set(err, "'%s' has %lld bytes, and the profile says %lld", origin,
			(long long)st.st_size, (long long)file->size);
	if (!sum_of(file))
		return 0;
	if (!(file->sha256 ? SHA256File(path, sum) : MD5File(path, sum)))
		return error_set_errno(err, "cannot read '%s'", path);
	if (!strcasecmp(sum, sum_of(file)))
		return 0;
	return error_set(err,
		"the %s of '%s' is %s, and the profile says %s: it is not the file that was meant",
		file->sha256 ? "SHA-256" : "MD5", origin, sum, sum_of(file));
}

/* Folders beside hib's own cache, one after the other; released by the caller. */
static char **other_caches(void)
{
	const char *own = getenv("HIB_DOWNLOADS"), *pts = getenv("PTS_DOWNLOAD_CACHE_OVERRIDE"),
		   *home = getenv("HOME");
	char **folders = mem_zero(1, sizeof *folders);
	size_t n = 0;

	for (const char *p = own ? own : ""; *p; p += strcspn(p, ":") + (p[strcspn(p, ":")] == ':'))
		if (strcspn(p, ":")) {
			folders = mem_resize(folders, n + 8, sizeof *folders);
			folders[n++] = mem_bytes(p, strcspn(p, ":"));
		}
	folders = mem_resize(folders, n + 8, sizeof *folders);
	if (pts && *pts)
		folders[n++] = mem_text(pts);
	if (home && *home)
		folders[n++] = mem_printf("%s/.phoronix-test-suite/download-cache", home);
	folders[n++] = mem_text("/var/lib/phoronix-test-suite/download-cache");
	folders[n++] = mem_text("/usr/share/phoronix-test-suite/download-cache");
	folders[n] = NULL;
	return folders;
}

static void folders_release(char **folders)
{
	for (char **f = folders; *f; f++)
		free(*f);
	free(folders);
}

/* A verified one that is here already; what is wrong with others is added to `trouble`. */
static char *find_here(const struct source_file *file, struct text *trouble)
{
	char *path = place_in_cache(file), **folders = other_caches();
	struct error err = ERROR_INIT;

	for (char **f = folders; path; f++) {
		if (file_exists(path) && !verify(file, path, path, &err))
			break;
		if (err.message)
			text_printf(trouble, "%s%s", trouble->size ? "\n  " : "", err.message);
		error_release(&err);
		free(path);
		path = *f ? file_join(*f, file->name) : NULL;
		if (!*f)
			break;
	}
	folders_release(folders);
	return path;
}

/* Run curl(1); its exit status, -1 with a message when it cannot be run. */
static int run_curl(const struct source_file *file, const char *url, const char *part, struct error *err)
{
	char limit[24];
	const char *argv[MOST_WORDS] = { "curl", "--disable", "--globoff", "--fail", "--location", "--proto",
		"=http,https,ftp,file", "--proto-redir", "=http,https", "--max-redirs", "10",
		"--connect-timeout", "30", "--speed-limit", "1", "--speed-time", "60", "--retry", "2",
		"--continue-at", "-", "--output", part, "--show-error",
		isatty(STDERR_FILENO) ? "--progress-bar" : "--silent" };
	size_t n = 0;

	while (argv[n])
		n++;
	if (file->size) {
		snprintf(limit, sizeof limit, "%lld", (long long)file->size);
		argv[n++] = "--max-filesize";
		argv[n++] = limit;
	}
	argv[n++] = "--url";
	argv[n++] = url;
	return helper_run(argv, NULL, err);
}

/* One URL into `part`, going on in what is there of it. */
static int fetch(const struct source_file *file, const char *url, const char *part, struct error *err)
{
	static const char *const schemes[] = { "http://", "https://", "ftp://", "file://" };
	struct stat st;
	bool known = false, resumed;
	int rc;

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		known = known || text_starts(url, schemes[i]);
	if (!known)
		return error_set(err, "'%s' is no URL that hib fetches: http, https, ftp or file", url);
	/* a profile must not read here what its sandbox would keep from it */
	if (text_starts(url, "file://") && !sum_of(file))
		return error_set(err, "'%s': a file of this machine needs its checksum in the profile", url);
	resumed = !stat(part, &st) && st.st_size > 0;
	if (resumed && file->size && st.st_size >= file->size) {
		unlink(part);
		resumed = false;
	}
	fprintf(stderr, "%s %s\n", resumed ? "going on with" : "fetching", url);
	rc = run_curl(file, url, part, err);
	if (resumed && (rc == NO_RANGES || rc == HTTP_ERROR)) {
		unlink(part);
		resumed = false;
		rc = run_curl(file, url, part, err);
	}
	if (rc > 0)
		error_set(err, "'%s': curl ended with exit status %d: what it printed is above", url, rc);
	if (rc)
		return -1;
	rc = verify(file, part, url, err);
	if (rc)
		unlink(part);
	/* its beginning may have come from somewhere else */
	return rc && resumed ? fetch(file, url, part, err) : rc;
}

static int need_curl(struct error *err)
{
	char *program = program_path("curl", trial_path());
	bool there = program != NULL;

	free(program);
	return there ? 0 :
		       error_set(err, "curl(1) fetches files, and it is not installed: %s",
			       "install the package 'curl', or put the file into a cache");
}

static int fetch_any(const struct source_file *file, const char *place, struct text *trouble)
{
	char *part = mem_printf("%s.part", place);
	struct error err = ERROR_INIT;
	int rc = -1;

	for (size_t i = 0; i < file->url.n && rc; i++) {
		error_release(&err);
		rc = need_curl(&err) || fetch(file, file->url.items[i], part, &err) ? -1 : 0;
		if (!rc && rename(part, place))
			rc = error_set_errno(&err, "cannot rename '%s'", part);
		if (rc)
			text_printf(trouble, "%s%s", trouble->size ? "\n  " : "", err.message);
	}
	error_release(&err);
	free(part);
	return rc;
}

char *download_file(const struct source_file *file, bool offline, struct error *err)
{
	struct text trouble = TEXT_INIT;
	char *path = find_here(file, &trouble), *folder;

	if (!path && offline)
		error_set(err, "'%s' is in no cache, and --offline does not fetch it%s%s", file->name,
			trouble.size ? ":\n  " : "", text_string(&trouble));
	else if (!path && !file->url.n)
		error_set(err,
			"'%s' is in no cache, and it is published nowhere: put it into a folder that HIB_DOWNLOADS names%s%s",
			file->name, trouble.size ? ":\n  " : "", text_string(&trouble));
	if (!path && !err->message) {
		path = place_in_cache(file);
		folder = mem_bytes(path, (size_t)(strrchr(path, '/') - path));
		if (file_make_folders(folder, 0755, err) || fetch_any(file, path, &trouble)) {
			free(path);
			path = NULL;
		}
		free(folder);
		if (!path && !err->message)
			error_set(err, "'%s' could not be fetched:\n  %s", file->name, text_string(&trouble));
	}
	if (path && !sum_of(file))
		fprintf(stderr, "hib: warning: the profile has no checksum of '%s': it is not verified\n",
			file->name);
	text_release(&trouble);
	return path;
}

char *download_origin(const struct source_file *file)
{
	struct text trouble = TEXT_INIT;
	char *path = find_here(file, &trouble);

	text_release(&trouble);
	return path ? path : mem_text(file->url.n ? file->url.items[0] : "nowhere");
}

static bool is_tar(const char *path)
{
	static const char *const endings[] = { ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".tar.gz",
		".tar.bz2", ".tar.xz", ".tar.zst", ".tar.lzma", ".tar.lz" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (text_ends(path, endings[i]))
			return true;
	return false;
}

/* "../x", "a/../../x" and "/x" leave the folder. */
static bool leaves(const char *member)
{
	if (*member == '/')
		return true;
	for (; member; member = strchr(member, '/')) {
		member += *member == '/';
		if (text_starts(member, "..") && (!member[2] || member[2] == '/'))
			return true;
	}
	return false;
}

int archive_check(const char *path, struct error *err)
{
	const char *const tar[] = { "tar", "--list", "--absolute-names", "--file", path, NULL };
	const char *const zip[] = { "unzip", "-Z1", path, NULL };
	const char *const *argv = is_tar(path) ? tar : text_ends(path, ".zip") ? zip : NULL;
	struct text members = TEXT_INIT;
	char *program = argv ? program_path(argv[0], trial_path()) : NULL, *line, *rest;
	int rc = 0;

	/* without the program nothing can unpack it either */
	if (program && helper_output(argv, &members, err) > 0)
		rc = error_set(err, "'%s' is no whole archive: %s cannot list it", path, argv[0]);
	else if (program && err->message)
		rc = -1;
	rest = members.bytes;
	while (!rc && rest && (line = strsep(&rest, "\n")))
		if (leaves(line))
			rc = error_set(err,
				"'%s' holds '%.200s', which would leave the folder it is unpacked in: it is refused",
				path, line);
	text_release(&members);
	free(program);
	return rc;
}
