/* Runs a fuzz target over files instead of a fuzzer: corpora and samples in every test run. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *stream = fopen(argv[i], "rb");
		uint8_t *data = malloc((size_t)64 << 20);
		size_t size = stream ? fread(data, 1, (size_t)64 << 20, stream) : 0;
		/* an exact copy, so that a sanitizer sees a read beyond the end */
		uint8_t *copy = malloc(size ? size : 1);

		if (!stream || !data || !copy)
			return 1;
		for (size_t k = 0; k < size; k++)
			copy[k] = data[k];
		LLVMFuzzerTestOneInput(copy, size);
		fclose(stream);
		free(data);
		free(copy);
	}
	return 0;
}
