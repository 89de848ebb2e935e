#include "parsers/template/template.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>
#include <string.h>

#include "parsers/template/bytes.h"
#include "parsers/template/value.h"
#include "share/base/banned.h"

/* Lines that may hold the value, the last one of the output first. */
struct lines {
	struct bytes *items;
	size_t n;
};

/* A template that is being applied. */
struct search {
	const struct template *t;
	struct arena *arena;
	struct bytes output; /* what of the output is still to be searched */
	struct bytes key, text, line; /* #_RESULT_#; the whole template; its line with the key */
	long key_at; /* in text; -1: it is not there */
	char separators[6];
	struct words words; /* of the template's line */
	size_t index; /* of the key among them */
	struct bytes search; /* what the value's line is known by */
	bool verdicts; /* PASS_FAIL: words count too */
	bool multi;
	struct template_values values;
	size_t hint_end; /* where line_before_hint was found, its end; 0: not yet */
	bool hint_absent; /* and it will not come */
	struct lines rest; /* lines that an earlier pass found and did not need */
};

static bool is_set(const char *text)
{
	return text && *text;
}

/* Step 1 */
static struct bytes make_key(const struct template *t, const char *which, const char *arguments,
	const char *own_arguments, struct arena *arena)
{
	struct bytes middle = bytes_of(NULL);

	if (is_set(t->result_key) && !strcmp(t->result_key, "PTS_TEST_ARGUMENTS"))
		middle = bytes_of(arguments);
	else if (is_set(t->result_key) && !strcmp(t->result_key, "PTS_USER_SET_ARGUMENTS"))
		middle = bytes_of(own_arguments);
	else
		return bytes_of(arena_printf(arena, "#_%sRESULT_#", which));
	middle = bytes_replace(arena, middle, bytes_of(" "), bytes_of(""));
	return bytes_of(arena_printf(arena, "#_%s%.*s_#", which, (int)middle.size, middle.at));
}

/* Step 3 */
static void make_separators(struct search *s)
{
	size_t at = s->key_at < 0 ? 0 : (size_t)s->key_at, after = at + s->key.size;
	char before = '\0';

	if (s->text.size)
		before = s->text.at[at ? at - 1 : s->text.size - 1];
	if (s->key_at == 0)
		before = '\0';
	memcpy(s->separators, "()\t", 4);
	if (is_set(s->t->file_format) && !strcmp(s->t->file_format, "CSV"))
		strncat(s->separators, ",", 2);
	if (before == '/' || (after < s->text.size && s->text.at[after] == '/'))
		strncat(s->separators, "/", 2);
}

/* Step 4 */
static void find_index(struct search *s)
{
	for (size_t i = 0; i < s->words.n; i++) {
		if (bytes_equal(s->words.items[i], s->key)) {
			s->index = i;
			return;
		}
	}
	for (size_t i = 0; i < s->words.n && i < s->key.size; i++) {
		if (memchr(s->words.items[i].at, s->key.at[i], s->words.items[i].size)) {
			s->index = i;
			return;
		}
	}
	s->index = 0;
}

static void make_line(struct search *s)
{
	size_t at = s->key_at < 0 ? 0 : (size_t)s->key_at;
	long start = bytes_find_last(bytes_part(s->text, 0, at), bytes_of("\n"));
	long end = bytes_find(s->text, bytes_of("\n"), at);

	s->line = bytes_part(s->text, start < 0 ? 0 : (size_t)start, end < 0 ? s->text.size : (size_t)end);
	s->words = bytes_words(
		s->arena, bytes_replace(s->arena, s->line, bytes_of(":#"), bytes_of(" #")), s->separators);
	find_index(s);
}

/* Step 6, its beginning */
static void trim_output(struct search *s)
{
	long at = bytes_find(s->output, bytes_of(s->t->delete_before), 0);

	if (at > 0)
		s->output = bytes_part(s->output, (size_t)at, s->output.size);
	at = bytes_find(s->output, bytes_of(s->t->delete_after), 0);
	if (at >= 0)
		s->output = bytes_part(s->output, 0, (size_t)at);
}

