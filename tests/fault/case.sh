#!/usr/bin/env bash
# case.sh FOLDER KIND CALL N [MORE OPTIONS OF THE RUN]: one run of three trials in a fresh folder of its own, disturbed at the n-th
# system call CALL of hib, then judged, then taken up again and judged again. KIND: kill (SIGKILL as the call begins),
# an errno with which the call fails, random (killed at some moment of a longer run), or step (the n-th run of the program
# CALL, such as mount, fails). Prints a line for each thing that is wrong, and "tried".
set -u
folder=$1 kind=$2 call=$3 n=$4
shift 4
export LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 HIB_RESULTS=$folder/store XDG_CONFIG_HOME=$folder/config
export ASAN_OPTIONS=detect_leaks=0
mkdir -p "$folder/target" && cd "$folder" || exit 1
cat >three.yaml <<'E'
profile: three
version: 1.0.0
title: Three
programs: [sh]
command: [sh, -c, 'echo done; echo kept >"$1/file"', sh, "{target}"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
E
wrong() { echo "WRONG $kind $call $n: $*"; }
trials() { grep -c '^{"trial":.*}$' r/journal.jsonl 2>/dev/null; }
whole() { python3 - r/journal.jsonl <<'E'
import json, sys
lines = open(sys.argv[1], "rb").read().split(b"\n")
for i, line in enumerate(lines):
	try:
		json.loads(line or b"{}")
	except ValueError:
		if i + 1 < len(lines):
			sys.exit("line %d of the journal is damaged" % (i + 1))
E
}
blocks=3
if [ "$kind" = step ]; then
	# the n-th run of a helper program fails
	mkdir bin
	cat >"bin/$call" <<E
#!/bin/sh
echo . >>$folder/count
[ "\$(wc -l <$folder/count)" != $n ] || { echo "$call: broken on purpose" >&2; exit 32; }
exec $(command -v "$call") "\$@"
E
	chmod +x "bin/$call"
	PATH=$folder/bin:$PATH "$HIB" run ./three.yaml -b 3 -o r --target target "$@" >said 2>&1
	code=$?
	[ "$(wc -l <count)" -lt "$n" ] || [ $code != 0 ] || grep -q "$call" said r/journal.jsonl || wrong 'a failure nobody tells of'
fi
if [ "$kind" = random ]; then
	# killed at a moment of a longer run
	blocks=30
	setsid "$HIB" run ./three.yaml -b 30 -o r --target target "$@" >said 2>&1 &
	pid=$!
	sleep "$(awk -v s="$call$$" 'BEGIN { srand(s); printf "%.4f", rand() * 0.45 }')"
	kill -9 $pid
	wait $pid
	code=$?
fi
code=${code:-0}
case $kind in
kill) inject="$call:signal=KILL:when=$n" ;;
*) inject="$call:error=$kind:when=$n" ;;
esac
[ "$kind" = random ] || [ "$kind" = step ] || timeout -k 1 60 strace -qq -o /dev/null -e "trace=$call" -e "inject=$inject" "$HIB" run ./three.yaml -b 3 -o r --target target "$@" >said 2>&1 || code=$?
[ $code != 124 ] || { wrong hangs; pkill -9 -f "$folder"; }
before=$(trials)
case $kind/$code in
kill/137 | kill/0 | random/137 | random/0) ;;
kill/* | random/*) wrong "ended with $code" ;;
*/124) ;;
*/0 | */2 | */3 | */4 | */5) ;;
*/127) grep -q 'loading shared libraries' said || wrong "ended with $code" ;;
*) wrong "ended with $code: $(tail -3 said | tr '\n' ' ')" ;;
esac
# what hib says is done must be there
if [ $code = 0 ] && [ "$(grep -c '<Value>[0-9.]' r/composite.xml)" -lt 1 ]; then wrong "exit 0 without a result"; fi
if [ $code = 0 ] && [ "${before:-0}" -lt $blocks ]; then wrong "exit 0 with $before trials in the journal"; fi
if [ "$kind" != kill ] && [ "$kind" != random ] && [ $code != 0 ] && [ $code != 127 ] && ! grep -q '^hib: \|failed\|FAILED\|INCOMPLETE\|note' said; then wrong "exit $code and not a word"; fi
if [ -s r/journal.jsonl ]; then
	damage=$(whole 2>&1) || wrong "$damage"
	cp r/journal.jsonl earlier
fi
if [ "${before:-0}" -gt 0 ] && ! "$HIB" show r >shown 2>&1; then wrong "$before trials cannot be shown: $(head -2 shown | tr '\n' ' ')"; fi
token=$(sed -n 4p r/run.lock 2>/dev/null)
# taken up again
if [ -n "$(head -1 r/journal.jsonl 2>/dev/null)" ]; then
	if ! "$HIB" resume r >again 2>&1; then
		# a failed trial is no lost one: it stands as such, with its block run again
		grep -q '"state":"failed"' r/journal.jsonl || wrong "resume: $(tail -3 again | tr '\n' ' ')"
	fi
elif ! "$HIB" run ./three.yaml -b $blocks -o r --target target --force "$@" >again 2>&1; then
	wrong "begun anew: $(tail -3 again | tr '\n' ' ')"
fi
if [ -f earlier ] && ! python3 - <<'E'
import sys
old, new = open("earlier", "rb").read(), open("r/journal.jsonl", "rb").read()
old = old[:old.rfind(b"\n") + 1]
sys.exit(0 if new.startswith(old) else 1)
E
then wrong 'finished trials changed'; fi
ok=$(grep -c '^{"trial":.*"state":"ok"' r/journal.jsonl)
[ "$ok" -ge $blocks ] || grep -q 'skip' r/journal.jsonl || wrong "$ok trials are ok in the end"
[ "$(grep -o '^{"trial":[0-9]*' r/journal.jsonl | sort | uniq -d)" = '' ] || wrong 'a trial stands twice'
"$HIB" show r >shown 2>&1 || wrong "in the end it cannot be shown: $(head -2 shown | tr '\n' ' ')"
xmllint --noout r/composite.xml 2>/dev/null || wrong 'composite.xml is no XML'
# left behind
left=$(cd r && find . -mindepth 1 | grep -vE '^\./(journal\.jsonl|composite\.xml|run\.log|run\.lock|logs|profiles|profiles/three\.yaml|logs/[0-9]{4}\.(out|err|idx|[a-z-]+[0-9]*\.(out|err|idx)))$')
[ -z "$left" ] || wrong "left in the result: $left"
[ -z "$(ls target)" ] || wrong "left in the target: $(ls target)"
"$HIB" status >/dev/null 2>&1 # forgets what runs no more
[ -z "$(ls store/.running 2>/dev/null)" ] || wrong "left in the store: $(ls store/.running)"
[ -z "$token" ] || [ -z "$(find /sys/fs/cgroup -name "hib-$token" 2>/dev/null)" ] || wrong "left control groups of $token"
echo tried
cd / && rm -rf "$folder"
