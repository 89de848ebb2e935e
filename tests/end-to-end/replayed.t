#!/usr/bin/env bash
# Profiles of programs that Debian does not bring: a stand-in on PATH prints recorded output and ends with
# the recorded exit status.
. "$(dirname "$0")/../lib.sh"

mkdir bin
stand_in() { # NAME CASE EXIT: prints the case's recorded output
	# beside it, where a trial may read, wherever the checkout lies
	cp "$DATA/samples/$2.out" "bin/$1.out"
	printf '#!/bin/sh\ncat "%s"\nexit %s\n' "$HERE/bin/$1.out" "$3" >"bin/$1"
	chmod +x "bin/$1"
}
export PATH=$HERE/bin:$PATH
values() { grep -o '<Value>[^<]*</Value>\|<Scale>[^<]*' "$1/composite.xml" | sed 's/<[^>]*>//g' | tr '\n' ' '; }
argument() { grep -o "<Description>[^<]*</Description>" "$1/composite.xml" | sed -n "$2p" | sed 's/<[^>]*>//g'; }

stand_in tiotest tiotest/v0.3.3-all-t8-f64 0
code 'tiotest: runs' 0 "$HIB" run tiotest --set test=all -b 1 -o tio --target .
is 'tiotest: one chart a test, its own row of the table' "$(values tio)" "$(jq -r '[.[] | select(.metric | endswith("/rate")) | {(.metric): .value}] | add | "MiB/s \(.["write/rate"]) MiB/s \(.["random_write/rate"]) MiB/s \(.["read/rate"]) MiB/s \(.["random_read/rate"]) "' "$DATA/samples/tiotest/v0.3.3-all-t8-f64.expect.json")"
is 'tiotest: named as elsewhere' "$(argument tio 3)" 'Test: Random Write - Size Per Thread: 32MB - Thread Count: 4'
stand_in tiotest tiotest/v0.3.3-fail-not-writable 0
code 'tiotest: a folder it cannot write to, though it exits 0' 3 "$HIB" run tiotest -b 1 -o tio-fail --target .

stand_in compilebench compilebench/makej-i2-ext4 0
code 'compilebench: runs' 0 "$HIB" run compilebench -b 1 -o cb --target .
is 'compilebench: three charts' "$(values cb)" "$(jq -r '[.[] | {(.metric): .value}] | add | "MiB/s \(.initial_create) MiB/s \(.compile) MiB/s \(.read_compiled_tree) "' "$DATA/samples/compilebench/makej-i2-ext4.expect.json")"
stand_in compilebench compilebench/fail-enospc 1
code 'compilebench: out of space' 3 "$HIB" run compilebench -b 1 -o cb-fail --target .

stand_in iozone iozone/auto-a-i0-i1 0
code 'iozone: several cells where one is wanted are refused' 3 "$HIB" run iozone -q -b 1 -o io-many --target .
has 'iozone: and said to be so' "$out" 'write/'
stand_in iozone iozone/pts-1.9.6-write-2m-scaled 0
code 'iozone: runs' 0 "$HIB" run iozone -q -b 1 -o io --target .
is 'iozone: KiB/s become MiB/s' "$(values io)" "MiB/s $(jq -r '[.[] | select(.metric == "write/131072/2048")][0].value / 1024 * 100 | round / 100' "$DATA/samples/iozone/pts-1.9.6-write-2m-scaled.expect.json") "
stand_in iozone iozone/throughput-t4-all 0
code 'iozone_threads: runs' 0 "$HIB" run iozone_threads -q -b 1 -o io-threads --target .
is 'iozone_threads: the sums of seven tests' "$(values io-threads | wc -w)" 14
has 'iozone_threads: as many processes as asked' "$("$HIB" info iozone_threads)" '-t 4'

code 'reiser4-2012: all of its tests can run' 0 "$HIB" run reiser4-2012 --dry-run --skip-missing --target .
has 'reiser4-2012: its charts are counted' "$out" 'charts 19, all of them can run here'
# a program put on PATH is no longer there: what can run and how to get the others is said first
for fs in tree-2004 ext4-2006 iozone-threads-2002 iozone-throughput-2009; do
	code "$fs: can be planned" 0 "$HIB" run $fs -q --dry-run --skip-missing --target .
done
rm bin/tiotest
code 'reiser4-2012 without tiotest: refused' 2 "$HIB" run reiser4-2012 -q --target .
has 'reiser4-2012 without tiotest: how many of its charts' "$out" "cannot run 4 of the 19 charts of 'reiser4-2012'"
has 'reiser4-2012 without tiotest: which can' "$out" 'compilebench 2, dbench 1, fio 1, fs_mark 3, iozone 6, postmark 1, unpack 1'
has 'reiser4-2012 without tiotest: how to get it' "$out" 'hib install tiotest'
code 'reiser4-2012 without tiotest: without it' 0 "$HIB" run reiser4-2012 -q --dry-run --skip-missing --target .
has 'reiser4-2012 without tiotest: said' "$out" 'charts 15 of 19 can run here'
code 'a program that no distribution has: refused' 2 "$HIB" run tiotest --target .
has 'a program that no distribution has: where it is' "$out" 'https://'
done_testing
