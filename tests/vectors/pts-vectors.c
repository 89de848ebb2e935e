/*
 * Applies results definitions of the Phoronix Test Suite to outputs whose values are known:
 * pts-vectors PROFILES_DIR VECTORS.jsonl...
 * PROFILES_DIR holds REPOSITORY/NAME-VERSION/{test,results}-definition.xml. A vector is a line of
 * JSON: profile, block, args, log; result, min, max (false: none; null: not looked for), scale,
 * proportion, desc, precision; error: what the Phoronix Test Suite died of.
 */
#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/template/results_definition.h"
#include "share/base/error.h"

struct counts {
	unsigned long right, wrong, skipped;
};

/* The profile of the vectors at hand; they come in groups. */
struct profile {
	char name[256];
	struct results_definition definition;
	char scale[128], proportion[16], display_format[64];
	bool loaded;
};

static void copy_element(const xmlNode *parent, const char *name, char *to, size_t size)
{
	for (xmlNode *node = parent->children; node; node = node->next)
		if (node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name)) {
			xmlChar *content = xmlNodeGetContent(node);

			snprintf(to, size, "%s", (const char *)content);
			xmlFree(content);
		}
}

static void load_information(struct profile *profile, const char *path)
{
	xmlDoc *doc = xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;

	*profile->scale = *profile->proportion = '\0';
	snprintf(profile->display_format, sizeof profile->display_format, "BAR_GRAPH");
	for (xmlNode *node = root ? root->children : NULL; node; node = node->next) {
		if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "TestInformation"))
			continue;
		copy_element(node, "ResultScale", profile->scale, sizeof profile->scale);
		copy_element(node, "Proportion", profile->proportion, sizeof profile->proportion);
		copy_element(node, "DisplayFormat", profile->display_format, sizeof profile->display_format);
	}
	xmlFreeDoc(doc);
}

static bool load(struct profile *profile, const char *folder, const char *name)
{
	struct error err = ERROR_INIT;
	char path[1024];

	if (!strcmp(profile->name, name))
		return profile->loaded;
	results_definition_release(&profile->definition);
	snprintf(profile->name, sizeof profile->name, "%s", name);
	snprintf(path, sizeof path, "%s/%s/results-definition.xml", folder, name);
	profile->loaded = !results_definition_read(&profile->definition, path, &err);
	if (!profile->loaded)
		printf("skipped: %s\n", err.message);
	error_release(&err);
	snprintf(path, sizeof path, "%s/%s/test-definition.xml", folder, name);
	load_information(profile, path);
	return profile->loaded;
}

/* A number of JSON, or one written as a string. */
static bool same_value(const json_t *wanted, const struct template_value *got)
{
	double number;
	char *end;

	if (!wanted || json_is_null(wanted) || json_is_false(wanted))
		return !got->text;
	/* zero is PTS's way of saying that there was no value */
	if (json_is_number(wanted) && json_number_value(wanted) == 0)
		return !got->text;
	if (!got->text)
		return false;
	if (json_is_string(wanted)) {
		number = strtod(json_string_value(wanted), &end);
		if (*end || end == json_string_value(wanted))
			return !strcmp(got->text, json_string_value(wanted));
	} else {
		number = json_number_value(wanted);
	}
	return fabs(number - strtod(got->text, NULL)) <= 1e-12 * fabs(number);
}

static bool same_text(const json_t *wanted, const char *got)
{
	return !strcmp(json_is_string(wanted) ? json_string_value(wanted) : "", got ? got : "");
}

static const char *first_of(const char *a, const char *b)
{
	return a && *a ? a : b;
}

static bool check(const json_t *v, const struct profile *profile, const struct template_found *found,
	size_t block, struct arena *arena)
{
	const struct template *t = &profile->definition.templates[block];
	bool good = same_value(json_object_get(v, "result"), &found->value) &&
		same_value(json_object_get(v, "min"), &found->min) &&
		same_value(json_object_get(v, "max"), &found->max);

	if (!found->value.text)
		return good;
	return good && same_text(json_object_get(v, "scale"), first_of(t->scale, profile->scale)) &&
		same_text(json_object_get(v, "proportion"), first_of(t->proportion, profile->proportion)) &&
		same_text(json_object_get(v, "desc"),
			results_definition_description(&profile->definition, block, "D", arena));
}

static void run_vector(struct counts *counts, struct profile *profile, const char *folder, const json_t *v)
{
	const char *name = json_string_value(json_object_get(v, "profile"));
	const char *arguments = json_string_value(json_object_get(v, "args"));
	const json_t *log = json_object_get(v, "log");
	size_t block = (size_t)json_integer_value(json_object_get(v, "block"));
	struct arena arena = { 0 };
	struct template_found found;

	if (!name || !json_is_string(log) || !load(profile, folder, name) || block >= profile->definition.n) {
		printf("skipped: %s block %zu\n", name ? name : "a vector without profile", block);
		counts->skipped++;
		return;
	}
	template_apply(&found, &profile->definition.templates[block], arguments ? arguments : "",
		arguments ? arguments : "", profile->display_format, json_string_value(log),
		json_string_length(log), &arena);
	if (json_is_string(json_object_get(v, "error")) ? !found.value.text && found.reason :
							  check(v, profile, &found, block, &arena)) {
		counts->right++;
	} else {
		char *wanted = json_dumps(v, JSON_COMPACT);

		counts->wrong++;
		printf("wrong: %s %s; min %s max %s; for %s\n", name,
			found.value.text ? found.value.text : "nothing", found.min.text ? found.min.text : "-",
			found.max.text ? found.max.text : "-", wanted);
		free(wanted);
	}
	arena_release(&arena);
}

static int run_file(struct counts *counts, const char *folder, const char *path)
{
	struct profile profile = { 0 };
	FILE *stream = fopen(path, "re");
	char *line = NULL;
	size_t capacity = 0;
	int rc = 0;

	if (!stream) {
		perror(path);
		return -1;
	}
	for (unsigned long n = 1; getline(&line, &capacity, stream) > 0; n++) {
		json_error_t at;
		json_t *v = json_loads(line, JSON_ALLOW_NUL, &at);

		if (!v) {
			printf("%s:%lu: %s\n", path, n, at.text);
			rc = -1;
			continue;
		}
		run_vector(counts, &profile, folder, v);
		json_decref(v);
	}
	free(line);
	fclose(stream);
	results_definition_release(&profile.definition);
	return rc;
}

int main(int argc, char **argv)
{
	struct counts counts = { 0 };
	int rc = 0;

	if (argc < 3) {
		fprintf(stderr, "usage: pts-vectors PROFILES_DIR VECTORS.jsonl...\n");
		return 2;
	}
	for (int i = 2; i < argc; i++)
		rc = run_file(&counts, argv[1], argv[i]) || rc;
	printf("%lu right, %lu wrong, %lu skipped\n", counts.right, counts.wrong, counts.skipped);
	return rc || counts.wrong || counts.skipped;
}
