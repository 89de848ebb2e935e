#!/usr/bin/env bash
# What is finished stays: full disks, closed streams, damaged files, a second hib, another user.
. "$(dirname "$0")/../lib.sh"

trials() { grep -c '"trial":' "$1/journal.jsonl"; }
has_trials() { [ "$(trials "$1" 2>/dev/null || echo 0)" -ge "$2" ]; }
whole() { python3 -c 'import json, sys; [json.loads(l) for l in open(sys.argv[1])]' "$1/journal.jsonl"; }
gone() { ! pgrep -f "$1" >/dev/null; }

# --force replaces a result that nobody works on, and nothing else
profile slow 'sleep 0.4; echo done'
"$HIB" run ./slow.yaml -b 20 -n busy --target . >/dev/null 2>&1 &
pid=$!
wait_for 20 has_trials results/busy 1
code 'a running result: --force is refused' 2 "$HIB" run ./slow.yaml -b 1 -n busy --force
has 'a running result: the holder is named' "$out" "$pid"
now=$(trials results/busy)
ok 'a running result: it goes on' wait_for 20 has_trials results/busy $((now + 1))
ok 'a running result: its logs are all there' test "$(ls results/busy/logs/*.out | wc -l)" -ge "$now"
code 'a running result is not removed either' 2 "$HIB" results remove busy --force
"$HIB" stop busy >/dev/null
wait $pid
ok 'a running result: whole' whole results/busy
for theirs in logs profiles work run.log; do
	mkdir -p "mine-$theirs/$theirs"
	echo precious >"mine-$theirs/$theirs/file"
	code "a folder that is no result, with $theirs: refused with --force too" 2 "$HIB" run ./slow.yaml -b 1 -o "mine-$theirs" --force
	has "a folder that is no result, with $theirs: said" "$out" "mine-$theirs/$theirs"
	is "a folder that is no result, with $theirs: left as it was" "$(cat "mine-$theirs/$theirs/file")" precious
done
code 'a result with a journal is not imported over' 2 "$HIB" import composite "$DATA/reiser4-2012/reiser4-2012.composite.xml" -o results/busy
ok 'and keeps its journal' whole results/busy

# streams that are closed
profile quick 'echo fine'
"$HIB" run ./quick.yaml -b 2 -o closed-out >&- 2>/dev/null
is 'stdout closed: the run ends as it should' $? 0
ok 'stdout closed: the journal is whole' whole closed-out
"$HIB" run ./quick.yaml -b 2 -o closed-all >&- 2>&- <&-
ok 'all streams closed: the journal is whole' whole closed-all
is 'all streams closed: every trial is there' "$(trials closed-all)" 2
code 'all streams closed: show' 0 "$HIB" show closed-all

# files that got damaged
cp -r closed-out lost
head -c 700 closed-out/composite.xml >lost/composite.xml
code 'a cut composite.xml: the journal speaks' 0 "$HIB" show lost
has 'a cut composite.xml: the values are there' "$out" 'Seconds'
: >lost/composite.xml
code 'an empty composite.xml: the same' 0 "$HIB" show lost

# another version of the program in the middle of a run
mkdir bin
printf '#!/bin/sh\n[ "$1" = -v ] && { echo "tool 1.0"; exit; }\nsleep 0.3; echo done\n' >bin/tool
chmod +x bin/tool
cat >versions.yaml <<'END'
profile: versions
version: 1.0.0
title: Versions
programs: [tool]
detect: {command: [tool, "-v"], pattern: 'tool ([0-9.]+)'}
command: [tool]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
END
PATH=$HERE/bin:$PATH "$HIB" run ./versions.yaml -b 8 -n mixed --target . >mixed.said 2>&1 &
pid=$!
wait_for 20 has_trials results/mixed 2
"$HIB" stop mixed >/dev/null
wait $pid
before=$(trials results/mixed)
sed -i 's/tool 1.0/tool 1.1/' bin/tool
PATH=$HERE/bin:$PATH code 'another version: resume is refused' 2 "$HIB" resume mixed
has 'another version: both are named' "$out" 'version 1.1 is installed, the run began with 1.0'
is 'another version: nothing was added' "$(trials results/mixed)" "$before"

