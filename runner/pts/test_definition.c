#include "runner/pts/test_definition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parsers/template/definition.h"
#include "share/base/file.h"
#include "share/base/text.h"
#include "share/base/banned.h"

#define AT(member)       offsetof(struct pts_definition, member)
#define IN(type, member) offsetof(struct type, member)
#define END_OF_ELEMENTS                                                                                        \
	{                                                                                                      \
		NULL, 0                                                                                        \
	}

/* clang-format off */
static const struct definition_element information[] = {
	{ "Title", AT(title) }, { "AppVersion", AT(app_version) }, { "Description", AT(description) },
	{ "ResultScale", AT(scale) }, { "Proportion", AT(proportion) }, { "ResultQuantifier", AT(quantifier) },
	{ "DisplayFormat", AT(display_format) }, { "SubTitle", AT(subtitle) }, { "Executable", AT(executable) },
	{ "TimesToRun", AT(times_to_run) }, { "IgnoreRuns", AT(ignore_runs) },
	{ "PreInstallMessage", AT(pre_install_message) }, { "PostInstallMessage", AT(post_install_message) },
	{ "InstallationAgreement", AT(agreement) }, END_OF_ELEMENTS
};
static const struct definition_element profile[] = {
	{ "Version", AT(version) }, { "SupportedPlatforms", AT(platforms) }, { "SoftwareType", AT(software_type) },
	{ "TestType", AT(test_type) }, { "License", AT(license) }, { "Status", AT(status) },
	{ "SupportedArchitectures", AT(architectures) }, { "ExternalDependencies", AT(dependencies) },
	{ "SystemDependencies", AT(system_dependencies) }, { "Extends", AT(extends) },
	{ "RequiresRoot", AT(requires_root) }, { "RequiresRootInstall", AT(requires_root_install) },
	{ "RequiresDisplay", AT(requires_display) }, { "RequiresNetwork", AT(requires_network) },
	{ "RequiresInternet", AT(requires_internet) }, { "InstallRequiresInternet", AT(install_internet) },
	{ "EnvironmentSize", AT(environment_size) }, { "EnvironmentTestingSize", AT(testing_size) },
	{ "EstimatedTimePerRun", AT(time_per_run) }, { "ProjectURL", AT(project_url) },
	{ "RepositoryURL", AT(repository_url) }, { "RequiresCoreVersionMin", AT(core_min) },
	{ "RequiresCoreVersionMax", AT(core_max) }, { "InternalTags", AT(tags) }, { "Maintainer", AT(maintainer) },
	{ "AllowResultsSharing", AT(allow_sharing) }, { "AutoSaveResults", AT(auto_save) },
	{ "RemoveInstallDirectoryOnReinstall", AT(keep_on_reinstall) }, END_OF_ELEMENTS
};
static const struct definition_element defaults[] = {
	{ "Arguments", AT(arguments) }, { "PostArguments", AT(post_arguments) },
	{ "AllowCacheShare", AT(cache_share) }, { "MinimumLength", AT(least_length) },
	{ "MaximumLength", AT(most_length) }, END_OF_ELEMENTS
};
static const struct definition_element option_elements[] = {
	{ "DisplayName", IN(pts_option, display_name) }, { "Identifier", IN(pts_option, identifier) },
	{ "ArgumentPrefix", IN(pts_option, prefix) }, { "ArgumentPostfix", IN(pts_option, postfix) },
	{ "DefaultEntry", IN(pts_option, default_entry) }, { "Message", IN(pts_option, message) }, END_OF_ELEMENTS
};
static const struct definition_element choice_elements[] = {
	{ "Name", IN(pts_choice, name) }, { "Value", IN(pts_choice, value) }, { "Message", IN(pts_choice, message) },
	END_OF_ELEMENTS
};
static const struct definition_element package_elements[] = {
	{ "URL", IN(pts_package, url) }, { "MD5", IN(pts_package, md5) }, { "SHA256", IN(pts_package, sha256) },
	{ "FileName", IN(pts_package, file_name) }, { "FileSize", IN(pts_package, file_size) },
	{ "PlatformSpecific", IN(pts_package, platform) }, { "ArchitectureSpecific", IN(pts_package, architecture) },
	{ "Optional", IN(pts_package, optional) }, END_OF_ELEMENTS
};
/* clang-format on */

/* What the Phoronix Test Suite trims when it reads: a text of blanks only is none. */
static void trim(struct arena *arena, const struct definition_element *elements, void *values)
{
	for (const struct definition_element *e = elements; e->name; e++) {
		const char **text = (const char **)(void *)((char *)values + e->offset), *from = *text;
		size_t size;

		if (!from)
			continue;
		from += strspn(from, " \t\r\n");
		size = strlen(from);
		while (size && strchr(" \t\r\n", from[size - 1]))
			size--;
		*text = arena_bytes(arena, from, size);
	}
}

static void read_menu(struct definition_reader *r, struct pts_option *option, const xmlNode *menu)
{
	static const char *const entry[] = { "Entry", NULL };

	definition_take(r, (const struct definition_element[]){ END_OF_ELEMENTS }, option, menu, entry);
	for (const xmlNode *node = NULL; (node = definition_child(menu, node, "Entry"));) {
		option->menu = arena_more(r->arena, option->menu, option->n, sizeof *option->menu);
		option->menu[option->n] = (struct pts_choice){ 0 };
		definition_take(r, choice_elements, &option->menu[option->n++], node, NULL);
	}
}

