#!/usr/bin/env bash
# Profiles, suites and options: what is read, and each refusal with its place and its remedy.
. "$(dirname "$0")/../lib.sh"

good='profile: p
version: 1.0.0
title: P
programs: [sh]
command: [sh, -c, "true"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
'
refused() { # NAME CONTENT PART
	printf '%s' "$2" >p.yaml
	code "$1: exit 2" 2 "$HIB" run ./p.yaml --dry-run
	has "$1: message" "$out" "$3"
}
printf '%s' "$good" >p.yaml
ok 'the smallest profile' "$HIB" run ./p.yaml --dry-run
refused 'an unknown key' "${good}blok: 3
" "p.yaml:9:1: unknown key 'blok'"
refused 'the nearest known key' "${good}comand: [x]
" "did you mean 'command'?"
refused 'a key twice' "${good}title: Q
" "the key 'title' stands here twice"
refused 'a wrong type' "${good}time: soon
" "'time' must be a duration"
refused 'out of bounds' "${good}trials: 500000
" "from 0 to 100000"
refused 'a missing key' 'profile: p
version: 1.0.0
' "needs the key 'title'"
refused 'an alias' 'profile: &x p
version: *x
' 'anchor'
refused 'a tag' 'profile: !str p
' 'a tag'
refused 'not YAML' 'profile: [p
' 'p.yaml:2:'
refused 'two documents' "$good---
a: b
" 'second document'
refused 'no profile at all' 'foo: bar
' "neither a profile"
refused 'an empty file' '' 'empty'
refused 'a placeholder' "${good}directory: \"{targt}\"
" 'did you mean {target}'
refused 'a parser' "$(sed 's/parser: elapsed/parser: dbnch/' <<<"$good")" "did you mean 'dbench'"
refused 'a shell without leave' "$(sed 's/^command.*/shell: true/' <<<"$good")" 'sandbox: {shell: true'
refused 'an exception without a reason' "${good}sandbox: {network: true}
" "needs its 'reason'"
refused 'a default that is no value' "${good}options:
  a: {title: A, default: x, values: {y: }}
" "the default 'x' is not a value"
refused 'a metric without its title' "${good}  - {metric: elapsed_sync, scale: Seconds, proportion: LIB}
" "needs a 'title'"

plan() { "$HIB" run "$@" --dry-run 2>&1; }
export PATH=$HERE/bin:$PATH
has 'options combine, first outermost' "$(plan fio --quick --set test=read,write --set direct=all | grep '^test' | cut -c7-25 | tr '\n' ,)" 'fio read yes'
is 'number of combinations' "$(plan fio --quick --set test=read,write --set direct=all | grep -c '^test')" 4
has 'an unknown option' "$(plan fio --set tst=read)" "did you mean 'test'?"
has 'an unknown value' "$(plan fio --set test=reed)" "did you mean 'read'?"
has 'a shared option needs its profile' "$(plan fio fs_mark --set test=all)" 'both fio and fs_mark have this option'
has 'and takes it' "$(plan fio fs_mark --quick --set fs_mark.test=4000 | grep '^test  fs_mark')" '128 Files, 32 Sub Dirs'
has 'a free value' "$(plan dbench --set clients=7 --quick)" 'Client Count: 7 (Quick)'
has 'but not any' "$(plan dbench --set clients=many)" 'not a whole number'
has 'the form of --set' "$(plan dbench --set clients)" '[PROFILE.]OPTION=VALUE'
has 'a suite' "$(plan basic | grep -c '^test')" 6
has 'blocks and plan contradict' "$(plan fio --blocks 3 --plan normal)" 'give one of them'
has 'normal is 8 blocks' "$(plan fio --set direct=no --quick --plan normal)" 'x 8 blocks'
has 'article is 10' "$(plan fio --quick --plan article)" 'x 10 blocks'
has 'the plan says what it needs' "$(plan fio --quick)" 'needs 300 MiB free'

# targets
code 'a target that is gone' 2 "$HIB" run ./p.yaml --target /no/such/dir
printf '%s' "$good" >p.yaml
code 'a target that is gone' 2 "$HIB" run ./p.yaml --target /no/such/dir
has 'is named' "$out" '/no/such/dir'
code 'a target that is a file' 2 "$HIB" run ./p.yaml --target p.yaml
has 'is named' "$out" 'is not a folder'
code 'two systems of one name' 2 "$HIB" run ./p.yaml --target a=. --target a=/tmp
if [ "$(stat -f -c %T /dev/shm 2>/dev/null)" = tmpfs ]; then
	code 'memory that nobody named' 2 sh -c 'cd /dev/shm && "$0" run "$1"' "$HIB" "$HERE/p.yaml"
	has 'is refused' "$out" 'which is memory'
fi
printf '%s' "${good}space: 900 TiB
" >p.yaml
code 'a target without room' 2 "$HIB" run ./p.yaml
has 'is said with both sizes' "$out" 'the tests need 900'
if [ "$(id -u)" = 0 ] && mkdir -p ro && mount -t tmpfs -o ro none ro 2>/dev/null; then
	sed -i '/space/d' p.yaml
	code 'a target that is read-only' 2 "$HIB" run ./p.yaml --target ro
	umount ro
	has 'is said' "$out" 'Read-only file system'
else
	skip 'a target that is read-only' 'no right to mount'
fi
# several faults at once
cat >many.yaml <<'END'
suite: many
title: Many
tests:
  - {profile: ./absent1.yaml}
  - {profile: ./absent2.yaml}
  - {profile: ./p.yaml}
END
printf '%s' "$good" >p.yaml
for i in 1 2; do sed -e "s/profile: p/profile: absent$i/" -e "s/programs: .*/programs: [absent-$i]\npackages: {debian: package$i}/" p.yaml >absent$i.yaml; done
code 'all faults are told together' 2 "$HIB" run ./many.yaml
has 'the first' "$out" "'absent-1' not found"
has 'the second' "$out" "'absent-2' not found"
has 'how to get both' "$out" 'package1 package2'
has 'and what could run' "$out" '--skip-missing      (p)'
code 'which it does' 0 "$HIB" run ./many.yaml --skip-missing -b 1 -o skipped

# list and info
code 'list' 0 "$HIB" list
has 'names the tests' "$out" 'fs_mark'
ok 'list --json is JSON' sh -c '"$0" list --json | jq -e ".[] | select(.name == \"dbench\")"' "$HIB"
code 'info' 0 "$HIB" info fio
has 'shows the command' "$out" '--output-format=json'
code 'info of a suite' 0 "$HIB" info basic
code 'info --keys' 0 "$HIB" info --keys
has 'names every key' "$out" 'time_limit'
ok 'every profile of the tree loads' sh -c 'for f in "$1"/profiles/*.yaml; do "$0" info "$f" >/dev/null || exit 1; done' "$HIB" "$TOP"
# values of a program that no parser knows
template() { # THE METRIC'S KEYS
	printf 'profile: t\nversion: 1.0.0\ntitle: T\nprograms: [sh]\ncommand: [sh]\nparser: %s\nmetrics:\n  - {metric: rate, scale: MB/s, proportion: HIB%s}\n' "$1" "$2" >template.yaml
	out=$("$HIB" info ./template.yaml 2>&1)
}
template template ', output_template: "rate: #_RESULT_# MB/s"'
has 'a template' "$out" 'T'
template template ''
has 'a metric without its template' "$out" "template.yaml:8:5: metric 'rate' needs an 'output_template'"
template dbench ', output_template: "rate: #_RESULT_#"'
has 'a template for another parser' "$out" "only 'parser: template' reads"
template template ', output_template: "rate: MB/s"'
has 'a template without its key' "$out" 'no #_RESULT_#'
template template ', output_template: "rate: #_RESULT_#", divide_result_by: "0"'
has 'a divisor of zero' "$out" "'divide_result_by' must be a number other than 0"
template template ', output_template: "rate: #_RESULT_#", multi_match: ALL'
has 'an unknown mean' "$out" 'GEOMETRIC_MEAN, HARMONIC_MEAN or REPORT_ALL'
template template ', output_template: "rate: #_RESULT_#", line_hnt: x'
has 'a key that is not known' "$out" "did you mean 'line_hint'"
second='}\n  - {metric: b, title: %s, scale: S, proportion: LIB, output_template: "b #_RESULT_#"'
template template ', output_template: "rate: #_RESULT_#"'"$(printf "$second$second" A A)"
has 'two charts of one name' "$out" "another metric of 't' has the name or the title of 'b'"
template template ', output_template: "rate: #_RESULT_#"'"$(printf "$second" '""')"
has 'a chart without a name beside another' "$out" "metric 'b' needs a 'title'"
done_testing
