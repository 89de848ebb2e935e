#include "runner/profile/packages.h"

#include <stdio.h>
#include <string.h>

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

/* "iozone3 (non-free)" */
bool profile_package(const struct profile *profile, struct package *package)
{
	const char *text = package_text(profile), *bracket;

	*package = (struct package){ "", "" };
	if (!text)
		return false;
	snprintf(package->name, sizeof package->name, "%.*s", (int)strcspn(text, " "), text);
	bracket = strchr(text, '(');
	if (bracket)
		snprintf(package->part, sizeof package->part, "%.*s", (int)strcspn(bracket + 1, ")"),
			bracket + 1);
	return true;
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
