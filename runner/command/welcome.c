#include "runner/command/command.h"

#include "share/base/banned.h"

void command_welcome(FILE *out)
{
	fputs("hib runs storage and file-system benchmarks and draws their results as bars.\n\n"
	      "  hib list                 the tests there are, and what each needs\n"
	      "  hib run                  measure this directory with the basic suite, under 5 minutes\n"
	      "  hib show                 the newest result as bars\n"
	      "  hib chart                bars from plain \"label value\" lines on stdin\n\n"
	      "hib --help names every command; hib COMMAND --help its options.\n",
		out);
}
