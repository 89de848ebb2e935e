#!/usr/bin/env bash
# Programs that no parser knows: the profile says where the values stand.
. "$(dirname "$0")/../lib.sh"

# PARSER KEYS METRICS: the profile p.yaml
describe() {
	printf 'profile: p\nversion: 1.0.0\ntitle: P\nprograms: [sh]\ncommand: [sh]\nparser: %s\n%s\nmetrics:\n%s\n' "$1" "$2" "$3" >p.yaml
}
# FILE: "metric value unit state reason" of each value
values() { "$HIB" parse ./p.yaml "$1" --json | jq -r '.metrics[] | [.metric, .value, .unit, .base_value, .state, .reason] | map(. // "-") | join(" ")'; }
verdict() { "$HIB" parse ./p.yaml "$1" --json | jq -r '.verdict'; }

# patterns
describe pattern "patterns:
  - 'rate: (?<rate>\\S+) (?<rate_unit>\\S+)'
  - 'lat (?<lat>[0-9.]+) max (?<max>[0-9.]+) us'" '  - {metric: rate, scale: MiB/s, proportion: HIB}
  - {metric: "*", title: Latency, scale: us, proportion: LIB, several: each}'
printf 'start\nrate: 512.250 MiB/s\nlat 10.5 max 99 us\nnoise\nlat 11 max 98.25 us\n' >out
is 'pattern: named groups, their units, several lines' "$(values out)" \
'rate 512.25 MiB/s 537133056 ok -
lat 10.5 us 10.5 ok -
max 99 us 99 ok -
lat 11 us 11 ok -
max 98.25 us 98.25 ok -'
printf 'rate: 1,5 MiB/s\n' >out
is 'pattern: a comma is no number' "$(values out)" "rate - MiB/s - invalid '1,5' is not a number"
printf 'rate: 12 MiB/s\nlat 10.5 max 9' >out
is 'pattern: a number that the end cuts' "$(values out)" 'rate 12 MiB/s 12582912 ok -'
printf 'nothing\n' >out
is 'pattern: nothing fits' "$(verdict out)" empty
describe pattern "patterns: '(a+)+(?<rate>b)'" '  - {metric: rate, scale: MB/s, proportion: HIB}'
{ head -c 40 /dev/zero | tr '\0' a; echo cb; } >out
"$HIB" parse ./p.yaml out >/dev/null 2>errors
has 'pattern: one that never ends is given up' "$(cat errors)" 'takes too many steps on this line'
describe pattern "patterns: ['(?<rate>[0-9', x]" '  - {metric: rate, scale: MB/s, proportion: HIB}'
code 'pattern: broken' 2 "$HIB" info ./p.yaml
has 'pattern: broken, where' "$out" "p.yaml:7:11: pattern '(?<rate>[0-9': missing terminating ] for character class at its character"
describe pattern "patterns: 'rate ([0-9]+)'" '  - {metric: rate, scale: MB/s, proportion: HIB}'
code 'pattern: no named group' 2 "$HIB" info ./p.yaml
has 'pattern: no named group, what to do' "$out" "(?<rate>[0-9.]+) is the metric 'rate'"
describe pattern '' '  - {metric: rate, scale: MB/s, proportion: HIB}'
code 'pattern: none' 2 "$HIB" info ./p.yaml
has 'pattern: none, said' "$out" "'parser: pattern' needs 'patterns'"

# columns of CSV
describe csv 'columns: {rate: MB per s, lat: 3}' '  - {metric: rate, scale: MB/s, proportion: HIB, several: each}
  - {metric: lat, title: Latency, scale: ms, proportion: LIB, several: each}'
printf 'log line\nname,MB per s,lat\n"a, b",12.50,0.7\nc,"13",\nd,x,0.9\n' >out
is 'csv: by name and by number' "$(values out)" \
"rate 12.5 MB/s 12.5 ok -
lat 0.7 ms 0.7 ok -
rate 13 MB/s 13 ok -
rate - MB/s - invalid 'x' is not a number
lat 0.9 ms 0.9 ok -"
printf 'name,speed\na,12\n' >out
is 'csv: a column that is not there' "$(values out)" "rate - MB/s - missing the output has no 'MB per s'
lat - ms - missing the output has no '3'"
is 'csv: nothing at all' "$(verdict out)" empty
printf 'MB per s\n"12\n13\n' >out
is 'csv: a quotation without end is no record' "$(values out | head -1)" 'rate 13 MB/s 13 ok -'
describe csv 'separator: tab
columns: {rate: "2"}' '  - {metric: rate, scale: MB/s, proportion: HIB}'
printf 'a\t7.25\tx\n' >out
is 'csv: tab' "$(values out)" 'rate 7.25 MB/s 7.25 ok -'
describe csv 'separator: "::"
columns: {rate: "2"}' '  - {metric: rate, scale: MB/s, proportion: HIB}'
code 'csv: a separator of two characters' 2 "$HIB" info ./p.yaml
has 'csv: a separator of two characters, said' "$out" "'separator' must be one character or the word tab"
describe dbench 'columns: {rate: "2"}' '  - {metric: rate, scale: MB/s, proportion: HIB}'
code 'csv: columns of another parser' 2 "$HIB" info ./p.yaml
has 'csv: columns of another parser, said' "$out" "p.yaml:7:10: 'columns' is for 'parser: csv' only"

# paths of JSON
describe json 'paths: {iops: "jobs[1].read.iops", all: "jobs[*].read.bw", odd: "a[\"x.y\"]"}' '  - {metric: iops, scale: IOPS, proportion: HIB}
  - {metric: all, title: All, scale: KiB/s, proportion: HIB, several: each}
  - {metric: odd, title: Odd, scale: s, proportion: LIB}'
