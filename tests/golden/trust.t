#!/usr/bin/env bash
# Whose profiles run unasked, and what a stranger's files may not do.
. "$(dirname "$0")/../lib.sh"

foreign() { # FILE: somebody else's, as far as this user can make it so
	if [ "$(id -u)" = 0 ]; then chown 65534 "$1"; else chmod g+w "$1"; fi
}

profile mine 'echo mine'
code 'a profile of my own: not asked' 0 "$HIB" run ./mine.yaml -b 1 -o mine --target .
cp mine.yaml group.yaml
chmod g+w group.yaml
code 'one that its group can write: refused' 2 "$HIB" run ./group.yaml -b 1 -o group --target .
has 'with the reason' "$out" "can be written by its group"
has 'and the remedy' "$out" 'hib trust ./group.yaml'
has 'it shows what would run' "$out" "echo mine"
ok 'nothing was made' test ! -e group
chmod 646 group.yaml
code 'one that everybody can write: refused' 2 "$HIB" run ./group.yaml -b 1 -o group --target .

sed -e 's/echo mine/touch ran/' -e 's/^parser/detect: {command: [sh, "-c", "touch '"${HERE//\//\\/}"'\/detected; echo 1.0"], pattern: "([0-9.]+)"}\nsandbox: {network: true, shell: true, reason: fetches}\nparser/' mine.yaml >theirs.yaml
foreign theirs.yaml
code 'a stranger'\''s: looked at' 0 "$HIB" info ./theirs.yaml
ok 'without running anything of it' test ! -e detected
code 'a stranger'\''s: planned' 2 "$HIB" run ./theirs.yaml -b 1 -n --dry-run --target .
code 'a stranger'\''s: refused without a terminal' 2 "$HIB" run ./theirs.yaml -b 1 -o theirs --target .
ok 'and not even asked for its version' test ! -e detected
has 'its exceptions are shown' "$out" 'uses the network'
code 'trust' 0 "$HIB" trust ./theirs.yaml
has 'shows it, too' "$out" 'touch ran'
code 'then it runs' 0 "$HIB" run ./theirs.yaml -b 1 -o theirs --target .
code 'and is listed' 0 "$HIB" trust --list
has 'by hash and place' "$out" "$(sha256sum theirs.yaml | cut -c1-64) $HERE/theirs.yaml"
is 'a file for its user only' "$(stat -c %a results/.trusted)" 600
echo '# more' >>theirs.yaml
code 'changed: refused again' 2 "$HIB" run ./theirs.yaml -b 1 -o theirs2 --target .
code 'forget' 0 "$HIB" trust --forget theirs.yaml
is 'forgotten' "$("$HIB" trust --list)" ''
code 'forget what was not trusted' 2 "$HIB" trust --forget theirs.yaml
code 'trust without a file' 2 "$HIB" trust
printf 'suite: s\ntitle: S\ntests: [{profile: ./theirs.yaml}]\n' >s.yaml
code 'in a suite: refused' 2 "$HIB" run ./s.yaml -b 1 -o s --target .
cat >e.yaml <<'E'
experiment: e
title: E
tests: [{profile: ./mine.yaml}]
systems: {A: {before: [[touch, before-ran]]}}
E
foreign e.yaml
code 'an experiment of a stranger: refused' 2 "$HIB" run e.yaml -b 1 -o e --target .
has 'its commands are shown' "$out" 'touch before-ran'
"$HIB" trust --yes e.yaml >/dev/null
code 'trusted, it runs' 0 "$HIB" run e.yaml -b 1 -o e --target .

if command -v script >/dev/null; then
	answer() { echo "$1" | script -qec "$HIB run ./theirs.yaml -b 1 -o asked-$1 --target ." /dev/null >asked.said 2>&1; }
	answer n
	has 'on a terminal: asked' "$(cat asked.said)" 'now and later? [y/N]'
	ok 'no: nothing runs' test ! -e asked-n
	answer y
	ok 'yes: it runs' test -e asked-y/composite.xml
	code 'and later unasked' 0 "$HIB" run ./theirs.yaml -b 1 -o later --target .
else
	skip 'on a terminal' 'no script(1)'
fi

# a list that others can write is nobody's
"$HIB" trust --list | head -1 >before
chmod o+w results/.trusted
is 'a list that others can write: not believed' "$("$HIB" trust --list)" ''
chmod 600 results/.trusted

# a result that came from elsewhere
"$HIB" run ./mine.yaml -b 2 -o got --target . >/dev/null 2>&1
head -2 got/journal.jsonl >half && cp half got/journal.jsonl && rm got/composite.xml
foreign got/journal.jsonl
code 'a journal of a stranger: not gone on with' 2 "$HIB" resume got
has 'with the reason' "$out" 'its commands are not run'
code 'but shown' 0 "$HIB" show got
cp half mine.half && rm got/journal.jsonl && cp half got/journal.jsonl
mkdir -p precious/hib-x/mount "precious/hib-0badcafe-0/mount" elsewhere/hib-0badcafe-0
touch precious/hib-x/f precious/hib-0badcafe-0/f elsewhere/hib-0badcafe-0/f
printf '1\n%s\n/tmp/x\n0badcafe\n%s\n%s\n' "$(hostname)" "$HERE/precious/hib-x" 'restore /etc/hostname broken' >got/run.lock
before=$(cat /etc/hostname 2>/dev/null)
code 'a lock that names other folders' 0 "$HIB" resume got
ok 'removes none of them' test -e precious/hib-x/f
is 'and writes no other file' "$(cat /etc/hostname 2>/dev/null)" "$before"
cp half got/journal.jsonl
printf '1\n%s\n\n0badcafe\n%s\n' another-machine "$HERE/elsewhere/hib-0badcafe-0" >got/run.lock
"$HIB" resume got >/dev/null 2>&1
ok 'nor one of another machine' test -e elsewhere/hib-0badcafe-0/f
cp half got/journal.jsonl
printf '1\n%s\n\n0badcafe\n%s\n' "$(hostname)" "$HERE/precious/hib-0badcafe-0" >got/run.lock
"$HIB" resume got >/dev/null 2>&1
ok 'what a killed run left here is removed' test ! -e precious/hib-0badcafe-0

# names that lead elsewhere
sed 's|"profile":"mine"|"profile":"../../mine"|' half >got/journal.jsonl
code 'a profile name that leads out of the result' 2 "$HIB" resume got
has 'is refused as such' "$out" 'no name of a profile'
sed 's/^profile: .*/profile: ..\/up/' mine.yaml >up.yaml
code 'a profile called ../up' 2 "$HIB" run ./up.yaml -b 1 -o up --target .
printf 'files: {"../../out": "x"}\n' | cat mine.yaml - >files.yaml
code 'a file above the work folder' 2 "$HIB" run ./files.yaml -b 1 -o files --target .
ok 'is not written' test ! -e out -a ! -e files/out
for name in ../x a/b . .. .hidden "$(printf 'a\nb')"; do
	code "a result called $(printf %q "$name")" 2 "$HIB" run ./mine.yaml -b 1 -n "$name" --target .
done
done_testing
