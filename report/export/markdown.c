#include "report/export/markdown.h"

#include <string.h>

#include "share/base/banned.h"

void markdown_add(struct text *out, const char *words)
{
	struct text clean = TEXT_INIT;

	text_add_clean(&clean, words, strlen(words));
	for (const char *p = text_string(&clean); *p; p++) {
		if (*p == '<')
			text_adds(out, "&lt;");
		else if (*p == '&')
			text_adds(out, "&amp;");
		else if (strchr("|*_`[]\\#~>", *p))
			text_printf(out, "\\%c", *p);
		else
			text_addc(out, *p);
	}
	text_release(&clean);
}

void markdown_add_code(struct text *out, const char *code)
{
	size_t most = 0;
	struct text clean = TEXT_INIT, fence = TEXT_INIT;

	text_add_clean(&clean, code, strlen(code));
	for (const char *p = text_string(&clean); *p; p++) {
		size_t n = strspn(p, "`");

		most = n > most ? n : most;
		p += n ? n - 1 : 0;
	}
	for (size_t i = 0; i <= most; i++)
		text_addc(&fence, '`');
	text_printf(out, "%s%s%s%s%s", text_string(&fence), most ? " " : "", text_string(&clean),
		most ? " " : "", text_string(&fence));
	text_release(&fence);
	text_release(&clean);
}
