/* Which systems of a file were compared with each other: a result that two of them have joins them. */
#include "report/result/result.h"

#include "share/base/banned.h"

#define NOWHERE (-1) /* a system without any entry: it misses everywhere */

static int root(const int *groups, int i)
{
	while (groups[i] != i)
		i = groups[i];
	return i;
}

static void make_groups(struct result_file *file)
{
	file->groups = arena_take(&file->arena, (file->n_systems + 1) * sizeof *file->groups);
	file->n_grouped = file->n_systems;
	file->n_grouped_results = file->n_results;
	for (size_t i = 0; i < file->n_systems; i++)
		file->groups[i] = NOWHERE;
	for (size_t i = 0; i < file->n_results; i++) {
		const struct result *r = &file->results[i];
		int first = -1;

		for (size_t k = 0; k < r->n_entries; k++) {
			int system = r->entries[k].system;

			if (system < 0)
				continue;
			if (file->groups[system] == NOWHERE)
				file->groups[system] = system;
			if (first < 0)
				first = root(file->groups, system);
			else
				file->groups[root(file->groups, system)] = first;
		}
	}
}

bool result_concerns(struct result_file *file, const struct result *result, size_t system)
{
	if (!file->groups || file->n_grouped != file->n_systems || file->n_grouped_results != file->n_results)
		make_groups(file);
	if (file->groups[system] == NOWHERE)
		return true;
	for (size_t i = 0; i < result->n_entries; i++) {
		int other = result->entries[i].system;

		if (other >= 0 && root(file->groups, other) == root(file->groups, (int)system))
			return true;
	}
	return !result->n_entries;
}