# hib itself is stopped while a trial runs: its clock cannot be trusted
profile nap 'sleep 1'
"$HIB" run ./nap.yaml -b 1 -o nap >nap.said 2>&1 &
pid=$!
wait_for 10 pgrep -f 'sh -c sleep 1 sh'
kill -STOP $pid
sleep 4
kill -CONT $pid
wait $pid
has 'hib was stopped: the time is invalid' "$(cat nap/journal.jsonl)" 'was stopped meanwhile'

# without root: no cgroup, so processes are known by their mark
if [ "$(id -u)" = 0 ] && [ -z "${UNDER_VALGRIND:-}" ] && command -v setpriv >/dev/null; then
	mkdir user
	chmod 755 "$HERE"
	cp "$HIB" user/hib
	profile deep 'sleep 0.2; setsid sh -c "sleep 3605.5 & wait" & sleep 3605.7'
	cp deep.yaml user/
	chown -R nobody: user
	as_nobody() { (cd user && exec env HIB_RESULTS="$HERE/user/results" setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }
	as_nobody ./hib run ./deep.yaml -b 1 -n deep --target . >user.said 2>&1 &
	wait_for 20 pgrep -f 'sleep 3605[.]5'
	pkill -KILL -f 'hib run ./deep.yaml'
	wait
	sed -i 's/sleep 3605[^;]*;*//g; s/setsid.*&/true/' user/deep.yaml
	as_nobody timeout -s INT 5 ./hib resume deep >user.said 2>&1
	ok 'without a cgroup: resume ends what was left running' wait_for 2 gone 'sleep 3605[.]5'
	pkill -f 'sleep 3605[.]' 2>/dev/null
	ok 'without a cgroup: and cleans the target' test -z "$(ls -d user/hib-* 2>/dev/null)"
else
	skip "without a cgroup" "needs root, and hib itself"
fi

# the place of the results is full
if [ "$(id -u)" = 0 ] && mkdir full && mount -t tmpfs -o size=400k none full 2>/dev/null; then
	trap 'cd /; umount "$HERE/full"; rm -rf "$HERE"' EXIT
	profile wordy 'head -c 90000 /dev/zero; echo done'
	code 'full disk: exit 5' 5 "$HIB" run ./wordy.yaml -b 8 -o full/r --target .
	has 'full disk: the cause' "$out" 'No space left on device'
	has 'full disk: the way on' "$out" 'hib resume'
	before=$(trials full/r)
	ok 'full disk: some trials were finished' test "$before" -ge 1
	ok 'full disk: the journal is whole' whole full/r
	code 'full disk: they are shown' 0 "$HIB" show full/r
	has 'full disk: as a part of the plan' "$out" "INCOMPLETE $before of 8"
	mount -o remount,size=4m full
	code 'full disk: resume finishes it when there is space' 0 "$HIB" resume full/r
	is 'full disk: all trials, none twice' "$(grep -o '"slot":[0-9]*' full/r/journal.jsonl | sort -u | wc -l) $(trials full/r)" '8 8'
else
	skip 'full disk' 'no mount here'
fi
# a failed trial is made good by one more block at the end, at most twice for a test
cat >flaky.yaml <<END
profile: flaky
version: 1.0.0
title: Flaky
programs: [sh]
command: [sh, -c, 'n=\$(cat "$HERE/n"); echo \$((n + 1)) >"$HERE/n"; [ \$((n % 2)) = 0 ]']
sandbox: {write: ["$HERE"], shell: true, reason: counts its runs}
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
END
echo 1 >n
code 'every other trial fails' 3 "$HIB" run ./flaky.yaml -b 5 --target . -o flaky
is 'two blocks are added, and no more' "$(jq -s '[.[] | select(.trial)] | length' flaky/journal.jsonl) $(grep -c extend flaky/journal.jsonl)" '7 2'
has 'which is said' "$out" 'two blocks were added already'
# killed between the line of a failed trial and what follows from it
head -2 flaky/journal.jsonl >cut.jsonl && cp cut.jsonl flaky/journal.jsonl && rm flaky/composite.xml
echo 2 >n
code 'the run goes on' 3 "$HIB" resume flaky
is 'and draws the consequence' "$(grep -c extend flaky/journal.jsonl)" 2
done_testing
