#include "report/composite/fields.h"

#include "report/result/result.h"
#include "share/base/banned.h"

#define FIELD(type, element, member)                                                                           \
	{                                                                                                      \
		element, offsetof(struct type, member), false                                                  \
	}
#define OPTIONAL(type, element, member)                                                                        \
	{                                                                                                      \
		element, offsetof(struct type, member), true                                                   \
	}
#define END_OF_FIELDS                                                                                          \
	{                                                                                                      \
		NULL, 0, false                                                                                 \
	}

static const struct field generated_fields[] = { FIELD(generated, "Title", title),
	FIELD(generated, "LastModified", last_modified), FIELD(generated, "TestClient", client),
	FIELD(generated, "Description", description), OPTIONAL(generated, "Notes", notes),
	OPTIONAL(generated, "InternalTags", internal_tags), OPTIONAL(generated, "ReferenceID", reference_id),
	OPTIONAL(generated, "PreSetEnvironmentVariables", preset_environment), END_OF_FIELDS };

static const struct field system_fields[] = { FIELD(system, "Identifier", identifier),
	FIELD(system, "Hardware", hardware), FIELD(system, "Software", software), FIELD(system, "User", user),
	FIELD(system, "TimeStamp", time_stamp), FIELD(system, "TestClientVersion", client_version),
	FIELD(system, "Notes", notes), OPTIONAL(system, "JSON", json),
	OPTIONAL(system, "CostValueForComparison", cost), END_OF_FIELDS };

static const struct field result_fields[] = { FIELD(result, "Identifier", profile),
	FIELD(result, "Title", title), FIELD(result, "AppVersion", version),
	FIELD(result, "Arguments", arguments), FIELD(result, "Description", description),
	FIELD(result, "Scale", scale), FIELD(result, "Proportion", proportion_text),
	FIELD(result, "DisplayFormat", display_format), OPTIONAL(result, "Annotation", annotation),
	OPTIONAL(result, "Parent", parent), END_OF_FIELDS };

static const struct field entry_fields[] = { FIELD(entry, "Identifier", identifier),
	FIELD(entry, "Value", value), OPTIONAL(entry, "RawString", raw), OPTIONAL(entry, "JSON", json),
	END_OF_FIELDS };

const struct field *const composite_fields[PART_COUNT] = {
	[PART_GENERATED] = generated_fields,
	[PART_SYSTEM] = system_fields,
	[PART_RESULT] = result_fields,
	[PART_ENTRY] = entry_fields,
};

const size_t composite_extra[PART_COUNT] = {
	[PART_GENERATED] = offsetof(struct generated, extra),
	[PART_SYSTEM] = offsetof(struct system, extra),
	[PART_RESULT] = offsetof(struct result, extra),
	[PART_ENTRY] = offsetof(struct entry, extra),
};
