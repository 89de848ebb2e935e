#include "runner/store/floors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/store/store.h"
#include "share/base/file.h"
#include "share/base/banned.h"

#define NAME "floors.json"

static int read_from(struct floors *floors, const char *root, struct error *err)
{
	char *path = file_join(root, NAME);
	int rc = floors_read(floors, path, err);

	free(path);
	return rc;
}

int store_floors_load(struct floors *floors, struct error *err)
{
	char *root = store_root();
	int rc = 0;

	*floors = (struct floors){ 0 };
	if (!getenv("HIB_RESULTS") && strcmp(root, STORE_SYSTEM))
		rc = read_from(floors, STORE_SYSTEM, err);
	if (!rc)
		rc = read_from(floors, root, err);
	if (rc)
		floors_release(floors);
	free(root);
	return rc;
}

int store_floors_add(const struct floors *more, char **path, struct error *err)
{
	char *root = store_root(), *text;
	struct floors all = { 0 };
	struct file_writer writer;
	int rc = file_make_folders(root, 0755, err);

	*path = file_join(root, NAME);
	/* a damaged file is made anew */
	if (!rc && floors_read(&all, *path, err)) {
		error_release(err);
		floors_release(&all);
	}
	for (size_t i = 0; i < more->n && !rc; i++)
		floors_set(&all, &more->items[i]);
	if (!rc && !file_begin(&writer, *path, err)) {
		text = floors_text(&all);
		fputs(text, writer.stream);
		free(text);
		rc = file_commit(&writer, err);
	} else {
		rc = -1;
	}
	floors_release(&all);
	free(root);
	return rc;
}