/* Step 6 a to c */
static void make_search(struct search *s)
{
	const struct template *t = s->t;
	struct bytes hint = bytes_of(t->line_hint);
	long at = bytes_find(s->line, s->key, 0);

	if (hint.size && bytes_find(s->line, hint, 0) >= 0) {
		s->search = hint;
		return;
	}
	if ((is_set(t->line_before_hint) || is_set(t->line_after_hint)) && hint.size &&
		bytes_find(s->text, hint, 0) >= 0)
		return;
	s->search = bytes_part(s->line, 0, at < 0 ? 0 : (size_t)at);
	if (s->search.size && bytes_find(s->output, s->search, 0) >= 0)
		return;
	for (size_t i = 0; i < s->words.n; i++) {
		if (s->words.items[i].size > 1 && memchr(s->words.items[i].at, ':', s->words.items[i].size)) {
			s->search = s->words.items[i];
			return;
		}
	}
}

static void add_line(struct search *s, struct lines *lines, struct bytes line)
{
	lines->items = arena_more(s->arena, lines->items, lines->n, sizeof *lines->items);
	lines->items[lines->n++] = line;
}

static void line_after(struct search *s, struct lines *lines)
{
	struct bytes hint = bytes_of(s->t->line_before_hint);
	/* the output gets shorter from pass to pass: where the hint stood last it stands still */
	bool stands = s->hint_end && s->hint_end <= s->output.size;
	long at = s->hint_absent ? -1 :
		stands           ? (long)(s->hint_end - hint.size) :
				   bytes_find_last(s->output, hint);
	long start = bytes_find(s->output, bytes_of("\n"), at < 0 ? 0 : (size_t)at);
	long end = start < 0 ? -1 : bytes_find(s->output, bytes_of("\n"), (size_t)start + 1);
	long last = bytes_find_last(s->output, bytes_of("\n"));

	s->hint_absent = at < 0;
	s->hint_end = at < 0 ? 0 : (size_t)at + hint.size;
	add_line(s, lines, end < 0 ? bytes_of("") : bytes_part(s->output, (size_t)start, (size_t)end));
	s->output = bytes_part(s->output, 0, last < 0 ? 0 : (size_t)last);
}

/* In truth the last line of the output, wherever the hint stands. */
static void line_before(struct search *s, struct lines *lines)
{
	long at = bytes_find_last(s->output, bytes_of(s->t->line_after_hint));
	long end = bytes_find_last(s->output, bytes_of("\n"));
	long start;

	if (at < 0)
		at = 0;
	if (end < at) {
		add_line(s, lines, bytes_of(""));
	} else {
		start = bytes_find_last(bytes_part(s->output, 0, (size_t)end), bytes_of("\n"));
		add_line(s, lines, bytes_part(s->output, start < 0 ? 0 : (size_t)start, (size_t)end));
	}
	s->output = bytes_of("");
}

/* From the end of the output; a match on the very first line loses its first character. */
static void lines_with(struct search *s, struct lines *lines, struct bytes wanted)
{
	bool all = s->multi && !strcmp(s->t->multi_match, "REPORT_ALL");
	long at;

	while ((at = bytes_find_last(s->output, wanted)) >= 0) {
		long end = bytes_find(s->output, bytes_of("\n"), (size_t)at);
		long start = bytes_find_last(bytes_part(s->output, 0, (size_t)at), bytes_of("\n"));

		if (end < 0) {
			add_line(s, lines, bytes_of(""));
			s->output = bytes_of("\n");
		} else {
			add_line(s, lines,
				bytes_part(s->output, start < 0 ? 1 : (size_t)start + 1, (size_t)end));
			s->output = bytes_part(s->output, 0, (size_t)(start + 1));
		}
		if (all)
			return;
	}
}

static struct bytes wanted_of(const struct search *s)
{
	struct bytes wanted = bytes_trim(s->search);

	return wanted.size ? wanted : s->search;
}

