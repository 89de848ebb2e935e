#include "runner/profile/prefix.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "runner/profile/key_tables.h"
#include "runner/keys/keys_write.h"
#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define LARGEST_NOTE ((size_t)64 << 10)

char *prefix_of(const struct profile *profile)
{
	char *root = store_programs(), *prefix;

	prefix = profile->pts.identifier ?
		mem_printf("%s/installed/%s", root, profile->pts.identifier) :
		mem_printf("%s/installed/hib/%s-%s", root, profile->name, profile->version);
	free(root);
	return prefix;
}

char *prefix_note(const struct profile *profile)
{
	char *prefix = prefix_of(profile), *note = mem_printf("%s.json", prefix);

	free(prefix);
	return note;
}

void prefix_source_hash(const struct profile *profile, char hash[65])
{
	struct text yaml = TEXT_INIT;
	struct error ignored = ERROR_INIT;

	/* it was read from YAML, and can be written */
	if (keys_write(&source_table, &profile->source, &yaml, &ignored))
		error_release(&ignored);
	SHA256Data((const uint8_t *)text_string(&yaml), yaml.size, hash);
	text_release(&yaml);
}

bool prefix_is_ready(const struct profile *profile, const char **why)
{
	char *note = prefix_note(profile), *prefix = prefix_of(profile), hash[65];
	struct text content = TEXT_INIT;
	struct error ignored = ERROR_INIT;

	*why = NULL;
	prefix_source_hash(profile, hash);
	if (!file_is_folder(prefix) || file_read(&content, note, LARGEST_NOTE, &ignored))
		*why = "it is not installed";
	else if (!strstr(text_string(&content), hash))
		*why = "what is installed was made from another version of its profile";
	error_release(&ignored);
	text_release(&content);
	free(note);
	free(prefix);
	return !*why;
}