printf '[12:00] starting\n{"jobs": [{"read": {"iops": 1.50, "bw": 7}}, {"read": {"iops": 2.50,\n"bw": 8}}],\n "a": {"x.y": "3"}}\ndone\n' >out
is 'json: indices, all elements, quoted keys, text around' "$(values out)" \
"all 7 KiB/s 7 ok -
iops 2.5 IOPS 2.5 ok -
all 8 KiB/s 8 ok -
odd - s - invalid '3' is text and no number"
is 'json: digits as printed' "$("$HIB" parse ./p.yaml out | awk '$1 == "iops" { print $2 }')" 2.50
printf '{"jobs": [{"read": {"iops": 1, "bw": nan}}]}\n' >out
is 'json: nan, and what is not there' "$(values out)" "all - KiB/s - invalid 'nan' is a word and no number
iops - IOPS - missing the output has no 'jobs[1].read.iops'
odd - s - missing the output has no 'a[\"x.y\"]'"
printf '{"jobs": [{"read": {"bw": 7}},\n{"read": {"iops": 25' >out
is 'json: cut' "$(verdict out)" failed
has 'json: cut, said' "$("$HIB" parse ./p.yaml out 2>&1)" 'the JSON that begins at line 1'
describe json 'paths: {iops: "jobs[x].iops"}' '  - {metric: iops, scale: IOPS, proportion: HIB}'
code 'json: no path' 2 "$HIB" info ./p.yaml
has 'json: no path, said' "$out" "p.yaml:7:8: 'jobs[x].iops' is no path"

describe json 'paths: {iops: "jobs[0].iops"}' '  - {metric: iosp, scale: IOPS, proportion: HIB}'
code 'a metric that nothing gives' 2 "$HIB" info ./p.yaml
has 'a metric that nothing gives: said' "$out" "p.yaml:9:5: metric 'iosp' is given by none of the paths"
# several rows of one trial prove nothing
describe csv 'columns: {rate: "1"}' '  - {metric: rate, scale: MB/s, proportion: HIB, several: each}'
sed -i 's/^programs: .*/programs: [rows]/; s/^command: .*/command: [rows]/' p.yaml
printf '#!/bin/sh\nseq 8\n' >rows
chmod +x rows
PATH=$HERE:$PATH "$HIB" run ./p.yaml -b 1 -n counted --target . >/dev/null 2>&1
lacks 'rows of one trial are no trials' "$("$HIB" show counted)" '95 %'
has 'rows of one trial: their median' "$("$HIB" show counted)" '4.5 MB/s'

# a row may hold a column's name
describe csv 'columns: {r: read, w: write}' '  - {metric: r, scale: MB/s, proportion: HIB, several: each}
  - {metric: w, title: W, scale: MB/s, proportion: HIB, several: each}'
printf '\357\273\277phase,read,write\nseq,10,20\nwrite,0,100\nread,200,0\n' >out
is 'csv: a row that holds a name, behind a byte order mark' "$(values out | awk '{ print $1, $2 }' | tr '\n' ' ')" 'r 10 w 20 r 0 w 100 r 200 w 0 '
is 'a profile reads stdin' "$("$HIB" parse ./p.yaml <out --json | jq '.metrics | length')" 6
# the same metric in two units, by the chosen option
cat >when.yaml <<'X'
profile: when
version: 1.0.0
title: When
programs: [prints]
options:
  mode: {title: Mode, default: a, values: {a: , b: }}
command: [prints, "{option.mode}"]
parser: pattern
patterns: 'rate: (?<rate>[0-9.]+)'
metrics:
  - {metric: rate, scale: MB/s, proportion: HIB, when: {mode: a}}
  - {metric: rate, title: Other, scale: TPS, proportion: HIB, when: {mode: b}}
X
printf '#!/bin/sh\necho rate: 100 MB/s\n' >prints
chmod +x prints
PATH=$HERE:$PATH "$HIB" run ./when.yaml --set mode=a,b -b 1 -n when --target . >/dev/null 2>&1
has 'a metric of each option' "$("$HIB" show when)" '100 TPS'
lacks 'a metric of each option: none missing' "$("$HIB" show when)" 'not run'
describe pattern "patterns: 'r (?<r>.)'" '  - {metric: r, scale: MB/s, proportion: HIB}'
sed -i 's/^profile: .*/profile: ..\/results/' p.yaml
code 'a name that is a path' 2 "$HIB" info ./p.yaml
has 'a name that is a path: said' "$out" "'../results' is no name for a profile"

# through a run: the values of a trial
cat >prints <<'X'
#!/bin/sh
echo 'rate: 100 MB/s'
X
chmod +x prints
cat >run.yaml <<'X'
profile: run
version: 1.0.0
title: Prints
programs: [prints]
command: [prints]
parser: pattern
patterns: 'rate: (?<rate>[0-9.]+) (?<rate_unit>\S+)'
metrics:
  - {metric: rate, scale: kB/s, proportion: HIB}
X
PATH=$HERE:$PATH "$HIB" run ./run.yaml -b 1 -n run --target . >/dev/null 2>errors
has 'a run takes the values and converts their unit' "$("$HIB" show run)" '100000 kB/s'
code 'parse: no such program or profile' 2 "$HIB" parse nosuch out
has 'parse: no such program or profile, said' "$out" "no parser for 'nosuch' (there are: fio"
done_testing
