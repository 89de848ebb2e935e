#!/bin/bash
# Speed as ratios in one run, against what a user would otherwise use and what the machine can do at all.
set -eu
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
file=$reference
work=$(mktemp -d "${TMPDIR:-/tmp}/hib-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
need valgrind valgrind
need hyperfine hyperfine
need xmllint libxml2-utils

instructions() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

heading 'what (ours against theirs)'
row 'start: hib --version / xmllint --version, instructions' "$(instructions "$hib" --version)" "$(instructions xmllint --version)" 1.3
versus 'start: hib --version / xmllint --version' 1.3 30 "exec $hib --version >/dev/null" 'exec xmllint --version 2>/dev/null'
row 'show: rich / xmllint --noout, instructions' "$(instructions "$hib" show "$file")" "$(instructions xmllint --noout "$file")" 1.5
row 'show: classic / xmllint --noout, instructions' "$(instructions "$hib" show --style classic "$file")" "$(instructions xmllint --noout "$file")" 1.5

versus 'show: rich / xmllint --noout' 1.5 30 "exec $hib show $file >/dev/null" "exec xmllint --noout $file"

# supervision: a bare loop of fork, exec and wait in C, and as hyperfine does it
cat >"$work/bare.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[1]); i++) {
		struct timespec a, b;
		pid_t pid;
		int status;
		clock_gettime(CLOCK_MONOTONIC, &a);
		pid = fork();
		if (!pid) {
			execv("/bin/true", (char *[]){ "true", NULL });
			_exit(127);
		}
		waitpid(pid, &status, 0);
		clock_gettime(CLOCK_MONOTONIC, &b);
		printf("%.9f\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
	}
	return argc != 2;
}
END
cc -O2 -o "$work/bare-loop" "$work/bare.c"
# time that each reports for /bin/true, medians of alternating batches
cat >"$work/true.yaml" <<'END'
profile: "true"
version: 1.0.0
title: "true"
programs: ["true"]
command: ["true"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: us, proportion: LIB, decimals: 1}
END
sed -i 's/scale: us/scale: Seconds/; s/decimals: 1/decimals: 6/' "$work/true.yaml"
for batch in $(seq 10); do
	"$hib" run "$work/true.yaml" --target "$work" -b 20 -o "$work/r$batch" >/dev/null 2>&1
	grep -o '"value":"[0-9.]*"' "$work/r$batch/journal.jsonl" | tr -dc '0-9.\n' | median >>"$work/ours"
	hyperfine -N --warmup 0 -r 20 --export-json "$work/h.json" true >/dev/null 2>&1
	jq -r '.results[0].times[]' "$work/h.json" | median >>"$work/theirs"
	"$work/bare-loop" 20 | median >>"$work/loop"
	hyperfine -N --warmup 0 --prepare "sync -f $work" -r 20 --export-json "$work/h.json" true >/dev/null 2>&1
	jq -r '.results[0].times[]' "$work/h.json" | median >>"$work/synced"
	"$hib" time -r 20 -f -o "$work/t.xml" -- true >/dev/null 2>&1
	"$hib" export csv "$work/t.xml" | awk -F, '$1 == "Time" && $3 == "" { print $11 }' | median >>"$work/time"
done
row 'supervision: hib time true / hyperfine -N true, s' "$(median <"$work/time")" "$(median <"$work/theirs")" 1.05 s
# a trial of a run comes behind a sync and a line of the journal: so it does here
row 'supervision: a trial of true / hyperfine -N behind a sync, s' "$(median <"$work/ours")" "$(median <"$work/synced")" - s

row 'supervision: hib time true / fork, exec, wait in C, s' "$(median <"$work/time")" "$(median <"$work/loop")" - s

# what a trial costs beyond the time it reports, against a bare write and fsync of its journal line
cat >"$work/append.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644), n = atoi(argv[2]);
	char line[700];
	struct timespec a, b;
	memset(line, 'x', sizeof line);
	line[sizeof line - 1] = '\n';
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (int i = 0; i < n; i++)
		if (write(fd, line, sizeof line) < 0 || fdatasync(fd))
			return argc;
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%.9f\n", ((b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9) / n);
	return 0;
}
END
cc -O2 -o "$work/append" "$work/append.c"
for batch in $(seq 5); do
	a=$(date +%s%N)
	"$hib" run "$work/true.yaml" --target "$work" -b 200 -o "$work/long$batch" >/dev/null 2>&1
	b=$(date +%s%N)
	"$hib" run "$work/true.yaml" --target "$work" -b 1 -o "$work/one$batch" >/dev/null 2>&1
	c=$(date +%s%N)
	reported=$(grep -o '"value":"[0-9.]*"' "$work/long$batch/journal.jsonl" | tr -dc '0-9.\n' | awk '{ s += $1 } END { print s / NR }')
	awk -v long=$((b - a)) -v one=$((c - b)) -v said="$reported" 'BEGIN { printf "%.9f\n", (long - one) / 199 / 1e9 - said }' >>"$work/trial"
	"$work/append" "$work/line" 200 >>"$work/bare"