static void collect(struct search *s, struct lines *lines)
{
	if (is_set(s->t->line_before_hint))
		line_after(s, lines);
	else if (is_set(s->t->line_after_hint))
		line_before(s, lines);
	else if (s->search.size)
		lines_with(s, lines, wanted_of(s));
	else { /* all of the output is the line; where PTS would take it again for ever, once is enough */
		add_line(s, lines, bytes_trim(s->output));
		s->output = bytes_of("");
	}
}

static long word_index(const struct words *words, const char *wanted)
{
	for (size_t i = 0; i < words->n; i++)
		if (bytes_equal(words->items[i], bytes_of(wanted)))
			return (long)i;
	return -1;
}

static bool take(struct search *s, struct bytes word, struct bytes line)
{
	struct bytes clean = template_clean(s->arena, s->t, word);
	double value, seconds;

	if (!template_is_number(clean, &value)) {
		if (template_time(clean, line, &seconds))
			clean = template_number(s->arena, seconds);
		else if (!s->verdicts)
			return false;
	}
	s->values.items = arena_more(s->arena, s->values.items, s->values.n, sizeof *s->values.items);
	s->values.items[s->values.n++] = clean;
	return true;
}

static bool is_filler(struct bytes word)
{
	return word.size == 1 && strchr(":,-=", *word.at);
}

static bool take_from(struct search *s, struct bytes line)
{
	struct words words;
	long i;

	line = bytes_replace(s->arena, line, bytes_of(s->t->turn_to_space), bytes_of(" "));
	words = bytes_words(s->arena, line, s->separators);
	if (is_set(s->t->before_string)) {
		i = word_index(&words, s->t->before_string);
		return i > 0 && take(s, words.items[i - 1], line);
	}
	if (is_set(s->t->after_string)) {
		i = word_index(&words, s->t->after_string);
		if (i < 0)
			return false;
		for (size_t k = (size_t)i + 1; k < words.n; k++)
			if (!is_filler(words.items[k]))
				return take(s, words.items[k], line);
		return false;
	}
	if (s->index >= words.n && memchr(line.at, ':', line.size)) {
		line = bytes_replace(s->arena, line, bytes_of(":"), bytes_of(": "));
		words = bytes_words(s->arena, line, s->separators);
	}
	return s->index < words.n && take(s, words.items[s->index], line);
}

/*
 * A later pass searches what the earlier one left of its lines, joined again: the same lines, but
 * that the first one of the output loses a character each time.
 */
static void collect_again(struct search *s, struct lines *lines)
{
	struct bytes *first = &s->rest.items[s->rest.n - 1];

	if (bytes_find(*first, wanted_of(s), 0) < 0)
		s->rest.n--;
	else
		*first = bytes_part(*first, 1, first->size);
	*lines = s->rest;
	s->rest.n = 0;
}

/* One pass of the loop: did it add a value? */
static bool pass(struct search *s)
{
	struct lines lines = { 0 };

	if (s->rest.n)
		collect_again(s, &lines);
	else
		collect(s, &lines);
	for (size_t i = 0; i < lines.n; i++) {
		if (take_from(s, lines.items[i])) {
			if (s->multi)
				s->rest = (struct lines){ lines.items + i + 1, lines.n - i - 1 };
			return true;
		}
		/* a line without a number is passed over before the first value, and ends the search after it
		 */
		if (s->values.n)
			return false;
	}
	return false;
}

