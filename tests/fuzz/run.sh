#!/bin/sh
# run.sh SECONDS: builds the fuzz targets with libFuzzer and runs each for that long, from the samples.
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null || { echo 'fuzz: clang is missing: apt-get install clang libclang-rt-14-dev' >&2; exit 2; }
libraries="libxml-2.0 yaml-0.1 jansson libpcre2-8 libmd"
sources=$(ls share/base/*.c report/*.c parsers/*.c runner/*.c runner/*/*.c | grep -v '^runner/main.c$')
mkdir -p build/fuzz/corpus
for target in parsers documents templates; do
	# shellcheck disable=SC2046,SC2086
	clang -std=c11 -D_GNU_SOURCE -I. -g -O1 -fsanitize=fuzzer,address,undefined -o "build/fuzz/$target.fuzzer" \
		"tests/fuzz/$target.c" $sources $(pkg-config --cflags --libs $libraries) -lutf8proc -lm
	mkdir -p "build/fuzz/corpus/$target"
done
find tests/data/samples -name '*.out' -size -40k -exec cp {} build/fuzz/corpus/parsers/ \;
cp tests/data/reiser4-2012/* profiles/*.yaml build/fuzz/corpus/documents/
cp tests/data/fuzz/templates/* build/fuzz/corpus/templates/
cd build/fuzz
for target in parsers documents templates; do
	"./$target.fuzzer" -max_total_time="$1" -timeout=10 -rss_limit_mb=4096 "corpus/$target"
done
