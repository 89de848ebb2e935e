#!/usr/bin/env bash
# Programs that misbehave: the runner survives, accounts, cleans up and tells.
. "$(dirname "$0")/../lib.sh"

run() { "$HIB" run "./$1.yaml" -b 1 -o "r-$1" -f "${@:2}" >"$1.said" 2>&1 </dev/null; }
gone() { ! pgrep -f "$1" >/dev/null; }

dbench_keys='parser: dbench
metrics:
  - {metric: throughput, scale: MB/s, proportion: HIB}'

# ignores TERM: KILL after the grace
profile stubborn 'trap "" TERM; echo up; sleep 3600.1 & while :; do sleep 3600.2; done' 'parser: elapsed
time_limit: 1 s
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}'
start=$(date +%s)
run stubborn
is 'ignores TERM: exit 3' $? 3
has 'ignores TERM: said to be the time limit' "$(cat stubborn.said)" 'time limit reached'
ok 'ignores TERM: ended after limit and grace' test $(($(date +%s) - start)) -le 25
ok 'ignores TERM: nothing is left of it' gone 'sleep 3600[.]'
is 'ignores TERM: its output is kept' "$(cat r-stubborn/logs/0001.out)" up

# a daemon that left its group and session
profile daemon 'setsid sh -c "setsid sleep 3601.5 & " ; echo started'
run daemon
is 'daemon: exit 0' $? 0
ok 'daemon: it was ended' gone 'sleep 3601[.]5'
has 'daemon: said' "$(cat daemon.said)" 'left 1 process behind'

# orphans that end while the command runs do not pile up
profile orphans 'for i in $(seq 60); do (true & ); done; sleep 0.3; ps -eo ppid=,stat= | grep -c "^ *$PPID Z"; exit 0'
run orphans
is 'orphans: exit 0' $? 0
is 'orphans: none is left as a zombie' "$(cat r-orphans/logs/0001.out)" 0

# a grandchild that holds the pipes open
profile holder '(sleep 3602.5; echo late) & echo early'
start=$(date +%s)
run holder
is 'pipe holder: exit 0' $? 0
ok 'pipe holder: no waiting for it' test $(($(date +%s) - start)) -le 10
is 'pipe holder: output up to the end' "$(cat r-holder/logs/0001.out)" early

# kills itself
profile suicide 'echo last words; kill -SEGV $$'
run suicide
is 'kills itself: exit 3' $? 3
has 'kills itself: the signal is named' "$(cat suicide.said)" 'ended by signal 11'

# kills its whole group
profile group 'trap "" TERM; kill -TERM 0; kill -TERM -$$; echo alive'
run group
is 'kills its group: hib lives' $? 0

# exits 3 with a value printed
profile liar 'echo "Throughput 123.4 MB/sec  1 clients  1 procs  max_latency=1.0 ms"; exit 3' "$dbench_keys"
run liar
is 'exits 3 with a value: exit 3' $? 3
has 'exits 3 with a value: it does not count' "$(cat liar.said)" 'exit status 3'
lacks 'exits 3 with a value: not in the result' "$(cat r-liar/composite.xml)" '<Value>123.4</Value>'
has 'a failed entry has an empty value, as PTS writes it' "$(cat r-liar/composite.xml)" '<Value></Value>'

# a binary that is not there, and one that is no binary
profile absent 'true'
sed -i 's/programs: .*/programs: [no-such-program]/' absent.yaml
code 'missing program: exit 2' 2 "$HIB" run ./absent.yaml -o r-absent
has 'missing program: named' "$out" "program 'no-such-program' not found"
ok 'missing program: nothing was made' test ! -e r-absent
printf 'no program\n' >broken-binary
chmod +x broken-binary
sed -e "s|^command: .*|command: [$HERE/broken-binary]|" -e 's/programs: .*/programs: []/' absent.yaml >broken.yaml
run broken
is 'exec fails: exit 3' $? 3
has 'exec fails: reported as such' "$(cat broken.said)" 'cannot execute'
has 'exec fails: with the cause' "$(cat broken.said)" 'Exec format error'

