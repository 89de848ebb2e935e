#include "runner/profile/packages.h"

#include <stdio.h>
#include <string.h>

#include "runner/process/helper.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LONGEST_RELEASE ((size_t)64 << 10)

enum distribution { DEBIAN, FEDORA, ARCH, OTHER };

static enum distribution distribution(void)
{
	struct text all = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	enum distribution found = OTHER;
	const char *like;

	if (file_read(&all, "/etc/os-release", LONGEST_RELEASE, &ignored))
		error_release(&ignored);
	like = text_string(&all);
	if (strstr(like, "debian") || strstr(like, "ubuntu"))
		found = DEBIAN;
	else if (strstr(like, "fedora") || strstr(like, "rhel"))
		found = FEDORA;
	else if (strstr(like, "arch"))
		found = ARCH;
	text_release(&all);
	return found;
}

static const char *package_text(const struct profile *profile)
{
	switch (distribution()) {
	case DEBIAN:
		return profile->packages.debian;
	case FEDORA:
		return profile->packages.fedora;
	case ARCH:
		return profile->packages.arch;
	default:
		return NULL;
	}
}

/* One of "gcc make, iozone3 (non-free)". */
bool profile_package_at(const struct profile *profile, size_t index, struct package *package)
{
	const char *text = package_text(profile);

	*package = (struct package){ "", "" };
	while (text && *(text += strspn(text, " ,"))) {
		size_t size = strcspn(text, " ,");
		const char *behind = text + size + strspn(text + size, " ");

		if (!index--) {
			snprintf(package->name, sizeof package->name, "%.*s", (int)size, text);
			if (*behind == '(')
				snprintf(package->part, sizeof package->part, "%.*s",
					(int)strcspn(behind + 1, ")"), behind + 1);
			return true;
		}
		text = *behind == '(' ? behind + strcspn(behind, ")") : text + size;
		text += *text == ')';
	}
	return false;
}

bool profile_package(const struct profile *profile, struct package *package)
{
	return profile_package_at(profile, 0, package);
}

bool package_is_installed(const char *name)
{
	const char *const argv[] = { "dpkg-query", "-W", "-f", "${db:Status-Status}", name, NULL };
	struct text out = TEXT_INIT;
	struct error ignored = ERROR_INIT;
	bool installed = false;

	if (package_is_debian() && !helper_output(argv, &out, &ignored))
		installed = !strcmp(text_string(&out), "installed");
	error_release(&ignored);
	text_release(&out);
	return installed;
}

const char *package_command(void)
{
	static const char *const commands[] = { "sudo apt-get install", "sudo dnf install", "sudo pacman -S",
		NULL };

	return commands[distribution()];
}

const char *const *package_arguments(void)
{
	static const char *const debian[] = { "apt-get", "install", "-y", "--no-install-recommends", NULL };
	static const char *const fedora[] = { "dnf", "install", "-y", NULL };
	static const char *const arch[] = { "pacman", "-S", "--noconfirm", "--needed", NULL };
	static const char *const *const all[] = { debian, fedora, arch, NULL };

	return all[distribution()];
}

bool package_is_debian(void)
{
	return distribution() == DEBIAN;
}

void profile_add_package(struct text *out, const struct profile *profile)
{
	static const char *const names[] = { "Debian", "Fedora", "Arch", "" };
	const char *package = package_text(profile);

	if (package)
		text_printf(out, "%s package %s", names[distribution()], package);
	else if (profile->packages.elsewhere)
		text_printf(out, "no package; see %s", profile->packages.elsewhere);
	else if (profile->packages.debian)
		text_printf(out, "package %s of Debian, or from its makers", profile->packages.debian);
}
