#!/bin/bash
# What ends a run before its plan or lengthens it, what the plan says of it, and the verdicts at its end.
. "$(dirname "$0")/../lib.sh"

# values by the number of the trial, which the name of its folder ends in
make_profile() { # SHELL that sets `v` from n
	cat >p.yaml <<END
profile: p
version: 1.0.0
title: P
programs: [prints]
command: [prints]
time: 1 s
space: 1 MiB
parser: pattern
patterns: 'rate: (?<rate>[0-9.]+)'
metrics:
  - {metric: rate, scale: MB/s, proportion: HIB, decimals: 2}
END
	cat >prints <<END
#!/bin/sh
here=\$(pwd)
n=\${here##*trial}
n=\$(echo "\$n" | sed 's/^0*//')
case \$here in */slow/*) slow=1 ;; *) slow=0 ;; esac
$1
echo "rate: \$v"
END
	chmod +x prints
}
mkdir fast slow
PATH=$HERE:$PATH
run() { # NAME OPTION...
	local name=$1
	shift
	"$HIB" run ./p.yaml --target fast=fast --target slow=slow --seed 1 -n "$name" "$@"
}
blocks() { jq -s '[.[] | select(.trial) | .block] | max' "results/$1/journal.jsonl"; }

make_profile 'v=$((100 - 10 * slow)).$((n % 3))'
out=$(run good -b 6 2>&1)
has 'a plan says what it can tell' "$out" 'at 2 % noise, differences below about 3.0 % will stay inconclusive'
has 'the end of a run has the verdict' "$out" '- WORSE'
has 'against the first system' "$out" 'change of slow against fast'
has 'and what comes next' "$out" 'hib diff good'
out=$(run quick -b 3 2>&1)
has 'three blocks prove nothing, says the plan' "$out" 'fewer than 6 blocks show values, but prove no difference'
lacks 'and there is no verdict' "$out" 'verdict'
has 'but bars' "$out" 'median and range of 3 trials'

out=$(run narrow -b 6 --until-width 1 2>&1)
has 'a width to be reached is said' "$out" 'blocks are added until the interval of every test is within 1 %, up to 30'
is 'narrow enough: no block more' "$(blocks narrow)" 6
make_profile 'v=$((100 + (n * 7919 % 13) * 3))'
out=$(run wide -b 6 --until-width 2 --most-blocks 9 2>&1)
is 'too wide: up to the most' "$(blocks wide)" 9
has 'and says so' "$out" 'is wider than 2 % still, but 9 blocks are the most'
is 'each block stands in the journal before it runs' "$(jq -cs '[.[] | if .extend then "extend" elif .trial then .block else empty end] | .[12:]' results/wide/journal.jsonl)" \
	'["extend",7,7,"extend",8,8,"extend",9,9]'
has 'and is told' "$out" 'the interval of 1 test is wider than 2 %: another block'
is 'the result holds them all' "$("$HIB" diff wide --json | jq -c '.comparisons[0].tests[0].changes[0] | [.n, .paired]')" '[9,true]'
code 'a width that is no number' 2 "$HIB" run ./p.yaml --target fast --until-width narrow
has 'is said' "$out" "--until-width: 'narrow' is no percentage"
code 'a budget that is no time' 2 "$HIB" run ./p.yaml --target fast --time-budget 3parsecs
has 'is said, too' "$out" "--time-budget: '3parsecs' is no duration such as 2 h"

make_profile 'v=100.$((n % 3))'
run few -b 3 --until-width 2 >/dev/null 2>&1
is 'three blocks have no interval: up to six' "$(blocks few)" 6
make_profile 'sleep 0.5; v=100'
code 'the time budget ends a run' 4 run short -b 8 --time-budget '2 s'
has 'with the number of blocks that it allows' "$out" 'the time budget of 2 s allows about 1 of the 8 blocks'
has 'as is told' "$out" 'the time budget is used up'
n_trials=$(jq -s '[.[] | select(.trial)] | length' results/short/journal.jsonl)
ok 'some trials ran, and not all' test "$n_trials" -ge 2 -a "$n_trials" -lt 16
make_profile 'v=100'
cat >e.yaml <<END
experiment: e
title: E
tests: [{profile: ./p.yaml}]
plan: {blocks: 6, until_width: 3 %, most_blocks: 8, time_budget: 1 h}
systems:
  fast: {directory: $HERE/fast}
  slow: {directory: $HERE/slow}
END
out=$("$HIB" run ./e.yaml --dry-run 2>&1)
has 'its width' "$out" 'within 3 %, up to 8'
has 'its budget' "$out" 'the time budget of 1 h is enough for all of it'

# a system against itself
make_profile 'v=$((100 + n % 2)).$((n % 7))'
code 'calibrate' 0 "$HIB" calibrate ./p.yaml --target fast=fast --seed 3 -n cal
has 'a floor for the test' "$out" 'p'
has 'saved' "$out" 'saved   1 floor in'
floor=$(jq '.floors[0].floor' results/floors.json)
ok 'of the size of the noise' awk "BEGIN { exit !($floor > 0.001 && $floor < 0.02) }"
is 'ten blocks' "$(jq '.floors[0].blocks' results/floors.json)" 10
jq -c '.floors[0].floor = 0.2' results/floors.json >f && mv f results/floors.json
is 'diff takes it for its limit' "$("$HIB" diff good --json | jq -c '.comparisons[0].tests[0].changes[0] | [.floor, .threshold, .verdict]')" '[0.2,0.2,"SAME"]'
has 'and says so' "$("$HIB" diff good --width 120)" 'limit 2 %, or the noise here where that is more (up to 20 %)'
make_profile 'v=100'
echo '{"floors":[{"test":"x"}]}' >results/floors.json
code 'calibrate mends a damaged file' 0 "$HIB" calibrate ./p.yaml --target fast=fast -b 6 -n constant
code 'and what does not vary has a floor of 0' 0 "$HIB" diff good
is 'as it stands there' "$(jq -c '[.floors[].floor]' results/floors.json)" '[0]'
code 'of two systems there is no calibration' 2 "$HIB" calibrate ./p.yaml --target fast --target slow
has 'as is said' "$out" 'one system is measured against itself, and there are 2'
echo "1..$n"
