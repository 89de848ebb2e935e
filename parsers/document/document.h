#ifndef PARSERS_DOCUMENT_DOCUMENT_H
#define PARSERS_DOCUMENT_DOCUMENT_H

#include "parsers/parser.h"
#include "share/base/text.h"

/*
 * A document that shows what benchmark programs printed: a mail, an article, a shell session. It
 * may be quoted ("> "), in quoted-printable, or flattened to one line; it is made plain first, then
 * cut where the output of a program begins. The line above such a place names the system.
 */
struct section {
	const struct parser *parser;
	const char *system; /* "Ext4"; NULL when nothing names one */
	const char *notes; /* what stands behind the name: "mounted noatime", or NULL */
	const char *command; /* typed at a prompt: "tar -xjf linux.tar.bz2", or NULL */
	const char *bytes; /* the output, in the document's text */
	size_t size;
	unsigned long line; /* its first, in the plain text */
	bool quoted; /* each line has a mark in front */
};

struct document {
	struct arena arena;
	struct text text; /* plain */
	struct section *sections;
	size_t n;
	const char *subject; /* of a mail, or the first line when it reads like a title; or NULL */
	const char *preface; /* the lines in front of the first section, joined; "" when there are none */
	bool guessed; /* no line told the program, the whole did: it may be wrong */
	size_t indent; /* blanks that all lines have in front */
	bool repaired; /* the plain text is not the document's: line numbers are those of the plain text */
};

/*
 * Cut a document into sections. A document of one of the multi-system forms (accounting, matrix) is
 * one section. Fails when no program's output is found, or when a section may be of two programs.
 * `document` is zeroed by the caller and always released by it.
 */
int document_read(struct document *document, const char *bytes, size_t size, struct error *err);
void document_release(struct document *document);

/* Make a document plain: 1 when something was changed. */
int document_repair(struct text *plain, const char *bytes, size_t size);

#endif