static void read_options(struct definition_reader *r, struct pts_definition *d, const xmlNode *settings)
{
	static const char *const parts[] = { "Default", "Option", NULL }, *const menu[] = { "Menu", NULL };

	definition_take(r, (const struct definition_element[]){ END_OF_ELEMENTS }, d, settings, parts);
	definition_take(r, defaults, d, definition_child(settings, NULL, "Default"), NULL);
	for (const xmlNode *node = NULL; (node = definition_child(settings, node, "Option"));) {
		struct pts_option *option;

		d->options = arena_more(r->arena, d->options, d->n_options, sizeof *d->options);
		option = &d->options[d->n_options++];
		*option = (struct pts_option){ 0 };
		definition_take(r, option_elements, option, node, menu);
		trim(r->arena, option_elements, option);
		for (const xmlNode *m = NULL; (m = definition_child(node, m, "Menu"));)
			read_menu(r, option, m);
	}
}

static int read_definition(struct definition_reader *r, struct pts_definition *d, struct error *err)
{
	static const char *const parts[] = { "TestInformation", "TestProfile", "TestSettings", NULL };
	xmlDoc *doc = definition_read(r->path, err);
	const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;

	if (!doc)
		return -1;
	definition_take(r, (const struct definition_element[]){ END_OF_ELEMENTS }, d, root, parts);
	definition_take(r, information, d, definition_child(root, NULL, "TestInformation"), NULL);
	definition_take(r, profile, d, definition_child(root, NULL, "TestProfile"), NULL);
	trim(r->arena, information, d);
	trim(r->arena, profile, d);
	if (definition_child(root, NULL, "TestSettings"))
		read_options(r, d, definition_child(root, NULL, "TestSettings"));
	trim(r->arena, defaults, d);
	xmlFreeDoc(doc);
	return 0;
}

static int read_downloads(struct definition_reader *r, struct pts_definition *d, struct error *err)
{
	static const char *const downloads[] = { "Downloads", NULL }, *const package[] = { "Package", NULL };
	xmlDoc *doc = definition_read(r->path, err);
	const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL, *list;

	if (!doc)
		return -1;
	definition_take(r, (const struct definition_element[]){ END_OF_ELEMENTS }, d, root, downloads);
	list = definition_child(root, NULL, "Downloads");
	definition_take(r, (const struct definition_element[]){ END_OF_ELEMENTS }, d, list, package);
	for (const xmlNode *node = NULL; (node = definition_child(list, node, "Package"));) {
		d->packages = arena_more(r->arena, d->packages, d->n_packages, sizeof *d->packages);
		d->packages[d->n_packages] = (struct pts_package){ 0 };
		definition_take(r, package_elements, &d->packages[d->n_packages], node, NULL);
		trim(r->arena, package_elements, &d->packages[d->n_packages++]);
	}
	xmlFreeDoc(doc);
	return 0;
}

int pts_definition_read(struct pts_definition *definition, const char *folder, struct error *err)
{
	struct definition_reader r = { .arena = &definition->arena };
	char *downloads = file_join(folder, "downloads.xml"), *test = file_join(folder, "test-definition.xml");
	int rc;

	*definition = (struct pts_definition){ 0 };
	r.path = test;
	rc = read_definition(&r, definition, err);
	r.path = downloads;
	if (!rc && file_exists(downloads))
		rc = read_downloads(&r, definition, err);
	definition->warnings = r.warnings;
	definition->n_warnings = r.n_warnings;
	free(downloads);
	free(test);
	return rc;
}

void pts_definition_release(struct pts_definition *definition)
{
	arena_release(&definition->arena);
	*definition = (struct pts_definition){ 0 };
}

static void inherit(const struct definition_element *elements, struct pts_definition *to, const void *from)
{
	for (const struct definition_element *e = elements; e->name; e++) {
		const char **mine = (const char **)(void *)((char *)to + e->offset);

		if (!*mine)
			*mine = *(const char *const *)(const void *)((const char *)from + e->offset);
	}
}

void pts_definition_inherit(struct pts_definition *definition, const struct pts_definition *parent)
{
	const char *version = definition->version;

	inherit(information, definition, parent);
	inherit(profile, definition, parent);
	inherit(defaults, definition, parent);
	definition->version = version;
	if (!definition->n_options) {
		definition->options = parent->options;
		definition->n_options = parent->n_options;
	}
	if (!definition->n_packages) {
		definition->packages = parent->packages;
		definition->n_packages = parent->n_packages;
	}
}

bool pts_is_true(const char *text)
{
	return text && !strcasecmp(text, "TRUE");
}

bool pts_list_has(const char *list, const char *word)
{
	while (list && *list) {
		size_t size;

		list += strspn(list, ", \t\r\n");
		size = strcspn(list, ",");
		while (size && isspace((unsigned char)list[size - 1]))
			size--;
		if (size && size == strlen(word) && !strncasecmp(list, word, size))
			return true;
		list += strcspn(list, ",");
	}
	return false;
}