done
bare=$(median <"$work/bare")
row 'a trial beyond its time / write+fsync * 1.2 + 2 ms, s' "$(median <"$work/trial")" "$(awk -v b="$bare" 'BEGIN { print b * 1.2 + 0.002 }')" 1

# memory of hib while a program prints much
cat >"$work/flood.yaml" <<'END'
profile: flood
version: 1.0.0
title: flood
programs: [sh]
command: [sh, -c, "yes 0123456789abcdef | head -c 10000000000"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
END
"$hib" run "$work/flood.yaml" --target "$work" -b 1 -o "$work/flood" >/dev/null 2>&1 &
pid=$!
peak=0
while kill -0 $pid 2>/dev/null; do
	now=$(awk '/^VmHWM/ { print $2 }' /proc/$pid/status 2>/dev/null || echo 0)
	[ "${now:-0}" -gt $peak ] && peak=$now
	sleep 0.05
done
row 'memory while 10 GB are printed / 32 MiB, KiB' "$peak" 32768 1

# logs that hold nothing, against the time that 200 MB/s would take
yes 'create file number 12345 in directory 7 of the run, nothing to be read here' | head -c 200000000 >"$work/log"
for program in fio dbench fs_mark postmark compilebench dd time tiotest iozone bonnie++; do
	a=$(date +%s%N)
	"$hib" parse $program "$work/log" >/dev/null 2>&1 || true
	b=$(date +%s%N)
	row "200 MB without a value: hib parse $program / 1 s, ns" $((b - a)) 1000000000 1
done
a=$(date +%s%N)
grep -c Throughput "$work/log" >/dev/null || true
b=$(date +%s%N)
row '200 MB without a value: grep -c / 1 s, ns' $((b - a)) 1000000000 -
versus '200 MB without a value: hib parse dbench / grep -c' - 5 "exec $hib parse dbench $work/log >/dev/null" "exec grep -c Throughput $work/log"
versus '200 MB without a value: hib parse dbench / wc -l' - 5 "exec $hib parse dbench $work/log >/dev/null" "exec wc -l $work/log"

# a value on each line, against the time that 50 MB/s would take
yes 'Throughput 512.25 MB/sec  4 clients  4 procs  max_latency=21.5 ms' | head -c 50000000 >"$work/values"
yes '1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.0047897 s, 219 MB/s' | head -c 50000000 >"$work/values-dd"
awk 'BEGIN { while (n < 50000000) { m = n % 97; s = sprintf("\nreal\t%dm%d.%03ds\nuser\t%dm%d.%03ds\nsys\t0m%d.%03ds\n", m / 9, m % 60, n % 1000, m / 11, m % 59, n % 999, m % 58, n % 998); n += length(s); printf "%s", s } }' >"$work/values-time"
for log in dbench:values dd:values-dd time:values-time; do
	a=$(date +%s%N)
	"$hib" parse "${log%:*}" "$work/${log#*:}" >/dev/null 2>&1
	b=$(date +%s%N)
	row "50 MB of values: hib parse ${log%:*} / 1 s, ns" $((b - a)) 1000000000 1
done

# fio's histograms: 14 MB of json+
{
	printf '{\n"fio version" : "fio-3.33",\n"jobs" : [\n{\n"jobname" : "w",\n"error" : 0,\n"read" : {\n"io_bytes" : 1048576,\n"bw_bytes" : 1048576,\n"iops" : 256.0,\n"runtime" : 1000,\n"clat_ns" : {\n"bins" : {\n'
	seq 540000 | awk '{ printf "            \"%d\" : %d,\n", $1 * 64, $1 % 991 }'
	printf '"0" : 0\n}\n}\n}\n}\n]\n}\n'
} >"$work/json"
a=$(date +%s%N)
"$hib" parse fio "$work/json" >/dev/null
b=$(date +%s%N)
jq '.jobs[0].read.iops' "$work/json" >/dev/null
c=$(date +%s%N)
row 'json+ of 14 MB: hib parse fio / jq, ns' $((b - a)) $((c - b)) 0.2
