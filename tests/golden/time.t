#!/usr/bin/env bash
# hib time: commands side by side, in blocks; raw samples kept, failures told.
. "$(dirname "$0")/../lib.sh"
times() { "$HIB" export csv "$1" | tr -d '\r' | grep '^Time,,,' | cut -d, -f7-12; }

code 'two commands' 0 "$HIB" time 'sleep 0.02' 'sleep 0.05' -r 3 -w 1 -o two --seed 1
has 'two commands: the quicker one is the best' "$out" 'best'
is 'two commands: every run of each, warm-up not counted' "$(times two | cut -d, -f1 | sort | uniq -c | tr -s ' ')" ' 3 sleep 0.02
 3 sleep 0.05'
is 'two commands: in blocks of both' "$(times two | sort -t, -k2n | cut -d, -f3 | tr '\n' ' ')" '1 1 2 2 3 3 '
is 'two commands: no sample is shorter than the sleep' "$(times two | awk -F, '$1 == "sleep 0.05" && $5 < 0.05' | wc -l)" 0
is 'two commands: user and system time, too' "$(xmllint --xpath '//Result/Description/text()' results/two/composite.xml | tr '\n' ' ')" 'User time System time '
code 'one command as its words' 0 "$HIB" time -r 1 -o words -- sh -c 'echo "a  b" >out; sleep 0.01'
is 'one command: no shell splits them' "$(cat out)" 'a  b'
code 'quotes' 0 "$HIB" time -r 1 -o quotes "touch 'x  y' a\\ b \"c d\""
is 'quotes: words' "$(find . -name 'x  y' -o -name 'a b' -o -name 'c d' | sort | tr '\n' ';')" './a b;./c d;./x  y;'
code 'what needs a shell' 2 "$HIB" time 'echo a | cat'
has 'what needs a shell: said' "$out" "'|' means something to a shell only: --shell runs the line by one"
code 'a shell' 0 "$HIB" time --shell 'echo a | cat >piped' -r 1 -o shell
is 'a shell: ran it' "$(cat piped)" a
code 'parameters' 0 "$HIB" time -P 'n=1..3' -P 'm=x,y' 'touch f{n}{m}' -r 1 -o par
is 'parameters: all combinations' "$(echo f*)" 'f1x f1y f2x f2y f3x f3y'
is 'parameters: a bar each' "$(xmllint --xpath 'count(//System)' results/par/composite.xml)" 6
code 'a step' 0 "$HIB" time -P 'n=0..1/0.5' 'touch g{n}' -r 1 -o step
is 'a step: values' "$(echo g*)" 'g0 g0.5 g1'
code 'a parameter without values' 2 "$HIB" time -P 'n=' 'true'
code 'prepare' 0 "$HIB" time -p 'echo p >>prepared' 'true' 'sleep 0' -r 2 -o prep
is 'prepare: before each run' "$(wc -l <prepared)" 4
code 'a run that fails' 2 "$HIB" time 'sh -c "echo oh no >&2; exit 3"' -o failed
has 'a run that fails: how, and its words' "$out" 'exit status 3 (oh no); --ignore-failure counts such runs'
ok 'a run that fails: nothing is left' test ! -e results/failed
code 'counted on wish' 0 "$HIB" time -i 'sh -c "exit 3"' -r 2 -o counted
is 'counted on wish: hyperfine is told the status' "$("$HIB" export hyperfine counted 2>/dev/null | jq -c '.results[0].exit_codes')" '[3,3]'
code 'no such program' 2 "$HIB" time nowhere-program
code 'two of one name' 2 "$HIB" time true true
code 'named' 0 "$HIB" time -n one -n two true true -r 1 -o named
is 'named: bars' "$(xmllint --xpath '//System/Identifier/text()' results/named/composite.xml | tr '\n' ' ')" 'one two '
code 'saved by itself' 0 "$HIB" time true -r 1
code 'saved by itself: again' 0 "$HIB" time true -r 1
is 'saved by itself: under a new name each' "$(cd results && echo time-*)" 'time-1 time-2'
# killed in the middle, the rows are there
"$HIB" time 'sleep 0.1' -r 100 -o killed >/dev/null 2>&1 &
pid=$!
sleep 1
kill -9 $pid
{ wait $pid; } 2>/dev/null
code 'killed: the runs that were done are imported' 0 "$HIB" import csv results/killed/trials.csv -o saved
[ "$(times saved | wc -l)" -ge 3 ]
is 'killed: most of them' $? 0
# asked to stop, it saves what there is
timeout -s INT 1 "$HIB" time 'sleep 0.1' -r 100 -o stopped >/dev/null 2>&1
[ "$(times stopped | wc -l)" -ge 3 ]
is 'stopped: what was done is saved' $? 0
done_testing
