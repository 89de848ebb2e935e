#!/usr/bin/env bash
# Runs that are stopped, killed and taken up again.
. "$(dirname "$0")/../lib.sh"

profile slow 'sleep 0.4; echo done'
trials() { grep -c '"trial":' "$1/journal.jsonl"; }
gone() { ! pgrep -f "$1" >/dev/null; }
has_trials() { [ "$(trials "$1" 2>/dev/null || echo 0)" -ge "$2" ]; }

# kill -9 in the middle
"$HIB" run ./slow.yaml -b 6 -n killed --target . >/dev/null 2>&1 &
pid=$!
wait_for 20 has_trials results/killed 2
kill -9 $pid
wait $pid 2>/dev/null
before=$(trials results/killed)
ok 'killed: finished trials are in the journal' test "$before" -ge 2
ok 'killed: no composite was needed' test ! -e results/killed/composite.xml
code 'killed: show draws them' 0 "$HIB" show killed
has 'killed: show says so' "$out" "INCOMPLETE $before of 6"
has 'killed: so does an article' "$("$HIB" report killed -f txt 2>/dev/null)" "The run is not finished: $before of 6 trials are done."
has 'killed: with the value' "$out" 'Seconds'
ok 'killed: the measured program is gone' wait_for 5 gone 'sh -c sleep 0[.]4'
code 'killed: resume finishes it' 0 "$HIB" resume killed
is 'killed: all trials, none twice' "$(grep -o '"slot":[0-9]*' results/killed/journal.jsonl | sort -u | wc -l) $(trials results/killed)" '6 6'
ok 'killed: nothing is left on the target' test -z "$(ls -d hib-* 2>/dev/null)"
code 'killed: nothing to resume any more' 0 "$HIB" resume killed
has 'killed: composite is there now' "$(cat results/killed/composite.xml)" '<Title>killed</Title>'

# what a killed hib leaves running is ended by resume
if grep -q '"cgroup":1' results/killed/journal.jsonl; then
	profile deep 'sleep 0.2; setsid sh -c "sleep 3603.5 & wait" & sleep 3603.7'
	"$HIB" run ./deep.yaml -b 1 -n deep --target . >/dev/null 2>&1 &
	pid=$!
	wait_for 20 pgrep -f 'sleep 3603[.]5'
	kill -9 $pid
	wait $pid 2>/dev/null
	sed -i 's/sleep 3603[^;]*;*//g; s/setsid.*&/true/' deep.yaml
	timeout -s INT 5 "$HIB" resume deep >/dev/null 2>&1
	ok 'killed: resume ends what was left running' test -z "$(pgrep -f 'sleep 3603[.]5')"
	ok 'killed: and cleans the target' test -z "$(ls -d hib-* 2>/dev/null)"
else
	skip 'killed: resume ends what was left running' 'no cgroup here'
fi

# a torn last line, and damage in the middle
cp -r results/killed results/torn
rm results/torn/composite.xml
truncate -s -20 results/torn/journal.jsonl
code 'torn last line: dropped' 0 "$HIB" show torn
has 'torn last line: one trial less' "$out" 'INCOMPLETE 5 of 6'
code 'torn last line: resume runs it again' 0 "$HIB" resume torn
is 'torn last line: the journal is whole' "$(python3 -c 'import json; print(sum(1 for l in open("results/torn/journal.jsonl") if json.loads(l)))')" 7
cp -r results/killed results/damaged
rm results/damaged/composite.xml
sed -i '3s/"slot"/"slo/' results/damaged/journal.jsonl
code 'damage in the middle: an error' 2 "$HIB" show damaged
has 'damage in the middle: the line is named' "$out" 'journal.jsonl:3:'

# Ctrl-C, even where a shell started the job with SIGINT ignored
(trap '' INT; exec "$HIB" run ./slow.yaml -b 6 -n stopped --target . >stopped.said 2>&1) &
pid=$!
wait_for 20 has_trials results/stopped 1
kill -INT $pid
wait $pid
is 'Ctrl-C: ends as the signal does' $? 130
ok 'Ctrl-C: a valid result' "$HIB" show stopped
has 'Ctrl-C: says how to go on' "$(cat stopped.said)" 'hib resume stopped'
ok 'Ctrl-C: nothing is left on the target' test -z "$(ls -d hib-* 2>/dev/null)"
ok 'Ctrl-C: composite.xml is written' test -s results/stopped/composite.xml
code 'Ctrl-C: resume goes on' 0 "$HIB" resume stopped
is 'Ctrl-C: the plan is complete' "$(trials results/stopped)" 6

# status and stop from elsewhere; hang-up does not end a run
"$HIB" run ./slow.yaml -b 30 -o elsewhere --target . >hup.said 2>&1 &
pid=$!
wait_for 20 has_trials elsewhere 1
code 'status: finds a run with -o' 0 "$HIB" status
has 'status: names its folder' "$out" "$HERE/elsewhere"
kill -HUP $pid
now=$(trials elsewhere)
wait_for 20 has_trials elsewhere $((now + 2))
ok 'hang-up: the run goes on' kill -0 $pid
lines=$(wc -l <hup.said)
sleep 1
is 'hang-up: the terminal is left alone' "$(wc -l <hup.said)" "$lines"
ok 'hang-up: run.log goes on' test "$(wc -l <elsewhere/run.log)" -gt "$lines"
code 'a second hib in one result is refused' 2 "$HIB" resume elsewhere
has 'and told who is there' "$out" "process $pid"
code 'stop: ends it' 0 "$HIB" stop elsewhere
wait $pid
is 'stop: as SIGTERM does' $? 143
code 'status: nothing runs' 0 "$HIB" status
has 'status: says so' "$out" 'nothing runs now'

# results are never overwritten
code 'an existing result is refused' 2 "$HIB" run ./slow.yaml -n killed -b 1
has 'and the ways out are named' "$out" 'hib resume killed'
code 'with --force it is replaced' 0 "$HIB" run ./slow.yaml -n killed -b 1 --force
is 'by the new one' "$(trials results/killed)" 1
done_testing