/* Step 2: a path of element names below the root. */
static void read_xml(struct search *s)
{
	xmlDoc *doc = s->output.size > INT32_MAX ?
		NULL :
		xmlReadMemory(s->output.at, (int)s->output.size, NULL, NULL,
			XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	xmlNode *node = doc ? xmlDocGetRootElement(doc) : NULL;
	xmlChar *content = NULL;

	for (size_t from = 0; node && from <= s->text.size;) {
		long slash = bytes_find(s->text, bytes_of("/"), from);
		struct bytes name = bytes_part(s->text, from, slash < 0 ? s->text.size : (size_t)slash);
		xmlNode *found = NULL;
		size_t n = 0;

		for (xmlNode *child = node->children; child; child = child->next)
			if (child->type == XML_ELEMENT_NODE &&
				bytes_equal(bytes_of((const char *)child->name), name)) {
				found = child;
				n++;
			}
		if (n > 1)
			node = NULL;
		if (n != 1)
			break;
		node = found;
		from += name.size + 1;
	}
	if (node && !xmlFirstElementChild(node))
		content = xmlNodeGetContent(node);
	if (content) {
		struct bytes word = bytes_trim(bytes_of((const char *)content));

		s->values.items = arena_more(s->arena, s->values.items, 0, sizeof *s->values.items);
		s->values.items[s->values.n++] = (struct bytes){ arena_bytes(s->arena, word.at, word.size),
			word.size };
	}
	xmlFree(content);
	xmlFreeDoc(doc);
}

static void search_lines(struct search *s, struct template_found *found)
{
	const struct template *t = s->t;

	trim_output(s);
	make_separators(s);
	make_line(s);
	make_search(s);
	if (!s->search.size && !is_set(t->line_before_hint) && !is_set(t->line_after_hint) &&
		!(s->words.n && bytes_equal(s->words.items[0], s->key)))
		return;
	if (bytes_equal(s->search, bytes_of("\n")) && !is_set(t->line_before_hint)) {
		found->reason = "the key stands alone on a later line of the template: "
				"the Phoronix Test Suite never ends here";
		return;
	}
	while (pass(s) && s->multi && (s->rest.n || s->output.size) && !is_set(t->line_after_hint))
		;
}

static bool is_frames(const struct template *t)
{
	return !strcmp(t->output, "libframetime-output") ||
		!strcmp(t->output, "libframetime-output-no-limit") ||
		!strcmp(t->output, "csv-dump-frame-latencies");
}

/* One of the three passes: the value, its minimum, its maximum. */
static void find(struct template_found *found, const struct template *t, const char *which, struct bytes key,
	const char *display_format, struct bytes output, struct arena *arena)
{
	struct search s = { .t = t, .arena = arena, .output = output, .key = key, .text = bytes_of(t->output) };

	s.key_at = bytes_find_last(s.text, key);
	s.multi = is_set(t->multi_match) && strcmp(t->multi_match, "NONE") != 0;
	s.verdicts = !strcmp(display_format, "PASS_FAIL") || !strcmp(display_format, "MULTI_PASS_FAIL");
	if (*which && s.key_at < 0 && !is_set(t->file_format) &&
		(!is_frames(t) || !strcmp(t->output, "libframetime-output-no-limit")))
		return;
	if (is_set(t->file_format) && !strcmp(t->file_format, "XML"))
		read_xml(&s);
	else if (is_frames(t)) {
		template_frames(found, t, which, output, arena);
		return;
	} else
		search_lines(&s, found);
	template_combine(found, t, display_format, &s.values, arena);
}

void template_apply(struct template_found *found, const struct template *t, const char *arguments,
	const char *own_arguments, const char *display_format, const char *output, size_t size,
	struct arena *arena)
{
	struct bytes all = { output, size };
	struct template_found extreme = { 0 };

	*found = (struct template_found){ .display_format = display_format };
	if (!is_set(t->output) || (is_set(t->match_arguments) && !strstr(arguments, t->match_arguments)))
		return;
	if (is_set(t->display_format))
		found->display_format = display_format = t->display_format;
	find(found, t, "", make_key(t, "", arguments, own_arguments, arena), display_format, all, arena);
	if (!found->value.text)
		return;
	find(&extreme, t, "MIN_", make_key(t, "MIN_", arguments, own_arguments, arena), display_format, all,
		arena);
	if (extreme.value.text && !found->min.text)
		found->min = extreme.value;
	extreme = (struct template_found){ 0 };
	find(&extreme, t, "MAX_", make_key(t, "MAX_", arguments, own_arguments, arena), display_format, all,
		arena);
	if (extreme.value.text && !found->max.text)
		found->max = extreme.value;
}
