#!/bin/bash
# All benchmarks, one after the other, and what they found as a result file that hib draws.
set -eu
cd "$(dirname "$0")"
# shellcheck source=tests/bench/lib.sh
. ./lib.sh
out=${BENCH_OUT:-$here/build/bench}
mkdir -p "$out"
BENCH_ROWS=$out/rows.csv
export BENCH_ROWS
printf 'title,unit,proportion,system,block,value\n' >"$BENCH_ROWS"
echo "machine  $("$hib" system --json | jq -r '.hardware, .software' | tr '\n' ' ')"
echo "versions $("$hib" --version), $(xmllint --version 2>&1 | head -1), $(gnuplot --version 2>/dev/null), $(hyperfine --version), $(jq --version)"
for part in bench reports scale disturb; do
	bash "./$part.sh"
done
"$hib" import csv "$BENCH_ROWS" --title 'hib against what one would otherwise use' -o "$out/result" -f 2>/dev/null
echo
"$hib" show "$out/result"
echo "result   $out/result"