# floods stdout: head and tail are kept, memory stays small
profile flood 'echo first; yes 0123456789abcde | head -c 300000000; echo; echo last'
/usr/bin/env bash -c '"$0" run ./flood.yaml -b 1 -o r-flood >flood.said 2>&1; echo $?' "$HIB" >flood.code
is 'flood: exit 0' "$(cat flood.code)" 0
has 'flood: said to be capped' "$(cat flood.said)" '64 MiB from each end'
is 'flood: head of 64 MiB' "$(stat -c %s r-flood/logs/0001.out)" 67108864
is 'flood: tail of 64 MiB' "$(stat -c %s r-flood/logs/0001.out.tail)" 67108864
is 'flood: the first line is kept' "$(head -1 r-flood/logs/0001.out)" first
is 'flood: the last line is kept' "$(tail -1 r-flood/logs/0001.out.tail)" last
profile floodvalue 'yes "noise noise noise" | head -c 200000000; echo; echo "Throughput 55.5 MB/sec  1 clients  1 procs  max_latency=1.0 ms"' "$dbench_keys"
run floodvalue
is 'flood: a value in the tail is read' "$(grep -o '<Value>55.5</Value>' r-floodvalue/composite.xml)" '<Value>55.5</Value>'

# output on both streams in order
profile both 'echo one; echo two >&2; sleep 0.05; echo "Throughput 7 MB/sec  1 clients  1 procs  max_latency=1.0 ms" >&2' "parse: both
$dbench_keys"
run both
is 'both streams are read' "$(grep -o '<Value>7</Value>' r-both/composite.xml)" '<Value>7</Value>'
is 'the index tells what came when' "$(cut -d' ' -f1-3 r-both/logs/0001.idx | tr '\n' ,)" 'o 0 4,e 0 4,e 4 60,'

# a value in a file that the program wrote
profile infile 'echo "Throughput 8.5 MB/sec  1 clients  1 procs  max_latency=1.0 ms" >"$2/report"' "parse: \"file:{work}/report\"
$dbench_keys"
run infile
is 'a file is read and kept' "$(cut -c1-14 r-infile/logs/0001.file)" 'Throughput 8.5'
has 'its value counts' "$(cat r-infile/composite.xml)" '<Value>8.5</Value>'

# values that the profile's own templates find
profile template 'echo start; echo "rate of it: 12.5 MB/s"; echo "lat 7us"; exit ${FAIL:-0}' 'parser: template
metrics:
  - {metric: rate, scale: MB/s, proportion: HIB, output_template: "rate of it: #_RESULT_# MB/s"}
  - {metric: lat, title: Latency, scale: us, proportion: LIB, output_template: "lat #_RESULT_#", strip_from_result: us}
  - {metric: none, title: None, scale: x, proportion: LIB, output_template: "none: #_RESULT_#"}'
run template
is 'template: values are read' "$(grep -o '<Value>[^<]*</Value>' r-template/composite.xml | tr -d '\n')" '<Value>12.5</Value><Value>7</Value><Value></Value>'
has 'template: the one that is not there is missing' "$(cat r-template/journal.jsonl)" 'no value fits the template'
sed -i 's/${FAIL:-0}/1/' template.yaml
run template
lacks 'template: a failed program gives none' "$(cat r-template/composite.xml)" '<Value>12.5</Value>'

# takes all memory: held by its control group, and said to be so
if grep -q '"memory_limit":' r-suicide/journal.jsonl; then
	profile hog 'echo begun; perl -e "my @a; push @a, chr(120) x 1048576 while 1"; echo on' 'parser: elapsed
memory_limit: 100 MiB
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}'
	run hog
	is 'takes all memory: exit 3' $? 3
	has 'takes all memory: said, with the limit' "$(cat hog.said)" 'out of memory: its limit is 100 MiB'
	has 'takes all memory: the trial tells of it' "$(grep -m1 '"trial":1' r-hog/journal.jsonl)" '"out_of_memory"'
	ok 'takes all memory: the next run is not held by it' "$HIB" run ./both.yaml -b 1 -o r-after -f
	ok 'its limit stands with every trial' test "$(jq -s 'map(select(.trial))[0].memory_limit' r-after/journal.jsonl)" -gt 200000000
