#!/usr/bin/env bash
# Outputs that broke other tools, and what hib answers.
. "$(dirname "$0")/../lib.sh"

parse() { printf "$2" | "$HIB" parse "$1" - --json; }
ok_values() { jq -c '[.metrics[] | select(.state == "ok") | [.metric, .value]]'; }
state() { jq -r ".metrics[] | select(.metric == \"$1\") | .state"; }

# text before and after the JSON
got=$(parse fio 'fio: native_fallocate call failed: Operation not supported\nwarm (noop): cpuload=50 {not json}\n{"fio version":"fio-3.36","jobs":[{"jobname":"w","error":0,\n "write":{"io_bytes":10485760,"bw_bytes":1048576,"iops":256.0,"runtime":10000}}]}\nfio: file hash not empty on exit\n')
is 'fio: JSON within text' "$(ok_values <<<"$got")" '[["w/write/iops",256],["w/write/bw",1048576],["w/write/runtime",10000]]'
is 'fio: version' "$(jq -r .version <<<"$got")" 3.36
is 'fio: the text is a warning' "$(jq -r '.warnings[0].line' <<<"$got")" 1
got=$(parse fio '{not json}\n{"jobs":[{"jobname":"w","write":{"iops":12}}]}\n')
is 'fio: a brace that begins no JSON' "$(ok_values <<<"$got")" '[["w/write/iops",12]]'
got=$(parse fio '{"jobs":[{"jobname":"w","write":{"iops":12')
is 'fio: truncated JSON fails' "$(jq -r .verdict <<<"$got")" failed
is 'fio: and says at which byte' "$(jq -r .reason <<<"$got")" 'the JSON ends at byte 42 of its document'
got=$(parse fio '{"jobs":[{"jobname":"a","write":{"iops":12}}]}\n{"jobs":[{"jobname":"a","write":{"iops":\n')
is 'fio: an earlier whole document is partial' "$(jq -r .verdict <<<"$got") $(ok_values <<<"$got")" 'partial [["a/write/iops",12]]'
got=$(parse fio '{"jobs":[{"jobname":"a","write":{"iops":1\n{"jobs":[{"jobname":"b","write":{"iops":2}}]}\n')
is 'fio: a document broken off by the next one' "$(ok_values <<<"$got")" '[["b/write/iops",2]]'
got=$(parse fio '{"jobs":[{"jobname":"w","write":{"iops":12,"lat_ns":{"mean":0},"lat_ns":{"mean":1.5}}}]}')
has 'fio: a key twice is warned about' "$(jq -c .warnings <<<"$got")" 'stands twice'
got=$(parse fio '{"global options":{"bs":"4k"},"client_stats":[{"jobname":"All clients","read":{"iops":5}}]}')
is 'fio: client_stats' "$(ok_values <<<"$got")" '[["All clients/read/iops",5]]'
got=$(parse fio '{"jobs":[{"jobname":"w","write":{"io_bytes":10240,"runtime":10000,"bw_bytes":1048576,"iops":3}}]}')
is 'fio: amount and time must give the rate' "$(state w/write/bw <<<"$got")" invalid
got=$(parse fio '{"jobs":[{"jobname":"w","write":{"iops":3,"bw":inf,"clat_ns":{"min":1,"max":3,"mean":-nan,"percentile":{"99.000000":9223372036854775807}}}}]}')
is 'fio: inf, nan and sentinels are invalid' "$(state w/write/bw <<<"$got")$(state w/write/clat_mean <<<"$got")$(state w/write/clat_p99 <<<"$got")" invalidinvalidinvalid
is 'fio: and null in JSON' "$(jq -c '[.metrics[] | select(.state != "ok") | .value, .base_value] | unique' <<<"$got")" '[null]'
got=$(parse fio '{"jobs":[{"jobname":"w","error":28,"write":{"iops":12}}]}')
is 'fio: an error voids the numbers' "$(jq -r '.verdict, .metrics[0].state' <<<"$got" | tr '\n' ' ')" 'failed failed '
has 'fio: and is named' "$(jq -r .reason <<<"$got")" 'No space left on device'
got=$(parse fio '{"jobs":[{"jobname":"w","write":{"iops":012}}]}')
is 'fio: a leading zero is no JSON' "$(jq -r .verdict <<<"$got")" failed
# units of every size
human() { parse fio "j: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=$1, BW=$2 (x)(3MiB/33msec)\nRun status group 0 (all jobs):\n   READ: bw=$2 (x)\n"; }
base() { jq -r '.metrics[] | select(.metric == "j/read/bw") | .base_value'; }
is 'fio: B/s' "$(human 1 551816B/s | base)" 551816
is 'fio: KiB/s' "$(human 1 512KiB/s | base)" 524288
is 'fio: MiB/s' "$(human 1 48.1MiB/s | base)" 50436505.6
is 'fio: GiB/s' "$(human 1 1.5GiB/s | base)" 1610612736
is 'fio: MB/s is 1000-based from 2.17 on' "$(human 1 2MB/s | base)" 2000000
is 'fio: Mibit/s' "$(human 1 8Mibit/s | base)" 1048576
is 'fio: k is multiplied out' "$(human 13.5k 1MiB/s | jq -r '.metrics[0].value')" 13500
is 'fio: M too' "$(human 1.2M 1MiB/s | jq -r '.metrics[0].value')" 1200000
is 'fio: an unknown unit is invalid' "$(human 1 5QiB/s | state j/read/bw)" invalid
is 'fio: equal numbers are both kept' "$(human 250 250MiB/s | ok_values)" '[["j/read/iops",250],["j/read/bw",250],["j/read/runtime",33],["group0/READ/bw",250]]'
old=$(parse fio 'j: (groupid=0, jobs=1): err= 0: pid=1\n  read : io=1MB, bw=2MB/s, iops=3 , runt=  4msec\n')
is 'fio: MB/s is 1024-based up to 2.16' "$(base <<<"$old")" 2097152

