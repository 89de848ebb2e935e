#!/bin/sh
# run.sh SECONDS [TARGET ...]: builds the fuzz targets with libFuzzer and runs each for that long, from the
# samples. A target is a parser's program, or described, documents, templates, charts, journal or exchange; without one, all. RUNS=N: that many
# executions each instead. The last line says how many executions there were and how many findings.
set -eu
cd "$(dirname "$0")/../.."
top=$PWD
seconds=$1
shift
command -v clang >/dev/null || { echo 'fuzz: clang is missing: apt-get install clang libclang-rt-14-dev' >&2; exit 2; }
libraries="libxml-2.0 yaml-0.1 jansson libpcre2-8 libmd"
programs=$(cd tests/data/samples && ls -d */ | tr -d /)
out=build/fuzzers
mkdir -p $out/corpus
make -s CC=clang BUILD=$out CFLAGS='-g -O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined' $out/libhib.a
for target in parsers described documents templates charts journal exchange; do
	# shellcheck disable=SC2046
	clang -std=c11 -D_GNU_SOURCE -I. -g -O2 -fsanitize=fuzzer,address,undefined -o $out/$target.fuzzer \
		tests/fuzz/$target.c $out/libhib.a $(pkg-config --cflags --libs $libraries) -lutf8proc -lm
done
for program in $programs accounting matrix; do
	ln -sf parsers.fuzzer "$out/$program.fuzzer"
	mkdir -p "$out/corpus/$program"
	find "tests/data/samples/$program" "tests/data/fuzz/$program" -size -40k -type f ! -name '*.json' ! -name '*.cmd' \
		-exec cp {} "$out/corpus/$program/" \; 2>/dev/null || true
done
mkdir -p $out/corpus/exchange $out/corpus/documents $out/corpus/templates $out/corpus/described $out/corpus/charts $out/corpus/journal
cp tests/data/seeds/ext4-2006.txt $out/corpus/accounting/
cp tests/data/seeds/iozone-threads-2002.txt $out/corpus/matrix/
cp tests/data/reiser4-2012/* tests/data/seeds/* profiles/*.yaml $out/corpus/documents/
cp tests/data/fuzz/templates/* $out/corpus/templates/
cp tests/data/fuzz/described/* $out/corpus/described/
cp tests/data/fuzz/charts/* $out/corpus/charts/
cp tests/data/fuzz/journal/* $out/corpus/journal/
cp tests/data/fuzz/exchange/* $out/corpus/exchange/
[ $# -gt 0 ] || { set -- $programs accounting matrix described documents templates charts journal exchange; }
cd $out
total=0
findings=0
for target in "$@"; do
	limit="-max_total_time=$seconds"
	[ -z "${RUNS:-}" ] || limit="-runs=$RUNS"
	dictionary=$top/tests/fuzz/dictionaries/$target.dict
	[ -e "$dictionary" ] || dictionary=$top/tests/fuzz/dictionaries/parsers.dict
	"./$target.fuzzer" "$limit" "-dict=$dictionary" -timeout=10 -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1 "corpus/$target" \
		>"$target.log" 2>&1 || { findings=$((findings + 1)); tail -30 "$target.log"; }
	runs=$(awk '/number_of_executed_units/ { print $2 }' "$target.log")
	echo "$target: ${runs:-0} executions"
	total=$((total + ${runs:-0}))
done
echo "$total executions, $findings findings"
[ "$findings" = 0 ]