else
	has 'no control group for memory: said' "$(cat suicide.said)" 'nothing limits'
fi

# takes all descriptors that it may; talks to the terminal; asks for the terminal
profile files 'perl -e "while (open my \$f, q(<), q(/dev/null)) { push @f, \$f } print \$!, qq(\n)"'
run files
is 'takes all descriptors: exit 0' $? 0
has 'takes all descriptors: its own ones' "$(cat r-files/logs/0001.out)" 'Too many open files'
printf '%s\n' "printf '\033]0;owned\007\033[2J\033[31mred\tbad\n' >&2; exit 1" >esc.sh
profile escapes "sh $HERE/esc.sh" "parser: elapsed
sandbox: {read: [$HERE/esc.sh], reason: a test}
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}"
run escapes
has 'control sequences: what it said is told' "$(cat escapes.said)" red
lacks 'control sequences: none reaches the terminal' "$(cat escapes.said; "$HIB" show r-escapes 2>&1)" $'\033'
has 'control sequences: the log keeps them' "$(cat r-escapes/logs/0001.err)" $'\033]0;owned'

# a crowd of children, each in a session of its own, that ignore TERM
profile crowd 'for i in $(seq 200); do setsid sh -c "trap \"\" TERM; sleep 3604.5" & done; sleep 0.5'
run crowd
is 'a crowd: exit 0' $? 0
ok 'a crowd: all ended' gone 'sleep 3604[.]5'

# environment and stdin
profile env 'cat; env | sort; pwd'
run env
got=$(grep -v HIB_PADDING r-env/logs/0001.out)
has 'environment: C locale' "$got" 'LC_ALL=C'
has 'environment: UTC' "$got" 'TZ=UTC'
lacks 'environment: nothing of ours' "$got" HIB_RESULTS
ok 'stdin is empty' test -s r-env/logs/0001.out

# the sandbox: writes outside the target fail, inside they work
if [ "$("$HIB" system --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["landlock"])')" -gt 0 ]; then
	profile escape "echo x >$HERE/outside && exit 9; echo y >\"\$1/inside\" && cat \"\$1/inside\""
	run escape
	is 'sandbox: exit 0' $? 0
	ok 'sandbox: nothing written outside' test ! -e outside
	is 'sandbox: written inside' "$(cat r-escape/logs/0001.out)" y
	has 'sandbox: recorded' "$(tail -1 r-escape/journal.jsonl)" '"landlock":'
	profile excused "echo x >$HERE/allowed/f && cat $HERE/allowed/f" "parser: elapsed
sandbox: {write: [$HERE/allowed], reason: a test}
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}"
	mkdir allowed
	run excused
	is 'sandbox: an exception works' $? 0
	has 'sandbox: an exception is shown' "$(cat excused.said)" 'a test'
else
	skip sandbox 'this kernel has no Landlock'
fi

ok 'targets are clean after all of it' test -z "$(ls -d hib-* 2>/dev/null)"
# where the results lie on the disk under test, each trial says so
cat >where.yaml <<'X'
profile: where
version: 1.0.0
title: Where
command: ["true"]
parser: elapsed
metrics: [{metric: elapsed, scale: Seconds, proportion: LIB}]
X
mkdir -p here
"$HIB" run ./where.yaml --target here -b 1 -o beside >/dev/null 2>&1
if [ "$(findmnt -no SOURCE -T here)" = "$(findmnt -no SOURCE -T beside)" ] && [ -b "$(findmnt -no SOURCE -T here)" ]; then
	has 'results on the disk under test are told' "$(cat beside/journal.jsonl)" '"shared_disk"'
else
	skip 'results on the disk under test are told' 'no disk here'
fi
if [ -w /dev/shm ] && shm=$(mktemp -d /dev/shm/hib-test.XXXXXX); then
	"$HIB" run ./where.yaml --target "$shm" -b 1 -o elsewhere >/dev/null 2>&1
	lacks 'results elsewhere need not be' "$(cat elsewhere/journal.jsonl)" '"shared_disk"'
	rm -rf "$shm"
else
	skip 'results elsewhere need not be' 'no /dev/shm'
fi
done_testing