# dbench
got=$(parse dbench '   1     43951    9.43 MB/sec  warmup   1 sec  latency 12.1 ms\n(610) ERROR: handle 10003 was not found\nChild failed with status 1\n')
is 'dbench: a failed child' "$(jq -r '.verdict, (.metrics | length)' <<<"$got" | tr '\n' ' ')" 'failed 0 '
got=$(parse dbench 'Throughput 10 MB/sec 1 clients 1 procs max_latency=1 ms\r')
is 'dbench: CR and no line end' "$(ok_values <<<"$got")" '[["throughput",10],["max_latency",1]]'
got=$(parse dbench 'Throughput 10 MB/sec 1 procs\nThroughput 20 MB/sec 1 procs\n')
is 'dbench: the last line counts' "$(ok_values <<<"$got")" '[["throughput",20]]'
is 'dbench: with a warning' "$(jq '.warnings | length' <<<"$got")" 1
got=$(parse dbench 'Throughput 1,5 MB/sec 1 procs\n')
is 'dbench: a comma is no decimal point' "$(ok_values <<<"$got")" '[]'
got=$(parse dbench 'MyThroughput 10 MB/sec 1 procs\n')
is 'dbench: only at the beginning of a line' "$(ok_values <<<"$got")" '[]'
got=$(parse dbench 'Throughput 10 MB/sec 1 clients 1 procs max_lat')
is 'dbench: a closing line that is cut gives no value' "$(jq -r .verdict <<<"$got") $(ok_values <<<"$got")" 'failed []'
got=$(parse dbench 'Throughput 10 GiB/sec 1 clients 1 procs\n')
is 'dbench: another unit is no throughput' "$(jq -r .verdict <<<"$got") $(ok_values <<<"$got")" 'failed []'

# names that would steer a terminal
printf '{"jobs":[{"jobname":"w\\u001b[31m","write":{"iops":12}}]}' | "$HIB" parse fio - >escape.out
is 'fio: no escape sequence gets through' "$(grep -c $'\033' escape.out)" 0
has 'fio: it is shown' "$(cat escape.out)" 'w\u001b[31m/write/iops'

# fs_mark
got=$(parse fs_mark '#  \xff\x01 -d /mnt \000\xfe\nFSUse%%        Count         Size    Files/sec     App Overhead\n     7         3120      4194304        337.6            54976\nAverage Files/sec:        337.0\np50 Files/sec: 337\n')
is 'fs_mark: bytes that are no text' "$(jq -r '.metrics[0].value, .verdict' <<<"$got" | tr '\n' ' ')" '337.6 ok '
got=$(parse fs_mark 'FSUse%%        Count         Size    Files/sec     App Overhead\n')
is 'fs_mark: no row is a failure' "$(jq -r .verdict <<<"$got")" failed
got=$(parse fs_mark 'FSUse%%        Count         Size    Files/sec     App Overhead\n 7 3120 4194304 337.6 54976 9\n 7 3120 4194304 33x7.6 54976\n')
is 'fs_mark: a row has the columns of its header' "$(ok_values <<<"$got")" '[]'

# postmark
got=$(parse postmark 'PostMark v1.51 : 8/14/01\nCreating files...Error: cannot open x\nTime:\n\t1 seconds total\n\t1 seconds of transactions (500 per second)\n')
is 'postmark: an error line voids the report' "$(jq -r .verdict <<<"$got")" failed
is 'postmark: and is the reason' "$(jq -r .reason <<<"$got")" 'Error: cannot open x'
is 'postmark: value and base value' "$("$HIB" parse postmark "$DATA/samples/postmark/biases-off.out" --json | jq -c '.metrics[-1] | [.value, .unit, .base_value, .base_unit]')" '[5.02,"MB/s",5263851.52,"B/s"]'

# bonnie++
line=1.99,2.10,host,1,1700000000,8G,,8192,5,+++++,+++,181234,22,1,1,1,1,1,1,1,1,1,1,1,1,1,1
got=$(parse bonnie++ "$line\n")
is 'bonnie++: a CSV format that is not known' "$(jq -r .reason <<<"$got")" "its CSV line is of format '1.99', which is not known"

# which program
for other in fio:dbench dbench:fio time:dd iozone:postmark; do
	file=$(ls "$DATA/samples/${other%:*}"/*.out | head -1)
	[ "${other%:*}" = time ] && file=$DATA/samples/time/bash-cp-a-btrfs.out
	[ "${other%:*}" = dbench ] && file=$DATA/samples/dbench/clients-1-ext4.out
	[ "${other%:*}" = iozone ] && file=$DATA/samples/iozone/auto-a-8m.out
	code "output of ${other%:*} is not read as that of ${other#*:}" 2 "$HIB" parse "${other#*:}" "$file"
	has 'its program is named' "$out" "is output of ${other%:*}, not of ${other#*:}"
done
code 'unknown output' 2 "$HIB" parse <(echo hello)
has 'is said' "$out" 'no known program'
code 'unknown program' 2 "$HIB" parse foo bar
has 'is said with the known ones' "$out" 'there are: fio, dbench'
code 'a missing file' 2 "$HIB" parse fio /no/such/file
code 'no operand' 2 "$HIB" parse
printf 'dbench version 4.00\nPostMark v1.51 : 8/14/01\n' >both
code 'two programs at once' 2 "$HIB" parse both
has 'are both named' "$out" 'dbench or of postmark'
yes 'x 1 MB/s' | head -c 20000000 >big
code 'a large log of noise' 0 "$HIB" parse dbench big
head -c 3000000 /dev/zero | tr '\0' x >long
code 'a line of 3 MB' 0 "$HIB" parse fio long

# the Phoronix Test Suite's own results definitions (where they are at hand)
if [ -d "$TOP/../shared/pts/profiles" ] && [ -x "${VECTORS:-}" ]; then
	code 'all vectors of its results definitions' 0 "$VECTORS" "$TOP/../shared/pts/profiles" "$TOP"/../shared/pts/vectors*.jsonl
	has 'none skipped' "$out" ' 0 wrong, 0 skipped'
else
	skip 'vectors of the Phoronix Test Suite' 'not at hand'
fi
done_testing
